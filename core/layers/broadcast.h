// Elementwise operations on operands of several shapes: an operand of lower
// rank gets axes of size 1; then sizes must agree or be 1.
#ifndef CLONECHECK_CORE_LAYERS_BROADCAST_H_
#define CLONECHECK_CORE_LAYERS_BROADCAST_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "core/term/array.h"

namespace clonecheck {

// Where the axes of size 1 are put: after the batch axis, as Keras' merge
// layers do, or in front, as TensorFlow's operators do.
enum class Alignment { kAfterBatch, kInFront };

// The operands' dimensions brought together. Errors: InvalidArgument.
absl::StatusOr<std::vector<int32_t>> BroadcastDims(
    absl::Span<const Array* const> operands, Alignment alignment);

// `array` with its elements repeated to fill `dims`. REQUIRES: `dims` comes
// from BroadcastDims with `array` among the operands.
Array BroadcastTo(const Array& array, const std::vector<int32_t>& dims,
                  Alignment alignment);

// Folds the operands from left to right by `f`.
template <typename F>
absl::Status FoldElementwise(absl::Span<const Array* const> operands,
                             Alignment alignment, F f, Array* out) {
  absl::StatusOr<std::vector<int32_t>> dims =
      BroadcastDims(operands, alignment);
  if (!dims.ok()) return dims.status();
  *out = BroadcastTo(*operands[0], *dims, alignment);
  for (const Array* operand : operands.subspan(1)) {
    const Array right = BroadcastTo(*operand, *dims, alignment);
    for (size_t i = 0; i < out->values.size(); ++i) {
      out->values[i] = f(out->values[i], right.values[i]);
    }
  }
  return absl::OkStatus();
}

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_LAYERS_BROADCAST_H_
