#include "judge/bindings/module.h"

#include "judge/bindings/world.h"

namespace clonecheck {

namespace py = pybind11;

py::module_ MakeEngineModule() {
  static py::module_::module_def definition;
  auto module = py::module_::create_extension_module(
      "_engine", "The C++ engine, as judge/keras needs it.", &definition);
  module.attr("TensorHandle") =
      reinterpret_cast<PyObject*>(HandleType(HandleKind::kTensor));
  module.attr("LayerHandle") =
      reinterpret_cast<PyObject*>(HandleType(HandleKind::kLayer));
  module.attr("NodeHandle") =
      reinterpret_cast<PyObject*>(HandleType(HandleKind::kNode));
  module.def("is_active", [] { return World::IsActive(); });
  module.def("note_not_modelled", [](py::str what) {
    World::Get().NoteNotModelled(std::string(what));
  });
  module.def(
      "register", [](py::object not_modelled, py::object tensor,
                     py::object node, py::dict layers, py::object function) {
        World& world = World::Get();
        world.not_modelled_class = std::move(not_modelled);
        world.function_class = std::move(function);
        world.Register(std::move(tensor), std::move(node), std::move(layers));
      });
  DefineTensors(module);
  DefineLayers(module);
  DefineCalls(module);
  DefineConfigs(module);
  DefineModels(module);
  return module;
}

}  // namespace clonecheck
