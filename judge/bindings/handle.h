// Handle: the Python object that stands for one object of the engine. Three C
// types, TensorHandle, LayerHandle and NodeHandle, from which the classes in
// judge/keras derive; each instance holds the address of its object, or null
// once that has ended.
#ifndef CLONECHECK_JUDGE_BINDINGS_HANDLE_H_
#define CLONECHECK_JUDGE_BINDINGS_HANDLE_H_

#include <pybind11/pybind11.h>

namespace clonecheck {

struct Handle {
  PyObject_HEAD;
  void* object;
};

enum class HandleKind { kTensor, kLayer, kNode };

// The type of a kind; made by the first call. New references are not needed:
// it lives as long as the process.
PyTypeObject* HandleType(HandleKind kind);

// The object behind a Python object, or null where it is none of this kind, or
// has ended.
template <typename T>
T* ObjectOf(pybind11::handle value, HandleKind kind) {
  if (!PyObject_TypeCheck(value.ptr(), HandleType(kind))) return nullptr;
  return static_cast<T*>(reinterpret_cast<Handle*>(value.ptr())->object);
}

inline void SetObject(pybind11::handle value, void* object) {
  reinterpret_cast<Handle*>(value.ptr())->object = object;
}

}  // namespace clonecheck

#endif  // CLONECHECK_JUDGE_BINDINGS_HANDLE_H_
