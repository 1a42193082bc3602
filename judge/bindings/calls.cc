// `_engine`: calling layers, asking for masks, and making layers.
#include <optional>

#include "absl/strings/str_cat.h"
#include "core/engine/sequential.h"
#include "core/graph/dtype.h"
#include "judge/bindings/module.h"
#include "judge/bindings/world.h"

namespace clonecheck {
namespace {

namespace py = pybind11;

py::object NotImplemented() {
  return py::reinterpret_borrow<py::object>(Py_NotImplemented);
}

// Whether running `layer` may read or write the arguments of older nodes.
bool RunsOlderNodes(Layer* layer) {
  return layer != nullptr &&
         (layer->as_model() != nullptr || RunsOlderNodes(layer->inner()));
}

// NotImplemented: the inputs are no tensors.
py::object CallLayer(py::object self, py::object inputs, py::dict kwargs) {
  World& world = World::Get();
  Session& session = world.session();
  Layer* layer = world.ToLayer(self);
  Tensors tensors;
  bool is_list = false;
  if (!world.ToTensors(inputs, &tensors, &is_list) || tensors.empty()) {
    return NotImplemented();
  }
  const bool runs = RunsOlderNodes(layer);
  if (runs) world.Push();
  const Dict* dict = world.ToDict(kwargs);
  const OrRefusal<Tensors> outputs =
      layer->Call(session, tensors, is_list, dict);
  if (runs) world.Pull();
  if (!outputs.ok()) world.Raise(outputs.refusal);
  return outputs.value.size() == 1 ? world.Wrap(outputs.value[0])
                                   : world.Wrap(outputs.value);
}

py::object ComputeMask(py::object self, py::object inputs, py::object mask) {
  World& world = World::Get();
  Layer* layer = world.ToLayer(self);
  Tensors tensors;
  bool is_list = false;
  MaskValue masks;
  if (!world.ToTensors(inputs, &tensors, &is_list) || tensors.empty() ||
      !world.ToMask(mask, &masks)) {
    return NotImplemented();
  }
  const bool runs = RunsOlderNodes(layer);
  if (runs) world.Push();
  const OrRefusal<MaskValue> result =
      layer->ComputeMask(world.session(), tensors, masks);
  if (runs) world.Pull();
  if (!result.ok()) world.Raise(result.refusal);
  return world.Wrap(result.value);
}

// False: a shape or dtype that the engine does not know.
bool InitInputLayer(py::object self, py::object batch_shape,
                    const std::string& dtype_name, bool sparse, py::object name,
                    py::object tensor) {
  World& world = World::Get();
  Session& session = world.session();
  world.RequireActive();
  const Name* given = name.is_none() ? nullptr : world.ToName(name);
  if (!tensor.is_none()) {
    Tensor* x = world.ToTensor(tensor);
    session.NewInputOn(x, given);
    world.Adopt(self, x->layer);
    return true;
  }
  const std::optional<DType> dtype = ParseDType(dtype_name);
  if (!dtype.has_value()) return false;
  ConfigValue value;
  if (!world.ToConfigValue(batch_shape, &value)) return false;
  const Shape* shape = ShapeFromConfig(session.pool(), value);
  if (shape == nullptr) return false;
  world.Adopt(self, session.NewInput(shape, *dtype, sparse, given)->layer);
  return true;
}

// Makes the layer of a class from constructor arguments. Returns the name of an
// argument that the class does not take, or None.
py::object InitLayer(py::object self, py::str class_name, py::object name,
                     bool trainable, py::dict arguments, py::object inner) {
  World& world = World::Get();
  world.RequireActive();
  Catalogue& catalogue = world.session().catalogue();
  std::vector<ConfigEntry> entries;
  for (auto [key, item] : arguments) {
    ConfigValue value;
    if (!world.ToConfigValue(item, &value)) {
      world.ThrowNotModelled(absl::StrCat("argument ",
                                          std::string(py::str(key)), " of a ",
                                          std::string(class_name)));
    }
    entries.push_back(ConfigEntry{world.ToName(key), value});
  }
  const Config* config = catalogue.pool().InternConfig(world.ToName(class_name),
                                                       std::move(entries));
  std::vector<const LayerSpec*> children;
  Layer* inside = inner.is_none() ? nullptr : world.ToLayer(inner);
  if (inside != nullptr) children.push_back(&inside->spec());
  const auto spec = catalogue.Resolve(config, children);
  if (!spec.ok()) {
    const auto unknown = catalogue.UnknownArguments(config, children);
    if (!unknown.empty()) return World::Wrap(*unknown.front());
    world.ThrowNotModelled(absl::StrCat(
        "a ", std::string(class_name),
        " with these arguments: ", std::string(spec.status().message())));
  }
  const Name* given = name.is_none() ? nullptr : world.ToName(name);
  world.Adopt(self, world.session().NewLayer(**spec, given, trainable, inside));
  return py::none();
}

}  // namespace

void DefineCalls(py::module_& module) {
  module.def("call_layer", &CallLayer);
  module.def("compute_mask", &ComputeMask);
  module.def("init_input_layer", &InitInputLayer);
  module.def("init_layer", &InitLayer);
}

}  // namespace clonecheck
