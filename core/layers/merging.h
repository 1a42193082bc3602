// Merging: the numbers of the elementwise merges.
#ifndef CLONECHECK_CORE_LAYERS_MERGING_H_
#define CLONECHECK_CORE_LAYERS_MERGING_H_

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "core/layers/broadcast.h"
#include "core/term/array.h"

namespace clonecheck {

enum class Merging { kAdd, kSubtract, kMultiply, kAverage, kMaximum, kMinimum };

// The operands, one or more, merged from left to right, aligned by `alignment`.
// Errors: InvalidArgument where they do not fit together.
absl::Status Merged(Merging merging, absl::Span<const Array* const> operands,
                    Alignment alignment, Array* out);

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_LAYERS_MERGING_H_
