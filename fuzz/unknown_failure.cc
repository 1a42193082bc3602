#include "fuzz/unknown_failure.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <tuple>

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
#include "corpus/known_findings.h"
#include "fuzz/broken_obligations.h"
#include "fuzz/known_causes.h"

namespace clonecheck {

namespace {

// Texts are slow to make and to look for, and most failures were asked for
// before.
bool IsKnown(const ClonerOnEngine& cloner, const Signature& signature) {
  using Failure = std::tuple<const Cloner*, const EngineRules*, Signature>;
  static auto* const known = new absl::flat_hash_set<Failure>;
  const Failure failure{cloner.cloner, cloner.engine, signature};
  if (known->contains(failure)) return true;
  if (FindKnown(OurKnownFindings(), signature.ToString(cloner.name)) ==
          nullptr &&
      !IsKnownToBreak(cloner.cloner->name, signature.obligation->name)) {
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

// Keras' own cloners make nested Models again from their configs, so that where
// this is why they fail, our own fails that does so, too.
bool HasKnownCause(Workbench& bench, const Built& built,
                   const ClonerOnEngine& cloner) {
  const absl::Span<Layer* const> layers = built.model->layers();
  if (std::any_of(layers.begin(), layers.end(),
                  [](Layer* layer) { return HasWeightsOfTwoBuilds(*layer); })) {
    return true;
  }
  return absl::StartsWith(cloner.name, "keras-") &&
         std::any_of(layers.begin(), layers.end(),
                     [](Layer* layer) {
                       return CallsAnInputLayer(*layer) ||
                              HasUnneededInput(*layer);
                     }) &&
         bench.FirstFailure(built, RemadeFromConfig(cloner.engine),
                            AllObligations())
                 .obligation != nullptr;
}

}  // namespace

void StopAtUnknownFailures(Workbench& bench, const Graph& graph,
                           absl::Span<const ClonerOnEngine> cloners) {
  const EngineRules* engine = nullptr;
  absl::StatusOr<Built> built;
  for (const ClonerOnEngine& cloner : cloners) {
    if (cloner.engine != engine) {
      engine = cloner.engine;
      built = bench.Build(graph, *engine);
    }
    if (!built.ok()) continue;
    const Signature failure =
        bench.FirstFailure(*built, cloner, AllObligations());
    if (failure.obligation == nullptr || IsKnown(cloner, failure) ||
        HasKnownCause(bench, *built, cloner)) {
      continue;
    }
    Stop(failure.ToString(cloner.name), graph, cloner.name);
  }
}

void Stop(absl::string_view what, const Graph& graph,
          absl::string_view cloner) {
  const std::string message = absl::StrCat(
      "clonecheck: an unknown failure: ", what, "\n", GraphToJson(graph),
      "Save the JSON above as case.json, then see it again and make it small:\n"
      "  clonecheck replay case.json --cloners ",
      cloner, "\n  clonecheck shrink case.json --cloner ", cloner, "\n");
  std::fputs(message.c_str(), stderr);
  std::abort();
}

}  // namespace clonecheck
