#include "judge/bindings/candidate.h"

#include <pybind11/embed.h>

#include "core/cloners/sequential.h"
#include "judge/bindings/python_cloner.h"

namespace clonecheck {
namespace {

namespace py = pybind11;

// Objects between two collections of garbage: each case makes few that hang in
// circles.
constexpr int kGarbageThreshold = 100'000;

}  // namespace

struct Candidate::Interpreter {
  explicit Interpreter(Session& session) : session(session) {
    PyConfig config;
    PyConfig_InitIsolatedConfig(&config);
    config.install_signal_handlers = 0;
    config.site_import = 0;
    config.write_bytecode = 0;
    config.use_hash_seed = 1;
    config.hash_seed = 0;
    guard =
        std::make_unique<py::scoped_interpreter>(&config, 0, nullptr, false);
    cloner = std::make_unique<PythonCloner>(session, "keras");
    py::module_ gc = py::module_::import("gc");
    gc.attr("freeze")();
    gc.attr("set_threshold")(kGarbageThreshold, 10, 10);
  }

  Session& session;
  std::unique_ptr<py::scoped_interpreter> guard;
  std::unique_ptr<PythonCloner> cloner;  // ends before the interpreter
};

Candidate::Candidate(Session& session)
    : interpreter_(std::make_unique<Interpreter>(session)) {}

Candidate::~Candidate() = default;

absl::Status Candidate::Load(const std::string& source,
                             const std::string& file) {
  return interpreter_->cloner->Load(source, file);
}

OrRefusal<Model*> Candidate::Clone(Model& model, const Tensors* input_tensors) {
  if (model.as_sequential() != nullptr) {
    return CloneSequential(interpreter_->session, model, input_tensors);
  }
  return interpreter_->cloner->Clone(model, input_tensors);
}

std::string Candidate::TakeNotModelled() {
  return interpreter_->cloner->TakeNotModelled();
}

}  // namespace clonecheck
