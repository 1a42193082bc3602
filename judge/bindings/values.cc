// World: from Python to the engine, and keyword arguments both ways.
#include <algorithm>

#include "absl/strings/str_cat.h"
#include "judge/bindings/world.h"

namespace clonecheck {
namespace {

namespace py = pybind11;

[[noreturn]] void Ended(py::handle value) {
  PyErr_Format(PyExc_RuntimeError,
               "clonecheck: %.80s object of a model that is gone, or was never "
               "made",
               Py_TYPE(value.ptr())->tp_name);
  throw py::error_already_set();
}

template <typename T>
T* Require(py::handle value, HandleKind kind) {
  World::Get().RequireActive();
  if (!PyObject_TypeCheck(value.ptr(), HandleType(kind))) {
    PyErr_Format(PyExc_TypeError, "%.80s object where Keras has another one",
                 Py_TYPE(value.ptr())->tp_name);
    throw py::error_already_set();
  }
  T* object = ObjectOf<T>(value, kind);
  if (object == nullptr) Ended(value);
  return object;
}

}  // namespace

Tensor* World::ToTensor(py::handle value) {
  return Require<Tensor>(value, HandleKind::kTensor);
}
Layer* World::ToLayer(py::handle value) {
  return Require<Layer>(value, HandleKind::kLayer);
}
Node* World::ToNode(py::handle value) {
  return Require<Node>(value, HandleKind::kNode);
}
Model* World::ToModel(py::handle value) {
  Model* model = ToLayer(value)->as_model();
  if (model == nullptr) Ended(value);
  return model;
}

const Name* World::ToName(py::handle text) {
  Py_ssize_t size = 0;
  const char* characters = PyUnicode_AsUTF8AndSize(text.ptr(), &size);
  if (characters == nullptr) throw py::error_already_set();
  return session_.pool().InternName(
      absl::string_view(characters, static_cast<size_t>(size)));
}

bool World::ToTensors(py::handle value, Tensors* tensors, bool* is_list) {
  if (PyObject_TypeCheck(value.ptr(), HandleType(HandleKind::kTensor))) {
    Tensor** one = session_.arena().NewUnset<Tensor*>(1);
    one[0] = ToTensor(value);
    *tensors = Tensors(one, 1);
    *is_list = false;
    return true;
  }
  if (!PyList_Check(value.ptr())) return false;
  const size_t n = static_cast<size_t>(PyList_GET_SIZE(value.ptr()));
  Tensor** items = session_.arena().NewUnset<Tensor*>(n);
  for (size_t i = 0; i < n; ++i) {
    PyObject* item = PyList_GET_ITEM(value.ptr(), static_cast<Py_ssize_t>(i));
    if (!PyObject_TypeCheck(item, HandleType(HandleKind::kTensor))) {
      return false;
    }
    items[i] = ToTensor(item);
  }
  *tensors = Tensors(items, n);
  *is_list = true;
  return true;
}

bool World::ToMask(py::handle value, MaskValue* mask) {
  if (value.is_none()) {
    *mask = MaskValue::None();
    return true;
  }
  if (PyObject_TypeCheck(value.ptr(), HandleType(HandleKind::kTensor))) {
    *mask = MaskValue::Single(ToTensor(value));
    return true;
  }
  if (!PyList_Check(value.ptr())) return false;
  const size_t n = static_cast<size_t>(PyList_GET_SIZE(value.ptr()));
  Symbol** items = session_.arena().NewUnset<Symbol*>(n);
  for (size_t i = 0; i < n; ++i) {
    PyObject* item = PyList_GET_ITEM(value.ptr(), static_cast<Py_ssize_t>(i));
    if (item == Py_None) {
      items[i] = nullptr;
    } else if (PyObject_TypeCheck(item, HandleType(HandleKind::kTensor))) {
      items[i] = ToTensor(item);
    } else {
      return false;
    }
  }
  *mask = MaskValue::List(absl::MakeConstSpan(items, n));
  return true;
}

bool World::ToConfigValue(py::handle value, ConfigValue* result) {
  PyObject* object = value.ptr();
  if (object == Py_None) {
    *result = ConfigValue::None();
  } else if (PyBool_Check(object)) {
    *result = ConfigValue::Bool(object == Py_True);
  } else if (PyLong_CheckExact(object)) {
    int overflow = 0;
    const long long number = PyLong_AsLongLongAndOverflow(object, &overflow);
    if (overflow != 0) return false;
    *result = ConfigValue::Int(number);
  } else if (PyFloat_CheckExact(object)) {
    *result = ConfigValue::Double(PyFloat_AS_DOUBLE(object));
  } else if (PyUnicode_CheckExact(object)) {
    *result = ConfigValue::String(ToName(value));
  } else if (PyList_Check(object) || PyTuple_Check(object)) {
    std::vector<ConfigValue> items;
    for (py::handle item : value) {
      ConfigValue read;
      if (!ToConfigValue(item, &read)) return false;
      items.push_back(read);
    }
    *result = ConfigValue::List(session_.pool().InternList(std::move(items)));
  } else if (PyDict_Check(object)) {
    std::vector<ConfigEntry> entries;
    for (auto [key, item] : py::reinterpret_borrow<py::dict>(value)) {
      ConfigValue read;
      if (!PyUnicode_Check(key.ptr()) || !ToConfigValue(item, &read)) {
        return false;
      }
      entries.push_back(ConfigEntry{ToName(key), read});
    }
    *result = ConfigValue::Dict(
        session_.pool().InternConfig(nullptr, std::move(entries)));
  } else if (function_class && py::isinstance(value, function_class)) {
    *result = ConfigValue::String(ToName(value.attr("name")));
  } else {
    return false;
  }
  return true;
}

bool World::ToValue(py::handle value, Value* result) {
  MaskValue mask;
  if (!value.is_none() && ToMask(value, &mask)) {
    *result = Value::OfMask(mask);
    return true;
  }
  ConfigValue literal;
  if (PyTuple_Check(value.ptr()) || !ToConfigValue(value, &literal)) {
    return false;
  }
  *result = Value::Literal(literal);
  return true;
}

std::vector<Dict::Entry> World::Entries(py::handle dict) {
  std::vector<Dict::Entry> entries;
  Py_ssize_t position = 0;
  PyObject* key = nullptr;
  PyObject* item = nullptr;
  while (PyDict_Next(dict.ptr(), &position, &key, &item) != 0) {
    Value value;
    if (!PyUnicode_Check(key) || !ToValue(item, &value)) {
      ThrowNotModelled("a keyword argument that is neither tensor nor literal");
    }
    entries.push_back(Dict::Entry{ToName(key), value});
  }
  return entries;
}

Dict* World::ToDict(py::dict kwargs) {
  if (PyDict_GET_SIZE(kwargs.ptr()) == 0) return nullptr;
  Dict* dict = session_.NewDict();
  dict->Assign(session_, Entries(kwargs));
  return dict;
}

void World::Fill(py::handle object, const Dict& dict) {
  PyDict_Clear(object.ptr());
  for (const Dict::Entry& entry : dict.entries()) {
    if (PyDict_SetItem(object.ptr(), Wrap(*entry.key).ptr(),
                       Wrap(entry.value).ptr()) != 0) {
      throw py::error_already_set();
    }
  }
}

void World::Push() {
  for (size_t i = 0; i < dicts_.size(); ++i) {
    const GivenDict given = dicts_[i];
    if (PyDict_GET_SIZE(given.object) == 0 && given.dict->empty()) continue;
    given.dict->Assign(session_, Entries(given.object));
  }
}

void World::Pull() {
  for (size_t i = 0; i < dicts_.size(); ++i) {
    const GivenDict given = dicts_[i];
    if (PyDict_GET_SIZE(given.object) == 0 && given.dict->empty()) continue;
    bool same = false;
    try {
      const std::vector<Dict::Entry> entries = Entries(given.object);
      const auto ours = given.dict->entries();
      same =
          std::equal(entries.begin(), entries.end(), ours.begin(), ours.end(),
                     [](const Dict::Entry& a, const Dict::Entry& b) {
                       return a.key == b.key && a.value == b.value;
                     });
    } catch (py::error_already_set&) {
      // Something of a candidate that is over.
      ClearNotModelled();
    }
    if (!same) Fill(given.object, *given.dict);
  }
}

}  // namespace clonecheck
