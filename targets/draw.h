// Draw: the weights and inputs of a case, from its seed alone, so that a worker
// makes the same ones and they need not be sent. Every value is a float32 and
// the rule is simple enough to be written in any language: docs/targets.md.
#ifndef CLONECHECK_TARGETS_DRAW_H_
#define CLONECHECK_TARGETS_DRAW_H_

#include <cstdint>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "core/graph/dtype.h"
#include "core/graph/shape.h"
#include "core/term/array.h"

namespace clonecheck {

// The value of model input number `position`. Floats are in [-1, 1), with some
// zero steps, some leading ones, and the last sample wholly zero; integers are
// 0, 1 or 2. Errors: Unimplemented for a shape of unknown rank.
absl::StatusOr<Array> DrawInputValue(uint64_t seed, size_t position,
                                     const Shape& shape, DType dtype,
                                     int32_t batch);

// The value of weight number `position` in get_weights: 0.25 to 1 in magnitude,
// and positive if `role` is that of a variance. Errors: Unimplemented for a
// shape that is not fully known.
absl::StatusOr<Array> DrawWeightValue(uint64_t seed, size_t position,
                                      const Shape& shape,
                                      absl::string_view role);

}  // namespace clonecheck

#endif  // CLONECHECK_TARGETS_DRAW_H_
