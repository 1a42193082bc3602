#include "judge/bindings/module.h"

#include "judge/bindings/world.h"

namespace clonecheck {
namespace {

namespace py = pybind11;

PyObject* MakeModule() {
  static py::module_::module_def definition;
  auto module = py::module_::create_extension_module(
      "_engine", "The C++ engine, as judge/keras needs it.", &definition);
  module.attr("TensorHandle") =
      reinterpret_cast<PyObject*>(HandleType(HandleKind::kTensor));
  module.attr("LayerHandle") =
      reinterpret_cast<PyObject*>(HandleType(HandleKind::kLayer));
  module.attr("NodeHandle") =
      reinterpret_cast<PyObject*>(HandleType(HandleKind::kNode));
  module.def("note_not_modelled", [](py::str what) {
    World::Get().NoteNotModelled(std::string(what));
  });
  module.def("set_not_modelled", [](py::object cls) {
    World::Get().not_modelled_class = std::move(cls);
  });
  module.def("register",
             [](py::object tensor, py::object node, py::dict layers) {
               World::Get().Register(std::move(tensor), std::move(node),
                                     std::move(layers));
             });
  DefineTensors(module);
  DefineLayers(module);
  DefineCalls(module);
  DefineConfigs(module);
  DefineModels(module);
  return module.release().ptr();
}

}  // namespace

void AddEngineModule() { PyImport_AppendInittab("_engine", &MakeModule); }

}  // namespace clonecheck
