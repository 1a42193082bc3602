#include "fuzz/shrinking.h"

#include "campaign/finding.h"
#include "core/graph/canonical.h"
#include "core/graph/order.h"
#include "core/graph/validate.h"
#include "core/layers/catalogue_facts.h"
#include "core/oracle/judge.h"

namespace clonecheck {

std::string ShrinkingFault(Workbench& bench, const Graph& start,
                           const ClonerOnEngine& cloner, int evaluations) {
  const CatalogueFacts facts(bench.catalogue());
  const CaseVerdict first = bench.JudgeGraph(start, cloner, AllObligations());
  if (!first.failed()) return "";
  int asked = 0;
  bool all_valid = true;
  const auto fails_alike = [&](const Graph& graph) {
    ++asked;
    all_valid &= Validate(graph, &facts).ok();
    const CaseVerdict verdict =
        bench.JudgeGraph(graph, cloner, AllObligations());
    return verdict.failed() && verdict.signature == first.signature;
  };
  const ShrinkResult result =
      Shrink(start, bench.catalogue(), evaluations, fails_alike,
             ShrinkOptionsFor(first.signature));
  if (!all_valid) return "it asked about a Graph that is not valid";
  if (asked > evaluations) return "it asked more often than it may";
  if (!fails_alike(result.graph)) return "its result does not fail alike";
  return CompareGraphs(result.graph, Canonicalize(start), &facts) > 0
             ? "its result is not simpler"
             : "";
}

}  // namespace clonecheck
