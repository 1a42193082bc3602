#include "campaign/check.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "core/layers/opaque_reading.h"
#include "core/limits.h"
#include "core/oracle/proofs.h"
#include "core/search/shrink.h"

namespace clonecheck {
namespace {

// 0: nothing fails, 1: a warning or a note, 2: an error.
int Badness(const Explanation& explanation) {
  const CaseVerdict& verdict = explanation.verdict;
  return verdict.failed() + IsFailure(verdict.verdict);
}

// One more graph shows what was found before; false: it was not.
bool CountAgain(const std::string& signature, std::vector<Finding>* findings) {
  const auto found =
      std::find_if(findings->begin(), findings->end(),
                   [&](const Finding& f) { return f.signature == signature; });
  if (found == findings->end()) return false;
  ++found->count;
  return true;
}

}  // namespace

CheckResult CheckGraphs(Workbench& workbench, absl::Span<const Graph> graphs,
                        const CheckOptions& options) {
  CheckResult result;
  CampaignCounts& counts = result.counts;
  counts.cloners.resize(options.cloners.size());
  for (size_t i = 0; i < graphs.size(); ++i) {
    if (i > 0 && options.stop && options.stop()) break;
    ++counts.cases;
    counts.calls += graphs[i].calls().size();
    const std::optional<Graph> passing =
        AsPassingMasks(graphs[i], workbench.catalogue());
    for (size_t j = 0; j < options.cloners.size(); ++j) {
      const ClonerOnEngine& cloner = options.cloners[j];
      ClonerCounts& cloner_counts = counts.cloners[j];
      // A user's own model may be large, and its numbers dear.
      const ProofLog proofs{&cloner_counts.proofs,
                            /*check=*/!options.own_model};
      const Graph* graph = &graphs[i];
      Checked& checked = result.checked.emplace_back(Checked{i, j, {}});
      checked.readings.push_back(
          Explain(workbench, *graph, cloner, options.obligations, &proofs));
      const Explanation* reading = &checked.readings.front();
      if (passing.has_value()) {
        Explanation other =
            Explain(workbench, *passing, cloner, options.obligations, &proofs);
        // A model that cannot be built if masks pass shows that they do not.
        if (other.verdict.verdict != Verdict::kBothRefuse) {
          checked.readings.push_back(std::move(other));
        }
        // A graph is one case: the reading that fails counts, the first if any
        // do.
        reading = &checked.readings.front();
        if (Badness(checked.readings.back()) > Badness(*reading)) {
          reading = &checked.readings.back();
          graph = &*passing;
        }
      }
      if (cloner_counts.proofs.contradicted > 0 &&
          !cloner_counts.contradicted_case.has_value()) {
        cloner_counts.contradicted_case = i;
      }
      const CaseVerdict& verdict = reading->verdict;
      CountVerdict(verdict, i, &cloner_counts);
      if (!verdict.failed() ||
          CountAgain(verdict.signature.ToString(cloner.name),
                     &result.findings)) {
        continue;
      }
      // Who asks about a model of their own wants to see what goes wrong,
      // small, but waits for no remark.
      const bool small = options.own_model && IsFailure(verdict.verdict);
      Finding finding = ShrinkToFinding(workbench, *graph, cloner,
                                        options.obligations, verdict.signature,
                                        small ? kDefaultShrinkEvaluations : 1,
                                        /*hurry=*/nullptr, options.stop);
      finding.count = 1;
      finding.first_case = i;
      result.findings.push_back(std::move(finding));
    }
  }
  return result;
}

}  // namespace clonecheck
