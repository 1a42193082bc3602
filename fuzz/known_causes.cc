#include "fuzz/nested_models.h"

#include <algorithm>

#include "absl/functional/function_ref.h"
#include "core/engine/model.h"
#include "core/engine/tensor.h"

namespace clonecheck {
namespace {

// Whether `holds` does for a Model that the layer is or holds.
bool ForSomeModel(Layer& layer, absl::FunctionRef<bool(const Model&)> holds) {
  if (layer.inner() != nullptr && ForSomeModel(*layer.inner(), holds)) {
    return true;
  }
  const Model* model = layer.as_model();
  if (model == nullptr) return false;
  return holds(*model) ||
         std::any_of(model->layers().begin(), model->layers().end(),
                     [&](Layer* inner) { return ForSomeModel(*inner, holds); });
}

}  // namespace

bool CallsAnInputLayer(Layer& layer) {
  return ForSomeModel(layer, [](const Model& model) {
    return std::any_of(model.nodes().begin(), model.nodes().end(),
                       [](const Node* node) {
                         return node->outbound_layer()->is_input_layer() &&
                                node->has_inbound_layers();
                       });
  });
}

bool HasUnneededInput(Layer& layer) {
  return ForSomeModel(layer, [](const Model& model) {
    // By nodes: a Sequential's layers leave out the InputLayer that it begins
    // with.
    return std::any_of(model.input_layers().begin(), model.input_layers().end(),
                       [&](const Layer* input) {
                         return std::none_of(
                             model.nodes().begin(), model.nodes().end(),
                             [&](const Node* node) {
                               return node->outbound_layer() == input;
                             });
                       });
  });
}

}  // namespace clonecheck
