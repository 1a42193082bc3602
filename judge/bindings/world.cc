#include "judge/bindings/world.h"

#include <algorithm>

#include "absl/strings/str_cat.h"

namespace clonecheck {
namespace {

namespace py = pybind11;

py::object Borrow(PyObject* object) {
  return py::reinterpret_borrow<py::object>(object);
}

PyObject* ExceptionType(ErrorType type) {
  switch (type) {
    case ErrorType::kValueError:
      return PyExc_ValueError;
    case ErrorType::kTypeError:
      return PyExc_TypeError;
    case ErrorType::kAssertionError:
      return PyExc_AssertionError;
    case ErrorType::kAttributeError:
      return PyExc_AttributeError;
    case ErrorType::kIndexError:
      return PyExc_IndexError;
    case ErrorType::kKeyError:
      return PyExc_KeyError;
    case ErrorType::kRuntimeError:
      return PyExc_RuntimeError;
    case ErrorType::kException:
      return PyExc_Exception;
    case ErrorType::kNameError:
      return PyExc_NameError;
    case ErrorType::kUnboundLocalError:
      return PyExc_UnboundLocalError;
  }
  return PyExc_Exception;
}

void SetAttribute(PyObject* dict, const char* key, py::handle value) {
  if (PyDict_SetItemString(dict, key, value.ptr()) != 0) {
    throw py::error_already_set();
  }
}

[[noreturn]] void ThrowNotAsked() {
  PyErr_SetString(PyExc_RuntimeError,
                  "clonecheck: there is something to work on only while "
                  "clonecheck asks for a clone, and this is at another time");
  throw py::error_already_set();
}

}  // namespace

World* World::current_ = nullptr;

World::World(Session& session) : session_(session) {
  current_ = this;
  session_.set_listener(this);
}

World::~World() {
  OnForgotten(0, 0);
  session_.set_listener(nullptr);
  for (auto& [name, text] : texts_) Py_DECREF(text);
  current_ = nullptr;
}

World& World::Get() {
  if (current_ == nullptr) ThrowNotAsked();
  return *current_;
}

void World::RequireActive() const {
  if (!active_) ThrowNotAsked();
}

void World::OnForgotten(uint32_t first_object, uint32_t first_tensor) {
  // First nothing leads to what ends; then references are dropped, which may
  // run code of the candidate's.
  std::vector<PyObject*> dropped;
  for (auto* table : {&tensors_, &objects_}) {
    const size_t first = table == &tensors_ ? first_tensor : first_object;
    for (size_t i = first; i < table->size(); ++i) {
      PyObject* object = (*table)[i];
      if (object == nullptr) continue;
      if (!PyDict_CheckExact(object)) SetObject(object, nullptr);
      dropped.push_back(object);
    }
    if (table->size() > first) table->resize(first);
  }
  dicts_.erase(std::remove_if(dicts_.begin(), dicts_.end(),
                              [&](const GivenDict& given) {
                                return given.id >= first_object;
                              }),
               dicts_.end());
  std::vector<GivenConfig> configs;
  configs.swap(given_configs_);
  std::vector<std::pair<py::object, Refusal>> raised;
  raised.swap(raised_);
  for (PyObject* object : dropped) {
    if (!PyDict_CheckExact(object)) {
      // Breaks cycles through what was kept in the object.
      if (PyObject** dict = _PyObject_GetDictPtr(object);
          dict != nullptr && *dict != nullptr) {
        PyDict_Clear(*dict);
      }
    }
    Py_DECREF(object);
  }
  PyErr_Clear();
}

PyObject*& World::ObjectSlot(uint32_t id) {
  if (id >= objects_.size()) objects_.resize(id + 16, nullptr);
  return objects_[id];
}

py::object World::NewHandle(py::handle type, void* object) {
  PyObject* made = PyType_GenericNew(
      reinterpret_cast<PyTypeObject*>(type.ptr()), nullptr, nullptr);
  if (made == nullptr) throw py::error_already_set();
  SetObject(made, object);
  return py::reinterpret_steal<py::object>(made);
}

// ---- Engine to Python ----

py::object World::Wrap(Tensor* tensor) {
  if (tensor == nullptr) return py::none();
  if (tensor->id >= tensors_.size()) tensors_.resize(tensor->id + 16, nullptr);
  if (tensors_[tensor->id] == nullptr) {
    tensors_[tensor->id] = NewHandle(tensor_class_, tensor).release().ptr();
  }
  return Borrow(tensors_[tensor->id]);
}

py::object World::Wrap(Layer* layer) {
  if (layer == nullptr) return py::none();
  if (ObjectSlot(layer->id()) == nullptr) {
    objects_[layer->id()] = NewHandle(ClassOf(*layer), layer).release().ptr();
  }
  return Borrow(objects_[layer->id()]);
}

py::object World::Wrap(Node* node) {
  if (ObjectSlot(node->id()) != nullptr) return Borrow(objects_[node->id()]);
  py::object made = NewHandle(node_class_, node);
  objects_[node->id()] = py::object(made).release().ptr();
  py::list layers, node_indices, tensor_indices, inputs, outputs, input_masks,
      output_masks, input_shapes, output_shapes;
  for (const Node::Inbound& input : node->inputs()) {
    inputs.append(Wrap(input.tensor));
    input_masks.append(Wrap(input.mask));
    input_shapes.append(Wrap(*input.tensor->shape));
    if (!node->has_inbound_layers()) continue;
    layers.append(Wrap(input.layer));
    if (input.layer == nullptr) {
      node_indices.append(py::none());
      tensor_indices.append(py::none());
    } else {
      node_indices.append(input.node_index);
      tensor_indices.append(input.tensor_index);
    }
  }
  for (Tensor* output : node->output_tensors()) {
    outputs.append(Wrap(output));
    output_shapes.append(Wrap(*output->shape));
  }
  for (size_t i = 0; i < node->num_output_masks(); ++i) {
    output_masks.append(Wrap(node->output_mask(i)));
  }
  py::dict dict = py::reinterpret_steal<py::dict>(
      PyObject_GenericGetDict(made.ptr(), nullptr));
  SetAttribute(dict.ptr(), "outbound_layer", Wrap(node->outbound_layer()));
  SetAttribute(dict.ptr(), "inbound_layers", layers);
  SetAttribute(dict.ptr(), "node_indices", node_indices);
  SetAttribute(dict.ptr(), "tensor_indices", tensor_indices);
  SetAttribute(dict.ptr(), "input_tensors", inputs);
  SetAttribute(dict.ptr(), "output_tensors", outputs);
  SetAttribute(dict.ptr(), "input_masks", input_masks);
  SetAttribute(dict.ptr(), "output_masks", output_masks);
  SetAttribute(dict.ptr(), "input_shapes", input_shapes);
  SetAttribute(dict.ptr(), "output_shapes", output_shapes);
  SetAttribute(dict.ptr(), "arguments", Wrap(node->arguments()));
  return made;
}

py::object World::Wrap(Dict* dict) {
  if (dict == nullptr) return py::none();
  if (ObjectSlot(dict->id()) == nullptr) {
    py::dict object;
    Fill(object, *dict);
    objects_[dict->id()] = object.release().ptr();
    dicts_.push_back(GivenDict{dict->id(), dict, objects_[dict->id()]});
  }
  return Borrow(objects_[dict->id()]);
}

py::object World::Wrap(Tensors tensors) {
  py::list list(tensors.size());
  for (size_t i = 0; i < tensors.size(); ++i) list[i] = Wrap(tensors[i]);
  return std::move(list);
}

py::object World::Wrap(const MaskValue& mask) {
  if (!mask.is_list) return Wrap(static_cast<Tensor*>(mask.single));
  py::list list(mask.size);
  for (uint32_t i = 0; i < mask.size; ++i) {
    list[i] = Wrap(static_cast<Tensor*>(mask.items[i]));
  }
  return std::move(list);
}

py::object World::Wrap(const Value& value) {
  switch (value.type) {
    case Value::Type::kTensor:
      return Wrap(value.tensor);
    case Value::Type::kTensorList:
      return Wrap(value.list());
    case Value::Type::kLiteral:
      break;
  }
  return Wrap(value.literal);
}

py::object World::Wrap(const ConfigValue& value) {
  switch (value.type) {
    case ConfigValue::Type::kNone:
      return py::none();
    case ConfigValue::Type::kBool:
      return py::bool_(value.boolean);
    case ConfigValue::Type::kInt:
      return py::int_(value.integer);
    case ConfigValue::Type::kDouble:
      return py::float_(value.number);
    case ConfigValue::Type::kString:
      return Wrap(*value.string);
    case ConfigValue::Type::kList: {
      py::list list;
      for (const ConfigValue& item : value.list->items) list.append(Wrap(item));
      return std::move(list);
    }
    case ConfigValue::Type::kDict: {
      py::dict dict;
      for (const ConfigEntry& entry : value.dict->entries) {
        dict[Wrap(*entry.key)] = Wrap(entry.value);
      }
      return std::move(dict);
    }
  }
  return py::none();
}

py::object World::Wrap(const Shape& shape) {
  if (!shape.known_rank()) return py::none();
  const auto dims = shape.dims();
  py::tuple tuple(dims.size());
  for (size_t i = 0; i < dims.size(); ++i) {
    tuple[i] = dims[i] == kUnknownDim ? py::object(py::none())
                                      : py::object(py::int_(dims[i]));
  }
  return std::move(tuple);
}

py::str World::Wrap(const Name& name) {
  PyObject*& text = Get().texts_[&name];
  if (text == nullptr) {
    text = PyUnicode_DecodeUTF8(
        name.text.data(), static_cast<Py_ssize_t>(name.text.size()), "replace");
    if (text == nullptr) throw py::error_already_set();
  }
  return py::reinterpret_borrow<py::str>(text);
}

void World::Adopt(py::handle self, Layer* layer) {
  SetObject(self, layer);
  PyObject*& slot = ObjectSlot(layer->id());
  slot = self.inc_ref().ptr();
}

void World::Raise(Refusal refusal) {
  const std::string text = refusal->message();
  PyObject* type = ExceptionType(refusal->type());
  py::object exception = py::reinterpret_borrow<py::object>(type);
  exception = text.empty() ? exception() : exception(py::str(text));
  if (!exception) throw py::error_already_set();
  raised_.emplace_back(exception, refusal);
  PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(exception.ptr())),
                  exception.ptr());
  throw py::error_already_set();
}

Refusal World::RefusalOf(py::handle exception) const {
  for (const auto& [object, refusal] : raised_) {
    if (object.ptr() == exception.ptr()) return refusal;
  }
  return nullptr;
}

// ---- Classes ----

void World::Register(py::object tensor_class, py::object node_class,
                     py::dict layer_classes) {
  tensor_class_ = std::move(tensor_class);
  node_class_ = std::move(node_class);
  layer_classes_ = std::move(layer_classes);
  classes_by_kind_.clear();
}

py::object World::ClassOf(const Layer& layer) {
  const size_t kind = layer.spec().kind_index();
  if (kind >= classes_by_kind_.size()) classes_by_kind_.resize(kind + 1);
  py::object& found = classes_by_kind_[kind];
  if (!found) {
    const std::string name(layer.spec().kind().class_name());
    if (!layer_classes_.contains(name)) {
      ThrowNotModelled(absl::StrCat("a layer of class ", name));
    }
    found = layer_classes_[name.c_str()];
  }
  return found;
}

void World::ThrowNotModelled(const std::string& what) {
  NoteNotModelled(what);
  PyErr_SetString(not_modelled_class.ptr(), what.c_str());
  throw py::error_already_set();
}

}  // namespace clonecheck
