// Fuzz target: bytes are a model as some Keras writes it. What loads and can be
// built is written as Keras 2 does and loads again; from then on it is written
// alike.
#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "campaign/workbench.h"
#include "core/exchange/load_case.h"
#include "fuzz/rewriting.h"
#include "fuzz/unknown_failure.h"

using namespace clonecheck;  // NOLINT: glue

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  // A pool keeps all that it ever saw, so each input gets its own.
  Workbench bench;
  const absl::StatusOr<Graph> graph =
      LoadGraph(absl::string_view(reinterpret_cast<const char*>(data), size),
                bench.catalogue());
  if (!graph.ok()) return 0;
  const std::string fault = RewritingFault(bench, *graph);
  if (!fault.empty()) Stop(fault, *graph, "fixed");
  return 0;
}
