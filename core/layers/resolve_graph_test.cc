#include "core/layers/resolve_graph.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "core/graph/example_graphs.h"
#include "core/graph/pool.h"
#include "core/graph/validate.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

class ResolveGraphTest : public ::testing::Test {
 protected:
  ResolveGraphTest() { x_ = b_.AddInput(pool_.InternShape({kUnknownDim, 4})); }

  // Calls a new layer on inputs.
  TensorRef Add(const Config* config, const std::vector<TensorRef>& inputs,
                absl::string_view name = "") {
    return b_.AddCall(
        b_.AddLayer(config, name.empty() ? nullptr : pool_.InternName(name)),
        inputs);
  }
  // The message about the graph with this output, empty if there is none.
  std::string Message(TensorRef output) {
    b_.SetModel({x_}, {output});
    EXPECT_TRUE(Validate(b_.graph()).ok());
    const absl::StatusOr<Graph> graph = ResolveGraph(b_.graph(), catalogue_);
    EXPECT_TRUE(graph.ok() || absl::IsInvalidArgument(graph.status()));
    return std::string(graph.status().message());
  }

  Pool pool_;
  Catalogue catalogue_{pool_};
  GraphBuilder b_;
  TensorRef x_;
};

TEST_F(ResolveGraphTest, configs_become_canonical) {
  const TensorRef c = Add(MakeConfig(pool_, "Dense",
                                     {{"units", ConfigValue::Int(3)},
                                      {"use_bias", ConfigValue::Bool(true)}}),
                          {x_});
  b_.SetModel({x_}, {c});
  const absl::StatusOr<Graph> graph = ResolveGraph(b_.graph(), catalogue_);
  ASSERT_TRUE(graph.ok()) << graph.status();
  EXPECT_EQ(graph->layers()[0].config, DenseConfig(pool_, 3));
  EXPECT_NE(catalogue_.Find(graph->layers()[0].config), nullptr);
}

TEST_F(ResolveGraphTest, all_else_stays) {
  LayerDecl inner;
  inner.config = MakeConfig(pool_, "Model");
  inner.name = pool_.InternName("inner");
  inner.position = 1;
  const TensorRef y = b_.AddInput(pool_.InternShape({2, 4}), DType::kFloat64,
                                  pool_.InternName("y"), true);
  const TensorRef c0 = Add(LambdaConfig(pool_, "two"), {x_}, "pair");
  const uint32_t model =
      b_.AddLayer(inner, {}, {x_}, {TensorRef::Call(c0.producer, 1), c0});
  const TensorRef c1 = b_.AddCall(model, {c0}, /*as_list=*/true);
  b_.AddKwarg(pool_.InternName("mask"), ConfigValue::None());
  b_.AddKwarg(pool_.InternName("one"), y);
  b_.AddKwarg(pool_.InternName("some"), {x_, y});
  b_.AddLayer(DenseConfig(pool_, 2), nullptr, /*trainable=*/false);
  b_.SetModel({x_}, {TensorRef::Call(c1.producer, 1)},
              pool_.InternName("outer"));
  b_.AddCall(0, {c1});
  b_.SetModelPosition(2);
  const Graph graph = std::move(b_).Build();
  const absl::StatusOr<Graph> resolved = ResolveGraph(graph, catalogue_);
  ASSERT_TRUE(resolved.ok()) << resolved.status();
  EXPECT_TRUE(*resolved == graph);
}

TEST_F(ResolveGraphTest, resolving_twice_changes_nothing) {
  const Graph graph = SecondOfTwoOutputs(pool_);
  const absl::StatusOr<Graph> once = ResolveGraph(graph, catalogue_);
  ASSERT_TRUE(once.ok()) << once.status();
  const absl::StatusOr<Graph> twice = ResolveGraph(*once, catalogue_);
  ASSERT_TRUE(twice.ok()) << twice.status();
  EXPECT_TRUE(*once == *twice);
}

TEST_F(ResolveGraphTest, an_unknown_class_is_refused_by_layer) {
  EXPECT_EQ(Message(Add(MakeConfig(pool_, "Capsule"), {x_}, "caps")),
            "layer \"caps\" (Capsule): There is no layer class 'Capsule'; "
            "see `clonecheck list layers`.");
}

TEST_F(ResolveGraphTest, a_wrong_argument_is_refused_by_layer) {
  EXPECT_EQ(Message(Add(DenseConfig(pool_, -1), {x_})),
            "layer 0 (Dense): Dense: the argument 'units' must be a whole "
            "number from 1 to 2147483647, but is -1; correct it in the "
            "config.");
}

TEST_F(ResolveGraphTest, wrong_numbers_of_inputs_are_refused_by_call) {
  EXPECT_EQ(Message(Add(DenseConfig(pool_, 2), {x_, x_}, "d")),
            "a call of layer \"d\" (Dense) has 2 inputs, but the class takes "
            "exactly one input; give it as many");
}

TEST_F(ResolveGraphTest, too_few_inputs_are_refused) {
  EXPECT_EQ(Message(Add(MakeConfig(pool_, "Swap"), {x_})),
            "call 0 of layer 0 (Swap) has one input, but the class takes "
            "exactly 2 inputs; give it as many");
}

TEST_F(ResolveGraphTest, merges_take_many_inputs) {
  const std::vector<TensorRef> many(2000, x_);
  EXPECT_EQ(Message(Add(MakeConfig(pool_, "Add"), many)), "");
}

TEST_F(ResolveGraphTest, an_output_that_is_not_there_is_refused) {
  const TensorRef c = Add(LambdaConfig(pool_, "two"), {x_}, "pair");
  EXPECT_EQ(Message(TensorRef::Call(c.producer, 1)), "");
  EXPECT_EQ(Message(TensorRef::Call(c.producer, 2)),
            "the model: output 0 refers to output 2 of call 0 (layer "
            "\"pair\"), which has 2 outputs; use an index below that, counted "
            "from 0");
}

}  // namespace
}  // namespace clonecheck
