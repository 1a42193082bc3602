#include "core/layers/opaque_lambda.h"

#include "absl/strings/str_cat.h"
#include "absl/types/span.h"

namespace clonecheck {
namespace {

LayerSpec::Traits OpaqueTraits(int outputs) {
  LayerSpec::Traits traits;
  traits.max_inputs = LayerSpec::kManyInputs;
  traits.num_outputs = outputs;
  traits.takes_mask = true;
  traits.takes_list_of_one = true;
  return traits;
}

// The function may have a parameter `mask`, so masks are operands as well.
class OpaqueLambda final : public LayerSpec {
 public:
  OpaqueLambda(const LayerKind& kind, int outputs)
      : LayerSpec(kind, OpaqueTraits(outputs)) {}

  Refusal OutputShapes(ShapeContext& context) const override {
    for (int k = 0; k < num_outputs(); ++k) {
      context.output_shapes.push_back(context.arena,
                                      context.pool.unknown_shape());
    }
    return nullptr;
  }

  Refusal Call(CallContext& context) const override {
    if (Refusal refusal = RefuseCount(context)) return refusal;
    const size_t masks = context.mask.all_none() ? 0 : context.mask.list_size();
    const size_t inputs = context.inputs.size();
    TermId* operands = context.arena.NewArray<TermId>(inputs + masks);
    for (size_t i = 0; i < inputs; ++i) operands[i] = context.inputs[i]->term;
    for (size_t i = 0; i < masks; ++i) {
      const Symbol* mask = context.mask.item(i);
      operands[inputs + i] = mask == nullptr ? kNoTerm : mask->term;
    }
    const TermId first = context.terms.Apply(
        *this, absl::MakeConstSpan(operands, inputs + masks));
    for (int k = 0; k < num_outputs(); ++k) {
      context.outputs.push_back(
          context.arena, context.maker.NewSymbol(first + static_cast<TermId>(k),
                                                 context.pool.unknown_shape(),
                                                 DType::kFloat32, "lambda"));
    }
    return nullptr;
  }

  Refusal ComputeMask(MaskContext& context) const override {
    context.result = MaskValue::None();
    return nullptr;
  }
  bool OutputMasked(absl::Span<const TensorInfo>, int) const override {
    return false;
  }
};

}  // namespace

std::unique_ptr<LayerSpec> NewOpaqueLambda(const LayerKind& kind, int outputs) {
  return std::make_unique<OpaqueLambda>(kind, outputs);
}

LayerKind::Python OpaqueToPython(const Config& config) {
  LayerKind::Python python;
  python.definitions = {
      "def lambda_of(bytecode, **kwargs):\n"
      "    from keras.utils.generic_utils import func_load\n"
      "    return Lambda(func_load(bytecode, globs=globals()), **kwargs)\n"};
  python.constructor = absl::StrCat(
      "lambda_of(", ConfigValueToPython(*config.Find("bytecode")), ")");
  return python;
}

}  // namespace clonecheck
