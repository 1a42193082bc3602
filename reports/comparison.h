// RunComparison: what of a run is new since a baseline, an earlier run, what
// has changed, and what is gone. Findings are the same if their signatures are.
#ifndef CLONECHECK_REPORTS_COMPARISON_H_
#define CLONECHECK_REPORTS_COMPARISON_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "reports/run.h"

namespace clonecheck {

enum class Change : uint8_t {
  kNew,
  kChanged,  // its witness, its severity, or how often it is seen
  kSame,
  kGone,
};
// `new`, `changed`, `same`, `gone`.
absl::string_view ChangeName(Change change);

struct FindingChange {
  Change change = Change::kNew;
  // Of kChanged: in which way, in words.
  std::string how;
};

struct RunComparison {
  // One a finding of the run, in its order.
  std::vector<FindingChange> findings;
  // Findings of the baseline whose cloner was judged again, and which were not
  // seen.
  std::vector<RunFinding> gone;

  int CountOf(Change change) const;
};

// How often a signature is seen has changed if the two shares of cases are
// further apart than chance allows: a two-proportion z-test at |z| > 4, which
// one of 16,000 equal shares fails; if seed and cases are the same, if the
// counts differ at all.
RunComparison Compare(const Run& run, const Run& baseline);

}  // namespace clonecheck

#endif  // CLONECHECK_REPORTS_COMPARISON_H_
