// Fuzz target: bytes are a case; its Graph is cloned by Keras' cloners, which
// must not crash nor fail in a way that is not known, and by `fixed`, which
// must be right.
#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "core/cloners/cloners.h"
#include "core/graph/graph.h"
#include "fuzz/cases.h"
#include "fuzz/unknown_failure.h"

using namespace clonecheck;  // NOLINT: glue

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const auto* const cloners = new std::vector<ClonerOnEngine>(
      FindCloners("keras-2.2.4,fixed,keras-2.3.1").value());
  const Graph graph =
      FuzzMutator().codec().Decode(absl::MakeConstSpan(data, size));
  StopAtUnknownFailures(FuzzBench(), graph, *cloners);
  return 0;
}
