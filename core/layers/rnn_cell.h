// RnnCell: one time step of SimpleRNN, GRU and LSTM, in numbers. Rules: Keras
// 2.2.4, keras/layers/recurrent.py; `implementation` 1 and 2 differ in rounding
// only.
#ifndef CLONECHECK_CORE_LAYERS_RNN_CELL_H_
#define CLONECHECK_CORE_LAYERS_RNN_CELL_H_

#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "core/layers/activations.h"
#include "core/term/array.h"

namespace clonecheck {

struct RnnCell {
  enum class Type : uint8_t { kSimple, kGru, kLstm };

  Type type = Type::kSimple;
  int32_t units = 1;
  ActivationFunction activation = ActivationFunction::kTanh;
  ActivationFunction recurrent_activation = ActivationFunction::kHardSigmoid;
  bool use_bias = true;
  // GRU: the reset gate is applied after the recurrent product, which has a
  // bias of its own.
  bool reset_after = false;

  int num_states() const { return type == Type::kLstm ? 2 : 1; }
  int num_weights() const { return use_bias ? 3 : 2; }
  // How many blocks of `units` columns the weights have.
  int num_blocks() const {
    return type == Type::kSimple ? 1 : type == Type::kGru ? 3 : 4;
  }
};

// The weights as a step uses them; the bias is null without one.
struct RnnWeights {
  const Array* kernel = nullptr;            // (features, blocks * units)
  const Array* recurrent_kernel = nullptr;  // (units, blocks * units)
  const Array* bias = nullptr;              // (blocks * units,), or 2 rows
};

// Advances the states of one sample by one step. `input`: the features of the
// step; `states`: h, for an LSTM also c, each of `units` numbers.
// REQUIRES: the weights fit the cell, and `input` has kernel->dims[0] numbers.
void Step(const RnnCell& cell, const RnnWeights& weights, const double* input,
          absl::Span<std::vector<double>> states);

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_LAYERS_RNN_CELL_H_
