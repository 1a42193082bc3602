// Fuzz target: bytes are a case; if a cloner fails on it, shrinking ends within
// its budget, asks about valid Graphs only, and keeps failure and order.
#include <cstddef>
#include <cstdint>

#include "absl/types/span.h"
#include "campaign/finding.h"
#include "core/cloners/cloners.h"
#include "core/graph/canonical.h"
#include "core/graph/order.h"
#include "core/graph/validate.h"
#include "core/layers/catalogue_facts.h"
#include "core/oracle/judge.h"
#include "fuzz/cases.h"
#include "fuzz/unknown_failure.h"

using namespace clonecheck;  // NOLINT: glue

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  constexpr int kEvaluations = 100;
  static const auto* const reference =
      new ClonerOnEngine(FindCloner("keras-2.2.4").value());
  Workbench& bench = FuzzBench();
  const CatalogueFacts facts(bench.catalogue());
  const Graph start =
      FuzzMutator().codec().Decode(absl::MakeConstSpan(data, size));
  const CaseVerdict first =
      bench.JudgeGraph(start, *reference, AllObligations());
  if (!first.failed()) return 0;
  int asked = 0;
  const auto fails_alike = [&](const Graph& graph) {
    ++asked;
    if (!Validate(graph, &facts).ok()) Stop("asked wrongly", graph, "fixed");
    const CaseVerdict verdict =
        bench.JudgeGraph(graph, *reference, AllObligations());
    return verdict.failed() && verdict.signature == first.signature;
  };
  const ShrinkResult result =
      Shrink(start, bench.catalogue(), kEvaluations, fails_alike,
             ShrinkOptionsFor(first.signature));
  if (asked > kEvaluations) Stop("over budget", start, reference->name);
  if (!fails_alike(result.graph)) Stop("slipped", start, reference->name);
  if (CompareGraphs(result.graph, Canonicalize(start), &facts) > 0) {
    Stop("grew", start, reference->name);
  }
  return 0;
}
