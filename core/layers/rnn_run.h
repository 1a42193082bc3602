// A recurrent layer over all samples and steps, in numbers: one cell, or
// several that work on top of each other. Rules: Keras 2.2.4,
// keras/layers/recurrent.py (RNN, StackedRNNCells) and K.rnn.
#ifndef CLONECHECK_CORE_LAYERS_RNN_RUN_H_
#define CLONECHECK_CORE_LAYERS_RNN_RUN_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "core/layers/rnn_cell.h"
#include "core/term/array.h"

namespace clonecheck {

struct RnnConfig {
  // A cell, and where its weights and states stand among the layer's.
  struct Part {
    RnnCell cell;
    bool trainable = true;
    size_t first_weight = 0;
    size_t first_state = 0;
  };
  // In the order in which they run; at least one. See Arrange.
  std::vector<Part> parts;
  bool is_stack = false;  // a StackedRNNCells, if only of one
  bool return_sequences = false;
  bool return_state = false;
  bool go_backwards = false;
  bool stateful = false;
  bool unroll = false;
  bool drops = false;  // in training, by some dropout
  // Set by Arrange.
  std::vector<int32_t> state_sizes;
  size_t num_weights = 0;
  // The parts in the order of their weights.
  std::vector<size_t> weight_order;

  int32_t units() const { return parts.back().cell.units; }
  // Which state the output of a step is.
  size_t output_state() const { return parts.back().first_state; }
  int num_states() const { return static_cast<int>(state_sizes.size()); }

  // Finds the places of weights and states once all parts are there.
  // `reverse_states`: those of the last cell come first. `stack_trainable`:
  // where not, the weights of cells that are come first (StackedRNNCells,
  // non_trainable_weights).
  void Arrange(bool reverse_states, bool stack_trainable);
};

// Operands: the sequence, the weights, a mask (may be absent), initial states
// (may be absent, then zero). Outputs: as the layer's.
// `masked_step_outputs_the_state`: the output of a step that the mask leaves
// out is the layer's first state, which must be as large as an output;
// otherwise it is the output before (zeros at the first step).
absl::Status RunRnn(const RnnConfig& config, bool masked_step_outputs_the_state,
                    absl::Span<const Array* const> operands,
                    absl::Span<Array> outputs);

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_LAYERS_RNN_RUN_H_
