// PythonLook: what a printed script compares, where that is not what every
// script does: outputs, their masks, weights and names.
#ifndef CLONECHECK_CORE_GRAPH_PYTHON_LOOK_H_
#define CLONECHECK_CORE_GRAPH_PYTHON_LOOK_H_

#include <string>

#include "absl/strings/match.h"

namespace clonecheck {

struct PythonLook {
  // Functions of Python for Keras 2; empty: what every script compares. The
  // last, `look(model, clone, values, expected)`, yields a text for everything
  // that differs. `values`: of the model's inputs; `expected`: what
  // `evaluate(model, values)` gave. They may use, besides the script's imports
  // (K, np, Input, Model, clone_model): `build`, `evaluate(model, values)`,
  // `fetch(inputs, outputs, values)`, `same(a, b)`, and `differences`, which
  // compares as every script does.
  std::string functions;
  // Completes "The clone agrees in …."
  std::string what;

  bool uses_differences() const {
    return functions.empty() || absl::StrContains(functions, "differences(");
  }
};

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_GRAPH_PYTHON_LOOK_H_
