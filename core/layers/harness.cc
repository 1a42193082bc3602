// The harness' own classes: what Keras' layers do not offer, several outputs
// with and without masking, swapped inputs, and a mask out of nothing. None has
// weights. In Python they are custom classes.
#include <memory>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "core/layers/errors.h"
#include "core/layers/kinds.h"
#include "core/layers/mask_ops.h"

namespace clonecheck {
namespace {

// More outputs than any case needs; bounds a hostile config.
constexpr int64_t kMostOutputs = 8;

LayerSpec::Traits MultiOutTraits(int outputs, bool supports_masking) {
  LayerSpec::Traits traits;
  traits.num_outputs = outputs;
  traits.returns_list_of_one = outputs == 1;
  traits.supports_masking = supports_masking;
  return traits;
}

// Output k is (k + 2) · x + k.
class MultiOut final : public LayerSpec {
 public:
  MultiOut(const LayerKind& kind, int outputs, bool supports_masking)
      : LayerSpec(kind, MultiOutTraits(outputs, supports_masking)) {}

  Refusal Call(CallContext& context) const override {
    static constexpr const char* kTfOps[kMostOutputs] = {
        "add", "add_1", "add_2", "add_3", "add_4", "add_5", "add_6", "add_7"};
    if (Refusal refusal = RefuseCount(context)) return refusal;
    const Symbol& input = *context.inputs[0];
    const TermId operands[] = {input.term};
    const TermId first = context.terms.Apply(*this, operands);
    for (int k = 0; k < num_outputs(); ++k) {
      context.outputs.push_back(
          context.arena,
          context.maker.NewSymbol(first + static_cast<TermId>(k),
                                  input.static_shape, input.dtype, kTfOps[k]));
    }
    return nullptr;
  }

  absl::Status Evaluate(absl::Span<const Array* const> operands,
                        absl::Span<Array> outputs) const override {
    for (size_t k = 0; k < outputs.size(); ++k) {
      outputs[k] = *operands[0];
      for (double& x : outputs[k].values) {
        x = (static_cast<double>(k) + 2) * x + static_cast<double>(k);
      }
    }
    return absl::OkStatus();
  }

  // One mask in, one mask out; the layer call repeats it for each output.
  bool OutputMasked(absl::Span<const TensorInfo> inputs, int) const override {
    return traits().supports_masking && inputs[0].masked;
  }
  bool MasksFit(absl::Span<const TensorInfo> inputs) const override {
    return num_outputs() == 1 || !OutputMasked(inputs, 0);
  }
};

class MultiOutClass final : public LayerKind {
 public:
  explicit MultiOutClass(bool supports_masking)
      : supports_masking_(supports_masking) {}
  absl::string_view class_name() const override {
    return supports_masking_ ? "MultiOutMasked" : "MultiOut";
  }
  absl::string_view name_prefix() const override {
    return supports_masking_ ? "multi_out_masked" : "multi_out";
  }

  std::unique_ptr<LayerSpec> Parse(ConfigReader& reader) const override {
    const int n = static_cast<int>(reader.Int("n", 2, 1, kMostOutputs));
    return std::make_unique<MultiOut>(*this, n, supports_masking_);
  }

  std::vector<DomainEntry> Domain(Pool& pool) const override {
    return {Entry(pool, {}, /*weight=*/3),
            Entry(pool, {{"n", ConfigValue::Int(3)}}, /*weight=*/2),
            Entry(pool, {{"n", ConfigValue::Int(1)}})};
  }
  uint32_t ShareIn(LayerFamily family, const LayerSpec&) const override {
    return family == (supports_masking_ ? LayerFamily::kMaskLayers
                                        : LayerFamily::kSeveralOutputs);
  }

  Python ToPython(const Config& config) const override {
    Python python = LayerKind::ToPython(config);
    python.definitions = {absl::StrCat(
        "class ", class_name(),
        "(Layer):\n"
        "    def __init__(self, n=2, **kwargs):\n"
        "        super().__init__(**kwargs)\n"
        "        self.n = n\n",
        supports_masking_ ? "        self.supports_masking = True\n" : "",
        "\n"
        "    def call(self, inputs):\n"
        "        return [inputs * (k + 2) + k for k in range(self.n)]\n"
        "\n"
        "    def compute_output_shape(self, input_shape):\n"
        "        return [input_shape] * self.n\n"
        "\n"
        "    def get_config(self):\n"
        "        return dict(super().get_config(), n=self.n)\n")};
    return python;
  }

 private:
  const bool supports_masking_;
};

LayerSpec::Traits SwapTraits() {
  LayerSpec::Traits traits;
  traits.min_inputs = 2;
  traits.max_inputs = 2;
  traits.num_outputs = 2;
  traits.is_identity = true;
  return traits;
}

// Its two inputs, the very objects, in the other order.
class Swap final : public LayerSpec {
 public:
  explicit Swap(const LayerKind& kind) : LayerSpec(kind, SwapTraits()) {}

  Refusal Call(CallContext& context) const override {
    if (Refusal refusal = RefuseCount(context)) return refusal;
    context.outputs.push_back(context.arena, context.inputs[1]);
    context.outputs.push_back(context.arena, context.inputs[0]);
    return nullptr;
  }
  Refusal OutputShapes(ShapeContext& context) const override {
    context.output_shapes.push_back(context.arena, context.input_shapes[1]);
    context.output_shapes.push_back(context.arena, context.input_shapes[0]);
    return nullptr;
  }
};

class SwapClass final : public LayerKind {
 public:
  absl::string_view class_name() const override { return "Swap"; }
  absl::string_view name_prefix() const override { return "swap"; }
  std::unique_ptr<LayerSpec> Parse(ConfigReader&) const override {
    return std::make_unique<Swap>(*this);
  }
  std::vector<DomainEntry> Domain(Pool& pool) const override {
    return {Entry(pool, {})};
  }
  uint32_t ShareIn(LayerFamily family, const LayerSpec&) const override {
    return family == LayerFamily::kSeveralOutputs;
  }
  Python ToPython(const Config& config) const override {
    Python python = LayerKind::ToPython(config);
    python.definitions = {
        "class Swap(Layer):\n"
        "    def call(self, inputs):\n"
        "        first, second = inputs\n"
        "        return [second, first]\n"
        "\n"
        "    def compute_output_shape(self, input_shape):\n"
        "        first, second = input_shape\n"
        "        return [second, first]\n"};
    return python;
  }
};

LayerSpec::Traits MaskProducerTraits() {
  LayerSpec::Traits traits;
  traits.is_identity = true;
  return traits;
}

// x · 1, with a mask of the steps that are not all zero. Does not support
// masking, but minds no mask either, having a compute_mask of its own.
class MaskProducer final : public LayerSpec {
 public:
  explicit MaskProducer(const LayerKind& kind)
      : LayerSpec(kind, MaskProducerTraits()) {}

  Refusal Call(CallContext& context) const override {
    if (Refusal refusal = RefuseCount(context)) return refusal;
    const Symbol& input = *context.inputs[0];
    context.outputs.push_back(
        context.arena, context.maker.NewSymbol(input.term, input.static_shape,
                                               input.dtype, "mul"));
    return nullptr;
  }
  Refusal ComputeMask(MaskContext& context) const override {
    SetSomeFeatureMask(SomeFeatureNotZero(), mask_shape_, "Any", context);
    return nullptr;
  }
  bool Accepts(absl::Span<const TensorInfo> earlier,
               const TensorInfo& candidate) const override {
    return earlier.empty() && candidate.shape->known_rank() &&
           candidate.shape->rank >= 2 && IsFloat(candidate.dtype);
  }
  bool OutputMasked(absl::Span<const TensorInfo>, int) const override {
    return true;
  }

 private:
  mutable ShapeCache mask_shape_;
};

class MaskProducerClass final : public LayerKind {
 public:
  absl::string_view class_name() const override { return "MaskProducer"; }
  absl::string_view name_prefix() const override { return "mask_producer"; }
  std::unique_ptr<LayerSpec> Parse(ConfigReader&) const override {
    return std::make_unique<MaskProducer>(*this);
  }
  std::vector<DomainEntry> Domain(Pool& pool) const override {
    return {Entry(pool, {})};
  }
  uint32_t ShareIn(LayerFamily family, const LayerSpec&) const override {
    return family == LayerFamily::kMaskLayers ||
           family == LayerFamily::kMaskMakers;
  }
  Python ToPython(const Config& config) const override {
    Python python = LayerKind::ToPython(config);
    python.definitions = {
        "class MaskProducer(Layer):\n"
        "    def call(self, inputs):\n"
        "        return inputs * 1\n"
        "\n"
        "    def compute_mask(self, inputs, mask=None):\n"
        "        return K.any(K.not_equal(inputs, 0), axis=-1)\n"
        "\n"
        "    def compute_output_shape(self, input_shape):\n"
        "        return input_shape\n"};
    return python;
  }
};

}  // namespace

const LayerKind& MultiOutKind() {
  static const MultiOutClass kind(/*supports_masking=*/false);
  return kind;
}

const LayerKind& MultiOutMaskedKind() {
  static const MultiOutClass kind(/*supports_masking=*/true);
  return kind;
}

const LayerKind& SwapKind() {
  static const SwapClass kind;
  return kind;
}

const LayerKind& MaskProducerKind() {
  static const MaskProducerClass kind;
  return kind;
}

}  // namespace clonecheck
