#include "fuzz/unknown_failure.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <tuple>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "core/cloners/mutants.h"
#include "core/engine/build.h"
#include "core/engine/model.h"
#include "core/engine/rules.h"
#include "core/graph/json.h"
#include "core/oracle/judge.h"
#include "core/oracle/obligation.h"
#include "core/search/draft.h"
#include "corpus/known_findings.h"
#include "fuzz/broken_obligations.h"
#include "fuzz/known_causes.h"
#include "fuzz/known_symptoms.h"

namespace clonecheck {

namespace {

constexpr absl::string_view kWeightsConflict = "weights-do-not-correspond";

// Texts are slow to make and to look for, and most failures were asked for
// before.
bool IsKnown(const ClonerOnEngine& cloner, const Signature& signature) {
  using Failure = std::tuple<const Cloner*, const EngineRules*, Signature>;
  static auto* const known = new absl::flat_hash_set<Failure>;
  const Failure failure{cloner.cloner, cloner.engine, signature};
  if (known->contains(failure)) return true;
  const absl::string_view obligation = signature.obligation->name;
  if (FindKnown(OurKnownFindings(), signature.ToString(cloner.name)) ==
          nullptr &&
      !(MayBreakFirst(cloner.cloner->name, obligation) &&
        IsKnownSymptom(obligation, signature.symptom))) {
    return false;
  }
  known->insert(failure);
  return true;
}

// Our own clone, but that everything in the model is made from its config.
ClonerOnEngine RemadeFromConfig(const EngineRules* engine) {
  static const auto* const kCloner =
      new Cloner{"remade-from-config",
                 "",
                 {},
                 CloneWith({PlantedFault::kNestedFromConfig,
                            PlantedFault::kSequentialFromConfig,
                            PlantedFault::kWrapperFromConfig})};
  return {kCloner, engine, ""};
}

// Keras' own cloners make nested Models again from their configs. Where that is
// why they fail, our own breaks the same obligation if it does so, too.
bool FailsForItsConfig(Workbench& bench, const Built& built,
                       const ClonerOnEngine& cloner, const Signature& failure) {
  const absl::Span<Layer* const> layers = built.model->layers();
  return absl::StartsWith(cloner.name, "keras-") &&
         std::any_of(layers.begin(), layers.end(),
                     [](Layer* layer) {
                       return CallsAnInputLayer(*layer) ||
                              HasUnneededInput(*layer);
                     }) &&
         bench.FirstFailure(built, RemadeFromConfig(cloner.engine),
                            AllObligations())
                 .obligation == failure.obligation;
}

// What calls outside of the model have left may be why it fails.
bool MayFailForCallsOutside(const Built& built, const Signature& failure) {
  return (failure.symptom == kWeightsConflict &&
          HasWeightsFromOutside(*built.model)) ||
         (failure.obligation == &kOutputs && KeepsMasksOfRuns(*built.model));
}

// Nor of Models that are called outside only.
Graph WithoutCallsOutside(Graph graph) {
  for (size_t calls = graph.calls().size() + 1; graph.calls().size() < calls;) {
    calls = graph.calls().size();
    Draft draft = Draft::From(graph);
    draft.DropUnusedCalls();
    graph = draft.ToGraph(/*drop_inputs=*/false);
  }
  return graph;
}

[[noreturn]] void Abort(const std::string& message) {
  std::fputs(message.c_str(), stderr);
  std::abort();
}

}  // namespace

UnknownFailure FindUnknownFailure(Workbench& bench, const Graph& graph,
                                  absl::Span<const ClonerOnEngine> cloners) {
  const EngineRules* engine = nullptr;
  absl::StatusOr<Built> built;
  UnknownFailure suspect;
  for (const ClonerOnEngine& cloner : cloners) {
    if (cloner.engine != engine) {
      engine = cloner.engine;
      built = bench.Build(graph, *engine);
    }
    if (!built.ok()) continue;
    const Signature failure =
        bench.FirstFailure(*built, cloner, AllObligations());
    if (failure.obligation == nullptr || IsKnown(cloner, failure) ||
        FailsForItsConfig(bench, *built, cloner, failure)) {
      continue;
    }
    suspect = {&cloner, failure, graph};
    if (!MayFailForCallsOutside(*built, failure)) return suspect;
  }
  if (suspect.cloner == nullptr) return {};
  const Graph without = WithoutCallsOutside(graph);
  return without.calls().size() < graph.calls().size() &&
                 bench.Builds(without, *suspect.cloner->engine)
             ? FindUnknownFailure(bench, without, cloners)
             : suspect;
}

void StopAtUnknownFailures(Workbench& bench, const Graph& graph,
                           absl::Span<const ClonerOnEngine> cloners) {
  const UnknownFailure found = FindUnknownFailure(bench, graph, cloners);
  if (found.cloner == nullptr) return;
  const absl::string_view cloner = found.cloner->name;
  Abort(absl::StrCat(
      "clonecheck: an unknown failure: ", found.signature.ToString(cloner),
      "\n", GraphToJson(found.graph),
      "Save the JSON above as case.json, then see it again and make it small:\n"
      "  clonecheck replay case.json --cloners ",
      cloner, "\n  clonecheck shrink case.json --cloner ", cloner, "\n"));
}

std::vector<ClonerOnEngine> ClonersBeside(
    absl::Span<const ClonerOnEngine> cloners) {
  std::vector<ClonerOnEngine> others;
  for (const Cloner& cloner : AllCloners()) {
    if (std::none_of(cloners.begin(), cloners.end(),
                     [&](const ClonerOnEngine& known) {
                       return known.cloner->name == cloner.name;
                     })) {
      others.push_back(FindCloner(cloner.name).value());
    }
  }
  return others;
}

void Stop(absl::string_view what, const Graph& graph, absl::string_view text) {
  Abort(absl::StrCat(
      "clonecheck: a fault: ", what, "\n", GraphToJson(graph),
      text.empty() ? "" : "The input:\n", text, text.empty() ? "" : "\n",
      "No command of clonecheck looks for this. The input is kept, in a file "
      "that is named below; to see it again and to make it small:\n"
      "  bazel run --config=libfuzzer //fuzz:TARGET_run -- FILE\n"
      "  bazel run --config=libfuzzer //fuzz:TARGET_run -- -minimize_crash=1 "
      "-max_total_time=60 FILE\n"));
}

}  // namespace clonecheck
