// World: what Python sees of one Session: one Python object for each Tensor,
// Layer, Node and Dict that it has asked for, the same object each time, until
// the engine forgets the object behind it.
//
// Keyword arguments are real dicts, since `**` looks past a subclass. They are
// brought in line with the engine's where control crosses: what Python wrote
// goes into the engine (Push), what the engine wrote into Python (Pull).
//
// There is one World a process, as there is one interpreter.
#ifndef CLONECHECK_JUDGE_BINDINGS_WORLD_H_
#define CLONECHECK_JUDGE_BINDINGS_WORLD_H_

#include <pybind11/pybind11.h>

#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "core/engine/layer.h"
#include "core/engine/model.h"
#include "core/engine/model_config.h"
#include "core/engine/session.h"
#include "judge/bindings/handle.h"

namespace clonecheck {

class World final : public Session::Listener {
 public:
  // Listens to `session`, which must outlive the World.
  explicit World(Session& session);
  ~World();
  World(const World&) = delete;
  World& operator=(const World&) = delete;

  // The World of this process. Throws Python's RuntimeError if there is none.
  static World& Get();
  static bool IsThere() { return current_ != nullptr; }
  // Whether there is one, and it is active.
  static bool IsActive() { return current_ != nullptr && current_->active_; }

  Session& session() { return session_; }

  // ---- Control ----

  // While a candidate runs. Outside of this nothing may reach the engine: a
  // destructor of the candidate's might try.
  bool active() const { return active_; }
  void set_active(bool active) { active_ = active; }
  // Throws Python's RuntimeError unless active.
  void RequireActive() const;

  // What was asked for that Keras has and we do not; empty: nothing.
  const std::string& not_modelled() const { return not_modelled_; }
  void NoteNotModelled(const std::string& what) {
    if (not_modelled_.empty()) not_modelled_ = what;
  }
  void ClearNotModelled() { not_modelled_.clear(); }

  // ---- Engine to Python ----

  pybind11::object Wrap(Tensor* tensor);  // null: None
  pybind11::object Wrap(Layer* layer);    // null: None
  pybind11::object Wrap(Node* node);
  pybind11::object Wrap(Dict* dict);  // null: None
  pybind11::object Wrap(Tensors tensors);
  pybind11::object Wrap(const MaskValue& mask);
  pybind11::object Wrap(const Value& value);
  pybind11::object Wrap(const ConfigValue& value);
  static pybind11::object Wrap(const Shape& shape);  // a tuple
  static pybind11::str Wrap(const Name& name);

  // Makes `self`, which a constructor in Python made, the one object of
  // `layer`.
  void Adopt(pybind11::handle self, Layer* layer);

  // Throws the refusal as Keras' exception, and remembers which it was.
  [[noreturn]] void Raise(Refusal refusal);
  // The refusal that this exception was thrown for, or null.
  Refusal RefusalOf(pybind11::handle exception) const;

  // ---- Python to engine ----

  // The object behind; throws Python's RuntimeError for one that has ended and
  // TypeError for another type.
  Tensor* ToTensor(pybind11::handle value);
  Layer* ToLayer(pybind11::handle value);
  Model* ToModel(pybind11::handle value);
  Node* ToNode(pybind11::handle value);
  const Name* ToName(pybind11::handle text);
  // A tensor, or a list of tensors: false for anything else.
  bool ToTensors(pybind11::handle value, Tensors* tensors, bool* is_list);
  // None, a tensor, or a list of these: false for anything else.
  bool ToMask(pybind11::handle value, MaskValue* mask);
  // What a keyword or a config can hold: false for anything else.
  bool ToValue(pybind11::handle value, Value* result);
  bool ToConfigValue(pybind11::handle value, ConfigValue* result);
  // Throws NotModelled for values that the engine cannot hold.
  Dict* ToDict(pybind11::dict kwargs);

  // Throws the Python class NotModelled.
  [[noreturn]] void ThrowNotModelled(const std::string& what);

  // ---- Keyword arguments ----

  void Push();
  void Pull();

  // ---- Configs ----

  // A dict that get_config has given out, and what it stands for.
  struct GivenConfig {
    pybind11::object dict;
    pybind11::object as_given;  // a deep copy
    LayerConfig config;
  };
  std::vector<GivenConfig>& given_configs() { return given_configs_; }
  // By spec: the dict from which get_config's are copied.
  absl::flat_hash_map<const LayerSpec*, pybind11::object>& config_templates() {
    return config_templates_;
  }
  // What a spec's own function is in a config, `function` of a Lambda.
  pybind11::object function_class;

  // The classes in judge/keras.
  void Register(pybind11::object tensor_class, pybind11::object node_class,
                pybind11::dict layer_classes);
  pybind11::object ClassOf(const Layer& layer);
  pybind11::object not_modelled_class;

 private:
  struct GivenDict {
    uint32_t id;
    Dict* dict;
    PyObject* object;  // in objects_
  };

  void OnForgotten(uint32_t first_object, uint32_t first_tensor) override;
  pybind11::object NewHandle(pybind11::handle type, void* object);
  PyObject*& ObjectSlot(uint32_t id);
  // The entries of a Python dict; throws as ToDict.
  std::vector<Dict::Entry> Entries(pybind11::handle dict);
  void Fill(pybind11::handle object, const Dict& dict);

  static World* current_;  // Python's functions have no other way to find it

  Session& session_;
  bool active_ = false;
  std::string not_modelled_;
  std::vector<PyObject*> tensors_;  // by number; null: nobody asked
  std::vector<PyObject*> objects_;  // layers, nodes and dicts
  std::vector<GivenDict> dicts_;    // by number, ascending or not
  std::vector<std::pair<pybind11::object, Refusal>> raised_;
  std::vector<GivenConfig> given_configs_;
  absl::flat_hash_map<const LayerSpec*, pybind11::object> config_templates_;
  absl::flat_hash_map<const Name*, PyObject*> texts_;
  pybind11::object tensor_class_;
  pybind11::object node_class_;
  pybind11::object layer_classes_;  // a dict
  std::vector<pybind11::object> classes_by_kind_;
};

}  // namespace clonecheck

#endif  // CLONECHECK_JUDGE_BINDINGS_WORLD_H_
