#include "cli/kept_witness.h"

#include <algorithm>

#include "absl/status/statusor.h"
#include "core/exchange/load_case.h"
#include "core/graph/canonical.h"
#include "core/graph/order.h"
#include "core/layers/catalogue_facts.h"
#include "reports/files.h"

namespace clonecheck {

bool KeepsSimplerWitness(const std::string& file, const Finding& finding,
                         const CampaignOptions& options, Workbench& workbench) {
  const ShrinkStatus status = finding.shrink.status;
  if (status != ShrinkStatus::kHurried && status != ShrinkStatus::kBudget) {
    return false;
  }
  const auto cloner = std::find_if(
      options.cloners.begin(), options.cloners.end(),
      [&](const ClonerOnEngine& each) { return each.name == finding.cloner; });
  if (cloner == options.cloners.end()) return false;
  const absl::StatusOr<std::string> text = ReadFile(file);
  if (!text.ok()) return false;
  const absl::StatusOr<Graph> graph = LoadGraph(*text, workbench.catalogue());
  if (!graph.ok()) return false;
  const CatalogueFacts facts(workbench.catalogue());
  if (!SimplerThan(Canonicalize(*graph), finding.shrink.graph, &facts)) {
    return false;
  }
  const CaseVerdict verdict =
      workbench.JudgeGraph(*graph, *cloner, options.obligations);
  return verdict.failed() &&
         verdict.signature.ToString(cloner->name) == finding.signature;
}

}  // namespace clonecheck
