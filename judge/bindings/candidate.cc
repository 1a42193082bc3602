#include "judge/bindings/candidate.h"

#include <pybind11/embed.h>

#include "absl/strings/str_cat.h"
#include "core/cloners/sequential.h"
#include "judge/bindings/module.h"
#include "judge/bindings/raised.h"
#include "judge/bindings/world.h"
#include "judge/keras/sources.h"

namespace clonecheck {
namespace {

namespace py = pybind11;

// Loads the Python half. Its modules see builtins of their own, so that a
// candidate that patches them changes nothing for us. The order is that of what
// they import.
constexpr char kBootstrap[] = R"(
def bootstrap(sources):
    import builtins, sys, types
    own = dict(vars(builtins))
    sys.modules['clonecheck_keras'] = package = types.ModuleType('clonecheck_keras')
    package.__path__ = []
    for name, source in sources:
        module = types.ModuleType('clonecheck_keras.' + name)
        module.__package__ = 'clonecheck_keras'
        module.__dict__['__builtins__'] = own
        sys.modules[module.__name__] = module
        setattr(package, name, module)
        exec(compile(source, '<clonecheck %s>' % name, 'exec'), module.__dict__)
        if name == 'names':
            import _engine
            _engine.set_not_modelled(module.NotModelled)
    return module.load
)";

// Objects between two collections of garbage: each case makes few that hang in
// circles.
constexpr int kGarbageThreshold = 100'000;

}  // namespace

struct Candidate::Interpreter {
  explicit Interpreter(Session& session)
      : world(std::make_unique<World>(session)) {
    AddEngineModule();
    PyConfig config;
    PyConfig_InitIsolatedConfig(&config);
    config.install_signal_handlers = 0;
    config.site_import = 0;
    config.write_bytecode = 0;
    config.use_hash_seed = 1;
    config.hash_seed = 0;
    guard =
        std::make_unique<py::scoped_interpreter>(&config, 0, nullptr, false);
    py::dict scope;
    scope["__builtins__"] = py::module_::import("builtins");
    py::exec(kBootstrap, scope);
    py::list sources;
    for (const KerasSource& source : kKerasSources) {
      sources.append(py::make_tuple(source.name, source.text));
    }
    load = scope["bootstrap"](sources);
    py::module_ gc = py::module_::import("gc");
    gc.attr("freeze")();
    gc.attr("set_threshold")(kGarbageThreshold, 10, 10);
  }

  ~Interpreter() {
    function = py::object();
    load = py::object();
    world.reset();
  }

  std::unique_ptr<py::scoped_interpreter> guard;
  std::unique_ptr<World> world;
  py::object load;
  py::object function;
};

Candidate::Candidate(Session& session)
    : interpreter_(std::make_unique<Interpreter>(session)) {}

Candidate::~Candidate() = default;

absl::Status Candidate::Load(const std::string& source,
                             const std::string& file) {
  interpreter_->world->set_active(true);
  absl::Status status;
  try {
    interpreter_->function = interpreter_->load(source, file);
  } catch (py::error_already_set& error) {
    status = absl::InvalidArgumentError(DescribeException(error));
  }
  interpreter_->world->set_active(false);
  const std::string missing = TakeNotModelled();
  if (!missing.empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat("it needs what is not modelled: ", missing));
  }
  return status;
}

OrRefusal<Model*> Candidate::Clone(Model& model, const Tensors* input_tensors) {
  World& world = *interpreter_->world;
  if (model.as_sequential() != nullptr) {
    return CloneSequential(world.session(), model, input_tensors);
  }
  world.set_active(true);
  OrRefusal<Model*> result(static_cast<Model*>(nullptr));
  try {
    world.Pull();
    py::object given = input_tensors == nullptr ? py::object(py::none())
                                                : world.Wrap(*input_tensors);
    py::object clone =
        interpreter_->function(world.Wrap(static_cast<Layer*>(&model)),
                               py::arg("input_tensors") = given);
    Layer* layer = ObjectOf<Layer>(clone, HandleKind::kLayer);
    result.value = layer == nullptr ? nullptr : layer->as_model();
    if (result.value == nullptr) {
      result.refusal = RefuseReturned(world, Py_TYPE(clone.ptr())->tp_name);
    }
  } catch (py::error_already_set& error) {
    result.refusal = RefuseRaised(world, model, error);
  }
  try {
    world.Push();
  } catch (py::error_already_set& error) {
    result.refusal = RefuseRaised(world, model, error);
  }
  world.set_active(false);
  PyErr_Clear();
  return result;
}

std::string Candidate::TakeNotModelled() {
  std::string what = interpreter_->world->not_modelled();
  interpreter_->world->ClearNotModelled();
  return what;
}

}  // namespace clonecheck
