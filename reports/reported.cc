#include "reports/reported.h"

#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "reports/counted.h"

namespace clonecheck {

Severity Reported::SeverityOf(size_t finding) const {
  const absl::string_view name = run.findings[finding].severity;
  for (const Severity severity : {Severity::kWarning, Severity::kNote}) {
    if (name == SeverityName(severity)) return severity;
  }
  return Severity::kError;
}

bool Reported::IsNew(size_t finding) const {
  if (!run.findings[finding].known.empty()) return false;
  return !comparison.has_value() ||
         comparison->findings[finding].change == Change::kNew;
}

bool Reported::Fails(size_t finding) const {
  return !run.findings[finding].remaining &&
         clonecheck::Fails(fail_on, SeverityOf(finding), IsNew(finding));
}

bool Reported::FailsAtAll() const {
  for (size_t i = 0; i < run.findings.size(); ++i) {
    if (Fails(i)) return true;
  }
  return false;
}

absl::string_view Reported::State(size_t finding) const {
  if (comparison.has_value()) {
    return ChangeName(comparison->findings[finding].change);
  }
  return run.findings[finding].known.empty() ? "new" : "known";
}

std::string Reported::Headline() const {
  const size_t findings = run.findings.size();
  std::vector<std::string> parts;
  if (findings == 0) {
    parts.emplace_back("nothing found");
  } else {
    parts.push_back(Counted(findings, "finding"));
    size_t fresh = 0;
    size_t known = 0;
    for (size_t i = 0; i < findings; ++i) {
      fresh += IsNew(i) ? 1 : 0;
      known += run.findings[i].known.empty() ? 0 : 1;
    }
    parts.push_back(absl::StrCat(fresh, " new"));
    if (known > 0) parts.push_back(absl::StrCat(known, " known"));
  }
  if (comparison.has_value()) {
    if (const int changed = comparison->CountOf(Change::kChanged)) {
      parts.push_back(absl::StrCat(changed, " changed"));
    }
    if (const int gone = comparison->CountOf(Change::kGone)) {
      parts.push_back(absl::StrCat(gone, " gone"));
    }
  }
  parts.push_back(
      run.exhausted.has_value()
          ? absl::StrCat(
                run.exhausted->graphs == 1
                    ? "the only graph"
                    : absl::StrCat("all ",
                                   Counted(run.exhausted->graphs, "graph")),
                " with at most ", Counted(run.exhausted->max_calls, "call"))
          : Counted(run.cases, "case"));
  if (run.interrupted) parts.emplace_back("interrupted");
  return absl::StrJoin(parts, ", ");
}

}  // namespace clonecheck
