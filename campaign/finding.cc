#include "campaign/finding.h"

#include <algorithm>

#include "core/layers/kinds.h"
#include "core/limits.h"
#include "core/random.h"
#include "core/search/choice_source.h"
#include "core/search/generator.h"

namespace clonecheck {

std::vector<std::string> ObligationNames(
    uint32_t bits, absl::Span<const Obligation* const> obligations) {
  std::vector<std::string> names;
  for (size_t i = 0; i < obligations.size(); ++i) {
    if ((bits >> i & 1) != 0) names.emplace_back(obligations[i]->name);
  }
  return names;
}

Explanation Explain(Workbench& workbench, const Graph& graph,
                    const ClonerOnEngine& cloner,
                    absl::Span<const Obligation* const> obligations,
                    const ProofLog* proofs) {
  Explanation explanation;
  explanation.verdict = workbench.JudgeGraph(graph, cloner, obligations,
                                             &explanation.details, proofs);
  return explanation;
}

ShrinkOptions ShrinkOptionsFor(const Signature& signature,
                               std::function<bool()> hurry,
                               std::function<bool()> stop) {
  ShrinkOptions options;
  options.hurry = std::move(hurry);
  options.stop = std::move(stop);
  options.max_proof_graphs = kDefaultProofGraphs;
  // Inputs have layers that a Graph does not name, and the model is a Model.
  const LayerKind* where = signature.where;
  if (where == nullptr || where == &InputLayerKind() || where == &ModelKind()) {
    return options;
  }
  options.kind = where;
  options.may_fail = [where](const Graph& graph) {
    return std::any_of(graph.layers().begin(), graph.layers().end(),
                       [&](const LayerDecl& layer) {
                         return layer.config->kind->text == where->class_name();
                       });
  };
  return options;
}

Finding ShrinkToFinding(Workbench& workbench, const Graph& start,
                        const ClonerOnEngine& cloner,
                        absl::Span<const Obligation* const> obligations,
                        const Signature& signature, int max_evaluations,
                        std::function<bool()> hurry,
                        std::function<bool()> stop) {
  Finding finding;
  finding.cloner = cloner.name;
  finding.signature = signature.ToString(cloner.name);
  finding.obligation = signature.obligation;
  finding.symptom = std::string(signature.symptom);
  ShrinkOptions options =
      ShrinkOptionsFor(signature, std::move(hurry), std::move(stop));
  options.minimal_graphs = &workbench.minimal_graphs();
  finding.shrink = Shrink(
      start, workbench.catalogue(), max_evaluations,
      [&](const Graph& graph) {
        return workbench.FailsAlike(graph, cloner, obligations, signature);
      },
      options);
  finding.explanation =
      Explain(workbench, finding.shrink.graph, cloner, obligations);
  finding.implied =
      ObligationNames(finding.explanation.verdict.implied, obligations);
  return finding;
}

std::vector<Finding> FindingsOf(const CampaignOptions& options,
                                const CampaignCounts& counts,
                                Workbench& workbench,
                                const std::function<bool(size_t)>& hurry,
                                const std::function<bool()>& stop) {
  std::vector<Finding> findings;
  std::function<bool()> hurry_now;
  if (hurry) hurry_now = [&] { return hurry(findings.size()); };
  Generator generator(workbench.catalogue(), options.profile);
  for (size_t i = 0; i < counts.cloners.size(); ++i) {
    const size_t begin = findings.size();
    for (const auto& [signature, count] : counts.cloners[i].signatures) {
      ChoiceSource choices(CaseSeed(options.seed, count.first_case));
      const Graph start = generator.Generate(choices);
      Finding finding = ShrinkToFinding(
          workbench, start, options.cloners[i], options.obligations, signature,
          kDefaultShrinkEvaluations, hurry_now, stop);
      finding.count = count.count;
      finding.first_case = count.first_case;
      finding.implied = ObligationNames(count.implied, options.obligations);
      findings.push_back(std::move(finding));
    }
    // The map's order is that of a hash.
    SortFindings(findings.begin() + static_cast<ptrdiff_t>(begin),
                 findings.end());
  }
  return findings;
}

void SortFindings(std::vector<Finding>::iterator begin,
                  std::vector<Finding>::iterator end) {
  std::sort(begin, end, [](const Finding& a, const Finding& b) {
    if (a.obligation->severity != b.obligation->severity) {
      return a.obligation->severity < b.obligation->severity;
    }
    if (a.count != b.count) return a.count > b.count;
    return a.signature < b.signature;
  });
}

}  // namespace clonecheck
