// Fuzz target that measures fuzzing: bytes are a case, which the cloners of
// clone_fuzzer clone, and those with a planted fault; it says after how many
// inputs each fault was found. Not for finding anything: other failures are
// passed over.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "core/cloners/cloners.h"
#include "core/cloners/mutants.h"
#include "core/engine/build.h"
#include "core/engine/rules.h"
#include "core/graph/graph.h"
#include "core/oracle/judge.h"
#include "fuzz/cases.h"

using namespace clonecheck;  // NOLINT: glue

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const auto* const cloners = new std::vector<ClonerOnEngine>(
      FindCloners("keras-2.3.1,keras-2.2.4,fixed").value());
  static auto* const planted = new std::vector<Cloner>(AllMutants());
  static unsigned long long inputs = 0;
  ++inputs;
  const Graph graph =
      FuzzMutator().codec().Decode(absl::MakeConstSpan(data, size));
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
  if (!built.ok()) return 0;
  std::erase_if(*planted, [&](const Cloner& cloner) {
    const bool found =
        FuzzBench()
            .JudgeBuilt(*built, {&cloner, engine, ""}, AllObligations())
            .failed();
    if (found)
      std::fprintf(stderr, "planted: %s %llu\n", cloner.name.data(), inputs);
    return found;
  });
  return 0;
}
