// Fuzz target: bytes are a case; what terms say of a clone, right or wrong, is
// held against numbers. The two never disagree. Of the cloners, and of the
// obligations that prove something, the bytes draw one.
#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "core/cloners/cloners.h"
#include "core/graph/graph.h"
#include "core/oracle/obligation.h"
#include "core/oracle/proofs.h"
#include "core/random.h"
#include "fuzz/cases.h"
#include "fuzz/unknown_failure.h"

using namespace clonecheck;  // NOLINT: glue

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const auto* const cloners = new std::vector<ClonerOnEngine>(
      FindCloners("keras-2.2.4,fixed,mutant-first-output,mutant-forget-states,"
                  "mutant-drop-masks,mutant-unshare-layers,mutant-first-call")
          .value());
  static const auto* const obligations = new std::vector<const Obligation*>(
      FindObligations("outputs,masks,clone_twice,clone_of_clone,clone_as_layer,"
                      "roundtrip,input_tensors")
          .value());
  const auto bytes = absl::MakeConstSpan(data, size);
  SplitMix64 draws = DrawsBeside(bytes);
  const ClonerOnEngine& cloner = (*cloners)[draws.Next() % cloners->size()];
  const size_t drawn = draws.Next() % obligations->size();
  ProofCounts counts;
  const ProofLog log{&counts, /*check=*/true, /*draw=*/size};
  const Graph graph = FuzzMutator().codec().Decode(bytes);
  FuzzBench().JudgeGraph(graph, cloner, {&(*obligations)[drawn], 1}, {}, &log);
  if (counts.contradicted == 0) return 0;
  Stop(absl::StrCat(cloner.name, ": numbers contradict a proof"), graph);
}
