// Cloner: a function Model → Model under test. The type only; the cloners
// themselves stand in core/cloners, so that oracles know none of them.
#ifndef CLONECHECK_CORE_ENGINE_CLONER_H_
#define CLONECHECK_CORE_ENGINE_CLONER_H_

#include <functional>
#include <vector>

#include "absl/strings/string_view.h"
#include "core/engine/model.h"
#include "core/engine/session.h"

namespace clonecheck {

// `clone(model, input_tensors)`; `input_tensors` null: Python's None. A cloner
// uses only what a Python implementation sees: the public objects of the
// engine.
using CloneFunction = std::function<OrRefusal<Model*>(
    Session& session, Model& model, const Tensors* input_tensors)>;

struct Cloner {
  absl::string_view name;     // `keras-2.2.4`
  absl::string_view summary;  // one line of help
  // Versions of the engine that it runs on; the first is the default.
  std::vector<absl::string_view> engines;
  CloneFunction clone;
};

namespace errors {
// Not an exception of Keras: the cloner knows no `input_tensors`, so what it
// makes of them is nobody's business.
inline constexpr ErrorTemplate kTakesNoInputTensors{
    ErrorType::kTypeError, "takes-no-input-tensors", "takes no input_tensors"};
}  // namespace errors

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_ENGINE_CLONER_H_
