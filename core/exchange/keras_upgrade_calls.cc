#include "core/exchange/keras_upgrade_calls.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "absl/strings/str_cat.h"
#include "core/exchange/keras_document.h"

namespace clonecheck {
namespace {

using nlohmann::json;

// What tf-keras writes for a constant among the tensors, in place of a name.
constexpr char kConstant[] = "_CONSTANT_VALUE";

// `[tensors, …, kwargs]` as Keras 2 writes a node: the arguments at the last.
json Node(json tensors, const json& kwargs) {
  for (json& tensor : tensors) tensor.push_back(json::object());
  if (!tensors.empty()) tensors.back()[3] = kwargs;
  return tensors;
}

// Drops what a call gives as null.
void DropNulls(json* object) {
  for (auto it = object->begin(); it != object->end();) {
    it = it->is_null() ? object->erase(it) : std::next(it);
  }
}

}  // namespace

std::optional<json> CallUpgrader::AsTensor(const json& value) const {
  const json* history = nullptr;
  if (format_ == KerasFormat::kKeras3) {
    // The ends of a model are histories, its calls hold objects.
    if (value.is_object() &&
        value.value("class_name", json()) == json("__keras_tensor__") &&
        value.contains("config") && value["config"].is_object() &&
        value["config"].contains("keras_history")) {
      history = &value["config"]["keras_history"];
    }
  } else {
    history = &value;
  }
  if (history == nullptr || !history->is_array() || history->size() < 3 ||
      history->size() > 4 || !(*history)[0].is_string() ||
      !(*history)[1].is_number_integer() ||
      !(*history)[2].is_number_integer()) {
    return std::nullopt;
  }
  const auto layer = classes_.find((*history)[0].get<std::string>());
  if (layer == classes_.end()) return std::nullopt;
  json tensor = json::array({(*history)[0], (*history)[1], (*history)[2]});
  if (format_ == KerasFormat::kKeras3 && layer->second) {
    tensor[1] = tensor[1].get<int64_t>() + 1;
  }
  return tensor;
}

void CallUpgrader::TakeTensors(json* value, json* tensors) const {
  if (std::optional<json> tensor = AsTensor(*value)) {
    const size_t number = tensors->size();
    tensors->push_back(*std::move(tensor));
    *value = absl::StrCat("$", number);
    return;
  }
  if (!value->is_structured()) return;
  for (auto& item : value->items()) TakeTensors(&item.value(), tensors);
}

CallUpgrader::ParsedCall CallUpgrader::Parse(const json& node) const {
  ParsedCall call{json::array(), json::object()};
  if (format_ == KerasFormat::kKeras3) {
    if (node.is_object() && node.contains("args") && node["args"].is_array()) {
      call.args = node["args"];
    }
    if (node.is_object() && node.contains("kwargs") &&
        node["kwargs"].is_object()) {
      call.kwargs = node["kwargs"];
    }
    return call;
  }
  // The keyword arguments stand at each tensor, the same ones.
  const auto take = [&call](auto&& self, json* value) -> void {
    if (!value->is_structured()) return;
    if (value->is_array() && !value->empty() && (*value)[0].is_string() &&
        value->size() >= 3 && value->size() <= 4) {
      if (value->size() == 4 && (*value)[3].is_object()) {
        call.kwargs = (*value)[3];
        value->erase(3);
      }
      if ((*value)[0] == kConstant) {
        const json constant = (*value)[2];
        *value = constant;
      }
      return;
    }
    for (auto& item : value->items()) self(self, &item.value());
  };
  json first = node;
  take(take, &first);
  // The only tensor of a function stands alone, that of a layer in a list.
  call.args.push_back(std::move(first));
  return call;
}

std::optional<json> CallUpgrader::Plain(const json& nodes,
                                        const LayerSpec::Traits& traits) const {
  // With the library of GCC 15 a json would become an optional in two ways.
  if (format_ == KerasFormat::kKeras2) return std::make_optional<json>(nodes);
  json result = json::array();
  for (const json& node : nodes) {
    ParsedCall call = Parse(node);
    json tensors = json::array();
    for (size_t i = 0; i < call.args.size(); ++i) {
      if (i > 0 && !call.args[i].is_null()) return std::nullopt;
    }
    if (call.args.empty()) return std::nullopt;
    TakeTensors(&call.args[0], &tensors);
    // A constant among the inputs.
    const auto only_tensors = [](auto&& self, const json& value) -> bool {
      if (value.is_structured()) {
        return std::all_of(value.begin(), value.end(),
                           [&](const json& v) { return self(self, v); });
      }
      return value.is_string();
    };
    if (!only_tensors(only_tensors, call.args[0])) return std::nullopt;
    DropNulls(&call.kwargs);
    json kwargs = json::object();
    for (auto& [key, value] : call.kwargs.items()) {
      if (key == "training" && value.is_boolean()) {
        // Keras 3 writes a False that nobody gave.
        const bool given = format_ != KerasFormat::kKeras3 || value == true;
        if (traits.takes_training && given) kwargs[key] = value;
        continue;
      }
      // Keras 3 writes the mask that it has propagated itself, made by
      // operations of its own. Keras 2 propagates it again.
      if (key == "mask" && format_ == KerasFormat::kKeras3) continue;
      json given = json::array();
      json copy = value;
      TakeTensors(&copy, &given);
      const bool taken = (key == "mask" && traits.takes_mask) ||
                         (key == "initial_state" && traits.num_states > 0);
      if (!taken || given.empty()) return std::nullopt;
      kwargs[key] = MarkTensors(given, /*is_list=*/copy.is_array());
    }
    result.push_back(Node(std::move(tensors), kwargs));
  }
  return result;
}

json CallUpgrader::Opaque(const json& nodes, json* ways) const {
  json result = json::array();
  for (const json& node : nodes) {
    ParsedCall call = Parse(node);
    DropNulls(&call.kwargs);
    json tensors = json::array();
    TakeTensors(&call.args, &tensors);
    TakeTensors(&call.kwargs, &tensors);
    result.push_back(Node(std::move(tensors), json::object()));
    // One tensor bare, as Keras 2 and Keras 3 write it, or one list of them.
    const bool says_nothing =
        call.kwargs.empty() && call.args.size() == 1 &&
        (call.args[0].is_string() ||
         (call.args[0].is_array() &&
          std::all_of(call.args[0].begin(), call.args[0].end(),
                      [](const json& v) { return v.is_string(); })));
    if (says_nothing) continue;
    json way = {{"args", call.args}, {"kwargs", call.kwargs}};
    if (std::find(ways->begin(), ways->end(), way) == ways->end()) {
      ways->push_back(std::move(way));
    }
  }
  return result;
}

json CallUpgrader::Ends(const json& ends) const {
  if (format_ == KerasFormat::kKeras2) return ends;
  json result = json::array();
  const auto take = [&](auto&& self, const json& value) -> void {
    if (value.is_array() && value.size() == 3 && value[0].is_string()) {
      json tensor = value;
      const auto layer = classes_.find(value[0].get<std::string>());
      if (format_ == KerasFormat::kKeras3 && layer != classes_.end() &&
          layer->second && value[1].is_number_integer()) {
        tensor[1] = value[1].get<int64_t>() + 1;
      }
      result.push_back(std::move(tensor));
      return;
    }
    if (!value.is_structured()) {
      result.push_back(value);  // the reader tells
      return;
    }
    for (const auto& item : value) self(self, item);
  };
  take(take, ends);
  return result;
}

}  // namespace clonecheck
