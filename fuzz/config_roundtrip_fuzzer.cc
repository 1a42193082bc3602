// Fuzz target: bytes are a case; each layer of the model is made again from its
// config and has that config again, by the rules of every version that makes
// calls in the order of the config (keras#11159: 2.2.4 does not).
#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/types/span.h"
#include "core/engine/model.h"
#include "core/engine/rules.h"
#include "core/graph/graph.h"
#include "fuzz/cases.h"
#include "fuzz/config_fault.h"
#include "fuzz/unknown_failure.h"

using namespace clonecheck;  // NOLINT: glue

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const Graph graph =
      FuzzMutator().codec().Decode(absl::MakeConstSpan(data, size));
  for (const EngineRules& engine : kEngineRules) {
    if (!engine.from_config_keeps_node_order) continue;
    const absl::StatusOr<Built> built = FuzzBench().Build(graph, engine);
    if (!built.ok() || built->model == nullptr) continue;
    Session& session = FuzzBench().session(engine);
    for (Layer* layer : built->model->layers()) {
      const std::string fault = ConfigFault(session, *layer);
      if (!fault.empty()) Stop(fault, graph);
    }
  }
  return 0;
}
