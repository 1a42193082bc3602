#include "judge/bindings/handle.h"

namespace clonecheck {
namespace {

PyTypeObject* NewType(const char* name) {
  static PyType_Slot slots[] = {{0, nullptr}};
  PyType_Spec spec{name, sizeof(Handle), 0,
                   Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, slots};
  PyObject* type = PyType_FromSpec(&spec);
  if (type == nullptr) throw pybind11::error_already_set();
  return reinterpret_cast<PyTypeObject*>(type);
}

}  // namespace

PyTypeObject* HandleType(HandleKind kind) {
  static PyTypeObject* const tensor = NewType("_engine.TensorHandle");
  static PyTypeObject* const layer = NewType("_engine.LayerHandle");
  static PyTypeObject* const node = NewType("_engine.NodeHandle");
  switch (kind) {
    case HandleKind::kTensor:
      return tensor;
    case HandleKind::kLayer:
      return layer;
    case HandleKind::kNode:
      return node;
  }
  return nullptr;
}

}  // namespace clonecheck
