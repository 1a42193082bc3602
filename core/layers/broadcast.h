// Elementwise operations on operands of several shapes, as Keras' merge layers
// and its backend align them: an operand of lower rank gets axes of size 1
// after the batch axis; then sizes must agree or be 1.
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

// The operands' dimensions brought together. Errors: InvalidArgument.
absl::StatusOr<std::vector<int32_t>> BroadcastDims(
    absl::Span<const Array* const> operands);

// `array` with its elements repeated to fill `dims`. REQUIRES: `dims` comes
// from BroadcastDims with `array` among the operands.
Array BroadcastTo(const Array& array, const std::vector<int32_t>& dims);

// Folds the operands from left to right by `f`.
template <typename F>
absl::Status FoldElementwise(absl::Span<const Array* const> operands, F f,
                             Array* out) {
  absl::StatusOr<std::vector<int32_t>> dims = BroadcastDims(operands);
  if (!dims.ok()) return dims.status();
  *out = BroadcastTo(*operands[0], *dims);
  for (const Array* operand : operands.subspan(1)) {
    const Array right = BroadcastTo(*operand, *dims);
    for (size_t i = 0; i < out->values.size(); ++i) {
      out->values[i] = f(out->values[i], right.values[i]);
    }
  }
  return absl::OkStatus();
}

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_LAYERS_BROADCAST_H_
