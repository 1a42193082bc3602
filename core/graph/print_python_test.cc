#include "core/graph/print_python.h"

#include <algorithm>
#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "core/graph/example_graphs.h"
#include "core/graph/fake_layer_facts.h"
#include "core/graph/pool.h"
#include "core/graph/python_dialect.h"
#include "gtest/gtest.h"

// That the scripts do what they say is seen by running them on a real Keras,
// which needs an installed target; here their text is looked at.
namespace clonecheck {
namespace {

// The script up to the parts that are the same for all.
std::string Head(const std::string& script) {
  return script.substr(
      0, std::min(script.find("def fetch"), script.find("def evaluate")));
}

PythonScriptOptions In(PythonDialect dialect) {
  PythonScriptOptions options;
  options.dialect = dialect;
  return options;
}

TEST(PrintPython, begins_with_what_it_shows_and_builds) {
  Pool pool;
  PythonScriptOptions options;
  options.signature = "keras-2.2.4/completes/could-not-compute-output/Lambda";
  options.replay_command = "clonecheck replay case.json --cloners keras-2.2.4";
  EXPECT_EQ(
      Head(GraphToPython(SecondOfTwoOutputs(pool), FakeLayerFacts(), options)),
      R"py(# clonecheck: keras-2.2.4/completes/could-not-compute-output/Lambda
# Replay: clonecheck replay case.json --cloners keras-2.2.4
# For Keras 2 on TensorFlow 1. Exit code: 0 the clone agrees, 1 it differs or clone_model
# raises, 2 the original does not work, 3 the two cannot be compared.
import sys

import numpy as np
from keras import backend as K
from keras.layers import Input, Lambda
from keras.models import Model, clone_model


def two(x):
    return [x * 2, x + 1]


def build():
    i0 = Input(batch_shape=(None, 4))
    l0 = Lambda(two)
    c0 = l0(i0)
    model = Model(inputs=[i0], outputs=[c0[1]])
    return model


)py");
}

TEST(PrintPython, builds_everything_that_a_graph_holds) {
  Pool pool;
  const std::string head =
      Head(GraphToPython(EverythingAtOnce(pool), FakeLayerFacts()));
  EXPECT_EQ(
      head.substr(head.find("from keras.layers")),
      R"py(from keras.layers import Add, Dense, Embedding, GRU, Input, LSTM, Lambda, TimeDistributed
from keras.models import Model, Sequential, clone_model


def two(x):
    return [x * 2, x + 1]


def build():
    i0 = Input(batch_shape=(None, 4), name='x')
    i1 = Input(batch_shape=(None, 5, 4))
    i2 = Input(batch_shape=(None, 5), dtype='int32')
    l0 = Dense(units=4, name='shared')
    l2 = Dense(units=4, trainable=False)
    l6 = TimeDistributed(l2)
    c0 = l0(i0)
    l1 = Lambda(two)
    c1 = l1(c0)
    l7 = Model(inputs=[i0], outputs=[c1[1], c0], name='inner')
    l8 = Dense(units=4)
    l9 = Sequential([l8, l0])
    c2 = l7([c1[0]])
    c3 = l9(c2[1])
    l5 = Embedding(input_dim=3, mask_zero=True, output_dim=4)
    c4 = l5(i2)
    l3 = LSTM(dropout=0.5, units=4)
    c5 = l3(c4, initial_state=[c3, c0], training=False, mask=None)
    l4 = GRU(units=4)
    c6 = l4(c4, initial_state=c5)
    c7 = l6(i1)
    l10 = Add()
    c8 = l10([c6, c3, i0])
    model = Model(inputs=[i1, i0, i2], outputs=[c8, c7, i0, c8], name='outer')
    c9 = l0(c8)
    return model


)py");
}

TEST(PrintPython, defines_each_class_once_and_does_not_import_it) {
  Pool pool;
  GraphBuilder b;
  const TensorRef x = b.AddInput(pool.InternShape({kUnknownDim, 4}));
  const Config* multi = MakeConfig(pool, "MultiOut");
  const TensorRef c0 = b.AddCall(b.AddLayer(multi), {x});
  const TensorRef c1 = b.AddCall(b.AddLayer(multi), {c0});
  b.SetModel({x}, {c1});
  const std::string script =
      GraphToPython(std::move(b).Build(), FakeLayerFacts());
  EXPECT_TRUE(absl::StrContains(script, "import Input, Layer\n")) << script;
  EXPECT_EQ(script.find("class MultiOut"), script.rfind("class MultiOut"));
  EXPECT_TRUE(absl::StrContains(script, "c1 = l1(c0[0])"));
}

TEST(PrintPython, compares_what_it_is_told_to) {
  Pool pool;
  PythonScriptOptions options;
  options.look.functions =
      "\ndef look(model, clone, values, expected):\n"
      "    return mine(model)\n";
  options.look.what = "what is mine";
  const std::string script =
      GraphToPython(SecondOfTwoOutputs(pool), FakeLayerFacts(), options);
  EXPECT_TRUE(absl::StrContains(script, "    return mine(model)\n\n\ndef main"))
      << script;
  EXPECT_TRUE(absl::StrContains(
      script, "found = list(look(model, clone, values, expected))"));
  // What fails there is no difference.
  EXPECT_TRUE(absl::StrContains(script, "        return 3\n"));
  EXPECT_TRUE(absl::StrContains(script, "3 the two cannot be compared."));
  EXPECT_TRUE(absl::StrContains(script, "agrees in what is mine."));
  EXPECT_FALSE(absl::StrContains(script, "def differences"));
}

TEST(PrintPython, has_the_usual_comparison_where_it_is_used) {
  Pool pool;
  PythonScriptOptions options;
  options.look.functions =
      "\ndef look(model, clone, values, expected):\n"
      "    return differences(model, clone, values, expected)\n";
  const std::string script =
      GraphToPython(SecondOfTwoOutputs(pool), FakeLayerFacts(), options);
  EXPECT_LT(script.find("def differences"), script.find("def look")) << script;
}

TEST(PrintPython, takes_the_first_of_an_unknown_number_of_outputs) {
  Pool pool;
  GraphBuilder b;
  const TensorRef x = b.AddInput(pool.InternShape({kUnknownDim, 4}));
  const TensorRef c = b.AddCall(b.AddLayer(MakeConfig(pool, "Opaque")), {x});
  b.SetModel({x}, {c, TensorRef::Call(c.producer, 1)});
  const std::string script =
      GraphToPython(std::move(b).Build(), FakeLayerFacts());
  EXPECT_TRUE(absl::StrContains(script, "outputs=[output(c0, 0), c0[1]]"));
  EXPECT_TRUE(absl::StrContains(script, "def output(result, index):"));
}

TEST(PrintPython, freezes_models_after_their_construction) {
  Pool pool;
  GraphBuilder b;
  const TensorRef x = b.AddInput(pool.InternShape({kUnknownDim, 4}));
  LayerDecl model;
  model.config = MakeConfig(pool, "Model");
  model.trainable = false;
  b.AddLayer(model, {}, {x}, {x});
  b.SetModel({x}, {x});
  EXPECT_TRUE(
      absl::StrContains(GraphToPython(std::move(b).Build(), FakeLayerFacts()),
                        "    l0 = Model(inputs=[i0], outputs=[i0])\n"
                        "    l0.trainable = False\n"));
}

TEST(PrintPython, shows_the_numbers_of_a_witness) {
  Pool pool;
  PythonScriptOptions options;
  options.inputs = {"[[0.5, 1.0, 0.0, -1.0]]"};
  options.weights = {"[[1.0]]", "[2.0]"};
  const std::string script =
      GraphToPython(SecondOfTwoOutputs(pool), FakeLayerFacts(), options);
  EXPECT_TRUE(absl::StrContains(
      script,
      "        values = [\n"
      "            np.array([[0.5, 1.0, 0.0, -1.0]], 'float32'),\n"
      "        ]\n"))
      << script;
  EXPECT_TRUE(absl::StrContains(script,
                                "        model.set_weights([\n"
                                "            np.array([[1.0]]),\n"
                                "            np.array([2.0]),\n"
                                "        ])\n"))
      << script;
}

TEST(PrintPython, draws_values_for_shapes_and_dtypes) {
  Pool pool;
  GraphBuilder b;
  const TensorRef i0 = b.AddInput(pool.InternShape({kUnknownDim, 4}));
  const TensorRef i1 =
      b.AddInput(pool.InternShape({2, kUnknownDim}), DType::kInt32);
  const TensorRef i2 =
      b.AddInput(pool.InternShape({kUnknownDim, kUnknownDim, 3}));
  b.SetModel({i0, i1, i2}, {i0});
  PythonScriptOptions options;
  options.seed = 7;
  const std::string script =
      GraphToPython(std::move(b).Build(), FakeLayerFacts(), options);
  EXPECT_TRUE(absl::StrContains(script, R"py(
        values = [
            rng.uniform(-1, 1, (2, 4)).astype('float32'),
            rng.randint(0, 2, (2, 5)).astype('int32'),
            rng.uniform(-1, 1, (2, 5, 3)).astype('float32'),
        ]
        values[0][-1] = 0
        values[1][-1] = 0
        values[2][0, 0] = 0
        values[2][-1] = 0
)py")) << script;
  EXPECT_TRUE(absl::StrContains(script, "RandomState(7)"));
}

TEST(PrintPython, draws_steps_that_layers_mask) {
  Pool pool;
  GraphBuilder b;
  const TensorRef x =
      b.AddInput(pool.InternShape({kUnknownDim, kUnknownDim, 3}));
  const TensorRef whole = b.AddInput(
      pool.InternShape({kUnknownDim, kUnknownDim, 3}), DType::kInt32);
  const TensorRef short_one = b.AddInput(pool.InternShape({kUnknownDim, 2, 3}));
  const auto masking = [&](double value) {
    return b.AddLayer(pool.InternConfig(
        pool.InternName("Masking"),
        {{pool.InternName("mask_value"), ConfigValue::Double(value)}}));
  };
  const TensorRef one = b.AddCall(masking(1.0), {x});
  const TensorRef zero = b.AddCall(masking(0.0), {one});
  const TensorRef again = b.AddCall(masking(1.0), {zero});
  const TensorRef half = b.AddCall(masking(-0.5), {again});
  b.SetModel({x, whole, short_one}, {half});
  const std::string script =
      GraphToPython(std::move(b).Build(), FakeLayerFacts());
  EXPECT_TRUE(absl::StrContains(script, R"py(
        values[0][0, 0] = 0
        values[0][-1] = 0
        values[0][0, 1] = 1.0
        values[0][0, 2] = -0.5
        values[1][0, 0] = 0
        values[1][-1] = 0
        values[2][0, 0] = 0
        values[2][-1] = 0
        values[2][0, 1] = 1.0
)py")) << script;
}

TEST(PrintPython, feeds_sparse_inputs) {
  Pool pool;
  GraphBuilder b;
  const TensorRef x = b.AddInput(pool.InternShape({kUnknownDim, 4}),
                                 DType::kFloat32, nullptr, /*sparse=*/true);
  b.SetModel({x}, {x});
  const std::string script =
      GraphToPython(std::move(b).Build(), FakeLayerFacts());
  EXPECT_TRUE(absl::StrContains(
      script, "sparse(rng.uniform(-1, 1, (3, 4)).astype('float32')),"))
      << script;
  EXPECT_TRUE(absl::StrContains(script, "def sparse(value):"));
}

TEST(PrintPython, nothing_escapes_from_comments_and_names) {
  Pool pool;
  GraphBuilder b;
  const TensorRef x =
      b.AddInput(pool.InternShape({kUnknownDim, 4}), DType::kFloat32,
                 pool.InternName("a'\nimport os\n#"));
  b.SetModel({x}, {x});
  PythonScriptOptions options;
  options.signature = "a\nimport os";
  options.replay_command = std::string("b\r\nimport os\0\f!", 15);
  const std::string script =
      GraphToPython(std::move(b).Build(), FakeLayerFacts(), options);
  EXPECT_FALSE(absl::StrContains(script, "\nimport os")) << script;
  EXPECT_FALSE(absl::StrContains(script, "\rimport os")) << script;
  EXPECT_TRUE(absl::StrContains(script, "# Replay: b  import os  !\n"))
      << script;
}

TEST(PrintPython, templates_are_filled) {
  Pool pool;
  for (PythonDialect dialect : PythonDialects()) {
    EXPECT_FALSE(absl::StrContains(
        GraphToPython(EverythingAtOnce(pool), FakeLayerFacts(), In(dialect)),
        "$"));
  }
}

// ---- Dialects ---------------------------------------------------------------

TEST(PrintPython, each_dialect_has_its_modules) {
  Pool pool;
  const Graph graph = SecondOfTwoOutputs(pool);
  const std::string tf_keras =
      GraphToPython(graph, FakeLayerFacts(), In(PythonDialect::kTfKeras));
  EXPECT_TRUE(absl::StrContains(tf_keras, "# For tf-keras on TensorFlow 2."));
  EXPECT_TRUE(absl::StrContains(tf_keras,
                                "from tf_keras import backend as K\n"
                                "from tf_keras.layers import Input, Lambda\n"
                                "from tf_keras.models import Model, "
                                "clone_model\n"))
      << tf_keras;
  const std::string keras_3 =
      GraphToPython(graph, FakeLayerFacts(), In(PythonDialect::kKeras3));
  EXPECT_TRUE(absl::StrContains(keras_3, "# For Keras 3 on TensorFlow."));
  EXPECT_TRUE(absl::StrContains(keras_3,
                                "from keras import ops as K\n"
                                "from keras.layers import Input, Lambda\n"
                                "from keras.models import Model, clone_model\n"
                                "from keras.utils import "
                                "get_custom_objects\n"))
      << keras_3;
}

// A config of Keras 3 names a Lambda's function, one of Keras 2 holds it.
TEST(PrintPython, keras_3_is_told_of_functions) {
  Pool pool;
  const auto registered = [&](PythonDialect dialect) {
    return absl::StrContains(
        GraphToPython(SecondOfTwoOutputs(pool), FakeLayerFacts(), In(dialect)),
        "\nget_custom_objects().update(two=two)\n");
  };
  EXPECT_FALSE(registered(PythonDialect::kKeras2));
  EXPECT_FALSE(registered(PythonDialect::kTfKeras));
  EXPECT_TRUE(registered(PythonDialect::kKeras3));
}

// A nested model is rebuilt from its config, which names the class.
TEST(PrintPython, every_dialect_is_told_of_classes) {
  Pool pool;
  GraphBuilder b;
  const TensorRef x = b.AddInput(pool.InternShape({kUnknownDim, 4}));
  b.SetModel({x}, {b.AddCall(b.AddLayer(MakeConfig(pool, "MultiOut")), {x})});
  for (PythonDialect dialect : PythonDialects()) {
    EXPECT_TRUE(absl::StrContains(
        GraphToPython(b.graph(), FakeLayerFacts(), In(dialect)),
        "\nget_custom_objects().update(MultiOut=MultiOut)\n"));
  }
}

// Where a list of one tensor makes a model that returns a list of one.
TEST(PrintPython, keras_3_has_one_tensor_without_a_list) {
  Pool pool;
  const std::string script = GraphToPython(
      EverythingAtOnce(pool), FakeLayerFacts(), In(PythonDialect::kKeras3));
  EXPECT_TRUE(absl::StrContains(
      script, "l7 = Model(inputs=i0, outputs=[c1[1], c0], name='inner')\n"))
      << script;
}

TEST(PrintPython, keras_3_is_given_states_by_keyword) {
  Pool pool;
  GraphBuilder b;
  const TensorRef x = b.AddInput(pool.InternShape({kUnknownDim, 3, 4}));
  const TensorRef h = b.AddInput(pool.InternShape({kUnknownDim, 4}));
  const uint32_t gru = b.AddLayer(MakeConfig(pool, "GRU"));
  const TensorRef with_state = b.AddCall(gru, {x, h});
  const TensorRef in_list = b.AddCall(gru, {x}, /*as_list=*/true);
  b.SetModel({x, h}, {with_state, in_list});
  const auto script = [&](PythonDialect dialect) {
    return GraphToPython(b.graph(), FakeLayerFacts(), In(dialect));
  };
  EXPECT_TRUE(absl::StrContains(script(PythonDialect::kTfKeras),
                                "    c0 = l0([i0, i1])\n"
                                "    c1 = l0([i0])\n"));
  EXPECT_TRUE(absl::StrContains(script(PythonDialect::kKeras3),
                                "    c0 = l0(i0, initial_state=[i1])\n"
                                "    c1 = l0(i0)\n"));
}

TEST(PrintPython, what_a_dialect_cannot_say_is_an_error) {
  Pool pool;
  GraphBuilder b;
  const TensorRef x = b.AddInput(pool.InternShape({kUnknownDim, 4}));
  b.SetModel({x}, {b.AddCall(b.AddLayer(MakeConfig(pool, "Gone")), {x})});
  EXPECT_TRUE(
      CheckPythonDialect(b.graph(), FakeLayerFacts(), PythonDialect::kKeras2)
          .ok());
  EXPECT_EQ(
      CheckPythonDialect(b.graph(), FakeLayerFacts(), PythonDialect::kTfKeras)
          .message(),
      "tf-keras cannot say layer 0, Gone: there is no class Gone; take another "
      "one");
}

TEST(PrintPython, what_is_put_before_main_is_behind_all_that_main_calls) {
  Pool pool;
  GraphBuilder b;
  const TensorRef x = b.AddInput(pool.InternShape({kUnknownDim, 4}));
  b.SetModel({x}, {b.AddCall(b.AddLayer(MakeConfig(pool, "Dense")), {x})});
  const std::string script = GraphToPython(b.graph(), FakeLayerFacts());
  const std::string more = WithBeforeMain(script, "\nmine = 1\n");
  const size_t at = more.find("\nmine = 1\n\ndef main():\n");
  ASSERT_NE(at, std::string::npos);
  EXPECT_EQ(more.substr(0, at) + more.substr(at + 10), script);
  EXPECT_LT(more.rfind("\ndef ", at), at);
  EXPECT_EQ(more.find("\ndef ", at + 12), std::string::npos);
}

TEST(PrintPython, keras_3_cannot_call_an_input_layer) {
  Pool pool;
  GraphBuilder b;
  const TensorRef x = b.AddInput(pool.InternShape({kUnknownDim, 4}));
  b.SetModel({x}, {b.AddCall(b.AddLayer(MakeConfig(pool, "InputLayer")), {x})});
  EXPECT_TRUE(
      CheckPythonDialect(b.graph(), FakeLayerFacts(), PythonDialect::kTfKeras)
          .ok());
  EXPECT_EQ(
      CheckPythonDialect(b.graph(), FakeLayerFacts(), PythonDialect::kKeras3)
          .message(),
      "keras-3 cannot say layer 0, InputLayer: an InputLayer cannot be called "
      "there; print it for keras-2 or tf-keras");
}

}  // namespace
}  // namespace clonecheck
