#include "fuzz/unknown_failure.h"

#include <cstdio>
#include <cstdlib>
#include <string>
#include <tuple>

#include "absl/container/flat_hash_set.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "core/engine/build.h"
#include "core/engine/rules.h"
#include "core/graph/json.h"
#include "core/oracle/judge.h"
#include "core/oracle/obligation.h"
#include "corpus/known_findings.h"

namespace clonecheck {

namespace {

// Texts are slow to make and to look for, and most failures have been seen.
bool SeenBefore(const ClonerOnEngine& cloner, const Signature& signature) {
  using Failure = std::tuple<const Cloner*, const EngineRules*, Signature>;
  static auto* const seen = new absl::flat_hash_set<Failure>;
  return !seen->emplace(cloner.cloner, cloner.engine, signature).second;
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
    if (failure.obligation == nullptr || SeenBefore(cloner, failure)) continue;
    const std::string signature = failure.ToString(cloner.name);
    if (FindKnown(OurKnownFindings(), signature) == nullptr) {
      Stop(signature, graph, cloner.name);
    }
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
