#include "core/layers/opaque_call.h"

#include <cstddef>

#include "absl/types/span.h"

namespace clonecheck {

void AddUnknownShapes(ShapeContext& context, const LayerSpec& op) {
  for (int k = 0; k < op.num_outputs(); ++k) {
    context.output_shapes.push_back(context.arena,
                                    context.pool.unknown_shape());
  }
}

void ApplyUnknown(CallContext& context, const LayerSpec& op, bool reads_masks,
                  const char* tf_op) {
  const size_t inputs = context.inputs.size();
  const size_t weights = context.weights.size();
  const size_t masks =
      !reads_masks || context.mask.all_none() ? 0 : context.mask.list_size();
  const size_t size = inputs + weights + masks;
  TermId* operands = context.arena.NewArray<TermId>(size);
  for (size_t i = 0; i < inputs; ++i) operands[i] = context.inputs[i]->term;
  for (size_t i = 0; i < weights; ++i) {
    operands[inputs + i] = context.weights[i];
  }
  for (size_t i = 0; i < masks; ++i) {
    const Symbol* mask = context.mask.item(i);
    operands[inputs + weights + i] = mask == nullptr ? kNoTerm : mask->term;
  }
  const TermId first =
      context.terms.Apply(op, absl::MakeConstSpan(operands, size));
  for (int k = 0; k < op.num_outputs(); ++k) {
    context.outputs.push_back(
        context.arena, context.maker.NewSymbol(first + static_cast<TermId>(k),
                                               context.pool.unknown_shape(),
                                               DType::kFloat32, tf_op));
  }
}

}  // namespace clonecheck
