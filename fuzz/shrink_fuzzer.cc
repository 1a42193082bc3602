// Fuzz target: bytes are a case; if a cloner fails on it, shrinking ends within
// its budget, asks about valid Graphs only, and keeps failure and order.
#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/types/span.h"
#include "core/cloners/cloners.h"
#include "core/search/simplest_layers.h"
#include "fuzz/cases.h"
#include "fuzz/shrinking.h"
#include "fuzz/unknown_failure.h"

using namespace clonecheck;  // NOLINT: glue

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const auto* const reference =
      new ClonerOnEngine(FindCloner("keras-2.2.4").value());
  const auto bytes = absl::MakeConstSpan(data, size);
  const Graph start = FuzzMutator().codec().Decode(bytes);
  static auto* const layers = new SimplestLayers(FuzzBench().catalogue());
  const std::string fault =
      ShrinkingFault(FuzzBench(), *layers, start, *reference,
                     DrawShrinkTrial(DrawsBeside(bytes)));
  if (!fault.empty()) Stop(fault, start);
  return 0;
}
