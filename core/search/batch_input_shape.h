// The argument that tells a layer the shape of its input, by which it may be
// the first of a Sequential.
#ifndef CLONECHECK_CORE_SEARCH_BATCH_INPUT_SHAPE_H_
#define CLONECHECK_CORE_SEARCH_BATCH_INPUT_SHAPE_H_

#include <cstdint>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "core/graph/config.h"
#include "core/graph/pool.h"
#include "core/graph/shape.h"

namespace clonecheck {

inline constexpr absl::string_view kBatchInputShape = "batch_input_shape";

// The shape as a config holds it: None for a size that is not known.
inline ConfigValue ShapeValue(Pool& pool, const Shape& shape) {
  std::vector<ConfigValue> dims;
  for (const int32_t dim : shape.dims()) {
    dims.push_back(dim == kUnknownDim ? ConfigValue::None()
                                      : ConfigValue::Int(dim));
  }
  return ConfigValue::List(pool.InternList(std::move(dims)));
}

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_SEARCH_BATCH_INPUT_SHAPE_H_
