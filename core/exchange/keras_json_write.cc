#include "core/exchange/keras_json_write.h"

#include <utility>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/engine/sequential.h"
#include "core/graph/config_json.h"
#include "core/graph/dtype.h"
#include "core/layers/kinds.h"

namespace clonecheck {
namespace {

using nlohmann::ordered_json;

std::string Text(const Name* name) { return std::string(name->text); }

// Keyword arguments that JSON can hold: literals, and lists of None.
ordered_json KwargsToJson(const Dict* kwargs) {
  ordered_json object = ordered_json::object();
  if (kwargs == nullptr) return object;
  for (const Dict::Entry& entry : kwargs->entries()) {
    object[Text(entry.key)] =
        entry.value.type == Value::Type::kTensorList
            ? ordered_json(std::vector<ordered_json>(entry.value.size))
            : ConfigValueToJson(entry.value.literal);
  }
  return object;
}

// An opaque Lambda as Keras wrote it (keras/utils/generic_utils.py, func_dump).
void WriteBytecode(const Config& config, ordered_json* object) {
  const auto find = [&config](absl::string_view key) {
    const ConfigValue* value = config.Find(key);
    return value == nullptr ? ordered_json() : ConfigValueToJson(*value);
  };
  for (const char* ours : {"bytecode", "defaults", "closure", "outputs"}) {
    object->erase(ours);
  }
  (*object)["function"] = ordered_json::array(
      {find("bytecode"), find("defaults"), find("closure")});
  (*object)["function_type"] = "lambda";
  const std::pair<const char*, ordered_json> defaults[] = {
      {"output_shape", nullptr},
      {"output_shape_type", "raw"},
      {"arguments", ordered_json::object()}};
  for (const auto& [key, value] : defaults) {
    if (!object->contains(key)) (*object)[key] = value;
  }
}

ordered_json TensorEntryToJson(const ModelConfig& config,
                               const ModelConfig::TensorEntry& entry) {
  return ordered_json::array({Text(config.layers[entry.layer].config.name),
                              entry.node_index, entry.tensor_index});
}

// The class' own name; an opaque layer stands for another class.
std::string ClassName(const LayerConfig& config) {
  if (&config.spec->kind() == &OpaqueKind()) {
    return Text(config.spec->config()->Find("class_name")->string);
  }
  return std::string(config.spec->kind().class_name());
}

// `{"class_name": …, "config": …}`.
ordered_json LayerWithClass(Session& session, const LayerConfig& config) {
  ordered_json object = JsonObject(2);
  object["class_name"] = ClassName(config);
  object["config"] = KerasLayerConfig(session, config);
  return object;
}

ordered_json KerasSequentialConfig(Session& session,
                                   const SequentialConfig& config) {
  ordered_json object = {{"name", Text(config.name)},
                         {"layers", ordered_json::array()}};
  for (const LayerConfig& layer : config.layers) {
    object["layers"].push_back(LayerWithClass(session, layer));
  }
  // What an opaque layer gives has a shape that only its framework knows.
  if (config.build_input_shape != nullptr &&
      config.build_input_shape->known_rank()) {
    object["build_input_shape"] = ShapeToJson(*config.build_input_shape);
  }
  return object;
}

// Takes the dtype, as other layers of the version have none, out of the config
// of a cell, or of each cell of a stack.
void EraseDTypeOfCells(ordered_json* cell) {
  ordered_json& config = (*cell)["config"];
  if (!config.contains("batch_input_shape")) config.erase("dtype");
  if (!config.contains("cells")) return;
  for (ordered_json& inner : config["cells"]) EraseDTypeOfCells(&inner);
}

// `model.get_config()`.
ordered_json KerasModelConfig(Session& session, const ModelConfig& config) {
  ordered_json layers = ordered_json::array();
  for (const ModelConfig::LayerEntry& layer : config.layers) {
    ordered_json nodes = ordered_json::array();
    for (const ModelConfig::NodeEntry& node : layer.inbound_nodes) {
      ordered_json inputs = ordered_json::array();
      for (const ModelConfig::TensorEntry& input : node.inputs) {
        ordered_json entry = TensorEntryToJson(config, input);
        entry.push_back(KwargsToJson(node.kwargs));
        inputs.push_back(std::move(entry));
      }
      nodes.push_back(std::move(inputs));
    }
    ordered_json object = JsonObject(4);
    object["name"] = Text(layer.config.name);
    object["class_name"] = ClassName(layer.config);
    object["config"] = KerasLayerConfig(session, layer.config);
    object["inbound_nodes"] = std::move(nodes);
    layers.push_back(std::move(object));
  }
  const auto list = [&](absl::Span<const ModelConfig::TensorEntry> entries) {
    ordered_json tensors = ordered_json::array();
    for (const ModelConfig::TensorEntry& entry : entries) {
      tensors.push_back(TensorEntryToJson(config, entry));
    }
    return tensors;
  };
  ordered_json object = JsonObject(4);
  object["name"] = Text(config.name);
  object["layers"] = std::move(layers);
  object["input_layers"] = list(config.input_layers);
  object["output_layers"] = list(config.output_layers);
  return object;
}

}  // namespace

ordered_json KerasLayerConfig(Session& session, const LayerConfig& config) {
  if (config.model != nullptr) return KerasModelConfig(session, *config.model);
  if (config.sequential != nullptr) {
    return KerasSequentialConfig(session, *config.sequential);
  }
  if (&config.spec->kind() == &InputLayerKind()) {
    ordered_json object = JsonObject(4);
    object["batch_input_shape"] = ShapeToJson(*config.batch_input_shape);
    object["dtype"] = std::string(DTypeName(config.dtype));
    object["sparse"] = config.sparse;
    object["name"] = Text(config.name);
    return object;
  }
  const bool is_opaque = &config.spec->kind() == &OpaqueKind();
  const absl::Span<const ConfigEntry> full =
      is_opaque ? absl::Span<const ConfigEntry>()
                : session.catalogue().FullConfig(*config.spec);
  // Beside the config: name, trainable and the layer that it wraps.
  ordered_json object = JsonObject(full.size() + 3);
  object["name"] = Text(config.name);
  object["trainable"] = config.trainable;
  if (is_opaque) {
    const ConfigValue* own = config.spec->config()->Find("config");
    if (own != nullptr) object.update(ConfigValueToJson(*own));
    return object;
  }
  bool has_input_shape = false;
  for (const ConfigEntry& entry : full) {
    const bool is_none = entry.value.type == ConfigValue::Type::kNone;
    if (entry.key->text == "batch_input_shape") {
      has_input_shape = !is_none;
      if (is_none) continue;
    }
    if (entry.key->text == "dtype") {
      if (!has_input_shape && !session.rules().layers_always_have_dtype) {
        continue;
      }
      object["dtype"] = is_none ? ordered_json(std::string(DTypeName({})))
                                : ConfigValueToJson(entry.value);
      continue;
    }
    object[Text(entry.key)] = ConfigValueToJson(entry.value);
  }
  if (&config.spec->kind() == &RNNKind() &&
      !session.rules().layers_always_have_dtype) {
    EraseDTypeOfCells(&object["cell"]);
  }
  if (config.inner != nullptr) {
    object["layer"] = LayerWithClass(session, *config.inner);
  }
  if (object.contains("bytecode")) {
    WriteBytecode(*config.spec->config(), &object);
  }
  return object;
}

ordered_json KerasModelDocument(Session& session, Model& model) {
  ordered_json document = JsonObject(4);
  document["class_name"] = std::string(model.spec().kind().class_name());
  document["config"] = KerasLayerConfig(session, model.GetConfig(session));
  document["keras_version"] = std::string(session.rules().version);
  document["backend"] = "tensorflow";
  return document;
}

std::string ModelToKerasJson(Session& session, Model& model) {
  return KerasModelDocument(session, model)
             .dump(2, ' ', false, ordered_json::error_handler_t::replace) +
         "\n";
}

}  // namespace clonecheck
