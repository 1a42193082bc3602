// PythonCloner: a clone function in Python as a Cloner, in the interpreter that
// runs. Whoever calls it holds the interpreter's lock.
#ifndef CLONECHECK_JUDGE_BINDINGS_PYTHON_CLONER_H_
#define CLONECHECK_JUDGE_BINDINGS_PYTHON_CLONER_H_

#include <pybind11/pybind11.h>

#include <memory>
#include <optional>
#include <string>

#include "absl/status/status.h"
#include "core/engine/cloner.h"
#include "core/engine/session.h"

namespace clonecheck {

class World;

class PythonCloner {
 public:
  // `keras`: under which name Keras' modules are importable (LoadKerasModules).
  // Throws what Python raises, and RuntimeError while another PythonCloner is
  // alive. REQUIRES: `session` outlives this one.
  PythonCloner(Session& session, const std::string& keras);
  ~PythonCloner();
  PythonCloner(const PythonCloner&) = delete;
  PythonCloner& operator=(const PythonCloner&) = delete;

  // Runs `source` as if it stood at the end of keras.models, and takes its
  // `_clone_functional_model`. Errors: InvalidArgument with what it raised.
  absl::Status Load(const std::string& source, const std::string& file);

  // Calls `function(model, input_tensors=…)`, or `function(model)` if it takes
  // nothing else; then given tensors are refused. What it raises is a Refusal:
  // the engine's own where an exception of the engine passes through, otherwise
  // one made from type and text.
  OrRefusal<Model*> Clone(pybind11::handle function, bool takes_input_tensors,
                          Model& model, const Tensors* input_tensors);
  // The same with the function that Load took.
  OrRefusal<Model*> Clone(Model& model, const Tensors* input_tensors);

  // What was asked for since the last call that Keras has and we do not; empty:
  // nothing. Then what the function did says nothing of it.
  std::string TakeNotModelled();

  // The first exception that was none of Python's class Exception and says that
  // all should end (KeyboardInterrupt), or nothing. Once there is one, a
  // function is not called any more if `heed_interrupts`.
  bool heed_interrupts = false;
  std::optional<pybind11::error_already_set>& interrupt() { return interrupt_; }

 private:
  Refusal Refuse(Model& model, pybind11::error_already_set& error);

  std::unique_ptr<World> world_;
  pybind11::object load_;
  pybind11::object loaded_;
  std::optional<pybind11::error_already_set> interrupt_;
};

}  // namespace clonecheck

#endif  // CLONECHECK_JUDGE_BINDINGS_PYTHON_CLONER_H_
