#include "targets/observation.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "core/engine/build.h"
#include "core/engine/layer.h"
#include "core/engine/model.h"
#include "core/exchange/keras_json_write.h"
#include "core/graph/config_json.h"
#include "core/layers/errors.h"
#include "core/term/evaluate.h"
#include "targets/draw.h"

namespace clonecheck {
namespace {

using nlohmann::json;

std::string Text(const Name* name) { return std::string(name->text); }

json ShapeView(const Shape& shape) {
  if (!shape.known_rank()) return nullptr;
  json list = json::array();
  for (int32_t dim : shape.dims()) {
    list.push_back(dim == kUnknownDim ? json() : json(dim));
  }
  return list;
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

json LayerView(const Layer& layer) {
  json nodes = json::array();
  for (const Node* node : layer.inbound_nodes()) {
    nodes.push_back(NodeView(*node));
  }
  return {{"name", Text(layer.name())},
          {"class", std::string(layer.spec().kind().class_name())},
          {"nodes", std::move(nodes)}};
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

// The last part of a variable's name.
absl::string_view Role(const Variable& variable) {
  const absl::string_view role = variable.role;
  return role.substr(role.rfind('/') == role.npos ? 0 : role.rfind('/') + 1);
}

json WeightsView(Session& session, const Model& model) {
  ArenaVector<Variable*> weights;
  model.AppendModelWeights(session.arena(), &weights);
  json list = json::array();
  for (const Variable* weight : weights) {
    list.push_back(
        json::array({std::string(Role(*weight)), ShapeView(*weight->shape)}));
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

// A list, given to a class that wants one tensor and does not look: TensorFlow
// stacks it, which adds an axis, or goes wrong somewhere later. Our engine
// stops at once; nobody's program means that.
bool IsListForTensor(Refusal refusal) {
  if (refusal->form != &errors::kBackend) return false;
  const std::string message = refusal->message();
  return message == "refused by the backend: a list instead of a tensor" ||
         message == "refused by the backend: a wrong number of inputs";
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

// The mask of a model's output: that of the node which its history names.
const Tensor* MaskOf(const Tensor* output) {
  if (output->layer == nullptr) return nullptr;
  const Node* node = output->layer->inbound_nodes()[output->node_index];
  const auto index = static_cast<size_t>(output->tensor_index);
  return index < node->num_output_masks() ? node->output_mask(index) : nullptr;
}

json Unavailable(absl::string_view reason) {
  return {{"unavailable", std::string(reason)}};
}

json Predict(Session& session, const Model& model, uint64_t seed) {
  LeafValues leaves;
  const int32_t batch = DrawnBatch(model);
  for (size_t i = 0; i < model.inputs().size(); ++i) {
    const Tensor& input = *model.inputs()[i];
    absl::StatusOr<Array> value =
        DrawInputValue(seed, i, *input.shape, input.dtype, batch);
    if (!value.ok()) return Unavailable(value.status().message());
    leaves[input.term] = *std::move(value);
  }
  ArenaVector<Variable*> weights;
  model.AppendModelWeights(session.arena(), &weights);
  for (size_t i = 0; i < weights.size(); ++i) {
    // A variable at two positions keeps the value of the first.
    if (leaves.contains(weights[i]->term)) continue;
    absl::StatusOr<Array> value =
        DrawWeightValue(seed, i, *weights[i]->shape, Role(*weights[i]));
    if (!value.ok()) return Unavailable(value.status().message());
    leaves[weights[i]->term] = *std::move(value);
  }
  std::vector<TermId> roots;
  for (const Tensor* output : model.outputs()) roots.push_back(output->term);
  for (const Tensor* output : model.outputs()) {
    const Tensor* mask = MaskOf(output);
    roots.push_back(mask == nullptr ? kNoTerm : mask->term);
  }
  absl::StatusOr<std::vector<Array>> values =
      Evaluate(session.terms(), roots, leaves);
  if (absl::IsUnimplemented(values.status())) {
    return Unavailable(values.status().message());
  }
  if (absl::IsFailedPrecondition(values.status()) &&
      absl::StrContains(values.status().message(), " value for w")) {
    return Unavailable("a variable of a layer that is not in the model");
  }
  if (!values.ok()) {
    return {{"raised",
             {{"type", "Exception"},
              {"message", std::string(values.status().message())},
              {"backend", true}}}};
  }
  // Are there values on the way for which float32 is too short?
  std::vector<TermId> all;
  for (const Node* node : model.nodes()) {
    for (const Tensor* output : node->output_tensors()) {
      all.push_back(output->term);
    }
  }
  const absl::StatusOr<std::vector<Array>> inner =
      Evaluate(session.terms(), all, leaves);
  if (inner.ok()) {
    for (const Array& array : *inner) {
      for (double value : array.values) {
        if (std::abs(value) > kLargestComparable) {
          return Unavailable("values too large for float32");
        }
      }
    }
  }
  json outputs = json::array();
  json masks = json::array();
  const size_t count = model.outputs().size();
  for (size_t i = 0; i < count; ++i) {
    outputs.push_back(ArrayView((*values)[i]));
    masks.push_back(
        roots[count + i] == kNoTerm ? json() : ArrayView((*values)[count + i]));
  }
  return {{"result",
           {{"outputs", std::move(outputs)}, {"masks", std::move(masks)}}}};
}

class Observer {
 public:
  Observer(Session& session, const Graph& graph, const Built& built,
           const ClonerOnEngine& cloner, uint64_t seed)
      : session_(session),
        graph_(graph),
        built_(built),
        cloner_(cloner),
        seed_(seed) {}

  // The answer to one step; null if what it needs is not there.
  json Step(const std::string& step) {
    if (step == "build") return Build();
    if (built_.model == nullptr) return nullptr;
    if (step == "config") return {{"result", ConfigOf(*built_.model)}};
    if (step == "predict") return Predict(session_, *built_.model, seed_);
    absl::string_view of = step;
    if (absl::ConsumePrefix(&of, "predict_")) {
      const auto it = clones_.find(std::string(of));
      if (it == clones_.end()) return nullptr;
      return Predict(session_, *it->second, seed_);
    }
    if (step == "clone" || step == "clone_twice") {
      return Clone(step, *built_.model);
    }
    if (step == "clone_of_clone") {
      const auto it = clones_.find("clone");
      return it == clones_.end() ? json() : Clone(step, *it->second);
    }
    if (step == "roundtrip") {
      const OrRefusal<Layer*> made =
          Layer::FromConfig(session_, built_.model->GetConfig(session_));
      if (!made.ok()) return MadeView(step, made.refusal);
      return MadeView(step, made.value->as_model());
    }
    return {{"unsupported", absl::StrCat("no step ", step)}};
  }

 private:
  json ConfigOf(Model& model) {
    return KerasLayerConfig(session_, model.GetConfig(session_));
  }

  // The layers that the Graph names, and the model.
  json Declared() {
    json views = json::array();
    for (size_t i = 0; i < graph_.inputs().size(); ++i) {
      views.push_back(LayerView(*session_.layers()[i]));
    }
    for (const Layer* layer : built_.layers) views.push_back(LayerView(*layer));
    views.push_back(LayerView(*built_.model));
    return views;
  }

  json Build() {
    if (built_.refusal != nullptr) {
      json raised = RefusalView(built_.refusal);
      raised["at"] = built_.refused_at == Built::kAtModel ? "model"
                     : built_.refused_at == Built::kAtLayer
                         ? "layer"
                         : absl::StrCat("call ", built_.refused_at);
      if (IsListForTensor(built_.refusal)) {
        raised["loose"] = "a list for a class that wants a tensor";
      }
      return {{"raised", std::move(raised)}};
    }
    return {{"result",
             {{"topology", TopologyView(*built_.model)},
              {"weights", WeightsView(session_, *built_.model)},
              {"nodes", Declared()}}}};
  }

  json Clone(const std::string& step, Model& model) {
    json view = MadeView(step, cloner_.cloner->clone(session_, model, nullptr));
    if (step == "clone" && view.contains("result")) {
      view["result"]["original"] = Declared();
    }
    return view;
  }

  json MadeView(const std::string& step, OrRefusal<Model*> made) {
    if (!made.ok()) return {{"raised", RefusalView(made.refusal)}};
    Model& model = *made.value;
    clones_[step] = &model;
    return {{"result",
             {{"topology", TopologyView(model)},
              {"weights", WeightsView(session_, model)},
              {"nodes", LayersView(model)},
              {"config", ConfigOf(model)}}}};
  }

  Session& session_;
  const Graph& graph_;
  const Built& built_;
  const ClonerOnEngine& cloner_;
  const uint64_t seed_;
  std::map<std::string, Model*> clones_;
};

}  // namespace

absl::StatusOr<json> Observe(Workbench& workbench, const Graph& graph,
                             const ClonerOnEngine& cloner, uint64_t seed,
                             absl::Span<const std::string> steps) {
  absl::StatusOr<Built> built = workbench.Build(graph, *cloner.engine);
  if (!built.ok()) return built.status();
  Observer observer(workbench.session(*cloner.engine), graph, *built, cloner,
                    seed);
  json answers = json::object();
  for (const std::string& step : steps) {
    json answer = observer.Step(step);
    if (!answer.is_null()) answers[step] = std::move(answer);
  }
  return json{{"steps", std::move(answers)}};
}

}  // namespace clonecheck
