#include "fuzz/input_layer_calls.h"

#include <algorithm>

#include "core/engine/model.h"
#include "core/engine/tensor.h"

namespace clonecheck {

bool CallsAnInputLayer(Layer& layer) {
  if (layer.inner() != nullptr && CallsAnInputLayer(*layer.inner())) {
    return true;
  }
  const Model* model = layer.as_model();
  if (model == nullptr) return false;
  const auto calls_one = [](const Node* node) {
    return node->outbound_layer()->is_input_layer() &&
           node->has_inbound_layers();
  };
  return std::any_of(model->nodes().begin(), model->nodes().end(), calls_one) ||
         std::any_of(model->layers().begin(), model->layers().end(),
                     [](Layer* inner) { return CallsAnInputLayer(*inner); });
}

}  // namespace clonecheck
