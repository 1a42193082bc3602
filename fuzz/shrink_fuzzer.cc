// Fuzz target: bytes are a case; if a cloner fails on it, shrinking ends within
// its budget, asks about valid Graphs only, and keeps failure and order.
#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/types/span.h"
#include "core/cloners/cloners.h"
#include "fuzz/cases.h"
#include "fuzz/shrinking.h"
#include "fuzz/unknown_failure.h"

using namespace clonecheck;  // NOLINT: glue

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  constexpr int kEvaluations = 100;
  static const auto* const reference =
      new ClonerOnEngine(FindCloner("keras-2.2.4").value());
  const Graph start =
      FuzzMutator().codec().Decode(absl::MakeConstSpan(data, size));
  const std::string fault =
      ShrinkingFault(FuzzBench(), start, *reference, kEvaluations);
  if (!fault.empty()) Stop(fault, start, reference->name);
  return 0;
}
