// Opaque: a layer of a class that nobody here knows, from a model that somebody
// else has written. Its config is kept whole.
//
// It is an uninterpreted function of its inputs and of one weight that stands
// for all of its weights, so that two such layers are never taken for one. Its
// outputs are float32 tensors of unknown rank; it has no numbers.
//
// Nothing is known of its masks, so it can be read in two ways, which bound
// what a class may do: it knows no masks, takes none and gives none
// (`passes_masks` False); or its call takes the mask, and it supports masking
// with the base class' compute_mask (True).
#include <memory>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "core/layers/kinds.h"
#include "core/layers/layer_kind.h"
#include "core/layers/layer_spec.h"
#include "core/layers/opaque_call.h"

namespace clonecheck {
namespace {

LayerSpec::Traits OpaqueTraits(int outputs, bool passes_masks) {
  LayerSpec::Traits traits;
  traits.max_inputs = LayerSpec::kManyInputs;
  traits.num_outputs = outputs;
  traits.supports_masking = passes_masks;
  traits.takes_mask = passes_masks;
  traits.takes_list_of_one = true;
  traits.builds = true;
  return traits;
}

class Opaque final : public LayerSpec {
 public:
  Opaque(const LayerKind& kind, int outputs, bool passes_masks, Pool& pool)
      : LayerSpec(kind, OpaqueTraits(outputs, passes_masks)),
        weight_shape_(pool.InternShape({1})) {}

  Refusal Build(BuildContext& context) const override {
    context.weights.push_back(context.arena,
                              WeightDecl{"opaque", weight_shape_});
    return nullptr;
  }

  Refusal OutputShapes(ShapeContext& context) const override {
    AddUnknownShapes(context, *this);
    return nullptr;
  }

  Refusal Call(CallContext& context) const override {
    ApplyUnknown(context, *this, /*reads_masks=*/true, "opaque");
    return nullptr;
  }

  Refusal ComputeMask(MaskContext& context) const override {
    if (traits().supports_masking) return LayerSpec::ComputeMask(context);
    context.result = MaskValue::None();
    return nullptr;
  }

  bool OutputMasked(absl::Span<const TensorInfo> inputs, int) const override {
    return traits().supports_masking && inputs[0].masked;
  }

 private:
  const Shape* weight_shape_;
};

class OpaqueClass final : public LayerKind {
 public:
  absl::string_view class_name() const override { return "Opaque"; }
  absl::string_view name_prefix() const override { return "opaque"; }

  std::unique_ptr<LayerSpec> Parse(ConfigReader& reader) const override {
    if (reader.OptionalString("class_name") == nullptr) {
      reader.Fail("class_name", "the name of the class that this stands for");
    }
    reader.Any("config", ConfigValue::None());
    // What a call gives besides tensors, each way once.
    reader.Any("calls", ConfigValue::None());
    const int64_t outputs = reader.Int("outputs", 1, 1, LayerSpec::kManyInputs);
    const bool passes_masks = reader.Bool("passes_masks", false);
    return std::make_unique<Opaque>(*this, static_cast<int>(outputs),
                                    passes_masks, reader.pool());
  }

  // The class itself must be there where the script runs.
  Python ToPython(const Config& config) const override {
    Python python;
    const ConfigValue* arguments = config.Find("config");
    absl::StrAppend(&python.constructor,
                    config.Find("class_name")->string->text, "(");
    if (arguments != nullptr && arguments->type == ConfigValue::Type::kDict &&
        !arguments->dict->entries.empty()) {
      absl::StrAppend(&python.constructor, "**",
                      ConfigValueToPython(*arguments));
    }
    absl::StrAppend(&python.constructor, ")");
    return python;
  }
};

}  // namespace

const LayerKind& OpaqueKind() {
  static const OpaqueClass kind;
  return kind;
}

}  // namespace clonecheck
