// ShapeCache: remembers the last answer of a rule that makes one shape from
// one, so that most calls neither compute nor intern. Not for rules with
// several inputs.
//
// A spec may keep one although it is immutable to its users: a spec belongs to
// one Pool, and so to one thread.
#ifndef CLONECHECK_CORE_LAYERS_SHAPE_CACHE_H_
#define CLONECHECK_CORE_LAYERS_SHAPE_CACHE_H_

#include <algorithm>

#include "absl/types/span.h"
#include "core/graph/pool.h"
#include "core/graph/shape.h"

namespace clonecheck {

class ShapeCache {
 public:
  // The rule's answer for `from`; `make()` is asked only where it is not the
  // last one.
  template <typename Make>
  const Shape* Get(const Shape* from, Make make) {
    if (from != from_) {
      to_ = make();
      from_ = from;
    }
    return to_;
  }

 private:
  const Shape* from_ = nullptr;
  const Shape* to_ = nullptr;
};

// What two shapes of one tensor know together: the sizes of `a`, and where it
// knows none those of `b`. REQUIRES: equal ranks.
inline const Shape* KnownSizes(Pool& pool, const Shape* a, const Shape* b) {
  if (a == b || a->rank < 1) return a;
  std::array<int32_t, kMaxRank> dims = a->dim;
  for (size_t i = 0; i < static_cast<size_t>(a->rank); ++i) {
    if (dims[i] == kUnknownDim) dims[i] = b->dim[i];
  }
  return pool.InternShape(
      absl::MakeConstSpan(dims.data(), static_cast<size_t>(a->rank)));
}

// `shape` with its last dimension replaced. REQUIRES: rank known and > 0.
inline const Shape* WithLastDim(Pool& pool, const Shape& shape, int32_t dim) {
  std::array<int32_t, kMaxRank> dims = shape.dim;
  dims[shape.rank - 1] = dim;
  return pool.InternShape(absl::MakeConstSpan(dims.data(), shape.rank));
}

// `shape` without the dimension at `axis`. REQUIRES: 0 <= axis < rank.
inline const Shape* WithoutAxis(Pool& pool, const Shape& shape, int axis) {
  std::array<int32_t, kMaxRank> dims = shape.dim;
  std::copy(dims.begin() + axis + 1, dims.begin() + shape.rank,
            dims.begin() + axis);
  return pool.InternShape(absl::MakeConstSpan(dims.data(), shape.rank - 1));
}

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_LAYERS_SHAPE_CACHE_H_
