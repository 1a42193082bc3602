// Masking: makes a mask of the steps that are not all `mask_value`, and zeroes
// the others. Keras 2.2.4, keras/layers/core.py.
#include <memory>

#include "absl/status/status.h"
#include "core/layers/errors.h"
#include "core/layers/kinds.h"
#include "core/layers/mask_ops.h"

namespace clonecheck {
namespace {

LayerSpec::Traits MaskingTraits(double mask_value) {
  LayerSpec::Traits traits;
  traits.supports_masking = true;
  traits.masked_value = mask_value;
  return traits;
}

class Masking final : public LayerSpec {
 public:
  Masking(const LayerKind& kind, double mask_value)
      : LayerSpec(kind, MaskingTraits(mask_value)),
        own_mask_op_(mask_value),
        mask_op_(mask_value == 0 ? SomeFeatureNotZero() : own_mask_op_) {
    set_is_idempotent(true);
  }

  Refusal Call(CallContext& context) const override {
    if (Refusal refusal = RefuseCount(context)) return refusal;
    const Symbol& input = *context.inputs[0];
    if (!IsFloat(input.dtype) || input.shape->rank == 0) {
      return context.Refuse(errors::kBackend,
                            ErrorArg::Of("not a float tensor with features"));
    }
    if (&mask_op_ != &SomeFeatureNotZero()) return ApplyOp(context, "mul");
    // Zeros where all are zero: nothing changes.
    context.outputs.push_back(
        context.arena, context.maker.NewSymbol(input.term, input.static_shape,
                                               input.dtype, "mul"));
    return nullptr;
  }

  Refusal ComputeMask(MaskContext& context) const override {
    // The first `Any` is that of `call`.
    SetSomeFeatureMask(mask_op_, mask_shape_, "Any_1", context);
    return nullptr;
  }

  absl::Status Evaluate(absl::Span<const Array* const> operands,
                        absl::Span<Array> outputs) const override {
    const Array& input = *operands[0];
    Array mask;
    if (absl::Status status =
            mask_op_.Evaluate(operands, absl::MakeSpan(&mask, 1));
        !status.ok()) {
      return status;
    }
    outputs[0] = input;
    const size_t width = static_cast<size_t>(input.last());
    for (size_t i = 0; i < input.values.size(); ++i) {
      outputs[0].values[i] *= mask.values[i / width];
    }
    return absl::OkStatus();
  }

  bool Accepts(absl::Span<const TensorInfo> earlier,
               const TensorInfo& candidate) const override {
    return LayerSpec::Accepts(earlier, candidate) && candidate.shape->rank >= 2;
  }
  bool OutputMasked(absl::Span<const TensorInfo>, int) const override {
    return true;
  }

 private:
  const SomeFeatureOp own_mask_op_;
  const SomeFeatureOp& mask_op_;
  mutable ShapeCache mask_shape_;
};

class MaskingClass final : public LayerKind {
 public:
  absl::string_view class_name() const override { return "Masking"; }
  absl::string_view name_prefix() const override { return "masking"; }

  std::unique_ptr<LayerSpec> Parse(ConfigReader& reader) const override {
    return std::make_unique<Masking>(*this, reader.Double("mask_value", 0.0));
  }

  std::vector<DomainEntry> Domain(Pool& pool) const override {
    return {Entry(pool, {}, /*weight=*/4),
            Entry(pool, {{"mask_value", ConfigValue::Double(1.0)}})};
  }
  uint32_t ShareIn(LayerFamily family, const LayerSpec&) const override {
    return family == LayerFamily::kMaskLayers ||
           family == LayerFamily::kMaskMakers;
  }
};

}  // namespace

const LayerKind& MaskingKind() {
  static const MaskingClass kind;
  return kind;
}

}  // namespace clonecheck
