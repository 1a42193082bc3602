// What a candidate sees, and what it is told when it errs. Types and texts were
// seen on the real Keras 2.2.4 (TensorFlow 2.21, Python 3.11), by running the
// same expression there.
#include "judge/bindings/candidate.h"

#include <gtest/gtest.h>

#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "campaign/workbench.h"
#include "core/graph/json.h"
#include "core/layers/layer_kind.h"
#include "core/layers/resolve_graph.h"

namespace clonecheck {
namespace {

// One interpreter a process, so one test; a row is a fact.
struct Row {
  const char* expression;
  const char* expected;
};

// `m`: a Model of Input `x` (None, 4), Dense(3) `d` and Lambda(two); `y`: the
// output of `d`.
constexpr Row kErrors[] = {
    {"m._nodes", "AttributeError: 'Model' object has no attribute '_nodes'"},
    {"d.foo", "AttributeError: 'Dense' object has no attribute 'foo'"},
    {"y.call",
     "AttributeError: 'SymbolicTensor' object has no attribute 'call'"},
    {"y()", "TypeError: 'SymbolicTensor' object is not callable"},
    {"d._inbound_nodes[0].foo",
     "AttributeError: 'Node' object has no attribute 'foo'"},
    {"d.dtype", "AttributeError: 'Dense' object has no attribute 'dtype'"},
    {"d.batch_input_shape",
     "AttributeError: 'Dense' object has no attribute 'batch_input_shape'"},
    {"d(x, mask=None)",
     "TypeError: Dense.call() got an unexpected keyword argument 'mask'"},
    {"d(None)",
     "ValueError: Layer dense_1 was called with an input that isn't a symbolic "
     "tensor. Received type: <class 'NoneType'>. Full input: [None]. All "
     "inputs to the layer should be tensors."},
    {"d([x])", "AttributeError: 'list' object has no attribute 'get_shape'"},
    {"d(x, x)",
     "TypeError: Layer.__call__() takes 2 positional arguments but 3 were "
     "given"},
    {"d()",
     "TypeError: Layer.__call__() missing 1 required positional argument: "
     "'inputs'"},
    {"d.compute_mask()",
     "TypeError: Layer.compute_mask() missing 1 required positional argument: "
     "'inputs'"},
    {"len(y)",
     "TypeError: len is not well defined for a symbolic Tensor "
     "(dense_1/BiasAdd:0). Please call `x.shape` rather than `len(x)` for "
     "shape information."},
    {"Model([x], [None])",
     "ValueError: Output tensors to a Model must be the output of a Keras "
     "`Layer` (thus holding past layer metadata). Found: None"},
    {"Model(x, y, foo=1)",
     "TypeError: Network._init_graph_network() got an unexpected keyword "
     "argument 'foo'"},
    {"Input()",
     "AssertionError: Please provide to Input either a `shape` or a "
     "`batch_shape` argument. Note that `shape` does not include the batch "
     "dimension."},
    {"Input(foo=1)",
     "TypeError: Input() got an unexpected keyword argument 'foo'"},
    {"Input(batch_shape=(3))", "TypeError: 'int' object is not iterable"},
    {"InputLayer()",
     "ValueError: An Input layer should be passed either a "
     "`batch_input_shape` or an `input_shape`."},
    {"type(d).from_config({})",
     "TypeError: Dense.__init__() missing 1 required positional argument: "
     "'units'"},
    {"type(d).from_config({'units': 3, 'foo': 1})",
     "TypeError: ('Keyword argument not understood:', 'foo')"},
    {"type(d).from_config(None)",
     "TypeError: keras.layers.core.Dense() argument after ** must be a "
     "mapping, not NoneType"},
    {"K.is_keras_tensor(5)",
     "ValueError: Unexpectedly found an instance of type `<class 'int'>`. "
     "Expected a symbolic tensor instance."},
    {"has_arg(5, 'mask')", "TypeError: 5 is not a callable object"},
    {"m.get_layer('foo')", "ValueError: No such layer: foo"},
    {"d.get_output_at(5)",
     "ValueError: Asked to get output at node 5, but the layer has only 1 "
     "inbound nodes."},
    {"d.set_weights([])",
     "ValueError: You called `set_weights(weights)` on layer \"dense_1\" with "
     "a  weight list of length 0, but the layer was expecting 2 weights. "
     "Provided weights: []..."},
    {"copy", "NameError: name 'copy' is not defined"},
};
constexpr Row kValues[] = {
    {"str(y)", "Tensor(\"dense_1/BiasAdd:0\", shape=(?, 3), dtype=float32)"},
    {"[y, None]",
     "[<tf.Tensor 'dense_1/BiasAdd:0' shape=(?, 3) dtype=float32>, None]"},
    {"y == y, y == x, x in [y]", "(True, False, False)"},
    {"type(d)", "<class 'keras.layers.core.Dense'>"},
    {"type(m)", "<class 'keras.engine.training.Model'>"},
    {"x._keras_shape, y._keras_history[1:]", "((None, 4), (0, 0))"},
    {"x._keras_history[0].sparse, x._keras_history[0].dtype",
     "(False, 'float32')"},
    {"K.is_keras_tensor(y), K.is_keras_tensor(K.identity(y))", "(True, False)"},
    {"sorted(m._nodes_by_depth), list(m._nodes_by_depth)",
     "([0, 1, 2], [0, 1, 2])"},
    {"m.layers[0] is x._keras_history[0]", "True"},
    {"m.layers is m._layers, m.layers is m.layers", "(True, True)"},
    {"m.input_names, m.output_names",
     "(['input_1'], ['lambda_1', 'lambda_1'])"},
    {"has_arg(d.call, 'mask'), has_arg(m.call, 'mask')", "(False, True)"},
    {"type(d._inbound_nodes[0].arguments)", "<class 'dict'>"},
    {"d._inbound_nodes[0] is d._inbound_nodes[0]", "True"},
    {"d._inbound_nodes[0].arguments is d._inbound_nodes[0].arguments", "True"},
    {"d.compute_mask(x), d.built, d.supports_masking, d.units",
     "(None, True, True, 3)"},
    {"d.input_shape, d.output_shape", "((None, 4), (None, 3))"},
    {"hasattr(d, 'batch_input_shape'), hasattr(K.identity(x), "
     "'_keras_history')",
     "(False, False)"},
    {"isinstance(m, Model), isinstance(m, Sequential)", "(True, False)"},
};

// A class that is defined beside the model, and not by Keras.
bool IsOfHarness(const LayerKind& kind, const Config& config) {
  const auto python = kind.ToPython(config);
  return !python.definitions.empty() &&
         absl::StartsWith(python.definitions[0], "class ");
}

// The layer on as many inputs (None, 4) as it takes at least.
Graph OneCall(Pool& pool, const LayerSpec& spec) {
  constexpr int32_t kDims[] = {kUnknownDim, 4};
  GraphBuilder builder;
  std::vector<TensorRef> inputs;
  for (int i = 0; i < spec.traits().min_inputs; ++i) {
    inputs.push_back(builder.AddInput(pool.InternShape(kDims)));
  }
  const uint32_t layer = builder.AddLayer(spec.config());
  builder.SetModel(inputs, {builder.AddCall(layer, inputs)});
  return std::move(builder).Build();
}

TEST(CandidateTest, answers_as_keras_does) {
  Workbench bench;
  const EngineRules& engine = *FindEngineRules("2.2.4");
  Candidate candidate(bench.session(engine));
  const Graph graph =
      ResolveGraph(
          GraphFromJson(R"({"clonecheck": 1, "inputs": [{"shape": [null, 4]}],
        "layers": [{"class": "Dense", "config": {"units": 3}},
                   {"class": "Lambda", "config": {"function": "two"}}],
        "calls": [{"layer": 0, "inputs": ["i0"]},
                  {"layer": 1, "inputs": ["c0"]}],
        "model": {"inputs": ["i0"], "outputs": ["c1", "c1.1"]}})",
                        bench.pool())
              .value(),
          bench.catalogue())
          .value();
  const auto raised_on = [&](const Graph& graph, const std::string& body) {
    const absl::Status loaded = candidate.Load(
        absl::StrCat("def _clone_functional_model(m, input_tensors=None):\n"
                     "  x = m.inputs[0]\n"
                     "  d = m.layers[1]\n"
                     "  y = d.output\n",
                     body),
        "candidate.py");
    EXPECT_TRUE(loaded.ok()) << loaded;
    // NOLINTNEXTLINE(clang-analyzer-core.CallAndMessage): within StatusOr
    const Built built = bench.Build(graph, engine).value();
    const OrRefusal<Model*> clone = candidate.Clone(*built.model, nullptr);
    const std::string missing = candidate.TakeNotModelled();
    if (!missing.empty()) return absl::StrCat("not modelled: ", missing);
    return clone.ok() ? std::string("a model") : clone.refusal->ToString();
  };
  const auto raised = [&](const std::string& body) {
    return raised_on(graph, body);
  };
  for (const Row& row : kErrors) {
    EXPECT_EQ(raised(absl::StrCat("  ", row.expression, "\n")), row.expected)
        << row.expression;
  }
  for (const Row& row : kValues) {
    EXPECT_EQ(raised(absl::StrCat("  raise ValueError(str((", row.expression,
                                  ")))\n")),
              absl::StrCat("ValueError: ", row.expected))
        << row.expression;
  }
  // What Keras has and we do not must not look as if Keras did not have it.
  EXPECT_EQ(raised("  d.losses\n"), "not modelled: losses of a Dense");
  EXPECT_EQ(raised("  try: y + 1\n  except: pass\n  return m\n"),
            "not modelled: operator add of a tensor");
  // Every class that is generated is there; and where it takes a mask, here and
  // in the engine.
  for (const LayerKind* kind : AllLayerKinds()) {
    const std::vector<DomainEntry> domain = kind->Domain(bench.pool());
    if (domain.empty()) continue;
    const LayerSpec& spec =
        *bench.catalogue().Resolve(domain[0].config).value();
    if (IsOfHarness(*kind, *domain[0].config)) {
      EXPECT_EQ(raised_on(OneCall(bench.pool(), spec),
                          "  raise ValueError(type(m.layers[-1]).__name__)\n"),
                absl::StrCat("ValueError: ", kind->class_name()))
          << "judge/keras/layers.py has the harness' own classes";
      continue;
    }
    EXPECT_EQ(
        raised(absl::StrCat("  from keras.layers import ", kind->class_name(),
                            "\n  raise ValueError(has_arg(", kind->class_name(),
                            ".call, 'mask'))\n")),
        spec.traits().takes_mask ? "ValueError: True" : "ValueError: False")
        << kind->class_name();
  }
  // Arguments are brought in line where control crosses.
  EXPECT_EQ(raised("  d._inbound_nodes[0].arguments['training'] = False\n"
                   "  return m\n"),
            "a model");
}

}  // namespace
}  // namespace clonecheck
