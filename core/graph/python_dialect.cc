#include "core/graph/python_dialect.h"

namespace clonecheck {
namespace {

// ---- Keras 2: a graph, of which functions run parts -------------------------

constexpr absl::string_view kEvaluateGraph = R"py(
def fetch(inputs, outputs, values):
    """Outputs and their masks; None where there is no mask."""
    masks = []
    for tensor in outputs:
        layer, node_index, tensor_index = tensor._keras_history
        masks.append(layer._inbound_nodes[node_index].output_masks[tensor_index])
    # Identities, because an output may be an input, which cannot be fetched.
    fetched = [K.identity(tensor) for tensor in outputs]
    fetched += [K.identity(mask) for mask in masks if mask is not None]
$RUN
    values, found = results[:len(masks)], iter(results[len(masks):])
    return values, [None if mask is None else next(found) for mask in masks]


def evaluate(model, values):
    """A Sequential that has not been built has no outputs."""
    return fetch(model.inputs, model.outputs, values) if model.outputs else ([], [])
)py";

// How `fetched` becomes `results`. The texts of K.function's errors are short,
// but not every Keras 2 feeds sparse inputs by it.
constexpr absl::string_view kRun =
    "    results = K.function(inputs + [K.learning_phase()], "
    "fetched)(values + [0])\n";
constexpr absl::string_view kRunSparse =
    "    feed = dict(zip(inputs, values))\n"
    "    feed[K.learning_phase()] = False\n"
    "    results = K.get_session().run(fetched, feed)\n";

constexpr absl::string_view kSparseGraph = R"py(
def sparse(value):
    """The value of a sparse input, as TensorFlow takes it."""
    return np.argwhere(value), value[np.nonzero(value)], value.shape

)py";

constexpr absl::string_view kNames = R"py(
def names(model):
    # A Sequential without layers has neither.
    return {'model': model.name, 'inputs': getattr(model, 'input_names', []), 'outputs': getattr(model, 'output_names', []),
            'layers': sorted(layer.name for layer in model.layers)}

)py";

// ---- Later ones: a model is called on values --------------------------------

constexpr absl::string_view kEvaluateEagerly = R"py(
def evaluate(model, values):
    """The model's outputs and output masks; None where there is no mask."""
    results = model(values if len(values) > 1 else values[0], training=False)
    if not isinstance(results, (list, tuple)):
        results = [results]
    masks = [getattr(result, '_keras_mask', None) for result in results]
    return ([np.array(result) for result in results],
            [None if mask is None else np.array(mask) for mask in masks])
)py";

constexpr absl::string_view kSparseTensor = R"py(
def sparse(value):
    """The value of a sparse input, as TensorFlow takes it."""
    import tensorflow as tf
    return tf.sparse.from_dense(value)

)py";

constexpr absl::string_view kNamesWithoutInputs = R"py(
def names(model):
    """Without inputs: Keras 3 gives those that have no name another in each clone."""
    def named(layers):
        return [layer.name for layer in layers if type(layer).__name__ != 'InputLayer']
    return {'model': model.name, 'layers': sorted(named(model.layers)),
            'outputs': named(tensor._keras_history[0] for tensor in model.outputs)}

)py";

// ---- The dialects -----------------------------------------------------------

constexpr PythonDialect kDialects[] = {
    PythonDialect::kKeras2, PythonDialect::kTfKeras, PythonDialect::kKeras3};

PythonDialectText Keras2() {
  PythonDialectText text;
  text.name = "keras-2";
  text.title = "Keras 2 on TensorFlow 1";
  text.module = "keras";
  text.backend = "backend";
  text.evaluate = kEvaluateGraph;
  text.run = kRun;
  text.run_sparse = kRunSparse;
  text.sparse = kSparseGraph;
  text.shape = "K.int_shape(tensor)";
  text.dtype = "K.dtype(tensor)";
  text.names = kNames;
  text.func_load = "from keras.utils.generic_utils import func_load";
  return text;
}

PythonDialectText TfKeras() {
  PythonDialectText text = Keras2();
  text.name = "tf-keras";
  text.title = "tf-keras on TensorFlow 2";
  text.module = "tf_keras";
  text.evaluate = kEvaluateEagerly;
  text.run = "";
  text.run_sparse = "";
  text.sparse = kSparseTensor;
  text.func_load = "from tf_keras.src.utils.generic_utils import func_load";
  text.unsafe_module = "tf_keras.__internal__";
  return text;
}

PythonDialectText Keras3() {
  PythonDialectText text = TfKeras();
  text.name = "keras-3";
  text.title = "Keras 3 on TensorFlow";
  text.module = "keras";
  text.backend = "ops";
  text.shape = "tensor.shape";
  text.dtype = "tensor.dtype";
  text.names = kNamesWithoutInputs;
  text.func_load = "from keras.src.utils.python_utils import func_load";
  text.unsafe_module = "keras.config";
  text.registers_functions = true;
  text.keeps_lists_of_one = true;
  text.shapes_by_input = true;
  text.input_layer_is_no_function = true;
  return text;
}

}  // namespace

const PythonDialectText& TextOf(PythonDialect dialect) {
  static const PythonDialectText texts[] = {Keras2(), TfKeras(), Keras3()};
  return texts[static_cast<int>(dialect)];
}

std::optional<PythonDialect> ParsePythonDialect(absl::string_view name) {
  for (PythonDialect dialect : kDialects) {
    if (TextOf(dialect).name == name) return dialect;
  }
  return std::nullopt;
}

absl::Span<const PythonDialect> PythonDialects() { return kDialects; }

}  // namespace clonecheck
