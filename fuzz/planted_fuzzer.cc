// Fuzz target that measures fuzzing: bytes are a case, which the cloners of
// clone_fuzzer clone, and those with a planted fault; it says after how many
// inputs each fault was found. Not for finding anything: other failures are
// passed over.
#include <cstddef>
#include <cstdint>
#include <cstdio>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/graph/graph.h"
#include "fuzz/cases.h"
#include "fuzz/planted.h"

using namespace clonecheck;  // NOLINT: glue

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static auto* const planted = new PlantedFaults();
  static unsigned long long inputs = 0;
  ++inputs;
  const Graph graph =
      FuzzMutator().codec().Decode(absl::MakeConstSpan(data, size));
  for (const absl::string_view name : planted->FoundBy(graph)) {
    std::fprintf(stderr, "planted: %s %llu\n", name.data(), inputs);
  }
  return 0;
}
