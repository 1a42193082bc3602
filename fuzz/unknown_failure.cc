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
#include "core/engine/build.h"
#include "core/engine/model.h"
#include "core/engine/rules.h"
#include "core/graph/json.h"
#include "core/oracle/judge.h"
#include "core/oracle/obligation.h"
#include "corpus/known_findings.h"
#include "fuzz/nested_models.h"

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
      nullptr) {
    return false;
  }
  known->insert(failure);
  return true;
}

// Keras' own cloners make nested Models again from their configs.
bool HasKnownCause(const ClonerOnEngine& cloner, const Model& model) {
  return absl::StartsWith(cloner.name, "keras-") &&
         std::any_of(
             model.layers().begin(), model.layers().end(), [](Layer* layer) {
               return CallsAnInputLayer(*layer) || HasUnneededInput(*layer);
             });
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
        HasKnownCause(cloner, *built->model)) {
      continue;
    }
    Stop(failure.ToString(cloner.name), graph, cloner.name);
  }
}

void FailAsMayBe(Workbench& bench, const Graph& graph,
                 const ClonerOnEngine& cloner) {
  const absl::StatusOr<Built> built = bench.Build(graph, *cloner.engine);
  if (!built.ok()) return;
  static_cast<void>(bench.FirstFailure(*built, cloner, AllObligations()));
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
