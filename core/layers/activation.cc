// Activation: a function of one tensor. Keras 2.2.4, keras/layers/core.py.
#include <memory>

#include "absl/status/status.h"
#include "core/layers/activations.h"
#include "core/layers/errors.h"
#include "core/layers/kinds.h"

namespace clonecheck {
namespace {

LayerSpec::Traits ActivationTraits(ActivationFunction function) {
  LayerSpec::Traits traits;
  traits.supports_masking = true;
  traits.asks_list_for_shape = function == ActivationFunction::kSoftmax;
  // linear returns the list.
  traits.takes_list_of_one = function == ActivationFunction::kLinear;
  traits.is_identity = function == ActivationFunction::kLinear;
  return traits;
}

class Activation final : public LayerSpec {
 public:
  Activation(const LayerKind& kind, ActivationFunction function)
      : LayerSpec(kind, ActivationTraits(function)), function_(function) {
    set_is_idempotent(function == ActivationFunction::kRelu);
  }

  Refusal Call(CallContext& context) const override {
    if (Refusal refusal = RefuseCount(context)) return refusal;
    Symbol* input = context.inputs[0];
    if (function_ == ActivationFunction::kLinear) {
      // The very object that it is given.
      context.outputs.push_back(context.arena, input);
      return nullptr;
    }
    const int rank = input->ndim();
    if (function_ == ActivationFunction::kSoftmax && rank == 1) {
      return context.rules.softmax_names_input
                 ? context.Refuse(errors::kSoftmaxRankOf, ErrorArg::Of(input))
                 : context.Refuse(errors::kSoftmaxRank);
    }
    // Of whole numbers TensorFlow can take no more than the positive ones.
    if (input->dtype == DType::kInt32 &&
        function_ != ActivationFunction::kRelu) {
      return context.Refuse(errors::kBackend,
                            ErrorArg::Of("an input that is no float"));
    }
    return ApplyOp(context, ActivationTfOp(function_, rank));
  }

  absl::Status Evaluate(absl::Span<const Array* const> operands,
                        absl::Span<Array> outputs) const override {
    outputs[0] = *operands[0];
    ApplyActivation(function_, outputs[0]);
    return absl::OkStatus();
  }

  bool Accepts(absl::Span<const TensorInfo> earlier,
               const TensorInfo& candidate) const override {
    return LayerSpec::Accepts(earlier, candidate) &&
           (function_ != ActivationFunction::kSoftmax ||
            candidate.shape->rank >= 2);
  }

 private:
  const ActivationFunction function_;
};

class ActivationClass final : public LayerKind {
 public:
  absl::string_view class_name() const override { return "Activation"; }
  absl::string_view name_prefix() const override { return "activation"; }

  std::unique_ptr<LayerSpec> Parse(ConfigReader& reader) const override {
    return std::make_unique<Activation>(
        *this, static_cast<ActivationFunction>(
                   reader.Choice("activation", ActivationNames(), kRequired)));
  }

  std::vector<DomainEntry> Domain(Pool& pool) const override {
    // An activation that returns its input is a case of its own.
    constexpr int kLinearWeight = 4;
    std::vector<DomainEntry> domain;
    for (absl::string_view name : ActivationNames()) {
      domain.push_back(Entry(
          pool, {{"activation", ConfigValue::String(pool.InternName(name))}},
          name == "linear" ? kLinearWeight : 1));
    }
    return domain;
  }

 private:
  static constexpr int kRequired = -1;
};

}  // namespace

const LayerKind& ActivationKind() {
  static const ActivationClass kind;
  return kind;
}

}  // namespace clonecheck
