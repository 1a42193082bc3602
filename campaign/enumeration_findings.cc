#include "campaign/enumeration_findings.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

namespace clonecheck {

std::vector<Finding> FindingsOfEnumeration(const EnumerationOptions& options,
                                           const EnumerationResult& result,
                                           Workbench& workbench) {
  std::vector<Finding> findings;
  std::vector<uint64_t> numbers;
  for (size_t i = 0; i < result.simplest.size(); ++i) {
    const ClonerOnEngine& cloner = options.campaign.cloners[i];
    for (const auto& [signature, number] : result.simplest[i]) {
      const SignatureCount& count =
          result.counts.cloners[i].signatures.at(signature);
      Finding finding;
      finding.cloner = cloner.name;
      finding.signature = signature.ToString(cloner.name);
      finding.obligation = signature.obligation;
      finding.symptom = std::string(signature.symptom);
      finding.count = count.count;
      finding.first_case = count.first_case;
      finding.implied =
          ObligationNames(count.implied, options.campaign.obligations);
      finding.shrink.status = ShrinkStatus::kEnumerated;
      findings.push_back(std::move(finding));
      numbers.push_back(number);
    }
  }
  const std::vector<Graph> graphs =
      GraphsByNumber(*options.grammar, numbers, workbench.catalogue());
  for (size_t i = 0; i < findings.size(); ++i) {
    Finding& finding = findings[i];
    ShrinkResult& shrink = finding.shrink;
    shrink.graph = graphs[i];
    const size_t calls = shrink.graph.calls().size();
    const uint64_t judged = std::accumulate(
        result.graphs_of_size.begin(),
        result.graphs_of_size.begin() + static_cast<ptrdiff_t>(calls) + 1,
        uint64_t{0});
    const bool size_done =
        result.complete || (calls + 1 < result.graphs_of_size.size() &&
                            result.graphs_of_size[calls + 1] > 0);
    if (size_done && options.shards == 1) {
      shrink.proved_minimal = true;
      shrink.proof_evaluations = static_cast<int>(
          std::min<uint64_t>(judged, std::numeric_limits<int>::max()));
    }
    const auto cloner = std::find_if(
        options.campaign.cloners.begin(), options.campaign.cloners.end(),
        [&](const ClonerOnEngine& c) { return c.name == finding.cloner; });
    finding.explanation =
        Explain(workbench, shrink.graph, *cloner, options.campaign.obligations);
  }
  for (auto begin = findings.begin(); begin != findings.end();) {
    const auto end =
        std::find_if(begin, findings.end(), [&](const Finding& finding) {
          return finding.cloner != begin->cloner;
        });
    SortFindings(begin, end);
    begin = end;
  }
  return findings;
}

}  // namespace clonecheck
