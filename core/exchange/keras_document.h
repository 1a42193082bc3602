// KerasModel: what the JSON of a Keras model says, `to_json()` of
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

// A keyword argument that holds tensors, which only later formats write.
struct KerasTensorKwarg {
  absl::string_view key;
  bool is_list = false;
  std::vector<KerasTensor> tensors;
};

// Keras 2 cannot write tensors in keyword arguments. Where a later format does,
// the value is {"$tensors": [[layer, node, tensor], …]}, with "is_list".
nlohmann::json MarkTensors(const nlohmann::json& tensors, bool is_list);
// The tensors of such a value; null for any other.
const nlohmann::json* TensorsOfKwarg(const nlohmann::json& value);

// An entry of `inbound_nodes`: one call of the layer. It has inputs.
struct KerasNode {
  std::vector<KerasTensor> inputs;
  std::vector<KerasTensorKwarg> tensor_kwargs;
  // An object, or null. Keras writes the same keyword arguments at each input
  // and reads those of the last.
  const nlohmann::json* kwargs = nullptr;
};

struct KerasModel;

// An entry of `layers`, or a layer inside a wrapper or Sequential, which has no
// nodes of its own.
struct KerasLayer {
  absl::string_view name;  // empty if it has none
  absl::string_view class_name;
  const nlohmann::json* config = nullptr;  // an object
  std::vector<KerasNode> nodes;
  // Of a nested Model: what its config says.
  std::unique_ptr<KerasModel> model;
  // What a wrapper wraps (one), a Sequential stacks.
  std::vector<KerasLayer> children;

  bool is_input() const { return class_name == "InputLayer"; }
  bool is_sequential() const { return class_name == "Sequential"; }
  // The number of nodes[0]. A nested Model or Sequential starts life with a
  // node 0 of its own, from its inputs to its outputs; an InputLayer has only
  // such a one.
  uint32_t first_node() const {
    return model != nullptr || is_sequential() || is_input() ? 1 : 0;
  }
};

// The `config` of a Model; or a Sequential, which is the only layer then, and
// there are no inputs and outputs.
struct KerasModel {
  // Where the config is in the document, `/config`.
  std::string path;
  absl::string_view name;  // empty if it has none
  bool is_sequential = false;
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
