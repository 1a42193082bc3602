// PythonDialect: the Keras that a printed Python script is for, and what each
// has of its own: module names, how a model is run, how a value is looked at.
// What layer classes have of their own is the layer catalogue's.
#ifndef CLONECHECK_CORE_GRAPH_PYTHON_DIALECT_H_
#define CLONECHECK_CORE_GRAPH_PYTHON_DIALECT_H_

#include <cstdint>
#include <optional>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace clonecheck {

enum class PythonDialect : uint8_t {
  kKeras2,   // Keras 2.2 and 2.3 on TensorFlow 1
  kTfKeras,  // tf-keras, which is Keras 2 on TensorFlow 2
  kKeras3,   // Keras 3
};

// What a script says in a dialect where others say something else.
struct PythonDialectText {
  absl::string_view name;    // as users give it
  absl::string_view title;   // as the script's header gives it
  absl::string_view module;  // the package
  // What definitions call `K`: the functions on tensors.
  absl::string_view backend;
  // `def evaluate(model, values)`: the model's outputs and output masks. `$RUN`
  // stands for `run`, or for `run_sparse` where an input is sparse.
  absl::string_view evaluate;
  absl::string_view run;
  absl::string_view run_sparse;
  // `def sparse(value)`.
  absl::string_view sparse;
  // Shape and dtype of `tensor`.
  absl::string_view shape;
  absl::string_view dtype;
  // `def names(model)`: what a clone shares with its original, by subject.
  absl::string_view names;
  // The statement by which a definition gets Keras' `func_load`.
  absl::string_view func_load;
  // The module of `enable_unsafe_deserialization`, without which no function
  // comes back from its bytecode; empty: it always does.
  absl::string_view unsafe_module;
  // A config names functions, which must be known by these names.
  bool registers_functions = false;
  // A model of a list of one tensor would return a list of one.
  bool keeps_lists_of_one = false;
  // The first layer of a Sequential does not say the shape of its input.
  bool shapes_by_input = false;
  // An InputLayer cannot be called on a tensor.
  bool input_layer_is_no_function = false;
};

const PythonDialectText& TextOf(PythonDialect dialect);

// `keras-2`, `tf-keras`, `keras-3`; nothing for another text.
std::optional<PythonDialect> ParsePythonDialect(absl::string_view name);

// All of them.
absl::Span<const PythonDialect> PythonDialects();

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_GRAPH_PYTHON_DIALECT_H_
