// Fuzz target: bytes are a file that a user gives. What loads is printed and
// read again as the same Graph, and is cloned rightly by `fixed`.
#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "campaign/workbench.h"
#include "core/cloners/cloners.h"
#include "core/exchange/load_case.h"
#include "core/graph/graph.h"
#include "core/graph/json.h"
#include "fuzz/file_bench.h"
#include "fuzz/unknown_failure.h"

using namespace clonecheck;  // NOLINT: glue

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const absl::string_view text(reinterpret_cast<const char*>(data), size);
  Workbench& bench = BenchForFile(text);
  static const auto* const fixed =
      new ClonerOnEngine(FindCloner("fixed").value());
  const absl::StatusOr<Graph> graph = LoadGraph(text, bench.catalogue());
  if (!graph.ok()) return 0;
  const std::string printed = GraphToJson(*graph);
  // Reading the same text again would give the same.
  if (printed != text) {
    const absl::StatusOr<Graph> again = LoadGraph(printed, bench.catalogue());
    if (!again.ok()) Stop(again.status().message(), *graph, text);
    if (!(*again == *graph)) Stop("read again as another", *graph, text);
  }
  StopAtUnknownFailures(bench, *graph, {fixed, 1});
  return 0;
}
