#include "fuzz/planted.h"

#include "absl/status/statusor.h"
#include "core/cloners/cloners.h"
#include "core/cloners/mutants.h"
#include "core/engine/build.h"
#include "core/engine/rules.h"
#include "core/oracle/judge.h"
#include "fuzz/cases.h"

namespace clonecheck {

PlantedFaults::PlantedFaults() : left_(AllMutants()) {}

std::vector<absl::string_view> PlantedFaults::FoundBy(const Graph& graph) {
  static const auto* const cloners = new std::vector<ClonerOnEngine>(
      FindCloners("keras-2.3.1,keras-2.2.4,fixed").value());
  const EngineRules* engine = nullptr;
  absl::StatusOr<Built> built;
  for (const ClonerOnEngine& cloner : *cloners) {
    if (cloner.engine != engine) {
      engine = cloner.engine;
      built = FuzzBench().Build(graph, *engine);
    }
    if (!built.ok()) continue;
    static_cast<void>(
        FuzzBench().FirstFailure(*built, cloner, AllObligations()));
  }
  std::vector<absl::string_view> found;
  if (!built.ok()) return found;
  std::erase_if(left_, [&](const Cloner& cloner) {
    const bool fails =
        FuzzBench()
            .JudgeBuilt(*built, {&cloner, engine, ""}, AllObligations())
            .failed();
    if (fails) found.push_back(cloner.name);
    return fails;
  });
  return found;
}

}  // namespace clonecheck
