// Fuzz target: bytes are a case; its Graph is cloned by Keras' cloners, which
// must not fail in a way that is not known, by `fixed`, which must be right,
// and by one of all the others, which may do anything but crash.
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
  const auto bytes = absl::MakeConstSpan(data, size);
  const Graph graph = FuzzMutator().codec().Decode(bytes);
  StopAtUnknownFailures(FuzzBench(), graph, *cloners);
  // The others, one input in four.
  const std::vector<Cloner>& all = AllCloners();
  const uint64_t drawn = DrawsBeside(bytes).Next() % (4 * all.size());
  if (drawn < all.size()) {
    FailAsMayBe(FuzzBench(), graph, FindCloner(all[drawn].name).value());
  }
  return 0;
}
