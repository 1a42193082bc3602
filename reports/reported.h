// Reported: a run as reports show it: its findings, what they are since a
// baseline, and which of them count as failures.
#ifndef CLONECHECK_REPORTS_REPORTED_H_
#define CLONECHECK_REPORTS_REPORTED_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "reports/comparison.h"
#include "reports/run.h"

namespace clonecheck {

// Which findings make the exit code 1, and a test or a check red.
enum class FailOn : uint8_t {
  kAny,
  kNew,  // neither known nor, if there is a baseline, seen there
  kNone,
};
// Of `any`, `new`, `none`; kAny otherwise.
FailOn ParseFailOn(absl::string_view text);

struct Reported {
  Run run;
  // Set if there is a baseline.
  std::optional<RunComparison> comparison;
  FailOn fail_on = FailOn::kAny;

  // Neither known nor seen before.
  bool IsNew(size_t finding) const;
  // By `fail_on`; a note never does.
  bool Fails(size_t finding) const;
  bool FailsAtAll() const;
  // How it differs from the baseline: `new`, `changed`, `same`; without
  // a baseline `new` or `known`.
  absl::string_view State(size_t finding) const;
  // One line: `3 findings, 1 new, 2 known`, `all 197 graphs … hold`.
  std::string Headline() const;
};

}  // namespace clonecheck

#endif  // CLONECHECK_REPORTS_REPORTED_H_
