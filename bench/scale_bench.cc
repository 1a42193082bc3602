// How the cost of a node grows with the size of the graph, from 10 to 10,000
// nodes: building, cloning, judging, for shapes of graphs that could each be
// quadratic in their own way. It is to stay flat.
// Run with `bazel run -c opt //bench:scale_bench`.
#include <benchmark/benchmark.h>

#include <vector>

#include "bench/scale_graphs.h"
#include "campaign/workbench.h"
#include "core/cloners/cloners.h"
#include "core/graph/graph.h"
#include "core/oracle/obligation.h"

namespace clonecheck {
namespace {

// Time a call in the Graph, so equal figures mean linear time.
void PerNode(benchmark::State& state) {
  state.counters["per_node"] =
      benchmark::Counter(static_cast<double>(state.range(0)),
                         benchmark::Counter::kIsIterationInvariantRate |
                             benchmark::Counter::kInvert);
}

void BM_Build(benchmark::State& state, ScaleShape shape) {
  Workbench bench;
  const Graph graph =
      (ScaleGraphs(bench).*shape)(static_cast<int>(state.range(0)));
  const ClonerOnEngine cloner = FindCloners("fixed").value()[0];
  for (auto _ : state) {
    benchmark::DoNotOptimize(bench.Build(graph, *cloner.engine));
  }
  PerNode(state);
}

// Build, clone and judge, and does the clone agree, as it should?
void BM_Case(benchmark::State& state, ScaleShape shape, const char* name) {
  Workbench bench;
  const Graph graph =
      (ScaleGraphs(bench).*shape)(static_cast<int>(state.range(0)));
  const ClonerOnEngine cloner = FindCloners(name).value()[0];
  const std::vector<const Obligation*> obligations =
      FindObligations("completes,outputs").value();
  for (auto _ : state) {
    const CaseVerdict verdict = bench.JudgeGraph(graph, cloner, obligations);
    if (verdict.verdict != Verdict::kAgree) {
      state.SkipWithError("the clone does not agree");
      return;
    }
  }
  PerNode(state);
}

#define SCALE(shape)                                                      \
  BENCHMARK_CAPTURE(BM_Build, shape, &ScaleGraphs::shape)                 \
      ->RangeMultiplier(10)                                               \
      ->Range(10, 10000);                                                 \
  BENCHMARK_CAPTURE(BM_Case, shape##_reference, &ScaleGraphs::shape,      \
                    "keras-2.2.4")                                        \
      ->RangeMultiplier(10)                                               \
      ->Range(10, 10000);                                                 \
  BENCHMARK_CAPTURE(BM_Case, shape##_fixed, &ScaleGraphs::shape, "fixed") \
      ->RangeMultiplier(10)                                               \
      ->Range(10, 10000)
SCALE(Chain);
SCALE(Shared);
SCALE(Ladder);
SCALE(Fan);
SCALE(Outputs);
SCALE(Nested);
SCALE(ManyModels);
#undef SCALE

}  // namespace
}  // namespace clonecheck
