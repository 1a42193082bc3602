// MergedShape: the Keras shape of an elementwise merge, put together input by
// input: aligned at the last axis, an unknown size wins over a known one, the
// batch size is that of all inputs that have one. Keras 2.2.4,
// keras/layers/merge.py, _compute_elemwise_op_output_shape.
#ifndef CLONECHECK_CORE_LAYERS_MERGED_SHAPE_H_
#define CLONECHECK_CORE_LAYERS_MERGED_SHAPE_H_

#include <cstdint>

#include "core/graph/pool.h"
#include "core/graph/shape.h"

namespace clonecheck {

class MergedShape {
 public:
  // False: the sizes of `shape` do not fit to what there is.
  bool Add(const Shape& shape);

  // The shape of all that was added.
  const Shape* Get(Pool& pool) const;
  // The same without the batch axis.
  const Shape* WithoutBatch(Pool& pool) const;

  bool unknown() const { return unknown_; }
  bool same_rank() const { return same_rank_; }
  // No size was unknown in one input and, other than 1, known in another.
  bool strict() const { return strict_; }
  int rank() const { return rank_; }
  int32_t dim(int axis) const { return dims_[axis]; }

 private:
  int32_t dims_[kMaxRank] = {};
  int rank_ = 0;  // 0: nothing yet
  bool unknown_ = false;
  bool same_rank_ = true;
  bool one_batch_ = true;
  bool strict_ = true;
};

// The shape that TensorFlow's operators give on shapes `a` and `b`, aligned at
// the last axis; null if they do not fit. A known size, other than 1, wins over
// an unknown one.
const Shape* OperatorShape(Pool& pool, const Shape* a, const Shape* b);

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_LAYERS_MERGED_SHAPE_H_
