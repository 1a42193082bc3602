// `roundtrip-2.2.4`, `roundtrip-2.2.5`: the model reloaded from its own config,
// which many take for a clone. The two versions put a layer's calls in another
// order; the rule is the engine's.
#include "core/cloners/cloners.h"
#include "core/engine/model_config.h"

namespace clonecheck {
namespace {

OrRefusal<Model*> Clone(Session& session, Model& model,
                        const Tensors* input_tensors) {
  if (input_tensors != nullptr) {
    return session.Refuse(errors::kTakesNoInputTensors);
  }
  return Reload(session, model);
}

}  // namespace

Cloner Roundtrip224() {
  return {"roundtrip-2.2.4",
          "from_config(get_config()) of Keras 2.2.4; knows no input_tensors",
          {"2.2.4"},
          &Clone};
}

Cloner Roundtrip225() {
  return {"roundtrip-2.2.5",
          "from_config(get_config()) of Keras 2.2.5 and 2.3.1",
          {"2.2.5", "2.3.1"},
          &Clone};
}

}  // namespace clonecheck
