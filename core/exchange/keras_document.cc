#include "core/exchange/keras_document.h"

#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "core/exchange/json_reader.h"
#include "core/graph/describe_json.h"
#include "core/graph/model_kinds.h"
#include "core/limits.h"
#include "core/text.h"

namespace clonecheck {
namespace {

using nlohmann::json;

// Reads the structure.
class Reader : private JsonReader {
 public:
  absl::StatusOr<KerasModel> Read(const json& document) {
    KerasModel model;
    if (!ReadDocument(document, &model)) return status();
    return model;
  }

 private:
  using Names = absl::flat_hash_map<absl::string_view, uint32_t>;

  // ---- Models ----

  bool ReadDocument(const json& document, KerasModel* model) {
    const JsonPath path;
    if (!document.is_object()) {
      return Expected(path, document,
                      "a model as model.to_json() writes it, {\"class_name\": "
                      "\"Model\", \"config\": …}");
    }
    if (!document.contains("class_name") && document.contains("layers")) {
      return Fail(path, "this looks like the config of a model alone; give ",
                  "model.to_json(), or {\"class_name\": \"Model\", "
                  "\"config\": …} around it");
    }
    absl::string_view class_name;
    const json* config = nullptr;
    if (!GetText(path, document, "class_name", &class_name)) return false;
    if (class_name == kSequentialKind) {
      model->is_sequential = true;
      model->layers.resize(1);
      return ReadClass(path, document, 0, &model->layers[0]);
    }
    if (class_name != kModelKind) {
      return Fail(JsonPath(path, "class_name"), "found ",
                  QuoteForMessage(class_name),
                  "; expected \"Model\" or \"Sequential\"");
    }
    return GetObject(path, document, "config", &config) &&
           ReadModel(JsonPath(path, "config"), *config, 0, model);
  }

  // Recurses into nested models.
  bool ReadModel(const JsonPath& path, const json& config, size_t depth,
                 KerasModel* model) {
    if (depth > kMaxNesting) {
      return Fail(path, "models are nested more than ", kMaxNesting,
                  " levels deep; use a flatter model");
    }
    model->path = path.ToString();
    const json* layers = nullptr;
    const json* inputs = nullptr;
    const json* outputs = nullptr;
    if (const json* name = ValueUnder(config, "name");
        name != nullptr && !name->is_null() &&
        !GetText(path, config, "name", &model->name)) {
      return false;
    }
    if (!GetList(path, config, "layers", &layers) ||
        !GetList(path, config, "input_layers", &inputs) ||
        !GetList(path, config, "output_layers", &outputs)) {
      return false;
    }
    if (!CountLayers(JsonPath(path, "layers"), layers->size())) return false;
    const JsonPath layers_path(path, "layers");
    Names names;
    model->layers.resize(layers->size());
    for (size_t i = 0; i < layers->size(); ++i) {
      if (!ReadLayer(JsonPath(layers_path, i), (*layers)[i], depth, *model,
                     &model->layers[i], &names)) {
        return false;
      }
    }
    for (size_t i = 0; i < layers->size(); ++i) {
      if (!ReadNodes(i, (*layers)[i]["inbound_nodes"], names, model)) {
        return false;
      }
    }
    return ReadEnds(JsonPath(path, "input_layers"), *inputs, "input", names,
                    *model, &model->inputs) &&
           ReadEnds(JsonPath(path, "output_layers"), *outputs, "output", names,
                    *model, &model->outputs);
  }

  bool CountLayers(const JsonPath& path, size_t count) {
    num_layers_ += count;
    // Inputs are layers too, to Keras.
    return num_layers_ <= kMaxLayers + kMaxInputs ||
           Fail(path, "there are more layers than the ", kMaxLayers,
                " that clonecheck takes; use a smaller model");
  }

  bool ReadEnds(const JsonPath& path, const json& list, absl::string_view what,
                const Names& names, const KerasModel& model,
                std::vector<KerasTensor>* tensors) {
    if (list.empty()) {
      return Fail(path, "the list is empty; clonecheck needs a model with at ",
                  "least one ", what);
    }
    tensors->resize(list.size());
    for (size_t i = 0; i < list.size(); ++i) {
      const JsonPath at(path, i);
      if (!list[i].is_array() || list[i].size() != 3) {
        return Expected(at, list[i], "[layer name, node index, tensor index]");
      }
      if (!ReadTensor(at, list[i], names, model, &(*tensors)[i])) return false;
    }
    return true;
  }

  // ---- Layers and nodes ----

  // All but the nodes, which may refer to layers that come later.
  bool ReadLayer(const JsonPath& path, const json& entry, size_t depth,
                 const KerasModel& model, KerasLayer* layer, Names* names) {
    if (!entry.is_object()) {
      return Expected(path, entry,
                      "a layer, {\"name\": …, \"class_name\": …, \"config\": "
                      "…, \"inbound_nodes\": …}");
    }
    const json* nodes = nullptr;
    if (!GetText(path, entry, "name", &layer->name) ||
        !ReadClass(path, entry, depth, layer) ||
        !GetList(path, entry, "inbound_nodes", &nodes)) {
      return false;
    }
    const auto [other, is_new] = names->emplace(
        layer->name, static_cast<uint32_t>(layer - model.layers.data()));
    if (!is_new) {
      return Fail(path, "the layers ", other->second, " and ",
                  layer - model.layers.data(), " are both named ",
                  QuoteForMessage(layer->name), "; give one another name");
    }
    if (layer->is_input() && !nodes->empty()) {
      return Fail(
          JsonPath(path, "inbound_nodes"), "the InputLayer ",
          QuoteForMessage(layer->name), " is called on a tensor, which ",
          "clonecheck's graphs cannot hold; use that tensor in its place");
    }
    num_nodes_ += nodes->size();
    if (num_nodes_ > kMaxCalls) {
      return Fail(JsonPath(path, "inbound_nodes"), "there are more nodes than ",
                  "the ", kMaxCalls, " calls that clonecheck takes; use a ",
                  "smaller model");
    }
    layer->nodes.resize(nodes->size());
    return true;
  }

  // `{"class_name": …, "config": …}`, and what it holds. Recurses.
  bool ReadClass(const JsonPath& path, const json& entry, size_t depth,
                 KerasLayer* layer) {
    if (!GetText(path, entry, "class_name", &layer->class_name)) return false;
    const JsonPath config_path(path, "config");
    // Keras before 2.2.3 wrote only the layers of a Sequential.
    if (const json* layers = ValueUnder(entry, "config");
        layer->is_sequential() && layers != nullptr && layers->is_array()) {
      static const json& no_config = *new json(json::object());
      layer->config = &no_config;
      return ReadChildren(config_path, *layers, depth, layer);
    }
    if (!GetObject(path, entry, "config", &layer->config)) return false;
    if (layer->class_name == kModelKind) {
      layer->model = std::make_unique<KerasModel>();
      return ReadModel(config_path, *layer->config, depth + 1,
                       layer->model.get());
    }
    if (layer->is_sequential()) {
      const json* layers = nullptr;
      return GetList(config_path, *layer->config, "layers", &layers) &&
             ReadChildren(JsonPath(config_path, "layers"), *layers, depth,
                          layer);
    }
    const json* inner = ValueUnder(*layer->config, "layer");
    if (inner == nullptr || !inner->is_object()) return true;
    layer->children.resize(1);
    return ReadChild(JsonPath(config_path, "layer"), *inner, depth,
                     &layer->children[0]);
  }

  bool ReadChildren(const JsonPath& path, const json& layers, size_t depth,
                    KerasLayer* parent) {
    if (!CountLayers(path, layers.size())) return false;
    parent->children.resize(layers.size());
    for (size_t i = 0; i < layers.size(); ++i) {
      if (!ReadChild(JsonPath(path, i), layers[i], depth,
                     &parent->children[i])) {
        return false;
      }
    }
    return true;
  }

  bool ReadChild(const JsonPath& path, const json& entry, size_t depth,
                 KerasLayer* layer) {
    if (depth >= kMaxNesting) {
      return Fail(path, "layers are nested more than ", kMaxNesting,
                  " levels deep; use a flatter model");
    }
    if (!entry.is_object()) {
      return Expected(path, entry,
                      "a layer, {\"class_name\": …, \"config\": …}");
    }
    return ReadClass(path, entry, depth + 1, layer);
  }

  bool ReadNodes(size_t index, const json& nodes, const Names& names,
                 KerasModel* model) {
    KerasLayer& layer = model->layers[index];
    for (size_t i = 0; i < nodes.size(); ++i) {
      const json& node = nodes[i];
      const auto place = [&] { return model->NodePlace(index, i); };
      if (!node.is_array() || node.empty()) {
        return Fail(JsonPath(place), "found ",
                    node.is_array() ? "an empty list" : DescribeJson(node),
                    "; expected the node's inputs, a list of [layer name, ",
                    "node index, tensor index, keyword arguments]");
      }
      layer.nodes[i].inputs.resize(node.size());
      for (size_t k = 0; k < node.size(); ++k) {
        const json& input = node[k];
        const auto text = [&] { return absl::StrCat(place(), ", input ", k); };
        const JsonPath at(text);
        // Keras reads entries without keyword arguments as well.
        if (!input.is_array() || (input.size() != 3 && input.size() != 4) ||
            (input.size() == 4 && !input[3].is_object())) {
          return Expected(at, input,
                          "[layer name, node index, tensor index, keyword "
                          "arguments], the last an object");
        }
        if (!ReadTensor(at, input, names, *model, &layer.nodes[i].inputs[k])) {
          return false;
        }
        layer.nodes[i].kwargs = input.size() == 4 ? &input[3] : nullptr;
      }
      if (layer.nodes[i].kwargs != nullptr &&
          !ReadTensorKwargs(JsonPath(place), names, *model, &layer.nodes[i])) {
        return false;
      }
    }
    return true;
  }

  // Those that UpgradeKerasDocument has marked.
  bool ReadTensorKwargs(const JsonPath& path, const Names& names,
                        const KerasModel& model, KerasNode* node) {
    for (const auto& [key, value] : node->kwargs->items()) {
      const json* tensors = TensorsOfKwarg(value);
      if (tensors == nullptr) continue;
      KerasTensorKwarg kwarg{key, value["is_list"].get<bool>(), {}};
      kwarg.tensors.resize(tensors->size());
      for (size_t i = 0; i < tensors->size(); ++i) {
        if (!ReadTensor(JsonPath(path, key), (*tensors)[i], names, model,
                        &kwarg.tensors[i])) {
          return false;
        }
      }
      node->tensor_kwargs.push_back(std::move(kwarg));
    }
    return true;
  }

  // REQUIRES: `entry` is a list of three or more.
  bool ReadTensor(const JsonPath& path, const json& entry, const Names& names,
                  const KerasModel& model, KerasTensor* tensor) {
    if (!entry[0].is_string()) {
      return Expected(path, entry[0], "a layer's name in front");
    }
    const absl::string_view name = entry[0].get_ref<const std::string&>();
    const auto layer = names.find(name);
    if (layer == names.end()) return FailName(path, name, model);
    tensor->layer = layer->second;
    return ReadIndex(path, entry[1], "a node index behind the layer's name",
                     kMaxCalls, &tensor->node) &&
           ReadIndex(path, entry[2], "a tensor index behind the node index",
                     kMaxOutputs - 1, &tensor->tensor) &&
           CheckNode(path, model, *tensor);
  }

  bool FailName(const JsonPath& path, absl::string_view name,
                const KerasModel& model) {
    std::vector<absl::string_view> known;
    for (const KerasLayer& layer : model.layers) known.push_back(layer.name);
    return Fail(path, "there is no layer ", QuoteForMessage(name),
                " in this model", DidYouMean(name, known),
                "; use a name out of ", model.path, "/layers");
  }

  bool CheckNode(const JsonPath& path, const KerasModel& model,
                 const KerasTensor& tensor) {
    const KerasLayer& layer = model.layers[tensor.layer];
    const size_t end = layer.first_node() + layer.nodes.size();
    if (tensor.node < end) return true;
    const std::string head =
        absl::StrCat("there is no node ", tensor.node, " of the layer ",
                     QuoteForMessage(layer.name));
    if (end == 0) {
      return Fail(path, head, ", which is never called; call it, or use ",
                  "another layer");
    }
    return Fail(path, head, end == 1 ? ", only node 0" : ", only nodes 0 to ",
                end == 1 ? "" : absl::StrCat(end - 1),
                layer.is_input() || layer.first_node() == 0
                    ? ""
                    : " (the calls of a Model count from 1)",
                "; use one of these");
  }

  size_t num_layers_ = 0;
  size_t num_nodes_ = 0;
};

}  // namespace

json MarkTensors(const json& tensors, bool is_list) {
  return {{"$tensors", tensors}, {"is_list", is_list}};
}

const json* TensorsOfKwarg(const json& value) {
  if (!value.is_object() || value.size() != 2) return nullptr;
  const json* tensors = ValueUnder(value, "$tensors");
  const json* is_list = ValueUnder(value, "is_list");
  if (tensors == nullptr || !tensors->is_array() || is_list == nullptr ||
      !is_list->is_boolean()) {
    return nullptr;
  }
  for (const json& tensor : *tensors) {
    if (!tensor.is_array() || tensor.size() < 3) return nullptr;
  }
  return tensors;
}

std::string KerasModel::LayerPlace(size_t layer) const {
  return absl::StrCat(path, "/layers/", layer, " (layer ",
                      QuoteForMessage(layers[layer].name), ")");
}

std::string KerasModel::NodePlace(size_t layer, size_t node) const {
  return absl::StrCat(path, "/layers/", layer, "/inbound_nodes/", node,
                      " (layer ", QuoteForMessage(layers[layer].name), ")");
}

absl::StatusOr<KerasModel> ReadKerasDocument(const json& document) {
  return Reader().Read(document);
}

}  // namespace clonecheck
