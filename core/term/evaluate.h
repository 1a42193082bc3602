// Evaluate: the numeric value of terms, given values for the leaves.
#ifndef CLONECHECK_CORE_TERM_EVALUATE_H_
#define CLONECHECK_CORE_TERM_EVALUATE_H_

#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "core/term/array.h"
#include "core/term/term_arena.h"

namespace clonecheck {

// Leaf → value.
using LeafValues = absl::flat_hash_map<TermId, Array>;

// The values of `roots`, in order (empty Arrays for kNoTerm). Each application
// that the roots need is computed once, without recursion.
// Errors: FailedPrecondition for a leaf without a value (what TensorFlow
// reports as "You must feed a value for placeholder tensor"), and whatever an
// Op returns.
absl::StatusOr<std::vector<Array>> Evaluate(const TermArena& terms,
                                            absl::Span<const TermId> roots,
                                            const LeafValues& leaves);

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_TERM_EVALUATE_H_
