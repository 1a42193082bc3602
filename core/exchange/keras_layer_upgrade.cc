#include "core/exchange/keras_layer_upgrade.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/string_view.h"
#include "core/exchange/config_value.h"
#include "core/exchange/json_reader.h"
#include "core/graph/dtype.h"
#include "core/layers/kinds.h"
#include "core/layers/layer_kind.h"

namespace clonecheck {
namespace {

using nlohmann::json;

bool IsTrue(const json& object, const char* key) {
  return object.contains(key) && object[key] == true;
}

// Serialized objects (initializers, …) without what Keras 2 does not write.
void StripModules(json* value) {
  if (value->is_array()) {
    for (json& item : *value) StripModules(&item);
  } else if (value->is_object()) {
    if (value->contains("class_name") && value->contains("config")) {
      for (const char* key : {"module", "registered_name", "build_config"}) {
        value->erase(key);
      }
    }
    for (auto& item : value->items()) StripModules(&item.value());
  }
}

// A dtype policy becomes its name. False for one that is no dtype.
bool SimplifyDType(json* config) {
  if (!config->contains("dtype") || (*config)["dtype"].is_null()) return true;
  json& dtype = (*config)["dtype"];
  if (dtype.is_object() && dtype.contains("config") &&
      dtype["config"].is_object() && dtype["config"].contains("name")) {
    const json name = dtype["config"]["name"];
    dtype = name;
  }
  return dtype.is_string() &&
         ParseDType(dtype.get_ref<const std::string&>()).has_value();
}

// What an argument that Keras 2 does not know may hold without a meaning.
bool SaysNothing(absl::string_view key, const json& value) {
  return value.is_null() || value == false || key == "seed" ||
         key == "renorm_momentum" ||  // a true renorm is unknown by itself
         (value.is_array() && value.empty()) || (key == "groups" && value == 1);
}

bool IsKnownCell(const json& cell, bool in_stack) {
  const absl::string_view class_name = TextUnder(cell, "class_name");
  if (class_name != "StackedRNNCells") {
    return class_name == "SimpleRNNCell" || class_name == "GRUCell" ||
           class_name == "LSTMCell";
  }
  if (in_stack || !cell.contains("config") || !cell["config"].is_object() ||
      !cell["config"].contains("cells") ||
      !cell["config"]["cells"].is_array()) {
    return false;
  }
  for (const json& inner : cell["config"]["cells"]) {
    if (!IsKnownCell(inner, /*in_stack=*/true)) return false;
  }
  return true;
}

}  // namespace

bool HasKnownCells(const json& config) {
  return config.is_object() && config.contains("cell") &&
         !config.contains("num_constants") &&
         IsKnownCell(config["cell"], /*in_stack=*/false);
}

void LayerUpgrader::Input(json* config) const {
  if (format_ == KerasFormat::kKeras2 || !config->is_object()) return;
  if (config->contains("batch_shape")) {
    (*config)["batch_input_shape"] = (*config)["batch_shape"];
    config->erase("batch_shape");
  }
  SimplifyDType(config);
  static constexpr const char* kKnown[] = {"batch_input_shape", "dtype",
                                           "sparse", "name"};
  std::vector<std::string> silent;
  for (const auto& [key, value] : config->items()) {
    bool known = false;
    for (const char* name : kKnown) known |= key == name;
    if (!known && SaysNothing(key, value)) silent.push_back(key);
  }
  for (const std::string& key : silent) config->erase(key);
}

bool LayerUpgrader::Lambda(json* config) const {
  for (const char* key : {"module", "output_shape_module"}) config->erase(key);
  if (config->contains("mask")) {
    if (!(*config)["mask"].is_null()) return false;
    config->erase("mask");
  }
  if (!config->contains("function")) return true;  // the reader tells
  json& function = (*config)["function"];
  if (function.is_object()) {
    if (TextUnder(function, "class_name") != "__lambda__" ||
        !function.contains("config") || !function["config"].is_object()) {
      return false;
    }
    const json code = function["config"];
    const auto find = [&code](const char* key) {
      return code.contains(key) ? code[key] : json();
    };
    function = json::array({find("code"), find("defaults"), find("closure")});
    (*config)["function_type"] = "lambda";
  }
  return function.is_array();
}

// Keras 3 always writes the backward layer, and names both after itself.
bool LayerUpgrader::Bidirectional(json* config) const {
  if (!config->contains("backward_layer")) return true;
  json backward = (*config)["backward_layer"];
  config->erase("backward_layer");
  if (backward.is_null()) return true;
  StripModules(&backward);
  if (!backward.is_object() || !backward.contains("config") ||
      !backward["config"].is_object() || !config->contains("layer") ||
      !(*config)["layer"].is_object() ||
      !(*config)["layer"].contains("config")) {
    return false;
  }
  json forward = (*config)["layer"]["config"];
  json& other = backward["config"];
  if (!forward.is_object()) return false;
  const bool mirrored =
      IsTrue(forward, "go_backwards") != IsTrue(other, "go_backwards");
  // As far as Keras 2 knows the arguments.
  for (const auto& [key, value] : forward.items()) {
    if (key == "name" || key == "go_backwards" || key == "dtype") continue;
    if (!other.contains(key) || other[key] != value) return false;
  }
  constexpr absl::string_view kForward = "forward_";
  const absl::string_view name = TextUnder(forward, "name");
  if (absl::StartsWith(name, kForward)) {
    (*config)["layer"]["config"]["name"] = name.substr(kForward.size());
  }
  return mirrored;
}

bool LayerUpgrader::Cells(json* config) const {
  json& cell = (*config)["cell"];
  if (!cell.contains("config") || !cell["config"].is_object()) return false;
  json& own = cell["config"];
  if (own.contains("cells")) {
    for (json& inner : own["cells"]) {
      json holder = {{"cell", inner}};
      if (!Cells(&holder)) return false;
      inner = holder["cell"];
    }
  }
  own.erase("seed");
  return SimplifyDType(&own);
}

bool LayerUpgrader::DropUnknown(const LayerKind& kind, json* config) const {
  Pool& pool = catalogue_.pool();
  json own = *config;
  for (const char* key : {"name", "trainable", "layer"}) own.erase(key);
  std::vector<const LayerSpec*> children;
  if (kind.num_children() > 0) {
    if (!config->contains("layer") || !(*config)["layer"].is_object()) {
      return false;
    }
    const json& inner = (*config)["layer"];
    const absl::string_view inner_class = TextUnder(inner, "class_name");
    json inner_config = inner.contains("config") ? inner["config"] : json();
    const bool is_model = inner_class == "Model" || inner_class == "Sequential";
    if (!inner_config.is_object() || is_model) inner_config = json::object();
    for (const char* key : {"name", "trainable", "layer"}) {
      inner_config.erase(key);
    }
    absl::StatusOr<ConfigValue> read =
        ReadConfigValue(JsonPath(), inner_config, pool);
    if (!read.ok()) return false;
    absl::StatusOr<const LayerSpec*> spec = catalogue_.Resolve(
        pool.InternConfig(pool.InternName(inner_class), read->dict->entries));
    if (!spec.ok()) return false;
    children.push_back(*spec);
  }
  const auto intern = [&]() -> const Config* {
    absl::StatusOr<ConfigValue> read = ReadConfigValue(JsonPath(), own, pool);
    if (!read.ok()) return nullptr;
    return pool.InternConfig(pool.InternName(kind.class_name()),
                             read->dict->entries);
  };
  const Config* kept = intern();
  if (kept == nullptr) return false;
  const std::vector<const Name*> unknown =
      catalogue_.UnknownArguments(kept, children);
  for (const Name* argument : unknown) {
    const std::string key(argument->text);
    if (!SaysNothing(key, own[key])) return false;
    own.erase(key);
    config->erase(key);
  }
  if (!unknown.empty()) kept = intern();
  return kept != nullptr &&
         (children.empty() ? catalogue_.Resolve(kept)
                           : catalogue_.Resolve(kept, children))
             .ok();
}

bool LayerUpgrader::Known(json* entry) const {
  const absl::string_view class_name = TextUnder(*entry, "class_name");
  const LayerKind* kind =
      catalogue_.FindKind(catalogue_.pool().InternName(class_name));
  if (kind == nullptr || kind == &OpaqueKind()) return false;
  if (kind == &RNNKind() && entry->contains("config") &&
      !HasKnownCells((*entry)["config"])) {
    return false;
  }
  if (format_ == KerasFormat::kKeras2) return true;
  const absl::string_view module = TextUnder(*entry, "module");
  if (absl::StartsWith(module, "keras.src.ops") ||
      absl::StartsWith(module, "keras.ops")) {
    return false;
  }
  json& config = (*entry)["config"];
  if (!config.is_object()) return true;  // the reader tells
  if (!SimplifyDType(&config)) return false;
  if (kind == &LambdaKind()) return Lambda(&config);
  StripModules(&config);
  // Later formats write an axis as a list.
  if (config.contains("axis") && config["axis"].is_array() &&
      config["axis"].size() == 1) {
    const json axis = config["axis"][0];
    config["axis"] = axis;
  }
  // A generator of random numbers, which Keras 2 does not have.
  if (config.contains("seed") && config["seed"].is_object()) {
    config["seed"] = nullptr;
  }
  if (kind == &BidirectionalKind() && !Bidirectional(&config)) return false;
  if (kind == &RNNKind() && !Cells(&config)) return false;
  return DropUnknown(*kind, &config);
}

LayerSpec::Traits LayerUpgrader::TraitsOf(const json& entry) const {
  const absl::string_view class_name = TextUnder(entry, "class_name");
  LayerSpec::Traits traits;
  const LayerKind* kind =
      catalogue_.FindKind(catalogue_.pool().InternName(class_name));
  if (kind == nullptr || kind == &LambdaKind()) {
    traits.takes_mask = true;
    return traits;
  }
  json own = entry.contains("config") && entry["config"].is_object()
                 ? entry["config"]
                 : json::object();
  if (kind->num_children() != 0) {
    // Wrappers and models: what the class itself takes.
    traits.takes_mask = true;
    traits.takes_training = kind->num_children() > 0;
    traits.num_states = kind == &BidirectionalKind() ? 1 : 0;
    return traits;
  }
  for (const char* key : {"name", "trainable"}) own.erase(key);
  absl::StatusOr<ConfigValue> read =
      ReadConfigValue(JsonPath(), own, catalogue_.pool());
  if (!read.ok()) return traits;
  absl::StatusOr<const LayerSpec*> spec =
      catalogue_.Resolve(catalogue_.pool().InternConfig(
          catalogue_.pool().InternName(class_name), read->dict->entries));
  return spec.ok() ? (*spec)->traits() : traits;
}

void LayerUpgrader::MakeOpaque(json* entry, const json& ways) const {
  json config = json::object();
  json own = entry->contains("config") ? (*entry)["config"] : json::object();
  if (own.is_object()) {
    if (own.contains("trainable") && own["trainable"].is_boolean()) {
      config["trainable"] = own["trainable"];
    }
    for (const char* key : {"name", "batch_input_shape"}) {
      if (own.contains(key) && !own[key].is_null()) config[key] = own[key];
    }
    own.erase("name");
    own.erase("trainable");
  }
  if (!config.contains("name") && entry->contains("name")) {
    config["name"] = (*entry)["name"];
  }
  config["class_name"] = TextUnder(*entry, "class_name");
  if (!own.empty()) config["config"] = std::move(own);
  if (!ways.empty()) config["calls"] = ways;
  (*entry)["class_name"] = "Opaque";
  (*entry)["config"] = std::move(config);
}

}  // namespace clonecheck
