// Reported: a run as reports show it: its findings, what they are since a
// baseline, and which of them count as failures.
#ifndef CLONECHECK_REPORTS_REPORTED_H_
#define CLONECHECK_REPORTS_REPORTED_H_

#include <cstddef>
#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "core/oracle/verdict.h"
#include "reports/comparison.h"
#include "reports/fail_on.h"
#include "reports/run.h"

namespace clonecheck {

struct Reported {
  Run run;
  // Set if there is a baseline.
  std::optional<RunComparison> comparison;
  FailOn fail_on = FailOn::kAny;

  // Neither known nor seen before.
  bool IsNew(size_t finding) const;
  Severity SeverityOf(size_t finding) const;
  // By `fail_on`; what remains of the reference's own faults, never.
  bool Fails(size_t finding) const;
  bool FailsAtAll() const;
  // How it differs from the baseline: `new`, `changed`, `same`; without
  // a baseline `new` or `known`.
  absl::string_view State(size_t finding) const;
  // One line: `3 findings, 1 new, 2 known`, and how many cases or graphs there
  // were.
  std::string Headline() const;
};

}  // namespace clonecheck

#endif  // CLONECHECK_REPORTS_REPORTED_H_
