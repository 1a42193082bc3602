// InputLayer, and the markers Model and Sequential: classes that the engine
// makes itself and never draws. A marker says only what a Model is as a layer;
// the engine's Model does all the rest.
#include <memory>

#include "core/layers/kinds.h"

namespace clonecheck {
namespace {

LayerSpec::Traits InputLayerTraits() {
  LayerSpec::Traits traits;
  traits.supports_masking = true;
  traits.takes_list_of_one = true;  // which it returns
  traits.is_identity = true;
  return traits;
}

class InputLayer final : public LayerSpec {
 public:
  explicit InputLayer(const LayerKind& kind)
      : LayerSpec(kind, InputLayerTraits()) {}

  // The base class' call: the very object that it is given.
  Refusal Call(CallContext& context) const override {
    if (Refusal refusal = RefuseCount(context)) return refusal;
    context.outputs.push_back(context.arena, context.inputs[0]);
    return nullptr;
  }
};

class InputLayerClass final : public LayerKind {
 public:
  absl::string_view class_name() const override { return "InputLayer"; }
  absl::string_view call_owner() const override { return "Layer"; }
  absl::string_view name_prefix() const override { return "input"; }
  std::unique_ptr<LayerSpec> Parse(ConfigReader& reader) const override {
    reader.Bool("sparse", false);
    return std::make_unique<InputLayer>(*this);
  }
};

LayerSpec::Traits MarkerTraits() {
  LayerSpec::Traits traits;
  traits.max_inputs = LayerSpec::kManyInputs;
  traits.takes_mask = true;
  traits.builds = true;  // a Sequential that was given no shape
  return traits;
}

class Marker final : public LayerSpec {
 public:
  explicit Marker(const LayerKind& kind) : LayerSpec(kind, MarkerTraits()) {}
};

class MarkerClass final : public LayerKind {
 public:
  // `has_shape`: takes the shape that it is to be built on, as a Sequential
  // does from its config.
  MarkerClass(absl::string_view class_name, absl::string_view name_prefix,
              bool has_shape)
      : class_name_(class_name),
        name_prefix_(name_prefix),
        has_shape_(has_shape) {}
  absl::string_view class_name() const override { return class_name_; }
  absl::string_view call_owner() const override { return "Network"; }
  absl::string_view name_prefix() const override { return name_prefix_; }
  int num_children() const override { return -1; }
  std::unique_ptr<LayerSpec> Parse(ConfigReader& reader) const override {
    if (has_shape_) reader.Any("build_input_shape", ConfigValue::None());
    return std::make_unique<Marker>(*this);
  }

 private:
  absl::string_view class_name_;
  absl::string_view name_prefix_;
  const bool has_shape_;
};

}  // namespace

const LayerKind& InputLayerKind() {
  static const InputLayerClass kind;
  return kind;
}

const LayerKind& ModelKind() {
  static const MarkerClass kind("Model", "model", /*has_shape=*/false);
  return kind;
}

const LayerKind& SequentialKind() {
  static const MarkerClass kind("Sequential", "sequential",
                                /*has_shape=*/true);
  return kind;
}

}  // namespace clonecheck
