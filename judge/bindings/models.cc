// `_engine`: making Models and looking into them.
#include <algorithm>
#include <optional>

#include "core/cloners/sequential.h"
#include "core/engine/node_access.h"
#include "core/engine/sequential.h"
#include "judge/bindings/module.h"
#include "judge/bindings/world.h"

namespace clonecheck {
namespace {

namespace py = pybind11;

// The nodes of a model in the order in which they first get a depth, which is
// the order of the keys of `_nodes_by_depth`: walked from the outputs, the node
// that was finished last gets its depth first, then its inputs.
class DepthOrder {
 public:
  DepthOrder(Session& session, Model& model) : state_(session) {
    for (Tensor* output : model.outputs()) {
      Visit(output->layer->inbound_nodes()[output->node_index]);
    }
    for (size_t i = finished_.size(); i-- > 0;) {
      Note(finished_[i]);
      if (!finished_[i]->has_inbound_layers()) continue;
      for (const Node::Inbound& input : finished_[i]->inputs()) {
        Note(input.layer->inbound_nodes()[input.node_index]);
      }
    }
  }

  const std::vector<Node*>& nodes() const { return order_; }

 private:
  void Visit(Node* node) {
    uint8_t& state = state_[node];
    if (state != 0) return;
    state = 1;
    if (node->has_inbound_layers()) {
      for (const Node::Inbound& input : node->inputs()) {
        Visit(input.layer->inbound_nodes()[input.node_index]);
      }
    }
    finished_.push_back(node);
  }

  void Note(Node* node) {
    if (state_[node] == 2) return;
    state_[node] = 2;
    order_.push_back(node);
  }

  NodeMap<uint8_t> state_;
  std::vector<Node*> finished_;
  std::vector<Node*> order_;
};

py::list Layers(absl::Span<Layer* const> layers) {
  World& world = World::Get();
  py::list list(layers.size());
  for (size_t i = 0; i < layers.size(); ++i) list[i] = world.Wrap(layers[i]);
  return list;
}

py::list Names(absl::Span<Layer* const> layers) {
  py::list list;
  for (const Layer* layer : layers) list.append(World::Wrap(*layer->name()));
  return list;
}

std::vector<Layer*> OutputLayers(const Model& model) {
  std::vector<Layer*> layers;
  for (const auto& at : model.output_coordinates()) layers.push_back(at.layer);
  return layers;
}

py::dict NodesByDepth(Model& model) {
  World& world = World::Get();
  const auto nodes = model.nodes();
  py::dict dict;
  const DepthOrder order(world.session(), model);
  for (const Node* node : order.nodes()) {
    const auto at = std::find(nodes.begin(), nodes.end(), node);
    if (at == nodes.end()) continue;
    dict[py::int_(
        model.node_depths()[static_cast<size_t>(at - nodes.begin())])] =
        py::none();
  }
  for (auto [key, unset] : dict) {
    py::list list;
    const int depth = py::cast<int>(key);
    for (size_t i = 0; i < nodes.size(); ++i) {
      if (model.node_depths()[i] == depth) list.append(world.Wrap(nodes[i]));
    }
    PyDict_SetItem(dict.ptr(), key.ptr(), list.ptr());
  }
  return dict;
}

// Layers come by depth descending; each is at the largest of its nodes' depths.
py::dict LayersByDepth(Model& model) {
  World& world = World::Get();
  py::dict dict;
  for (Layer* layer : model.layers()) {
    int depth = 0;
    for (size_t i = 0; i < model.nodes().size(); ++i) {
      if (model.nodes()[i]->outbound_layer() == layer) {
        depth = std::max(depth, model.node_depths()[i]);
      }
    }
    const py::int_ key(depth);
    if (!dict.contains(key)) dict[key] = py::list();
    py::list(dict[key]).append(world.Wrap(layer));
  }
  return dict;
}

// With a leading InputLayer of a Sequential.
py::list AllLayers(Model& model) {
  py::list list = Layers(model.layers());
  if (model.as_sequential() != nullptr && !model.input_layers().empty()) {
    Layer* first = model.input_layers()[0];
    if (model.layers().empty() || model.layers()[0] != first) {
      list.insert(0, World::Get().Wrap(first));
    }
  }
  return list;
}

py::object ReadFact(Model& model, const std::string& name) {
  World& world = World::Get();
  if (name == "layers") return Layers(model.layers());
  if (name == "_layers") return AllLayers(model);
  // A Sequential that was never built has none of these.
  if (model.as_sequential() != nullptr && model.inputs().empty()) {
    if (name == "inputs" || name == "outputs") {
      world.ThrowNotModelled(name + " of an unbuilt Sequential");
    }
    return py::none();
  }
  if (name == "inputs") return world.Wrap(model.inputs());
  if (name == "outputs") return world.Wrap(model.outputs());
  if (name == "_input_layers") return Layers(model.input_layers());
  if (name == "_output_layers") return Layers(OutputLayers(model));
  if (name == "input_names") return Names(model.input_layers());
  if (name == "output_names") return Names(OutputLayers(model));
  if (name == "_nodes_by_depth") return NodesByDepth(model);
  if (name == "_layers_by_depth") return LayersByDepth(model);
  py::list list;
  if (name == "_input_coordinates") {
    for (Layer* layer : model.input_layers()) {
      list.append(py::make_tuple(world.Wrap(layer), 0, 0));
    }
  } else {
    for (const auto& at : model.output_coordinates()) {
      list.append(
          py::make_tuple(world.Wrap(at.layer), at.node_index, at.tensor_index));
    }
  }
  return std::move(list);
}

// Kept in the object, so that it is the same each time; but not of
// a Sequential, to which layers may be added.
py::object Fact(py::object self, py::str name) {
  World& world = World::Get();
  Model& model = *world.ToModel(self);
  if (model.as_sequential() != nullptr) {
    return ReadFact(model, std::string(name));
  }
  py::dict kept = py::reinterpret_steal<py::dict>(
      PyObject_GenericGetDict(self.ptr(), nullptr));
  // No attribute is called by a tuple. `layers` is `_layers` itself.
  const py::tuple key =
      py::make_tuple(std::string(name) == "_layers" ? py::str("layers") : name);
  if (PyObject* found = PyDict_GetItem(kept.ptr(), key.ptr())) {
    return py::reinterpret_borrow<py::object>(found);
  }
  py::object value = ReadFact(model, std::string(name));
  kept[key] = value;
  return value;
}

void InitModel(py::object self, py::list inputs, py::list outputs,
               py::object name) {
  World& world = World::Get();
  world.RequireActive();
  Tensors in, out;
  bool is_list = false;
  if (!world.ToTensors(inputs, &in, &is_list) ||
      !world.ToTensors(outputs, &out, &is_list)) {
    world.ThrowNotModelled("a Model of what is no tensor");
  }
  const OrRefusal<Model*> model = Model::Make(
      world.session(), in, out, name.is_none() ? nullptr : world.ToName(name));
  if (!model.ok()) world.Raise(model.refusal);
  world.Adopt(self, model.value);
}

void InitSequential(py::object self, py::list layers, py::object name) {
  World& world = World::Get();
  world.RequireActive();
  std::vector<Layer*> list;
  for (py::handle layer : layers) list.push_back(world.ToLayer(layer));
  const OrRefusal<Sequential*> model = Sequential::Make(
      world.session(), list, name.is_none() ? nullptr : world.ToName(name));
  if (!model.ok()) world.Raise(model.refusal);
  world.Adopt(self, model.value);
}

void AddToSequential(py::object self, py::object layer) {
  World& world = World::Get();
  Sequential* model = world.ToModel(self)->as_sequential();
  if (Refusal refusal = model->Add(world.session(), world.ToLayer(layer))) {
    world.Raise(refusal);
  }
}

py::object FindLayer(py::object self, const std::string& name,
                     py::object index_or_none) {
  World& world = World::Get();
  std::optional<int64_t> index;
  if (!index_or_none.is_none()) index = index_or_none.cast<int64_t>();
  const OrRefusal<Layer*> layer =
      GetLayer(world.session(), *world.ToModel(self), name, index);
  if (!layer.ok()) world.Raise(layer.refusal);
  return world.Wrap(layer.value);
}

py::object CloneOfSequential(py::object self) {
  World& world = World::Get();
  world.Push();
  const OrRefusal<Model*> clone =
      CloneSequential(world.session(), *world.ToModel(self), nullptr);
  if (!clone.ok()) world.Raise(clone.refusal);
  return world.Wrap(static_cast<Layer*>(clone.value));
}

}  // namespace

void DefineModels(py::module_& module) {
  module.def("model_fact", &Fact);
  module.def("init_model", &InitModel);
  module.def("init_sequential", &InitSequential);
  module.def("sequential_add", &AddToSequential);
  module.def("get_layer", &FindLayer, py::arg("self"), py::arg("name"),
             py::arg("index") = py::none());
  module.def("clone_sequential", &CloneOfSequential);
}

}  // namespace clonecheck
