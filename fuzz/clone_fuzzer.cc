// Fuzz target: bytes are the choices of the generator; its Graph is cloned by
// Keras' cloners, which must not crash, and by `fixed`, which must be right.
#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "campaign/workbench.h"
#include "core/cloners/cloners.h"
#include "core/search/choice_source.h"
#include "core/search/generator.h"
#include "core/search/profile.h"
#include "fuzz/unknown_failure.h"

using namespace clonecheck;  // NOLINT: glue

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static auto* const bench = new Workbench;
  static auto* const generator =
      new Generator(bench->catalogue(), AllProfiles().front());
  static const auto* const cloners = new std::vector<ClonerOnEngine>(
      FindCloners("keras-2.2.4,keras-2.3.1,fixed").value());
  ChoiceSource choices(absl::MakeConstSpan(data, size));
  const Graph& graph = generator->Generate(choices);
  for (const ClonerOnEngine& cloner : *cloners) {
    StopAtUnknownFailure(*bench, graph, cloner);
  }
  return 0;
}
