#include "fuzz/known_causes.h"

#include <algorithm>

#include "absl/container/flat_hash_set.h"
#include "absl/functional/function_ref.h"
#include "core/engine/model.h"
#include "core/engine/tensor.h"

namespace clonecheck {
namespace {

// Whether `holds` does for the layer, or for one that it holds.
bool ForSomeLayer(Layer& layer, absl::FunctionRef<bool(Layer&)> holds) {
  if (holds(layer)) return true;
  if (layer.inner() != nullptr && ForSomeLayer(*layer.inner(), holds)) {
    return true;
  }
  const Model* model = layer.as_model();
  return model != nullptr &&
         std::any_of(model->layers().begin(), model->layers().end(),
                     [&](Layer* inner) { return ForSomeLayer(*inner, holds); });
}

bool ForSomeLayerOf(const Model& model, absl::FunctionRef<bool(Layer&)> holds) {
  return std::any_of(model.layers().begin(), model.layers().end(),
                     [&](Layer* layer) { return ForSomeLayer(*layer, holds); });
}

bool HasAComputedMask(const Node* call) {
  return call->arguments() != nullptr &&
         std::any_of(call->arguments()->entries().begin(),
                     call->arguments()->entries().end(),
                     [](const Dict::Entry& entry) {
                       return entry.value.was_computed();
                     });
}

bool ForSomeModel(Layer& layer, absl::FunctionRef<bool(const Model&)> holds) {
  return ForSomeLayer(layer, [&](Layer& held) {
    const Model* model = held.as_model();
    return model != nullptr && holds(*model);
  });
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

bool HasATensorGivenTwice(Layer& layer) {
  return ForSomeModel(layer, [](const Model& model) {
    absl::flat_hash_set<const Tensor*> seen;
    for (const Node* node : model.nodes()) {
      for (const Tensor* tensor : node->output_tensors()) {
        if (!seen.insert(tensor).second) return true;
      }
    }
    return false;
  });
}

bool HasWeightsFromOutside(const Model& model) {
  return ForSomeLayerOf(model, [&](Layer& held) {
    return held.was_built_again() &&
           !ForSomeLayerOf(
               model, [&](Layer& wrapper) { return wrapper.inner() == &held; });
  });
}

bool KeepsMasksOfRuns(const Model& model) {
  return ForSomeLayerOf(model, [](Layer& held) {
    const Model* nested = held.as_model();
    return nested != nullptr &&
           std::any_of(nested->nodes().begin(), nested->nodes().end(),
                       &HasAComputedMask);
  });
}

}  // namespace clonecheck
