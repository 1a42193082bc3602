// Fuzz target: bytes are a case; what terms say of a clone, right or wrong, is
// held against numbers. The two never disagree.
#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "core/cloners/cloners.h"
#include "core/engine/build.h"
#include "core/graph/graph.h"
#include "core/oracle/judge.h"
#include "core/oracle/proofs.h"
#include "fuzz/cases.h"
#include "fuzz/unknown_failure.h"

using namespace clonecheck;  // NOLINT: glue

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const auto* const cloners = new std::vector<ClonerOnEngine>(
      FindCloners("keras-2.2.4,fixed,mutant-first-output,mutant-forget-states,"
                  "mutant-drop-masks,mutant-unshare-layers,mutant-first-call")
          .value());
  const Graph graph =
      FuzzMutator().codec().Decode(absl::MakeConstSpan(data, size));
  // All are on one engine, so that the graph is built once.
  const absl::StatusOr<Built> built =
      FuzzBench().Build(graph, *cloners->front().engine);
  if (!built.ok()) return 0;
  for (const ClonerOnEngine& cloner : *cloners) {
    ProofCounts counts;
    const ProofLog log{&counts, /*check=*/true, /*draw=*/size};
    FuzzBench().JudgeBuilt(*built, cloner, AllObligations(), nullptr, &log);
    if (counts.contradicted > 0) {
      Stop("a proof is contradicted by numbers", graph, cloner.name);
    }
  }
  return 0;
}
