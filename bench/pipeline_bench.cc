// How long a case takes, by stage and by number of calls: generate, build,
// clone, judge. Run with `bazel run -c opt //bench:pipeline_bench`.
//
// cases/s is given beside the mean number of nodes in the model: a generator
// that leaves most calls unused would flatter it.
#include <benchmark/benchmark.h>

#include <string>
#include <vector>

#include "campaign/campaign.h"
#include "campaign/workbench.h"
#include "core/search/generator.h"

namespace clonecheck {
namespace {

constexpr uint64_t kSeed = 1;
// Cases that are generated ahead for the stages after generation.
constexpr size_t kCases = 512;

Profile WithCalls(uint32_t calls) {
  Profile profile = AllProfiles()[0];
  profile.min_calls = calls;
  profile.max_calls = calls;
  return profile;
}

CampaignOptions Options(uint32_t calls, const char* cloners) {
  CampaignOptions options;
  options.seed = kSeed;
  options.profile = WithCalls(calls);
  options.cloners = FindCloners(cloners).value();
  options.obligations = FindObligations("completes,outputs").value();
  return options;
}

void CountRate(benchmark::State& state) {
  state.counters["cases/s"] = benchmark::Counter(
      static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
}

void BM_Generate(benchmark::State& state) {
  const CampaignOptions options =
      Options(static_cast<uint32_t>(state.range(0)), "fixed");
  CaseRunner runner(options);
  uint64_t index = 0;
  for (auto _ : state) benchmark::DoNotOptimize(&runner.Generate(index++));
  CountRate(state);
}
BENCHMARK(BM_Generate)->Arg(4)->Arg(8)->Arg(16)->Arg(64);

std::vector<Graph> SomeGraphs(CaseRunner& runner) {
  std::vector<Graph> graphs;
  for (size_t i = 0; i < kCases; ++i) graphs.push_back(runner.Generate(i));
  return graphs;
}

void BM_Build(benchmark::State& state) {
  const CampaignOptions options =
      Options(static_cast<uint32_t>(state.range(0)), "fixed");
  CaseRunner runner(options);
  const std::vector<Graph> graphs = SomeGraphs(runner);
  size_t i = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(runner.workbench().Build(
        graphs[i++ % kCases], *options.cloners[0].engine));
  }
  CountRate(state);
}
BENCHMARK(BM_Build)->Arg(4)->Arg(8)->Arg(16)->Arg(64);

// Build and clone, without a judge.
void BM_BuildClone(benchmark::State& state) {
  const CampaignOptions options =
      Options(static_cast<uint32_t>(state.range(0)), "keras-2.2.4");
  CaseRunner runner(options);
  const std::vector<Graph> graphs = SomeGraphs(runner);
  const ClonerOnEngine& cloner = options.cloners[0];
  size_t i = 0;
  for (auto _ : state) {
    const Built built =
        runner.workbench().Build(graphs[i++ % kCases], *cloner.engine).value();
    Session& session = runner.workbench().session(*cloner.engine);
    Session::Trial trial(session);
    benchmark::DoNotOptimize(
        cloner.cloner->clone(session, *built.model, nullptr));
  }
  CountRate(state);
}
BENCHMARK(BM_BuildClone)->Arg(4)->Arg(8)->Arg(16)->Arg(64);

// Build, clone and judge.
void BM_BuildCloneJudge(benchmark::State& state) {
  const CampaignOptions options =
      Options(static_cast<uint32_t>(state.range(0)), "keras-2.2.4");
  CaseRunner runner(options);
  const std::vector<Graph> graphs = SomeGraphs(runner);
  size_t i = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(runner.workbench().JudgeGraph(
        graphs[i++ % kCases], options.cloners[0], options.obligations));
  }
  CountRate(state);
}
BENCHMARK(BM_BuildCloneJudge)->Arg(4)->Arg(8)->Arg(16)->Arg(64);

// The whole case, as a campaign runs it.
void WholeCase(benchmark::State& state, const char* cloners) {
  const CampaignOptions options =
      Options(static_cast<uint32_t>(state.range(0)), cloners);
  CaseRunner runner(options);
  CampaignCounts counts;
  uint64_t index = 0;
  for (auto _ : state) runner.RunCase(index++, &counts);
  CountRate(state);
  state.counters["nodes_in_model"] =
      static_cast<double>(counts.nodes_in_model) /
      static_cast<double>(counts.cases);
}
void BM_CaseOneCloner(benchmark::State& state) {
  WholeCase(state, "keras-2.2.4");
}
BENCHMARK(BM_CaseOneCloner)->Arg(4)->Arg(8)->Arg(16)->Arg(64);
void BM_CaseReferenceAndFixed(benchmark::State& state) {
  WholeCase(state, "keras-2.2.4,fixed");
}
BENCHMARK(BM_CaseReferenceAndFixed)->Arg(4)->Arg(8)->Arg(16)->Arg(64);

}  // namespace
}  // namespace clonecheck
