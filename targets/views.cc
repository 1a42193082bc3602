#include "targets/views.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"
#include "core/engine/model_config.h"
#include "core/graph/config_json.h"
#include "core/layers/errors.h"

namespace clonecheck {
namespace {

using nlohmann::json;

std::string Text(const Name* name) { return std::string(name->text); }

json ShapeView(const Shape& shape) {
  return shape.known_rank() ? json(ShapeToJson(shape)) : json();
}

json TensorView(const Tensor* tensor) {
  if (tensor == nullptr) return nullptr;
  if (tensor->layer == nullptr) return {{"$tensor", nullptr}};
  return {{"$tensor",
           {Text(tensor->layer->name()), tensor->node_index,
            tensor->tensor_index}}};
}

json ValueView(const Value& value) {
  switch (value.type) {
    case Value::Type::kLiteral:
      return ConfigValueToJson(value.literal);
    case Value::Type::kTensor:
      return TensorView(value.tensor);
    case Value::Type::kTensorList: {
      json list = json::array();
      for (const Tensor* tensor : value.list()) {
        list.push_back(TensorView(tensor));
      }
      return list;
    }
  }
  return nullptr;
}

json NodeView(const Node& node) {
  json inputs = json::array();
  json input_masks = json::array();
  for (const Node::Inbound& input : node.inputs()) {
    input_masks.push_back(input.mask != nullptr);
    if (!node.has_inbound_layers()) continue;
    if (input.layer == nullptr) {
      inputs.push_back({nullptr, nullptr, nullptr});
    } else {
      inputs.push_back(
          {Text(input.layer->name()), input.node_index, input.tensor_index});
    }
  }
  json arguments;
  if (node.arguments() != nullptr) {
    arguments = json::array();
    for (const Dict::Entry& entry : node.arguments()->entries()) {
      arguments.push_back({Text(entry.key), ValueView(entry.value)});
    }
  }
  json outputs = json::array();
  for (const Tensor* output : node.output_tensors()) {
    outputs.push_back(json::array(
        {ShapeView(*output->shape), std::string(DTypeName(output->dtype))}));
  }
  json output_masks = json::array();
  for (size_t i = 0; i < node.num_output_masks(); ++i) {
    output_masks.push_back(node.output_mask(i) != nullptr);
  }
  return {{"inputs", std::move(inputs)},
          {"arguments", std::move(arguments)},
          {"input_masks", std::move(input_masks)},
          {"outputs", std::move(outputs)},
          {"output_masks", std::move(output_masks)}};
}

// Every layer of a model, those of nested models included; each once.
void AppendLayers(Layer* layer, absl::flat_hash_set<const Layer*>* seen,
                  json* views) {
  if (!seen->insert(layer).second) return;
  views->push_back(LayerView(*layer));
  Model* model = layer->as_model();
  if (model == nullptr) return;
  for (Layer* inner : model->input_layers()) AppendLayers(inner, seen, views);
  for (Layer* inner : model->layers()) AppendLayers(inner, seen, views);
}

}  // namespace

json LayerView(const Layer& layer) {
  json nodes = json::array();
  for (const Node* node : layer.inbound_nodes()) {
    nodes.push_back(NodeView(*node));
  }
  return {{"name", Text(layer.name())},
          {"class", std::string(layer.spec().kind().class_name())},
          {"nodes", std::move(nodes)}};
}

json LayersView(Model& model) {
  absl::flat_hash_set<const Layer*> seen;
  json views = json::array();
  AppendLayers(&model, &seen, &views);
  return views;
}

json TopologyView(const Model& model) {
  json depths = json::array();
  for (size_t i = 0; i < model.nodes().size(); ++i) {
    const Node* node = model.nodes()[i];
    const Layer& layer = *node->outbound_layer();
    const auto nodes = layer.inbound_nodes();
    const std::string key = absl::StrCat(
        layer.name()->text, "_ib-",
        std::find(nodes.begin(), nodes.end(), node) - nodes.begin());
    const int depth = model.node_depths()[i];
    if (depths.empty() || depths.back()[0] != depth) {
      depths.push_back(json::array({depth, json::array()}));
    }
    depths.back()[1].push_back(key);
  }
  const auto names = [](absl::Span<Layer* const> layers) {
    json list = json::array();
    for (const Layer* layer : layers) list.push_back(Text(layer->name()));
    return list;
  };
  json outputs = json::array();
  for (const Model::Coordinates& output : model.output_coordinates()) {
    outputs.push_back(Text(output.layer->name()));
  }
  return {{"name", Text(model.name())},
          {"nodes_by_depth", std::move(depths)},
          {"layers", names(model.layers())},
          {"inputs", names(model.input_layers())},
          {"outputs", std::move(outputs)}};
}

absl::string_view RoleOf(const Variable& variable) {
  const absl::string_view role = variable.role;
  return role.substr(role.rfind('/') == role.npos ? 0 : role.rfind('/') + 1);
}

json WeightsView(Session& session, const Model& model) {
  ArenaVector<Variable*> weights;
  model.AppendModelWeights(session.arena(), &weights);
  json list = json::array();
  for (const Variable* weight : weights) {
    list.push_back(
        json::array({std::string(RoleOf(*weight)), ShapeView(*weight->shape)}));
  }
  return list;
}

json RefusalView(Refusal refusal) {
  if (refusal->form == &errors::kPassesForEver) {
    return {{"type", "TooLong"}, {"message", refusal->message()}};
  }
  json view = {{"type", std::string(ErrorTypeName(refusal->type()))},
               {"message", refusal->message()}};
  if (refusal->form == &errors::kBackend) view["backend"] = true;
  return view;
}

json ArrayView(const Array& array) {
  json values = json::array();
  for (double value : array.values) {
    if (std::isnan(value)) {
      values.push_back({{"$float", "nan"}});
    } else if (std::isinf(value)) {
      values.push_back({{"$float", value > 0 ? "inf" : "-inf"}});
    } else {
      values.push_back(value);
    }
  }
  return {{"shape", array.dims}, {"values", std::move(values)}};
}

}  // namespace clonecheck
