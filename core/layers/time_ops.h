// How TimeDistributed makes steps of a sequence and a sequence of steps.
#ifndef CLONECHECK_CORE_LAYERS_TIME_OPS_H_
#define CLONECHECK_CORE_LAYERS_TIME_OPS_H_

#include <memory>
#include <vector>

#include "core/graph/shape.h"
#include "core/term/op.h"

namespace clonecheck {

// One operand (batch, time, …), as (batch * time, …).
const Op& FoldTime();

// The first operand (batch * time, …), as (batch, time, …) of the second.
const Op& UnfoldTime();

// Operations that unfold the first operand into other sizes than it has: as
// (-1, time, sizes), with the time of the second. Keras reshapes by
// compute_output_shape, so that a step of another size than that says makes the
// batch another (keras/layers/wrappers.py).
class UnfoldsTo {
 public:
  UnfoldsTo();
  ~UnfoldsTo();

  // The operation for compute_output_shape's (batch, time, sizes); where it
  // knows no size, that of the operand remains. The same one for the same
  // sizes, which lives as long as this.
  const Op& Get(const Shape& shape) const;

 private:
  class UnfoldTo;
  mutable std::vector<std::unique_ptr<UnfoldTo>> ops_;
};

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_LAYERS_TIME_OPS_H_
