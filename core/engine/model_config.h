// ModelConfig: what a functional Model's get_config returns, and how a Model is
// made from it. Rules: Keras 2.2.4 and 2.2.5, keras/engine/network.py.
#ifndef CLONECHECK_CORE_ENGINE_MODEL_CONFIG_H_
#define CLONECHECK_CORE_ENGINE_MODEL_CONFIG_H_

#include <cstdint>

#include "absl/types/span.h"
#include "core/engine/layer.h"
#include "core/engine/model.h"
#include "core/engine/session.h"

namespace clonecheck {

struct ModelConfig {
  // `[layer, node index, tensor index]`: the layer by its position in `layers`,
  // since names are unique in a Model; the node index is renumbered.
  struct TensorEntry {
    uint32_t layer = 0;
    int32_t node_index = 0;
    int32_t tensor_index = 0;
  };
  struct NodeEntry {
    absl::Span<const TensorEntry> inputs;
    // Deep-copied keyword arguments; null where JSON could not hold them.
    const Dict* kwargs = nullptr;
  };
  struct LayerEntry {
    LayerConfig config;
    absl::Span<const NodeEntry> inbound_nodes;
  };

  const Name* name = nullptr;
  absl::Span<const LayerEntry> layers;
  absl::Span<const TensorEntry> input_layers;
  absl::Span<const TensorEntry> output_layers;
};

// `model.get_config()`; lives in the session's arena.
const ModelConfig* GetModelConfig(Session& session, Model& model);

// The keyword arguments of a call as get_config writes them: null where there
// are none, or where JSON could not hold them. `without`: one that is passed
// over, as if the call did not have it.
const Dict* SavedArguments(Session& session, const Node& node,
                           const Name* without = nullptr);

// `Model.from_config(config)` by the rules of the session's engine. A config
// that can never be resolved is refused with kPassesForEver, where Keras would
// not return.
OrRefusal<Model*> ModelFromConfig(Session& session, const ModelConfig& config);

// `type(model).from_config(model.get_config())`: what is left of a model that
// is saved without weights and loaded again.
OrRefusal<Model*> Reload(Session& session, Model& model);

namespace errors {
// Not an exception of Keras: the loop of from_config makes no more progress.
inline constexpr ErrorTemplate kPassesForEver{
    ErrorType::kRuntimeError, "passes-for-ever",
    "from_config makes no more progress and would loop for ever"};
}  // namespace errors

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_ENGINE_MODEL_CONFIG_H_
