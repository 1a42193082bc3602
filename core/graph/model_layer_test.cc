// A model under test that is one of the layers: how each part of this room
// takes it.
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/string_view.h"
#include "core/graph/canonical.h"
#include "core/graph/example_graphs.h"
#include "core/graph/fake_layer_facts.h"
#include "core/graph/json.h"
#include "core/graph/order.h"
#include "core/graph/pool.h"
#include "core/graph/print_python.h"
#include "core/graph/print_text.h"
#include "core/graph/validate.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

class ModelLayer : public testing::Test {
 protected:
  uint32_t AddSequential(const std::vector<uint32_t>& children,
                         const Config* config = nullptr) {
    LayerDecl layer;
    layer.config = config == nullptr ? MakeConfig(pool_, "Sequential") : config;
    return b_.AddLayer(layer, children, {}, {});
  }
  // Two layers stacked; the model is the stack.
  Graph Stack() {
    const uint32_t a = b_.AddLayer(DenseConfig(pool_, 4));
    const uint32_t c = b_.AddLayer(DenseConfig(pool_, 3));
    b_.SetModelLayer(AddSequential({a, c}));
    return std::move(b_).Build();
  }
  std::string Message() { return std::string(Validate(b_.graph()).message()); }

  Pool pool_;
  GraphBuilder b_;
  FakeLayerFacts facts_;
};

TEST_F(ModelLayer, is_written_and_read_by_its_number) {
  const Graph graph = Stack();
  EXPECT_TRUE(Validate(graph).ok());
  const std::string text = GraphToJson(graph);
  EXPECT_TRUE(absl::StrContains(text, "\"model\": {\"layer\": 2}")) << text;
  const absl::StatusOr<Graph> read = GraphFromJson(text, pool_);
  ASSERT_TRUE(read.ok()) << read.status();
  EXPECT_TRUE(*read == graph);
  EXPECT_EQ(CompareGraphs(*read, graph, &facts_), 0);
}

TEST_F(ModelLayer, takes_nothing_else_in_json) {
  const absl::StatusOr<Graph> read = GraphFromJson(
      R"({"clonecheck": 1, "inputs": [], "layers": [], "calls": [],
          "model": {"layer": 0, "inputs": []}})",
      pool_);
  EXPECT_EQ(read.status().message(),
            "/model: unknown key \"inputs\"; the keys of a model that is a "
            "layer are layer, position");
}

TEST_F(ModelLayer, makes_another_graph) {
  const Graph graph = Stack();
  GraphBuilder other(graph);
  other.SetModelLayer(ModelDecl::kNoLayer);
  EXPECT_FALSE(other.graph() == graph);
  EXPECT_NE(CompareGraphs(other.graph(), graph, &facts_), 0);
}

TEST_F(ModelLayer, is_printed_as_the_layer) {
  const Graph graph = Stack();
  EXPECT_EQ(GraphToText(graph, &facts_),
            "l0 = Dense(units=4)\n"
            "l1 = Dense(units=3)\n"
            "l2 = Sequential([l0, l1])\n"
            "model = l2\n");
  const std::string script = GraphToPython(graph, facts_, {});
  EXPECT_TRUE(absl::StrContains(script,
                                "    l2 = Sequential([l0, l1])\n"
                                "    model = l2\n"))
      << script;
  EXPECT_TRUE(absl::StrContains(
      script, "values = [drawn(rng, tensor) for tensor in model.inputs or []]"))
      << script;
}

TEST_F(ModelLayer, is_built_in_python_on_the_shape_in_its_config) {
  const uint32_t a = b_.AddLayer(DenseConfig(pool_, 4));
  const ConfigValue shape = ConfigValue::List(
      pool_.InternList({ConfigValue::None(), ConfigValue::Int(4)}));
  b_.SetModelLayer(AddSequential(
      {a}, MakeConfig(pool_, "Sequential", {{"build_input_shape", shape}})));
  EXPECT_TRUE(absl::StrContains(GraphToPython(b_.graph(), facts_, {}),
                                "    l1.build(tuple([None, 4]))\n"));
}

// The layer goes to another number, and the model with it.
TEST_F(ModelLayer, moves_with_its_number) {
  const uint32_t a = b_.AddLayer(DenseConfig(pool_, 4));
  b_.SetModelLayer(AddSequential({a}));
  const TensorRef x = b_.AddInput(pool_.InternShape({kUnknownDim, 4}));
  b_.AddCall(b_.AddLayer(DenseConfig(pool_, 7)), {x});
  const Graph canonical = Canonicalize(b_.graph());
  ASSERT_TRUE(canonical.model().is_layer());
  EXPECT_EQ(canonical.model().layer, 2u);
  EXPECT_EQ(canonical.layers()[canonical.model().layer].config->kind->text,
            "Sequential");
}

TEST_F(ModelLayer, must_be_a_model_that_is_there) {
  b_.AddLayer(DenseConfig(pool_, 4));
  b_.SetModelLayer(1);
  EXPECT_EQ(Message(),
            "the model is layer 1, but there are 1 layers, counted from 0; use "
            "one of these");
  b_.SetModelLayer(0);
  EXPECT_EQ(Message(),
            "the model is layer 0, Dense, which is no model; use a layer of "
            "class Model or Sequential");
  b_.SetModelLayer(AddSequential({0}));
  EXPECT_EQ(Message(), "");
}

TEST_F(ModelLayer, has_no_tensors_of_its_own) {
  const TensorRef x = b_.AddInput(pool_.InternShape({kUnknownDim, 4}));
  b_.SetModel({x}, {x});
  b_.SetModelLayer(AddSequential({}));
  EXPECT_EQ(Message(),
            "the model is layer 0, and has a name, inputs or outputs besides; "
            "take them away, or give no layer");
}

TEST_F(ModelLayer, is_constructed_before_the_model_is_taken) {
  const TensorRef x = b_.AddInput(pool_.InternShape({kUnknownDim, 4}));
  b_.AddCall(b_.AddLayer(DenseConfig(pool_, 4)), {x});
  LayerDecl layer;
  layer.config = MakeConfig(pool_, "Sequential");
  layer.position = 1;
  b_.SetModelLayer(b_.AddLayer(layer, {}, {}, {}));
  b_.SetModelPosition(0);
  EXPECT_EQ(Message(),
            "the model comes before its layer, which is constructed at "
            "position 1; raise the model's position to at least that");
}

}  // namespace
}  // namespace clonecheck
