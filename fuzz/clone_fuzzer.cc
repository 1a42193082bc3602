// Fuzz target: bytes are a case; its Graph is cloned by Keras' cloners and by
// `fixed`, and one input in four by one of all the others, or by `fixed` on the
// other engines. None may fail in a way that is not known of it.
#include <cstddef>
#include <cstdint>
#include <utility>
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
  // All of them would take most of the time.
  static const auto* const others = [] {
    auto* drawn = new std::vector<ClonerOnEngine>(
        FindCloners("fixed@2.2.5,fixed@2.3.1").value());
    for (ClonerOnEngine& cloner : ClonersBeside(*cloners)) {
      drawn->push_back(std::move(cloner));
    }
    return drawn;
  }();
  const uint64_t drawn = DrawsBeside(bytes).Next() % (4 * others->size());
  if (drawn < others->size()) {
    StopAtUnknownFailures(FuzzBench(), graph, {&(*others)[drawn], 1});
  }
  return 0;
}
