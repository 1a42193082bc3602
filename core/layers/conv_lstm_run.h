// RunConvLstm: a ConvLSTM2D over all samples and steps, in numbers. Rules:
// Keras 2.2.4, keras/layers/convolutional_recurrent.py.
#ifndef CLONECHECK_CORE_LAYERS_CONV_LSTM_RUN_H_
#define CLONECHECK_CORE_LAYERS_CONV_LSTM_RUN_H_

#include <cstdint>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "core/layers/activations.h"
#include "core/layers/spatial_layout.h"
#include "core/layers/windows.h"
#include "core/term/array.h"

namespace clonecheck {

struct ConvLstmConfig {
  int32_t filters = 1;
  Windows windows;       // of the kernel over a step
  Windows recurrent;     // of the recurrent kernel over the state
  SpatialLayout layout;  // of a step
  ActivationFunction activation = ActivationFunction::kTanh;
  ActivationFunction recurrent_activation = ActivationFunction::kHardSigmoid;
  bool use_bias = true;
  bool return_sequences = false;
  bool return_state = false;
  bool go_backwards = false;
  bool stateful = false;
  bool drops = false;  // in training, by some dropout
};

// Operands: the sequence, kernel, recurrent kernel, bias (if used), mask (may
// be absent), and two states (or none, then zero). Outputs: as the layer's.
//
// The mask, (batch, time, …), is that of a step's output, whose first axes it
// has, of their size or of size 1. Where it is off, the states stay, and the
// output is that of the step before (zero at first): rules of 2.2.5 on.
absl::Status RunConvLstm(const ConvLstmConfig& config,
                         absl::Span<const Array* const> operands,
                         absl::Span<Array> outputs);

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_LAYERS_CONV_LSTM_RUN_H_
