// RnnLayer: what SimpleRNN, GRU, LSTM and RNN with cells do, which differ in
// their constructor arguments only. Rules: Keras 2.2.4,
// keras/layers/recurrent.py, RNN. What a call makes of states given as inputs
// or keyword stands in the engine.
#ifndef CLONECHECK_CORE_LAYERS_RNN_LAYER_H_
#define CLONECHECK_CORE_LAYERS_RNN_LAYER_H_

#include <vector>

#include "absl/types/span.h"
#include "core/layers/layer_kind.h"
#include "core/layers/layer_spec.h"
#include "core/layers/recurrent_parts.h"
#include "core/layers/rnn_run.h"
#include "core/layers/shape_cache.h"

namespace clonecheck {

class RnnLayer final : public LayerSpec {
 public:
  // REQUIRES: config.Arrange was called.
  RnnLayer(const LayerKind& kind, const RnnConfig& config);

  Refusal Build(BuildContext& context) const override;
  Refusal OutputShapes(ShapeContext& context) const override;
  Refusal Call(CallContext& context) const override;
  Refusal ComputeMask(MaskContext& context) const override;
  absl::Status Evaluate(absl::Span<const Array* const> operands,
                        absl::Span<Array> outputs) const override {
    return RunRnn(config_, false, operands, outputs);
  }

  bool Accepts(absl::Span<const TensorInfo> earlier,
               const TensorInfo& candidate) const override;
  bool OutputMasked(absl::Span<const TensorInfo> inputs, int k) const override {
    return k == 0 && config_.return_sequences && inputs[0].masked;
  }

 private:
  // The same layer with the rule that a masked step outputs the state.
  class StateRule final : public Op {
   public:
    explicit StateRule(const RnnLayer& rnn)
        : Op(rnn.num_outputs(), 7), rnn_(rnn) {}
    absl::string_view op_name() const override { return rnn_.op_name(); }
    absl::Status Evaluate(absl::Span<const Array* const> operands,
                          absl::Span<Array> outputs) const override {
      return RunRnn(rnn_.config_, true, operands, outputs);
    }

   private:
    const RnnLayer& rnn_;
  };

  Refusal RefuseInput(const CallContext& context,
                      absl::Span<Symbol* const> states) const;
  // What the call computes, by the rules for masks and for dropout.
  const Op& OpFor(const CallContext& context, bool masked, bool stated) const;
  // The term of the output. Where no states go in, it is the same for any order
  // of those that come out.
  TermId TermOfOutput(const CallContext& context, const Op& op, TermId term,
                      absl::Span<const TermId> operands) const;
  // The last answer about several shapes, by the input's shape: most calls
  // neither compute nor intern.
  template <typename T>
  struct Answer {
    const Shape* from = nullptr;
    std::vector<T> list;
  };
  void AddOutputShapes(ShapeContext& context,
                       Answer<const Shape*>& answer) const;

  // A loop of 2.2.4 puts the first state in the place of a masked output.
  bool state_is_like_output() const {
    return config_.state_sizes[0] == config_.units();
  }

  const RnnConfig config_;
  const StateRule state_rule_;
  const DropsInTraining in_training_;
  // A spec belongs to one Pool, and so to one thread (shape_cache.h).
  mutable ShapeCache built_on_;
  mutable ShapeCache known_input_;
  mutable Answer<WeightDecl> weights_;
  mutable Answer<const Shape*> outputs_;
  mutable Answer<const Shape*> known_outputs_;
};

// The arguments that all RNNs begin with.
void ReadRnnFlags(ConfigReader& reader, RnnConfig& config);

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_LAYERS_RNN_LAYER_H_
