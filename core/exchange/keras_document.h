// KerasModel: what the JSON of a functional Keras model says, `to_json()` of
// Keras 2.2.4, 2.2.5 and 2.3.1: layers, their nodes, and which tensor each node
// takes. Checked for form only; nothing is known here of layer classes.
#ifndef CLONECHECK_CORE_EXCHANGE_KERAS_DOCUMENT_H_
#define CLONECHECK_CORE_EXCHANGE_KERAS_DOCUMENT_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "nlohmann/json.hpp"

namespace clonecheck {

// `[layer, node, tensor]`.
struct KerasTensor {
  uint32_t layer = 0;   // position in KerasModel::layers
  uint32_t node = 0;    // in Keras' numbering, see KerasLayer::first_node
  uint32_t tensor = 0;  // below kMaxOutputs
};

// An entry of `inbound_nodes`: one call of the layer. It has inputs.
struct KerasNode {
  std::vector<KerasTensor> inputs;
  // An object, or null. Keras writes the same keyword arguments at each input
  // and reads those of the last.
  const nlohmann::json* kwargs = nullptr;
};

struct KerasModel;

// An entry of `layers`.
struct KerasLayer {
  absl::string_view name;
  absl::string_view class_name;
  const nlohmann::json* config = nullptr;  // an object
  std::vector<KerasNode> nodes;
  // Of a nested Model: what its config says.
  std::unique_ptr<KerasModel> model;

  bool is_input() const { return class_name == "InputLayer"; }
  // The number of nodes[0]. A nested Model starts life with a node 0 of its
  // own, from its inputs to its outputs; an InputLayer has only such a one.
  uint32_t first_node() const { return model != nullptr || is_input() ? 1 : 0; }
};

// The `config` of a Model.
struct KerasModel {
  // Where the config is in the document, `/config`.
  std::string path;
  absl::string_view name;  // empty if it has none
  std::vector<KerasLayer> layers;
  // Not empty.
  std::vector<KerasTensor> inputs;
  std::vector<KerasTensor> outputs;

  // `/config/layers/3 (layer "add_1")`.
  std::string LayerPlace(size_t layer) const;
  // `/config/layers/3/inbound_nodes/0 (layer "add_1")`.
  std::string NodePlace(size_t layer, size_t node) const;
};

// The model, in which every reference is to a node that exists, or an
// InvalidArgument error that names the place and what to do. That calls can be
// put in an order, and that tensors exist, is not checked.
// REQUIRES: `document` outlives the model.
absl::StatusOr<KerasModel> ReadKerasDocument(const nlohmann::json& document);

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_EXCHANGE_KERAS_DOCUMENT_H_
