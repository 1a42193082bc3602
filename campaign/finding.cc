#include "campaign/finding.h"

#include <algorithm>

#include "core/random.h"
#include "core/search/choice_source.h"
#include "core/search/generator.h"

namespace clonecheck {
namespace {

std::vector<std::string> ObligationNames(
    uint32_t bits, absl::Span<const Obligation* const> obligations) {
  std::vector<std::string> names;
  for (size_t i = 0; i < obligations.size(); ++i) {
    if ((bits >> i & 1) != 0) names.emplace_back(obligations[i]->name);
  }
  return names;
}

// The terms of the first output that differs.
void ExplainTerms(Subject& subject, Explanation* explanation) {
  const TermArena& terms = subject.session.terms();
  const Tensors original = subject.original.outputs();
  const Tensors clone = subject.clone->outputs();
  for (size_t i = 0; i < std::min(original.size(), clone.size()); ++i) {
    const TermId image = subject.match.Translate(clone[i]->term);
    if (image == original[i]->term) continue;
    explanation->original_term = terms.ToString(original[i]->term);
    explanation->clone_term = terms.ToString(image);
    return;
  }
}

}  // namespace

Explanation Explain(Workbench& workbench, const Graph& graph,
                    const ClonerOnEngine& cloner,
                    absl::Span<const Obligation* const> obligations) {
  Explanation explanation;
  const Judge::Inspect inspect = [&](Subject& subject,
                                     const Judgement& judgement) {
    if (judgement.error != nullptr) {
      explanation.error = judgement.error->ToString();
    }
    if (subject.clone == nullptr || judgement.verdict != Verdict::kDiffer) {
      return;
    }
    ExplainTerms(subject, &explanation);
    absl::StatusOr<Numbers> numbers =
        FindDifference(subject.session.terms(), subject.original,
                       *subject.clone, subject.match);
    if (numbers.ok()) {
      explanation.numbers = *std::move(numbers);
    } else {
      explanation.no_numbers = std::string(numbers.status().message());
    }
  };
  explanation.verdict =
      workbench.JudgeGraph(graph, cloner, obligations, &inspect);
  return explanation;
}

Finding ShrinkToFinding(Workbench& workbench, const Graph& start,
                        const ClonerOnEngine& cloner,
                        absl::Span<const Obligation* const> obligations,
                        const Signature& signature, int max_evaluations) {
  Finding finding;
  finding.cloner = cloner.name;
  finding.signature = signature.ToString(cloner.name);
  finding.obligation = signature.obligation;
  finding.symptom = std::string(signature.symptom);
  finding.shrink = Shrink(
      start, workbench.catalogue(), max_evaluations, [&](const Graph& graph) {
        const CaseVerdict verdict =
            workbench.JudgeGraph(graph, cloner, obligations);
        return verdict.failed() && verdict.signature == signature;
      });
  finding.explanation =
      Explain(workbench, finding.shrink.graph, cloner, obligations);
  finding.implied =
      ObligationNames(finding.explanation.verdict.implied, obligations);
  return finding;
}

std::vector<Finding> FindingsOf(const CampaignOptions& options,
                                const CampaignCounts& counts,
                                Workbench& workbench) {
  std::vector<Finding> findings;
  Generator generator(workbench.catalogue(), options.profile);
  for (size_t i = 0; i < counts.cloners.size(); ++i) {
    const size_t begin = findings.size();
    for (const auto& [signature, count] : counts.cloners[i].signatures) {
      ChoiceSource choices(CaseSeed(options.seed, count.first_case));
      const Graph start = generator.Generate(choices);
      Finding finding = ShrinkToFinding(workbench, start, options.cloners[i],
                                        options.obligations, signature,
                                        kDefaultShrinkEvaluations);
      finding.count = count.count;
      finding.first_case = count.first_case;
      finding.implied = ObligationNames(count.implied, options.obligations);
      findings.push_back(std::move(finding));
    }
    // The map's order is that of a hash; this one is the report's.
    std::sort(findings.begin() + static_cast<ptrdiff_t>(begin), findings.end(),
              [](const Finding& a, const Finding& b) {
                if (a.count != b.count) return a.count > b.count;
                return a.signature < b.signature;
              });
  }
  return findings;
}

}  // namespace clonecheck
