#include "core/graph/print_python.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <set>
#include <utility>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "core/graph/model_kinds.h"
#include "core/graph/python_syntax.h"
#include "core/graph/statements.h"

namespace clonecheck {
namespace {

// Sizes of what is unknown in an input's shape, where the script draws values:
// enough samples for a zero one, enough steps for a zero one at the beginning.
constexpr int kDrawnBatch = 3;
constexpr int kDrawnSteps = 5;

// ---- The parts of every script ----------------------------------------------

constexpr absl::string_view kFirstOutput = R"py(
def output(result, index):
    """One output of a call, which gives a list where it has several."""
    return result[index] if isinstance(result, list) else result

)py";

constexpr absl::string_view kSparse = R"py(
def sparse(value):
    """The value of a sparse input, as TensorFlow takes it."""
    return np.argwhere(value), value[np.nonzero(value)], value.shape

)py";

constexpr absl::string_view kDrawn = R"py(
def drawn(rng, tensor):
    """Values for an input."""
    shape = [size or 3 for size in K.int_shape(tensor)]
    if K.dtype(tensor).startswith('float'):
        return rng.uniform(-1, 1, shape).astype(K.dtype(tensor))
    return rng.randint(0, 2, shape).astype(K.dtype(tensor))

)py";

// How `fetched` becomes `results`. The texts of K.function's errors are short,
// but not every Keras 2 feeds sparse inputs by it.
constexpr absl::string_view kRun =
    "    results = K.function(model.inputs + [K.learning_phase()], "
    "fetched)(values + [0])\n";
constexpr absl::string_view kRunSparse =
    "    feed = dict(zip(model.inputs, values))\n"
    "    feed[K.learning_phase()] = False\n"
    "    results = K.get_session().run(fetched, feed)\n";

constexpr absl::string_view kComparison = R"py(
def evaluate(model, values):
    """The model's outputs and output masks; None where there is no mask."""
    masks = []
    for tensor in model.outputs:
        layer, node_index, tensor_index = tensor._keras_history
        masks.append(layer._inbound_nodes[node_index].output_masks[tensor_index])
    # Identities, because an output may be an input, which cannot be fetched.
    fetched = [K.identity(tensor) for tensor in model.outputs]
    fetched += [K.identity(mask) for mask in masks if mask is not None]
$RUN
    outputs, found = results[:len(masks)], iter(results[len(masks):])
    return outputs, [None if mask is None else next(found) for mask in masks]


def names(model):
    return {'model': model.name, 'inputs': model.input_names, 'outputs': model.output_names,
            'layers': sorted(layer.name for layer in model.layers)}


def same(a, b):
    if a is None or b is None:
        return a is b
    return a.shape == b.shape and np.allclose(a, b, rtol=1e-4, atol=1e-5, equal_nan=True)


def differences(model, clone, values, expected):
    """What the clone does not share with the model, as lines of text."""
    weights, cloned = model.get_weights(), clone.get_weights()
    if [w.shape for w in weights] != [w.shape for w in cloned]:
        yield 'weights: the model has %s, the clone has %s' % (
            [w.shape for w in weights], [w.shape for w in cloned])
        return
    for variable in clone.weights:
        if any(variable is other for other in model.weights):
            yield 'weights: the clone shares the variable %s with the model' % variable.name
    clone.set_weights(weights)
    originals, clones = names(model), names(clone)
    for what in sorted(originals):
        if originals[what] != clones[what]:
            yield 'names (%s): the model has %s, the clone has %s' % (
                what, originals[what], clones[what])
    if len(clone.outputs) != len(model.outputs):
        yield 'outputs: the model has %d, the clone has %d' % (
            len(model.outputs), len(clone.outputs))
        return
    try:
        found = evaluate(clone, values)
    except Exception as error:
        yield 'evaluating the clone raised %s: %s' % (type(error).__name__, error)
        return
    for what, originals, clones in zip(['output', 'mask of output'], expected, found):
        for index, (a, b) in enumerate(zip(originals, clones)):
            if not same(a, b):
                yield '%s %d\nof the model:\n%s\nof the clone:\n%s' % (what, index, a, b)

)py";

constexpr absl::string_view kMain = R"py(
def main():
    rng = np.random.RandomState($SEED)
    try:
        model = build()
        model.set_weights($WEIGHTS)
$INPUTS
        expected = evaluate(model, values)
    except Exception as error:
        print('The original does not work: %s: %s' % (type(error).__name__, error))
        return 2
    try:
        clone = clone_model(model)
    except Exception as error:
        print('clone_model raised %s: %s' % (type(error).__name__, error))
        return 1
    found = list(differences(model, clone, values, expected))
    for difference in found:
        print('DIFFERENT ' + difference)
    if not found:
        print('The clone agrees in outputs, masks of outputs, weights and names.')
    return 1 if found else 0


if __name__ == '__main__':
    sys.exit(main())
)py";

// ---- The script -------------------------------------------------------------

// One comment line, whatever the text holds.
std::string Comment(absl::string_view text) {
  return absl::StrCat(
      "# ", absl::StrReplaceAll(text, {{"\n", " "}, {"\r", " "}}), "\n");
}

class Printer {
 public:
  Printer(const Graph& graph, const LayerFacts& facts,
          const PythonScriptOptions& options)
      : graph_(graph), options_(options) {
    layers_.reserve(graph.layers().size());
    outputs_.reserve(graph.layers().size());
    for (const LayerDecl& layer : graph.layers()) {
      layers_.push_back(IsModel(layer) || IsSequential(layer)
                            ? PythonLayer{}
                            : facts.ToPython(*layer.config));
      outputs_.push_back(NumOutputs(graph, layer, &facts));
    }
  }

  std::string Print() {
    // Printed first, because it tells what the rest must provide.
    const std::string build = Build();
    std::string text = Header();
    absl::StrAppend(&text, "import sys\n\nimport numpy as np\n", Imports(),
                    "\n");
    for (const std::string& definition : Definitions()) {
      absl::StrAppend(&text, "\n", definition,
                      absl::EndsWith(definition, "\n") ? "\n" : "\n\n");
    }
    if (needs_output_) absl::StrAppend(&text, kFirstOutput);
    const bool sparse =
        std::any_of(graph_.inputs().begin(), graph_.inputs().end(),
                    [](const InputDecl& input) { return input.sparse; });
    if (sparse) absl::StrAppend(&text, kSparse);
    if (graph_.model().is_layer() && options_.inputs.empty()) {
      absl::StrAppend(&text, kDrawn);
    }
    absl::StrAppend(&text, build,
                    absl::StrReplaceAll(
                        kComparison, {{"$RUN\n", sparse ? kRunSparse : kRun}}));
    absl::StrAppend(&text, absl::StrReplaceAll(
                               kMain, {{"$SEED", absl::StrCat(options_.seed)},
                                       {"$WEIGHTS", Weights()},
                                       {"$INPUTS\n", Inputs()}}));
    return text;
  }

 private:
  std::string Header() {
    std::string text;
    if (!options_.signature.empty()) {
      absl::StrAppend(
          &text, Comment(absl::StrCat("clonecheck: ", options_.signature)));
    }
    if (!options_.replay_command.empty()) {
      absl::StrAppend(
          &text, Comment(absl::StrCat("Replay: ", options_.replay_command)));
    }
    absl::StrAppend(
        &text,
        Comment("For Keras 2 on TensorFlow 1. Exit code: 0 the clone "
                "agrees, 1 it differs or clone_model"),
        Comment("raises, 2 the original does not work."));
    return text;
  }

  // Definitions in order of first use, each once.
  std::vector<absl::string_view> DefinitionsInOrder() const {
    std::vector<absl::string_view> definitions;
    absl::flat_hash_set<absl::string_view> seen;
    for (const PythonLayer& layer : layers_) {
      for (const std::string& definition : layer.definitions) {
        if (seen.insert(definition).second) definitions.push_back(definition);
      }
    }
    return definitions;
  }
  std::vector<std::string> Definitions() const {
    std::vector<std::string> result;
    for (absl::string_view text : DefinitionsInOrder())
      result.emplace_back(text);
    return result;
  }

  // Is the class defined by the script itself?
  static bool Defines(absl::Span<const absl::string_view> definitions,
                      absl::string_view name) {
    for (absl::string_view text : definitions) {
      for (absl::string_view line : absl::StrSplit(text, '\n')) {
        if (absl::StartsWith(line, absl::StrCat("class ", name, "(")) ||
            absl::StartsWith(line, absl::StrCat("class ", name, ":"))) {
          return true;
        }
      }
    }
    return false;
  }

  std::string Imports() const {
    const std::vector<absl::string_view> definitions = DefinitionsInOrder();
    std::set<std::string> layers = {"Input"};
    std::set<std::string> models = {"Model", "clone_model"};
    for (size_t i = 0; i < layers_.size(); ++i) {
      const LayerDecl& layer = graph_.layers()[i];
      if (IsSequential(layer)) models.emplace(kSequentialKind);
      const std::string& constructor = layers_[i].constructor;
      const std::string name = constructor.substr(0, constructor.find('('));
      if (!name.empty() && !Defines(definitions, name)) layers.insert(name);
    }
    for (absl::string_view text : definitions) {
      if (absl::StrContains(text, "(Layer)")) layers.insert("Layer");
    }
    return absl::StrCat(
        "from keras import backend as K\n", "from keras.layers import ",
        absl::StrJoin(layers, ", "), "\n", "from keras.models import ",
        absl::StrJoin(models, ", "), "\n");
  }

  // The function that builds the model under test.
  std::string Build() {
    std::string text = "\ndef build():\n";
    for (Statement statement : ReadableStatements(graph_)) {
      absl::StrAppend(&text, "    ", StatementText(statement), "\n");
    }
    absl::StrAppend(&text, "    return model\n\n");
    return text;
  }

  std::string StatementText(Statement statement) {
    const uint32_t i = statement.index;
    switch (statement.kind) {
      case Statement::Kind::kInput: {
        const InputDecl& input = graph_.inputs()[i];
        return absl::StrCat(
            "i", i, " = Input(batch_shape=", input.batch_shape->ToString(),
            PythonInputEnd(input));
      }
      case Statement::Kind::kLayer:
        return absl::StrCat("l", i, " = ", Layer(i));
      case Statement::Kind::kModel:
        if (graph_.model().is_layer()) {
          return absl::StrCat("model = l", graph_.model().layer);
        }
        return absl::StrCat("model = ", PythonModel(graph_.model_inputs(),
                                                    graph_.model_outputs(),
                                                    graph_.model().name, ref_));
      case Statement::Kind::kCall:
        return absl::StrCat("c", i, " = ",
                            PythonCall(graph_, graph_.calls()[i], ref_));
    }
    return "";
  }

  std::string Layer(uint32_t index) {
    const LayerDecl& layer = graph_.layers()[index];
    // These constructors take no `trainable`.
    const bool set_trainable = IsModel(layer) || IsSequential(layer) ||
                               KindName(layer) == "InputLayer";
    const std::string after =
        set_trainable && !layer.trainable
            ? absl::StrCat("\n    l", index, ".trainable = False")
            : "";
    if (IsModel(layer)) {
      return PythonModel(graph_.tensors(layer.model_inputs),
                         graph_.tensors(layer.model_outputs), layer.name,
                         ref_) +
             after;
    }
    std::vector<std::string> extra;
    if (layer.name != nullptr) {
      extra.push_back(absl::StrCat("name=", PythonText(layer.name)));
    }
    if (!layer.trainable && !set_trainable) extra.push_back("trainable=False");
    return PythonConstruction(graph_, layer,
                              IsSequential(layer) ? "Sequential()"
                                                  : layers_[index].constructor,
                              extra) +
           BuildText(index) + after;
  }

  // Builds a Sequential that knows the shape of its input from its config only.
  std::string BuildText(uint32_t index) const {
    const ConfigValue* shape =
        IsSequential(graph_.layers()[index])
            ? graph_.layers()[index].config->Find("build_input_shape")
            : nullptr;
    if (shape == nullptr) return "";
    return absl::StrCat("\n    l", index, ".build(tuple(",
                        ConfigValueToPython(*shape), "))");
  }

  std::string Ref(TensorRef ref) {
    if (ref.is_input()) return absl::StrCat("i", ref.input());
    const int outputs = outputs_[graph_.calls()[ref.producer].layer];
    if (outputs == 1) return absl::StrCat("c", ref.producer);
    if (outputs > 1 || ref.index > 0) {
      return absl::StrCat("c", ref.producer, "[", ref.index, "]");
    }
    needs_output_ = true;
    return absl::StrCat("output(c", ref.producer, ", 0)");
  }

  std::string Weights() const {
    if (options_.weights.empty()) {
      // Positive, because some are variances.
      return "[rng.uniform(0.1, 1, w.shape) for w in model.get_weights()]";
    }
    return absl::StrCat(
        "[\n",
        absl::StrJoin(options_.weights, "",
                      [](std::string* out, const std::string& weight) {
                        absl::StrAppend(out, "            np.array(", weight,
                                        "),\n");
                      }),
        "        ]");
  }

  // The statements that set `values`.
  std::string Inputs() const {
    if (graph_.model().is_layer()) return InputsOfLayer();
    std::string text = "        values = [\n";
    std::string zeros;
    const absl::Span<const TensorRef> inputs = graph_.model_inputs();
    for (size_t i = 0; i < inputs.size(); ++i) {
      if (!inputs[i].is_input()) continue;  // which Keras refuses
      const InputDecl& input = graph_.inputs()[inputs[i].input()];
      absl::StrAppend(
          &text, "            ",
          Value(input,
                i < options_.inputs.size() ? &options_.inputs[i] : nullptr),
          ",\n");
      if (i < options_.inputs.size() || input.sparse) continue;
      if (input.batch_shape->rank > 2) {
        absl::StrAppend(&zeros, "        values[", i, "][0, 0] = 0\n");
      }
      absl::StrAppend(&zeros, "        values[", i, "][-1] = 0\n");
    }
    return absl::StrCat(text, "        ]\n", zeros);
  }

  // The same for a model that is a layer: only Keras knows its inputs.
  std::string InputsOfLayer() const {
    if (options_.inputs.empty()) {
      return "        values = [drawn(rng, tensor) for tensor in "
             "model.inputs]\n";
    }
    return absl::StrCat(
        "        values = [np.array(value, K.dtype(tensor)) for value, tensor "
        "in zip([\n            ",
        absl::StrJoin(options_.inputs, ",\n            "),
        ",\n        ], model.inputs)]\n");
  }

  // `given`: a literal, or null for drawn values.
  std::string Value(const InputDecl& input, const std::string* given) const {
    const std::string dtype =
        absl::StrCat("'", std::string(DTypeName(input.dtype)), "'");
    std::string value;
    if (given != nullptr) {
      value = absl::StrCat("np.array(", *given, ", ", dtype, ")");
    } else if (IsFloat(input.dtype)) {
      value = absl::StrCat("rng.uniform(-1, 1, ", DrawnShape(input),
                           ").astype(", dtype, ")");
    } else {
      // 0 and 1 are indices of every Embedding.
      value = absl::StrCat("rng.randint(0, 2, ", DrawnShape(input), ").astype(",
                           dtype, ")");
    }
    if (!input.sparse) return value;
    return absl::StrCat("sparse(", value, ")");
  }

  std::string DrawnShape(const InputDecl& input) const {
    // One batch size for all inputs: a fixed one, if there is any.
    int batch = kDrawnBatch;
    for (const InputDecl& other : graph_.inputs()) {
      if (other.batch_shape->dim[0] != kUnknownDim) {
        batch = other.batch_shape->dim[0];
        break;
      }
    }
    std::vector<int> dims;
    for (int32_t dim : input.batch_shape->dims()) {
      const int unknown = dims.empty() ? batch : kDrawnSteps;
      dims.push_back(dim == kUnknownDim ? unknown : dim);
    }
    return absl::StrCat("(", absl::StrJoin(dims, ", "),
                        dims.size() == 1 ? ",)" : ")");
  }

  const Graph& graph_;
  const PythonScriptOptions& options_;
  std::vector<PythonLayer> layers_;  // by layer
  std::vector<int> outputs_;         // by layer; -1: not known
  bool needs_output_ = false;
  const std::function<std::string(TensorRef)> ref_ = [this](TensorRef ref) {
    return Ref(ref);
  };
};

}  // namespace

std::string GraphToPython(const Graph& graph, const LayerFacts& facts,
                          const PythonScriptOptions& options) {
  return Printer(graph, facts, options).Print();
}

}  // namespace clonecheck
