// Evaluate, Evaluator: the numeric value of terms, given values for the leaves.
#ifndef CLONECHECK_CORE_TERM_EVALUATE_H_
#define CLONECHECK_CORE_TERM_EVALUATE_H_

#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "core/term/array.h"
#include "core/term/term_arena.h"

namespace clonecheck {

// Leaf → value.
using LeafValues = absl::flat_hash_map<TermId, Array>;

// What it takes to compute some terms, found out once. Values stay where they
// are until the next run, which uses their memory again.
class Evaluator {
 public:
  // Does not own `terms`, which may grow. kNoTerm stands for no value.
  Evaluator(const TermArena& terms, absl::Span<const TermId> roots);
  // Values refer to each other's places.
  Evaluator(const Evaluator&) = delete;
  Evaluator& operator=(const Evaluator&) = delete;

  // Computes each application that the roots need once, without recursion.
  // `leaves` must live, and stay as they are, for as long as values are asked
  // for.
  // Errors: FailedPrecondition for a leaf without a value (what TensorFlow
  // reports as "You must feed a value for placeholder tensor"), and whatever an
  // Op returns.
  absl::Status Run(const LeafValues& leaves);

  size_t size() const { return roots_.size(); }
  // After a run without error: the value of a root, of which it is the
  // `i`-th; None for kNoTerm.
  const Array& value(size_t i) const {
    const Array* value = values_[roots_[i]];
    return value == nullptr ? none_ : *value;
  }

 private:
  const TermArena& terms_;
  std::vector<TermId> roots_;
  std::vector<TermId> needed_;  // operands first; first outputs only
  // By term: values of leaves are the caller's, those of applications are in
  // computed_, one entry an output.
  std::vector<const Array*> values_;
  std::vector<Array> computed_;
  std::vector<const Array*> operands_;  // of the application at hand
  const Array none_;
};

// The values of `roots`, in order (empty Arrays for kNoTerm), once. Errors: as
// of Evaluator::Run.
absl::StatusOr<std::vector<Array>> Evaluate(const TermArena& terms,
                                            absl::Span<const TermId> roots,
                                            const LeafValues& leaves);

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_TERM_EVALUATE_H_
