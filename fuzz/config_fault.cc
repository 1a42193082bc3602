#include "fuzz/config_fault.h"

#include "core/exchange/keras_json_write.h"
#include "fuzz/known_causes.h"

namespace clonecheck {
namespace {

// Such a layer makes calls again, and what it holds may have forgotten what
// these need: a Lambda its mask, a Model an input that no output needs.
bool HoldsAModel(Layer& layer) {
  return layer.as_model() != nullptr ||
         (layer.inner() != nullptr && HoldsAModel(*layer.inner()));
}

}  // namespace

std::string ConfigFault(Session& session, Layer& layer) {
  if (CallsAnInputLayer(layer)) return "";
  const LayerConfig config = layer.GetConfig(session);
  const OrRefusal<Layer*> again = Layer::FromConfig(session, config);
  if (!again.ok()) return HoldsAModel(layer) ? "" : "its config is refused";
  const bool is_same =
      KerasLayerConfig(session, again.value->GetConfig(session)) ==
      KerasLayerConfig(session, config);
  // Where a Lambda has lost its mask, what is made again may have such a tensor
  // and the layer have none.
  return is_same || HasATensorGivenTwice(layer) ||
                 HasATensorGivenTwice(*again.value)
             ? ""
             : "its config changes on the way";
}

}  // namespace clonecheck
