#include "campaign/enumeration_findings.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "campaign/preservation.h"

namespace clonecheck {

std::vector<Finding> FindingsOfEnumeration(const EnumerationOptions& options,
                                           const EnumerationResult& result,
                                           Workbench& workbench) {
  std::vector<Finding> findings;
  std::vector<uint64_t> numbers;
  std::vector<size_t> entries;  // of Judged, one a finding
  const std::vector<ClonerOnEngine> judged = Judged(options);
  const std::vector<Preservation> preservations = PreservationsOf(options);
  const std::vector<const Obligation*> preserved = PreservedObligations();
  for (size_t i = 0; i < result.simplest.size(); ++i) {
    const ClonerOnEngine& cloner = judged[i];
    const bool is_cloner = i < options.campaign.cloners.size();
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
      finding.implied = ObligationNames(
          count.implied, is_cloner ? options.campaign.obligations : preserved);
      finding.shrink.status = ShrinkStatus::kEnumerated;
      findings.push_back(std::move(finding));
      numbers.push_back(number);
      entries.push_back(i);
    }
  }
  const std::vector<Graph> graphs =
      GraphsByNumber(*options.grammar, numbers, workbench.catalogue());
  for (size_t i = 0; i < findings.size(); ++i) {
    Finding& finding = findings[i];
    ShrinkResult& shrink = finding.shrink;
    shrink.graph = graphs[i];
    const size_t calls = shrink.graph.calls().size();
    const uint64_t tried = std::accumulate(
        result.graphs_of_size.begin(),
        result.graphs_of_size.begin() + static_cast<ptrdiff_t>(calls) + 1,
        uint64_t{0});
    const bool size_done =
        result.complete || (calls + 1 < result.graphs_of_size.size() &&
                            result.graphs_of_size[calls + 1] > 0);
    if (size_done && options.shards == 1) {
      shrink.proved_minimal = true;
      shrink.proof = ProofStatus::kEnumerated;
      shrink.proof_evaluations = static_cast<int>(
          std::min<uint64_t>(tried, std::numeric_limits<int>::max()));
    }
    const std::vector<ClonerOnEngine>& cloners = options.campaign.cloners;
    const size_t entry = entries[i];
    if (entry < cloners.size()) {
      finding.explanation = Explain(workbench, shrink.graph, cloners[entry],
                                    options.campaign.obligations);
      continue;
    }
    const Preservation& pair = preservations[entry - cloners.size()];
    finding.explanation.verdict =
        JudgePreservation(workbench, shrink.graph, cloners[pair.reference],
                          cloners[pair.cloner], &finding.explanation.details);
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
