#include "reports/comparison.h"

#include <algorithm>
#include <cmath>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "reports/counted.h"

namespace clonecheck {
namespace {

constexpr double kMaxZ = 4;

double Share(uint64_t count, const Run& run) {
  return run.cases == 0
             ? 0
             : static_cast<double>(count) / static_cast<double>(run.cases);
}

bool SharesDiffer(uint64_t count, const Run& run, uint64_t count_before,
                  const Run& baseline) {
  if (run.cases == 0 || baseline.cases == 0) return false;
  if (run.command == baseline.command && run.seed == baseline.seed &&
      run.cases == baseline.cases) {
    return count != count_before;
  }
  const auto n = static_cast<double>(run.cases);
  const auto m = static_cast<double>(baseline.cases);
  const double pooled = static_cast<double>(count + count_before) / (n + m);
  const double deviation = std::sqrt(pooled * (1 - pooled) * (1 / n + 1 / m));
  return deviation > 0 &&
         std::abs(Share(count, run) - Share(count_before, baseline)) >
             kMaxZ * deviation;
}

FindingChange ChangeOf(const RunFinding& finding, const Run& run,
                       const RunFinding& before, const Run& baseline) {
  std::vector<std::string> how;
  if (finding.witness != before.witness) {
    how.push_back(absl::StrCat("another witness, of ",
                               Counted(finding.calls, "call"),
                               " (before: ", before.calls, ")"));
  }
  if (finding.severity != before.severity) {
    how.push_back(absl::StrCat("now ", finding.severity,
                               " (before: ", before.severity, ")"));
  }
  if (SharesDiffer(finding.count, run, before.count, baseline)) {
    how.push_back(absl::StrFormat("in %.3g %% of cases (before: %.3g %%)",
                                  100 * Share(finding.count, run),
                                  100 * Share(before.count, baseline)));
  }
  if (how.empty()) return {Change::kSame, ""};
  return {Change::kChanged, absl::StrJoin(how, "; ")};
}

}  // namespace

absl::string_view ChangeName(Change change) {
  switch (change) {
    case Change::kNew:
      return "new";
    case Change::kChanged:
      return "changed";
    case Change::kSame:
      return "same";
    case Change::kGone:
      return "gone";
  }
  return "";
}

int RunComparison::CountOf(Change change) const {
  if (change == Change::kGone) return static_cast<int>(gone.size());
  return static_cast<int>(std::count_if(
      findings.begin(), findings.end(),
      [change](const FindingChange& one) { return one.change == change; }));
}

RunComparison Compare(const Run& run, const Run& baseline) {
  absl::flat_hash_map<std::string, const RunFinding*> before;
  for (const RunFinding& finding : baseline.findings) {
    before[finding.signature] = &finding;
  }
  RunComparison comparison;
  absl::flat_hash_set<std::string> seen;
  for (const RunFinding& finding : run.findings) {
    seen.insert(finding.signature);
    const auto it = before.find(finding.signature);
    comparison.findings.push_back(
        it == before.end() ? FindingChange{Change::kNew, ""}
                           : ChangeOf(finding, run, *it->second, baseline));
  }
  for (const RunFinding& finding : baseline.findings) {
    const bool judged = std::any_of(
        run.cloners.begin(), run.cloners.end(),
        [&](const RunCloner& cloner) { return cloner.name == finding.cloner; });
    if (judged && !seen.contains(finding.signature)) {
      comparison.gone.push_back(finding);
    }
  }
  return comparison;
}

}  // namespace clonecheck
