// `_engine`: facts about tensors.
#include "judge/bindings/module.h"
#include "judge/bindings/world.h"

namespace clonecheck {
namespace {

namespace py = pybind11;

py::object History(py::object self) {
  World& world = World::Get();
  const Tensor& tensor = *world.ToTensor(self);
  if (tensor.layer == nullptr) return py::none();
  return py::make_tuple(world.Wrap(tensor.layer), tensor.node_index,
                        tensor.tensor_index);
}

// False where the value is no call of a layer.
bool SetHistory(py::object self, py::object value) {
  World& world = World::Get();
  Tensor* tensor = world.ToTensor(self);
  if (!PyTuple_Check(value.ptr()) || PyTuple_GET_SIZE(value.ptr()) != 3) {
    return false;
  }
  const py::tuple tuple = py::reinterpret_borrow<py::tuple>(value);
  Layer* layer = ObjectOf<Layer>(tuple[0], HandleKind::kLayer);
  if (layer == nullptr || !PyLong_Check(py::object(tuple[1]).ptr()) ||
      !PyLong_Check(py::object(tuple[2]).ptr())) {
    return false;
  }
  const auto node = tuple[1].cast<int64_t>();
  const auto index = tuple[2].cast<int64_t>();
  const auto nodes = layer->inbound_nodes();
  if (node < 0 || index < 0 || node >= static_cast<int64_t>(nodes.size()) ||
      index >= static_cast<int64_t>(
                   nodes[static_cast<size_t>(node)]->output_tensors().size())) {
    return false;
  }
  world.session().SetHistory(tensor, layer, static_cast<int32_t>(node),
                             static_cast<int32_t>(index), tensor->shape);
  return true;
}

// An operation of TensorFlow that changes nothing: a tensor without history.
py::object Identity(py::object self) {
  World& world = World::Get();
  Tensor* tensor = world.ToTensor(self);
  return world.Wrap(world.session().NewTensor(
      tensor->term, tensor->static_shape, tensor->dtype, nullptr, "Identity"));
}

}  // namespace

void DefineTensors(py::module_& module) {
  module.def("tensor_history", &History);
  module.def("set_tensor_history", &SetHistory);
  module.def("identity", &Identity);
  module.def("tensor_shape", [](py::object self) {
    return World::Wrap(*World::Get().ToTensor(self)->shape);
  });
  module.def("tensor_static_shape", [](py::object self) {
    return World::Wrap(*World::Get().ToTensor(self)->static_shape);
  });
  module.def("tensor_dtype", [](py::object self) {
    return std::string(DTypeName(World::Get().ToTensor(self)->dtype));
  });
  module.def("tensor_name", [](py::object self) {
    return World::Get().ToTensor(self)->PrintedName();
  });
  // Printing must not fail: a traceback may do it late.
  module.def("tensor_str", [](py::object self) {
    const auto* tensor = ObjectOf<Tensor>(self, HandleKind::kTensor);
    return tensor == nullptr ? std::string("Tensor(gone)") : tensor->ToString();
  });
  module.def("tensor_repr", [](py::object self) {
    const auto* tensor = ObjectOf<Tensor>(self, HandleKind::kTensor);
    return tensor == nullptr ? std::string("<tf.Tensor gone>")
                             : tensor->ToStringInList();
  });
}

}  // namespace clonecheck
