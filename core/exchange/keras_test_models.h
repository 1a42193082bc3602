// Keras' JSON in few words, for tests:
//   KerasModelJson("m", {InputJson("x"), DenseJson("d", {{T("x")}})},
//                  {T("x")}, {T("d")})
#ifndef CLONECHECK_CORE_EXCHANGE_KERAS_TEST_MODELS_H_
#define CLONECHECK_CORE_EXCHANGE_KERAS_TEST_MODELS_H_

#include <string>
#include <utility>
#include <vector>

#include "nlohmann/json.hpp"

namespace clonecheck {

// `[layer, node, tensor]`, with keyword arguments where a node has them.
struct TensorJson {
  std::string layer;
  int node = 0;
  int tensor = 0;
  nlohmann::json kwargs;
};
using NodeJson = std::vector<TensorJson>;

inline TensorJson T(const std::string& layer, int node = 0, int tensor = 0,
                    nlohmann::json kwargs = nlohmann::json::object()) {
  return TensorJson{layer, node, tensor, std::move(kwargs)};
}

// An entry of `layers`.
inline nlohmann::json LayerJson(const std::string& name,
                                const std::string& class_name,
                                nlohmann::json config,
                                const std::vector<NodeJson>& nodes) {
  if (!config.contains("name")) config["name"] = name;
  nlohmann::json inbound = nlohmann::json::array();
  for (const NodeJson& node : nodes) {
    nlohmann::json inputs = nlohmann::json::array();
    for (const TensorJson& tensor : node) {
      inputs.push_back(
          {tensor.layer, tensor.node, tensor.tensor, tensor.kwargs});
    }
    inbound.push_back(std::move(inputs));
  }
  return {{"name", name},
          {"class_name", class_name},
          {"config", std::move(config)},
          {"inbound_nodes", std::move(inbound)}};
}

inline nlohmann::json InputJson(const std::string& name) {
  return LayerJson(name, "InputLayer",
                   {{"batch_input_shape", {nullptr, 4}},
                    {"dtype", "float32"},
                    {"sparse", false}},
                   {});
}

inline nlohmann::json DenseJson(const std::string& name,
                                const std::vector<NodeJson>& nodes) {
  return LayerJson(name, "Dense", {{"trainable", true}, {"units", 4}}, nodes);
}

// The `config` of a Model.
inline nlohmann::json ModelConfigJson(const std::string& name,
                                      const std::vector<nlohmann::json>& layers,
                                      const NodeJson& inputs,
                                      const NodeJson& outputs) {
  const auto ends = [](const NodeJson& tensors) {
    nlohmann::json list = nlohmann::json::array();
    for (const TensorJson& tensor : tensors) {
      list.push_back({tensor.layer, tensor.node, tensor.tensor});
    }
    return list;
  };
  return {{"name", name},
          {"layers", layers},
          {"input_layers", ends(inputs)},
          {"output_layers", ends(outputs)}};
}

// The document.
inline nlohmann::json KerasModelJson(const std::string& name,
                                     const std::vector<nlohmann::json>& layers,
                                     const NodeJson& inputs,
                                     const NodeJson& outputs) {
  return {{"class_name", "Model"},
          {"config", ModelConfigJson(name, layers, inputs, outputs)},
          {"keras_version", "2.2.4"},
          {"backend", "tensorflow"}};
}

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_EXCHANGE_KERAS_TEST_MODELS_H_
