// The Python half of the bindings, judge/keras, as modules of an interpreter.
#ifndef CLONECHECK_JUDGE_BINDINGS_KERAS_MODULES_H_
#define CLONECHECK_JUDGE_BINDINGS_KERAS_MODULES_H_

#include <pybind11/pybind11.h>

#include <string>

namespace clonecheck {

// Loads judge/keras into the interpreter that runs, and makes what it models
// importable as modules under `name`: `keras` gives `import keras.layers`. The
// first call in a process decides on the name. Returns the module
// `clonecheck_keras.modules`. Throws what Python raises.
pybind11::module_ LoadKerasModules(const std::string& name);

}  // namespace clonecheck

#endif  // CLONECHECK_JUDGE_BINDINGS_KERAS_MODULES_H_
