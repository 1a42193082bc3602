#include <cstdint>
#include <string>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/graph/config_json.h"
#include "core/graph/json.h"
#include "core/graph/ref_text.h"

namespace clonecheck {
namespace {

using nlohmann::ordered_json;

std::string Text(const Name* name) { return std::string(name->text); }

template <typename Items, typename ToJson>
ordered_json ListToJson(const Items& items, ToJson to_json) {
  ordered_json::array_t list;
  list.reserve(items.size());
  for (const auto& item : items) list.push_back(to_json(item));
  return list;
}

ordered_json RefsToJson(absl::Span<const TensorRef> refs) {
  return ListToJson(refs, RefToText);
}

ordered_json InputToJson(const InputDecl& input) {
  ordered_json object = JsonObject(4);
  object["shape"] = ShapeToJson(*input.batch_shape);
  if (input.dtype != DType::kFloat32) {
    object["dtype"] = std::string(DTypeName(input.dtype));
  }
  if (input.name != nullptr) object["name"] = Text(input.name);
  if (input.sparse) object["sparse"] = true;
  return object;
}

ordered_json LayerToJson(const Graph& graph, const LayerDecl& layer) {
  ordered_json object = JsonObject(4);
  object["class"] = Text(layer.config->kind);
  if (!layer.config->entries.empty()) {
    object["config"] = ConfigToJson(*layer.config, JsonKeys::kEscaped);
  }
  if (layer.name != nullptr) object["name"] = Text(layer.name);
  if (!layer.trainable) object["trainable"] = false;
  if (layer.position != 0) object["position"] = layer.position;
  if (layer.children.size > 0) object["children"] = graph.children(layer);
  if (layer.model_inputs.size > 0) {
    object["inputs"] = RefsToJson(graph.tensors(layer.model_inputs));
  }
  if (layer.model_outputs.size > 0) {
    object["outputs"] = RefsToJson(graph.tensors(layer.model_outputs));
  }
  return object;
}

ordered_json CallToJson(const Graph& graph, const Call& call) {
  ordered_json object = JsonObject(4);
  object["layer"] = call.layer;
  object["inputs"] = RefsToJson(graph.call_inputs(call));
  for (const Kwarg& kwarg : graph.kwargs(call)) {
    ordered_json item = {{"name", Text(kwarg.key)}};
    const absl::Span<const TensorRef> tensors = graph.tensors(kwarg.tensors);
    switch (kwarg.form) {
      case Kwarg::Form::kLiteral:
        item["value"] = ConfigValueToJson(kwarg.literal, JsonKeys::kEscaped);
        break;
      case Kwarg::Form::kTensor:
        item["tensor"] = RefToText(tensors[0]);
        break;
      case Kwarg::Form::kTensorList:
        item["tensors"] = RefsToJson(tensors);
        break;
    }
    object["kwargs"].push_back(std::move(item));
  }
  if (call.as_list) object["as_list"] = true;
  return object;
}

ordered_json ModelToJson(const Graph& graph) {
  const ModelDecl& model = graph.model();
  ordered_json object = JsonObject(4);
  if (model.is_layer()) {
    object["layer"] = model.layer;
  } else {
    object["inputs"] = RefsToJson(graph.model_inputs());
    object["outputs"] = RefsToJson(graph.model_outputs());
  }
  if (model.name != nullptr) object["name"] = Text(model.name);
  if (model.position != graph.calls().size()) {
    object["position"] = model.position;
  }
  return object;
}

void PrintScalar(const ordered_json& value, std::string* text) {
  // Text that is not UTF-8, which no valid Graph holds, must not throw.
  absl::StrAppend(
      text, value.dump(-1, ' ', false, ordered_json::error_handler_t::replace));
}

// Nearly all texts are plain, and dump() makes a serializer for each.
void PrintString(const std::string& value, std::string* text) {
  const bool is_plain = absl::c_all_of(value, [](char c) {
    return absl::ascii_isprint(c) && c != '"' && c != '\\';
  });
  if (is_plain) {
    absl::StrAppend(text, "\"", value, "\"");
  } else {
    PrintScalar(value, text);
  }
}

// On one line, with a space after each comma and colon.
void PrintLine(const ordered_json& value, std::string* text) {
  const char* separator = "";
  if (value.is_object()) {
    absl::StrAppend(text, "{");
    for (const auto& [key, item] : value.items()) {
      absl::StrAppend(text, separator);
      PrintString(key, text);
      absl::StrAppend(text, ": ");
      PrintLine(item, text);
      separator = ", ";
    }
    absl::StrAppend(text, "}");
  } else if (value.is_array()) {
    absl::StrAppend(text, "[");
    for (const ordered_json& item : value) {
      absl::StrAppend(text, separator);
      PrintLine(item, text);
      separator = ", ";
    }
    absl::StrAppend(text, "]");
  } else if (value.is_string()) {
    PrintString(value.get_ref<const std::string&>(), text);
  } else {
    PrintScalar(value, text);
  }
}

}  // namespace

ordered_json GraphToJsonValue(const Graph& graph) {
  ordered_json document = JsonObject(5);
  document["clonecheck"] = kGraphJsonVersion;
  document["inputs"] = ListToJson(graph.inputs(), InputToJson);
  document["layers"] = ListToJson(graph.layers(), [&](const LayerDecl& layer) {
    return LayerToJson(graph, layer);
  });
  document["calls"] = ListToJson(
      graph.calls(), [&](const Call& call) { return CallToJson(graph, call); });
  document["model"] = ModelToJson(graph);
  return document;
}

std::string GraphToJson(const Graph& graph) {
  const ordered_json document = GraphToJsonValue(graph);
  std::string text = "{";
  const char* separator = "\n";
  for (const auto& [key, value] : document.items()) {
    absl::StrAppend(&text, separator, "  \"", key, "\": ");
    separator = ",\n";
    // A list of statements: one a line.
    if (!value.is_array() || value.empty()) {
      PrintLine(value, &text);
      continue;
    }
    const char* item_separator = "[\n    ";
    for (const ordered_json& item : value) {
      absl::StrAppend(&text, item_separator);
      item_separator = ",\n    ";
      PrintLine(item, &text);
    }
    absl::StrAppend(&text, "\n  ]");
  }
  absl::StrAppend(&text, "\n}\n");
  return text;
}

}  // namespace clonecheck
