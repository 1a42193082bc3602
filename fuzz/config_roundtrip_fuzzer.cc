// Fuzz target: bytes are a case; each layer that can be made again from its
// config has that config again, by the rules of every version that makes calls
// in the order of the config (keras#11159: 2.2.4 does not). Not those that the
// real Keras makes otherwise (nested_models.h).
#include <cstddef>
#include <cstdint>

#include "absl/types/span.h"
#include "core/engine/layer.h"
#include "core/engine/model_config.h"
#include "core/engine/rules.h"
#include "core/exchange/keras_json_write.h"
#include "core/graph/graph.h"
#include "fuzz/cases.h"
#include "fuzz/nested_models.h"
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
      if (CallsAnInputLayer(*layer)) continue;
      const LayerConfig config = layer->GetConfig(session);
      const OrRefusal<Layer*> again = Layer::FromConfig(session, config);
      if (again.ok() &&
          KerasLayerConfig(session, again.value->GetConfig(session)) !=
              KerasLayerConfig(session, config)) {
        Stop("its config changes on the way", graph, "fixed");
      }
    }
  }
  return 0;
}
