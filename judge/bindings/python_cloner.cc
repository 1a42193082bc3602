#include "judge/bindings/python_cloner.h"

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "judge/bindings/keras_modules.h"
#include "judge/bindings/raised.h"
#include "judge/bindings/world.h"

namespace clonecheck {
namespace {

namespace py = pybind11;

constexpr ErrorTemplate kInterrupted{ErrorType::kException, "interrupted",
                                     "interrupted"};

// For the time of its life the function may reach the engine.
class Activity {
 public:
  explicit Activity(World& world) : world_(world) { world_.set_active(true); }
  ~Activity() { world_.set_active(false); }
  Activity(const Activity&) = delete;
  Activity& operator=(const Activity&) = delete;

 private:
  World& world_;
};

}  // namespace

PythonCloner::PythonCloner(Session& session, const std::string& keras) {
  if (World::IsThere()) {
    PyErr_SetString(PyExc_RuntimeError,
                    "clonecheck works with Python functions already; call it "
                    "neither from a clone function nor from another thread");
    throw py::error_already_set();
  }
  world_ = std::make_unique<World>(session);
  py::module_ modules = LoadKerasModules(keras);
  load_ = modules.attr("load");
  modules.attr("enter")();
}

PythonCloner::~PythonCloner() = default;

absl::Status PythonCloner::Load(const std::string& source,
                                const std::string& file) {
  absl::Status status;
  try {
    const Activity activity(*world_);
    loaded_ = load_(source, file);
  } catch (py::error_already_set& error) {
    status = absl::InvalidArgumentError(DescribeException(error));
  }
  const std::string missing = TakeNotModelled();
  if (!missing.empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat("it needs what is not modelled: ", missing));
  }
  return status;
}

Refusal PythonCloner::Refuse(Model& model, py::error_already_set& error) {
  const Refusal refusal = RefuseRaised(*world_, model, error);
  if (heed_interrupts && !interrupt_.has_value() &&
      !error.matches(PyExc_Exception) &&
      !error.matches(world_->not_modelled_class)) {
    interrupt_ = error;
  }
  return refusal;
}

OrRefusal<Model*> PythonCloner::Clone(py::handle function,
                                      bool takes_input_tensors, Model& model,
                                      const Tensors* input_tensors) {
  World& world = *world_;
  if (interrupt_.has_value()) return world.session().Refuse(kInterrupted);
  if (!takes_input_tensors && input_tensors != nullptr) {
    return world.session().Refuse(errors::kTakesNoInputTensors);
  }
  const Activity activity(world);
  OrRefusal<Model*> result(static_cast<Model*>(nullptr));
  try {
    world.Pull();
    py::object of = world.Wrap(static_cast<Layer*>(&model));
    py::object given = input_tensors == nullptr ? py::object(py::none())
                                                : world.Wrap(*input_tensors);
    py::object clone = takes_input_tensors
                           ? function(of, py::arg("input_tensors") = given)
                           : function(of);
    Layer* layer = ObjectOf<Layer>(clone, HandleKind::kLayer);
    result.value = layer == nullptr ? nullptr : layer->as_model();
    if (result.value == nullptr) {
      result.refusal = RefuseReturned(world, Py_TYPE(clone.ptr())->tp_name);
    }
  } catch (py::error_already_set& error) {
    result.refusal = Refuse(model, error);
  }
  try {
    world.Push();
  } catch (py::error_already_set& error) {
    result.refusal = Refuse(model, error);
  }
  PyErr_Clear();
  return result;
}

OrRefusal<Model*> PythonCloner::Clone(Model& model,
                                      const Tensors* input_tensors) {
  return Clone(loaded_, /*takes_input_tensors=*/true, model, input_tensors);
}

std::string PythonCloner::TakeNotModelled() {
  std::string what = world_->not_modelled();
  world_->ClearNotModelled();
  return what;
}

}  // namespace clonecheck
