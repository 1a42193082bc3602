// `_engine`: facts about layers and their nodes.
#include "core/engine/node_access.h"
#include "judge/bindings/module.h"
#include "judge/bindings/world.h"

namespace clonecheck {
namespace {

namespace py = pybind11;

NodeEnd End(bool output) { return output ? NodeEnd::kOutput : NodeEnd::kInput; }

py::list Nodes(absl::Span<Node* const> nodes) {
  World& world = World::Get();
  py::list list(nodes.size());
  for (size_t i = 0; i < nodes.size(); ++i) list[i] = world.Wrap(nodes[i]);
  return list;
}

// A list of one is its element.
py::object Unpacked(const OrRefusal<Tensors>& found) {
  World& world = World::Get();
  if (!found.ok()) world.Raise(found.refusal);
  return found.value.size() == 1 ? world.Wrap(found.value[0])
                                 : world.Wrap(found.value);
}

py::object Unpacked(const OrRefusal<absl::Span<const Shape* const>>& found) {
  if (!found.ok()) World::Get().Raise(found.refusal);
  if (found.value.size() == 1) return World::Wrap(*found.value[0]);
  py::list list;
  for (const Shape* shape : found.value) list.append(World::Wrap(*shape));
  return std::move(list);
}

bool SetName(py::object self, py::object value) {
  World& world = World::Get();
  Layer* layer = world.ToLayer(self);
  if (!PyUnicode_Check(value.ptr())) return false;
  layer->set_name(world.session(), world.ToName(value));
  return true;
}

bool SetTrainable(py::object self, py::object value) {
  World& world = World::Get();
  Layer* layer = world.ToLayer(self);
  const int truth = PyObject_IsTrue(value.ptr());
  if (truth < 0) throw py::error_already_set();
  layer->set_trainable(world.session(), truth != 0);
  return true;
}

// Weights as what can be seen of them without numbers.
struct Weight {
  std::string name;
  py::object shape;
};

// `trainable`: of one kind only; None: all.
py::list Weights(py::object self, py::object trainable) {
  World& world = World::Get();
  Layer* layer = world.ToLayer(self);
  ArenaVector<Variable*> variables;
  if (!trainable.is_none()) {
    layer->AppendWeightsIf(world.session().arena(),
                           PyObject_IsTrue(trainable.ptr()) != 0, &variables);
  } else {
    layer->AppendWeights(world.session().arena(), &variables);
  }
  py::list list;
  for (const Variable* variable : variables) {
    list.append(Weight{variable->role, World::Wrap(*variable->shape)});
  }
  return list;
}

py::list ModelWeights(py::object self) {
  World& world = World::Get();
  ArenaVector<Variable*> variables;
  world.ToModel(self)->AppendModelWeights(world.session().arena(), &variables);
  py::list list;
  for (const Variable* variable : variables) {
    list.append(Weight{variable->role, World::Wrap(*variable->shape)});
  }
  return list;
}

// Replaces the arguments of a node by what another dict holds now. The dict
// itself stays another one: only its contents are taken.
bool SetArguments(py::object self, py::object value) {
  World& world = World::Get();
  Node* node = world.ToNode(self);
  if (node->arguments() == nullptr) return value.is_none();
  py::object own = world.Wrap(node->arguments());
  if (own.ptr() == value.ptr()) return true;
  if (value.is_none()) return false;
  PyDict_Clear(own.ptr());
  if (PyDict_Update(own.ptr(), value.ptr()) != 0) {
    throw py::error_already_set();
  }
  return true;
}

}  // namespace

void DefineLayers(py::module_& module) {
  py::class_<Weight>(module, "Weight")
      .def_readonly("name", &Weight::name)
      .def_readonly("shape", &Weight::shape);
  const auto facts = [&](const char* name, auto get) {
    module.def(name, [get](py::object self) {
      return get(World::Get().ToLayer(self));
    });
  };
  facts("layer_name", [](Layer* layer) { return World::Wrap(*layer->name()); });
  facts("layer_trainable", [](Layer* layer) { return layer->trainable(); });
  facts("layer_built", [](Layer* layer) { return layer->built(); });
  facts("layer_supports_masking",
        [](Layer* layer) { return layer->supports_masking(); });
  facts("layer_is_placeholder",
        [](Layer* layer) { return layer->is_placeholder(); });
  facts("layer_inbound_nodes",
        [](Layer* layer) { return Nodes(layer->inbound_nodes()); });
  facts("layer_outbound_nodes",
        [](Layer* layer) { return Nodes(layer->outbound_nodes()); });
  facts("first_outputs", [](Layer* layer) {
    return World::Get().Wrap(layer->inbound_nodes()[0]->output_tensors());
  });
  module.def("set_layer_name", &SetName);
  module.def("set_layer_trainable", &SetTrainable);
  module.def("set_node_arguments", &SetArguments);
  module.def("layer_weights", &Weights, py::arg("self"),
             py::arg("trainable") = py::none());
  module.def("model_weights", &ModelWeights);

  module.def("layer_tensors", [](py::object self, bool output) {
    World& world = World::Get();
    return Unpacked(
        GetTensors(world.session(), *world.ToLayer(self), End(output)));
  });
  module.def("layer_masks", [](py::object self, bool output) {
    World& world = World::Get();
    return Unpacked(
        GetMasks(world.session(), *world.ToLayer(self), End(output)));
  });
  module.def("layer_shapes", [](py::object self, bool output) {
    World& world = World::Get();
    return Unpacked(
        GetShapes(world.session(), *world.ToLayer(self), End(output)));
  });
  module.def("tensors_at", [](py::object self, bool output, int64_t index) {
    World& world = World::Get();
    return Unpacked(GetTensorsAt(world.session(), *world.ToLayer(self),
                                 End(output), index));
  });
  module.def("masks_at", [](py::object self, bool output, int64_t index) {
    World& world = World::Get();
    return Unpacked(
        GetMasksAt(world.session(), *world.ToLayer(self), End(output), index));
  });
  module.def("shapes_at", [](py::object self, bool output, int64_t index) {
    World& world = World::Get();
    return Unpacked(
        GetShapesAt(world.session(), *world.ToLayer(self), End(output), index));
  });
}

}  // namespace clonecheck
