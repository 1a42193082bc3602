// The operations by which masks are made and combined, shared by all kinds that
// mean the same: masks of equal meaning have equal terms.
//
// The mask of a tensor has the tensor's dimensions without the last one, in
// every graph that the generator makes. Keras does not ask for it.
#ifndef CLONECHECK_CORE_LAYERS_MASK_OPS_H_
#define CLONECHECK_CORE_LAYERS_MASK_OPS_H_

#include "core/layers/layer_spec.h"
#include "core/layers/shape_cache.h"
#include "core/term/op.h"

namespace clonecheck {

// One operand: is some feature, along the last axis, not `value`?
class SomeFeatureOp final : public Op {
 public:
  explicit SomeFeatureOp(double value);
  absl::string_view op_name() const override { return "some_feature"; }
  absl::Status Evaluate(absl::Span<const Array* const> operands,
                        absl::Span<Array> outputs) const override;

 private:
  double value_;
};

// "Some feature is not zero."
const SomeFeatureOp& SomeFeatureNotZero();

// Two operands an input: the input and its mask. A missing mask is all True, of
// the input's dimensions; a mask of lower rank than its input gets a last axis
// of size 1. Then concatenation along `axis`, then AND over the last axis. The
// input may be missing where it has a mask of a rank lower by one.
class ConcatenateMaskOp final : public Op {
 public:
  explicit ConcatenateMaskOp(int axis);
  absl::string_view op_name() const override { return "concatenate_masks"; }
  absl::Status Evaluate(absl::Span<const Array* const> operands,
                        absl::Span<Array> outputs) const override;

 private:
  int axis_;
};

// Sets the result to the mask `op(input 0)`, whose shape is that of the input
// without the last axis. Any mask of the input is ignored. `tf_op`:
// TensorFlow's name of the operation.
void SetSomeFeatureMask(const SomeFeatureOp& op, ShapeCache& shapes,
                        const char* tf_op, MaskContext& context);

// Sets the result to the AND of those masks that exist, None if there are none.
// Refuses (as the backend does) masks of unequal shapes.
Refusal SetAndOfMasks(MaskContext& context);

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_LAYERS_MASK_OPS_H_
