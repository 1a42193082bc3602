// What the recurrent classes share (SimpleRNN, GRU, LSTM, RNN with cells,
// ConvLSTM2D, CuDNNGRU, CuDNNLSTM): traits, masks of outputs, states of a call,
// states of the wrong sizes, dropout in training. Rules: Keras 2.2.4,
// keras/layers/recurrent.py, RNN.
#ifndef CLONECHECK_CORE_LAYERS_RECURRENT_PARTS_H_
#define CLONECHECK_CORE_LAYERS_RECURRENT_PARTS_H_

#include <cstdint>
#include <string>

#include "absl/types/span.h"
#include "core/layers/layer_spec.h"
#include "core/term/op.h"

namespace clonecheck {

// The traits of a class whose inputs have `ndim` axes; which sizes are lost is
// left open. `return_state`: the states are outputs, too.
LayerSpec::Traits RecurrentTraits(int num_states, bool return_state, int ndim);

// compute_mask: a sequence keeps the mask of the input, states have none. A
// list of masks counts by its first entry: the others belong to states.
// `num_outputs`: with return_state, 1 + the number of states.
void SetRecurrentMask(MaskContext& context, bool return_sequences,
                      bool return_state, int num_outputs);

// For Call: the states that the call is given, after the sequence among the
// inputs or as the keyword; empty: none. Refuses both, where the version does,
// and another number than `num_states`.
Refusal TakeStates(const CallContext& context, int num_states,
                   absl::Span<Symbol* const>* states);

// For Build: refuses states, the shapes after the first, that do not have the
// sizes of the cell's. `is_tuple`: how Keras prints the sizes, `(2,)` or `2`.
Refusal RefuseStateSizes(const BuildContext& context,
                         absl::Span<const int32_t> sizes, bool is_tuple);

// Stands for a layer that is called with training=True and drops at random:
// other numbers at each run, of one distribution, as of a Dropout
// (training_only.cc).
class DropsInTraining final : public Op {
 public:
  // REQUIRES: `layer` outlives this.
  explicit DropsInTraining(const LayerSpec& layer);
  absl::string_view op_name() const override { return name_; }
  absl::Status Evaluate(absl::Span<const Array* const> operands,
                        absl::Span<Array> outputs) const override;

 private:
  const std::string name_;
};

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_LAYERS_RECURRENT_PARTS_H_
