// `_engine`: get_config and from_config. What get_config gives is a real dict;
// as long as nobody changes it, from_config takes what it stands for.
#include "core/engine/sequential.h"
#include "core/graph/dtype.h"
#include "core/layers/kinds.h"
#include "judge/bindings/module.h"
#include "judge/bindings/world.h"

namespace clonecheck {
namespace {

namespace py = pybind11;

// A function of the vocabulary, of a Lambda or of its mask: a name stands for
// it. get_config has it where Keras has bytecode.
struct Function {
  std::string name;
};

// What a Lambda was given as `function` or `mask`.
py::object LambdaFunctionOf(py::object self, const std::string& parameter) {
  World& world = World::Get();
  const ConfigValue* value =
      world.ToLayer(self)->spec().config()->Find(parameter);
  if (parameter == "mask" &&
      (value == nullptr || value->type == ConfigValue::Type::kNone ||
       value->string->text == "absent")) {
    return py::none();
  }
  if (value == nullptr) world.ThrowNotModelled("a Lambda of bytecode");
  return py::cast(Function{std::string(value->string->text)});
}

py::object ToPython(World& world, const LayerConfig& config);

// A list of sizes is a tuple in Keras.
py::object EntryToPython(World& world, const ConfigValue& value) {
  py::object object = world.Wrap(value);
  if (value.type != ConfigValue::Type::kList) return object;
  for (const ConfigValue& item : value.list->items) {
    if (item.type != ConfigValue::Type::kInt &&
        item.type != ConfigValue::Type::kNone) {
      return object;
    }
  }
  return py::tuple(object);
}

bool IsMutable(py::handle value) {
  return PyList_Check(value.ptr()) || PyDict_Check(value.ptr());
}

py::object Copy(py::handle value) {
  if (PyDict_Check(value.ptr())) {
    py::dict copy;
    for (auto [key, item] : py::reinterpret_borrow<py::dict>(value)) {
      copy[key] = Copy(item);
    }
    return std::move(copy);
  }
  if (PyList_Check(value.ptr())) {
    py::list copy;
    for (py::handle item : value) copy.append(Copy(item));
    return std::move(copy);
  }
  return py::reinterpret_borrow<py::object>(value);
}

py::dict Template(World& world, const LayerSpec& spec) {
  py::dict dict;
  dict["name"] = py::none();
  dict["trainable"] = py::none();
  bool has_input_shape = false;
  for (const ConfigEntry& entry :
       world.session().catalogue().FullConfig(spec)) {
    const absl::string_view key = entry.key->text;
    const bool is_none = entry.value.type == ConfigValue::Type::kNone;
    if (key == "batch_input_shape") {
      has_input_shape = !is_none;
      if (is_none) continue;
    }
    if (key == "dtype") {
      if (!has_input_shape &&
          !world.session().rules().layers_always_have_dtype) {
        continue;
      }
      if (is_none) {
        dict["dtype"] = std::string(DTypeName({}));
        continue;
      }
    }
    if (&spec.kind() == &LambdaKind() && key == "function") {
      dict["function"] = Function{std::string(entry.value.string->text)};
      continue;
    }
    dict[World::Wrap(*entry.key)] = EntryToPython(world, entry.value);
  }
  return dict;
}

py::object PlainToPython(World& world, const LayerConfig& config) {
  py::object& made = world.config_templates()[config.spec];
  if (!made) made = Template(world, *config.spec);
  py::dict dict = py::reinterpret_steal<py::dict>(PyDict_Copy(made.ptr()));
  Py_ssize_t position = 0;
  PyObject* key = nullptr;
  PyObject* item = nullptr;
  while (PyDict_Next(made.ptr(), &position, &key, &item) != 0) {
    if (IsMutable(item)) dict[py::handle(key)] = Copy(item);
  }
  dict["name"] = World::Wrap(*config.name);
  dict["trainable"] = config.trainable;
  if (config.inner != nullptr) {
    py::dict layer;
    layer["class_name"] = std::string(config.inner->spec->kind().class_name());
    layer["config"] = ToPython(world, *config.inner);
    dict["layer"] = layer;
  }
  return std::move(dict);
}

py::object KwargsToPython(World& world, const Dict* kwargs) {
  py::dict dict;
  if (kwargs == nullptr) return std::move(dict);
  for (const Dict::Entry& entry : kwargs->entries()) {
    dict[World::Wrap(*entry.key)] = world.Wrap(entry.value);
  }
  return std::move(dict);
}

py::list EntryList(const ModelConfig& config,
                   const ModelConfig::TensorEntry& entry) {
  py::list list;
  list.append(World::Wrap(*config.layers[entry.layer].config.name));
  list.append(entry.node_index);
  list.append(entry.tensor_index);
  return list;
}

py::object ModelToPython(World& world, const ModelConfig& config) {
  py::list layers;
  for (const ModelConfig::LayerEntry& layer : config.layers) {
    py::list nodes;
    for (const ModelConfig::NodeEntry& node : layer.inbound_nodes) {
      py::list inputs;
      for (const ModelConfig::TensorEntry& input : node.inputs) {
        py::list entry = EntryList(config, input);
        entry.append(KwargsToPython(world, node.kwargs));
        inputs.append(entry);
      }
      nodes.append(inputs);
    }
    py::dict dict;
    dict["name"] = World::Wrap(*layer.config.name);
    dict["class_name"] = std::string(layer.config.spec->kind().class_name());
    dict["config"] = ToPython(world, layer.config);
    dict["inbound_nodes"] = nodes;
    layers.append(dict);
  }
  py::list input_layers, output_layers;
  for (const auto& entry : config.input_layers) {
    input_layers.append(EntryList(config, entry));
  }
  for (const auto& entry : config.output_layers) {
    output_layers.append(EntryList(config, entry));
  }
  py::dict dict;
  dict["name"] = World::Wrap(*config.name);
  dict["layers"] = layers;
  dict["input_layers"] = input_layers;
  dict["output_layers"] = output_layers;
  return std::move(dict);
}

py::object ToPython(World& world, const LayerConfig& config) {
  if (config.model != nullptr) return ModelToPython(world, *config.model);
  if (config.sequential != nullptr) {
    py::list layers;
    for (const LayerConfig& layer : config.sequential->layers) {
      py::dict entry;
      entry["class_name"] = std::string(layer.spec->kind().class_name());
      entry["config"] = ToPython(world, layer);
      layers.append(entry);
    }
    py::dict dict;
    dict["name"] = World::Wrap(*config.sequential->name);
    dict["layers"] = layers;
    if (config.sequential->build_input_shape != nullptr) {
      dict["build_input_shape"] =
          World::Wrap(*config.sequential->build_input_shape);
    }
    return std::move(dict);
  }
  if (config.batch_input_shape != nullptr) {
    py::dict dict;
    dict["batch_input_shape"] = World::Wrap(*config.batch_input_shape);
    dict["dtype"] = std::string(DTypeName(config.dtype));
    dict["sparse"] = config.sparse;
    dict["name"] = World::Wrap(*config.name);
    return std::move(dict);
  }
  return PlainToPython(world, config);
}

py::object GetConfig(py::object self) {
  World& world = World::Get();
  Layer* layer = world.ToLayer(self);
  if (layer->as_model() != nullptr || layer->inner() != nullptr) world.Push();
  const LayerConfig config = layer->GetConfig(world.session());
  py::object dict = ToPython(world, config);
  world.given_configs().push_back({dict, Copy(dict), config});
  return dict;
}

// Whether two configs differ in nothing but `name` and `trainable`.
bool SameButName(py::handle dict, py::handle as_given) {
  if (PyDict_GET_SIZE(dict.ptr()) != PyDict_GET_SIZE(as_given.ptr())) {
    return false;
  }
  Py_ssize_t position = 0;
  PyObject* key = nullptr;
  PyObject* item = nullptr;
  while (PyDict_Next(as_given.ptr(), &position, &key, &item) != 0) {
    PyObject* other = PyDict_GetItem(dict.ptr(), key);
    if (other == nullptr) return false;
    if (PyUnicode_CompareWithASCIIString(key, "name") == 0) {
      if (!PyUnicode_Check(other)) return false;
      continue;
    }
    if (PyUnicode_CompareWithASCIIString(key, "trainable") == 0) continue;
    const int same = PyObject_RichCompareBool(item, other, Py_EQ);
    if (same < 0) throw py::error_already_set();
    if (same == 0) return false;
  }
  return true;
}

// The config under the name and the flag that `dict` says.
LayerConfig Renamed(World& world, const LayerConfig& config, py::dict dict) {
  LayerConfig renamed = config;
  renamed.name = world.ToName(dict["name"]);
  if (dict.contains("trainable")) {
    renamed.trainable = PyObject_IsTrue(py::object(dict["trainable"]).ptr());
  }
  Arena& arena = world.session().arena();
  if (config.model != nullptr) {
    ModelConfig* model = arena.New<ModelConfig>();
    *model = *config.model;
    model->name = renamed.name;
    renamed.model = model;
  }
  if (config.sequential != nullptr) {
    SequentialConfig* sequential = arena.New<SequentialConfig>();
    *sequential = *config.sequential;
    sequential->name = renamed.name;
    renamed.sequential = sequential;
  }
  return renamed;
}

// None: nothing that get_config gave, under whatever name.
py::object FromConfig(py::object cls, py::object config) {
  World& world = World::Get();
  world.RequireActive();
  if (!PyDict_Check(config.ptr())) return py::none();
  const std::string name = py::str(cls.attr("__name__"));
  const auto& given = world.given_configs();
  // Most often the last one, as it was given; else a copy of one.
  for (const bool the_same : {true, false}) {
    for (size_t i = given.size(); i-- > 0;) {
      if (the_same != (given[i].dict.ptr() == config.ptr())) continue;
      const LayerConfig of = given[i].config;
      // A class of another name is somebody's own business.
      if (name != std::string(of.spec->kind().class_name())) continue;
      if (!SameButName(config, given[i].as_given)) continue;
      const OrRefusal<Layer*> layer = Layer::FromConfig(
          world.session(),
          Renamed(world, of, py::reinterpret_borrow<py::dict>(config)));
      if (!layer.ok()) world.Raise(layer.refusal);
      return world.Wrap(layer.value);
    }
  }
  return py::none();
}

}  // namespace

void DefineConfigs(py::module_& module) {
  py::class_<Function>(module, "Function")
      .def_readonly("name", &Function::name)
      .def("__eq__",
           [](const Function& a, py::object b) {
             return py::isinstance<Function>(b) &&
                    b.cast<const Function&>().name == a.name;
           })
      .def("__hash__",
           [](const Function& a) { return std::hash<std::string>()(a.name); })
      .def("__copy__", [](py::object a) { return a; })
      .def("__deepcopy__", [](py::object a, py::object) { return a; })
      .def("__call__", [](const Function&, py::args, py::kwargs) {
        World::Get().ThrowNotModelled("the function of a Lambda called");
      });
  module.def("lambda_function", &LambdaFunctionOf);
  module.def("get_config", &GetConfig);
  module.def("from_config", &FromConfig);
}

}  // namespace clonecheck
