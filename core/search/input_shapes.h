// The shapes of inputs that are drawn: few, so that merges find partners; rank
// 3 for masks; rank 4 and 5 for layers that take no others; some batch sizes.
#ifndef CLONECHECK_CORE_SEARCH_INPUT_SHAPES_H_
#define CLONECHECK_CORE_SEARCH_INPUT_SHAPES_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>

#include "absl/types/span.h"
#include "core/graph/pool.h"
#include "core/graph/shape.h"

namespace clonecheck {

// Sizes up to the first 0; common ones several times.
inline constexpr int32_t kInputShapes[][kMaxRank] = {
    {kUnknownDim, 4},
    {kUnknownDim, 4},
    {kUnknownDim, 3, 4},
    {kUnknownDim, 3},
    {2, 4},
    {kUnknownDim, kUnknownDim, 4},
    {kUnknownDim, 4},
    {kUnknownDim, 3, 4},
    {kUnknownDim, 2, 3, 4},
    {kUnknownDim, 2, 1, 3, 4}};
inline const Shape* InternInputShape(Pool& pool,
                                     const int32_t (&dims)[kMaxRank]) {
  const auto rank = std::find(std::begin(dims), std::end(dims), 0) - dims;
  return pool.InternShape(absl::MakeConstSpan(dims, static_cast<size_t>(rank)));
}
// Of inputs of whole numbers.
inline constexpr int32_t kIntegerShapes[][2] = {
    {kUnknownDim, 3}, {kUnknownDim, 4}, {2, 3}};

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_SEARCH_INPUT_SHAPES_H_
