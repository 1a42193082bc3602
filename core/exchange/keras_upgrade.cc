#include "core/exchange/keras_upgrade.h"

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "core/exchange/config_value.h"
#include "core/exchange/json_reader.h"
#include "core/exchange/keras_document.h"
#include "core/exchange/keras_layer_upgrade.h"
#include "core/exchange/keras_upgrade_calls.h"
#include "core/layers/kinds.h"

namespace clonecheck {
namespace {

using nlohmann::json;

bool IsText(const json& object, absl::string_view key) {
  const json* value = ValueUnder(object, key);
  return value != nullptr && value->is_string();
}

bool IsModelClass(absl::string_view class_name) {
  return class_name == "Model" || class_name == "Functional";
}

// The layers in a model's config; null if there are none.
const json* LayersIn(const json& config) {
  if (config.is_array()) return &config;  // an old Sequential
  const json* layers = ValueUnder(config, "layers");
  return layers != nullptr && layers->is_array() ? layers : nullptr;
}

const json* LayersOf(const json& entry) {
  const json* config = ValueUnder(entry, "config");
  return config == nullptr ? nullptr : LayersIn(*config);
}

bool HasObjectNodes(const json& layer) {
  const json* nodes = ValueUnder(layer, "inbound_nodes");
  return nodes != nullptr && nodes->is_array() && !nodes->empty() &&
         nodes->front().is_object();
}

KerasFormat FormatOf(const json& document) {
  // `2.3.1` is Keras 2, `2.2.4-tf` and `2.21.0` are tf-keras.
  const absl::string_view version = TextUnder(document, "keras_version");
  int major = 0;
  int minor = 0;
  const char* const end = version.data() + version.size();
  const char* const dot = std::from_chars(version.data(), end, major).ptr;
  if (dot != end) std::from_chars(dot + 1, end, minor);
  if (major >= 3) return KerasFormat::kKeras3;
  if (major == 2 && (minor > 3 || absl::StrContains(version, "tf"))) {
    return KerasFormat::kTfKeras;
  }
  if (IsText(document, "module")) return KerasFormat::kKeras3;
  bool later = TextUnder(document, "class_name") == "Functional";
  if (const json* layers = LayersOf(document)) {
    for (const json& layer : *layers) {
      if (HasObjectNodes(layer)) return KerasFormat::kKeras3;
      later |= IsText(layer, "module");
    }
  }
  return later ? KerasFormat::kTfKeras : KerasFormat::kKeras2;
}

class Upgrader {
 public:
  Upgrader(KerasFormat format, Catalogue& catalogue)
      : format_(format), layers_(format, catalogue) {}

  // `{"class_name": …, "config": …}` of any layer, without its calls. False if
  // it is to be opaque.
  bool Entry(json* entry) {
    const std::string class_name(TextUnder(*entry, "class_name"));
    if (class_name.empty() || !entry->contains("config")) return true;
    if (LayersOf(*entry) != nullptr && IsModelClass(class_name) &&
        (*entry)["config"].is_object()) {
      (*entry)["class_name"] = "Model";
      Functional(&(*entry)["config"]);
      return true;
    }
    if (class_name == "Sequential") {
      Sequential(entry);
      return true;
    }
    if (class_name == "InputLayer") {
      layers_.Input(&(*entry)["config"]);
      return true;
    }
    json* inner = nullptr;
    if ((*entry)["config"].is_object() &&
        (*entry)["config"].contains("layer") &&
        IsText((*entry)["config"]["layer"], "class_name")) {
      inner = &(*entry)["config"]["layer"];
    }
    // The config as it was: an opaque layer keeps it whole.
    json known = *entry;
    if (inner != nullptr) {
      json& known_inner = known["config"]["layer"];
      if (!Entry(&known_inner)) return false;
    }
    if (!layers_.Known(&known)) return false;
    *entry = std::move(known);
    return true;
  }

  // A layer inside something that is no functional model.
  void Inner(json* entry) {
    if (!Entry(entry)) layers_.MakeOpaque(entry, json::array());
  }

 private:
  void Sequential(json* entry) {
    json& config = (*entry)["config"];
    json* layers = config.is_array() ? &config : nullptr;
    if (config.is_object() && config.contains("layers") &&
        config["layers"].is_array()) {
      layers = &config["layers"];
    }
    if (layers == nullptr) return;
    for (json& layer : *layers) Inner(&layer);
    if (format_ == KerasFormat::kKeras2 || layers->empty() ||
        TextUnder((*layers)[0], "class_name") != "InputLayer") {
      return;
    }
    const json input = (*layers)[0]["config"];
    layers->erase(layers->begin());
    if (config.is_object()) config.erase("build_input_shape");
    if (layers->empty() || !(*layers)[0].is_object()) return;
    json& first = (*layers)[0]["config"];
    const absl::string_view class_name = TextUnder((*layers)[0], "class_name");
    if (class_name == "Sequential" || class_name == "Model" ||
        !first.is_object()) {
      return;  // which has an input of its own
    }
    if (input.contains("batch_input_shape")) {
      first["batch_input_shape"] = input["batch_input_shape"];
    }
    if (input.contains("dtype")) first["dtype"] = input["dtype"];
  }

  void Functional(json* config) {
    json& layers = (*config)["layers"];
    // Whose nodes Keras 3 counts from 0 and Keras 2 from 1.
    LayerClasses classes;
    for (const json& layer : layers) {
      const absl::string_view class_name = TextUnder(layer, "class_name");
      classes[std::string(TextUnder(layer, "name"))] =
          IsModelClass(class_name) || class_name == "Sequential";
    }
    const CallUpgrader calls(format_, classes);
    for (json& layer : layers) {
      if (!layer.is_object()) continue;
      const bool known = Entry(&layer);
      if (!layer.contains("inbound_nodes") ||
          !layer["inbound_nodes"].is_array()) {
        if (!known) layers_.MakeOpaque(&layer, json::array());
        continue;
      }
      json& nodes = layer["inbound_nodes"];
      std::optional<json> plain;
      if (known) {
        plain = calls.Plain(nodes, layers_.TraitsOf(layer));
      }
      if (plain.has_value()) {
        nodes = *std::move(plain);
        continue;
      }
      json ways = json::array();
      nodes = calls.Opaque(nodes, &ways);
      layers_.MakeOpaque(&layer, ways);
    }
    for (const char* ends : {"input_layers", "output_layers"}) {
      if (config->contains(ends)) {
        (*config)[ends] = calls.Ends((*config)[ends]);
      }
    }
  }

  const KerasFormat format_;
  LayerUpgrader layers_;
};

bool HasUnknownClass(const json& entry, Catalogue& catalogue) {
  const json* config = ValueUnder(entry, "config");
  if (config != nullptr) {
    if (const json* layers = LayersIn(*config)) {
      for (const json& layer : *layers) {
        if (HasUnknownClass(layer, catalogue)) return true;
      }
    }
  }
  const absl::string_view class_name = TextUnder(entry, "class_name");
  if (class_name.empty()) return false;
  const json* inner =
      config == nullptr ? nullptr : ValueUnder(*config, "layer");
  if (inner != nullptr && HasUnknownClass(*inner, catalogue)) return true;
  const LayerKind* kind =
      catalogue.FindKind(catalogue.pool().InternName(class_name));
  return kind == nullptr || kind == &OpaqueKind() ||
         (kind == &RNNKind() && config != nullptr && !HasKnownCells(*config));
}

}  // namespace

bool NeedsUpgrade(const json& document, Catalogue& catalogue) {
  if (FormatOf(document) != KerasFormat::kKeras2) return true;
  // A document of an unknown class is no model.
  const absl::string_view class_name = TextUnder(document, "class_name");
  return (IsModelClass(class_name) || class_name == "Sequential") &&
         HasUnknownClass(document, catalogue);
}

void UpgradeKerasDocument(json* document, Catalogue& catalogue) {
  const absl::string_view class_name = TextUnder(*document, "class_name");
  if (!IsModelClass(class_name) && class_name != "Sequential") return;
  Upgrader(FormatOf(*document), catalogue).Entry(document);
}

}  // namespace clonecheck
