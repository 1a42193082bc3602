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
#include "fuzz/file_bench.h"
#include "fuzz/rewriting.h"
#include "fuzz/unknown_failure.h"

using namespace clonecheck;  // NOLINT: glue

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const absl::string_view text(reinterpret_cast<const char*>(data), size);
  Workbench& bench = BenchForFile(text);
  const absl::StatusOr<Graph> graph = LoadGraph(text, bench.catalogue());
  if (!graph.ok()) return 0;
  const std::string fault = RewritingFault(bench, text, *graph);
  if (!fault.empty()) Stop(fault, *graph, text);
  return 0;
}
