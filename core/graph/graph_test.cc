#include "core/graph/graph.h"

#include <utility>

#include "core/graph/example_graphs.h"
#include "core/graph/pool.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

TEST(Graph, the_builder_makes_what_it_was_told) {
  Pool pool;
  const Graph graph = SecondOfTwoOutputs(pool);
  ASSERT_EQ(graph.inputs().size(), 1u);
  EXPECT_EQ(graph.inputs()[0].batch_shape->ToString(), "(None, 4)");
  ASSERT_EQ(graph.layers().size(), 1u);
  ASSERT_EQ(graph.calls().size(), 1u);
  EXPECT_EQ(graph.call_inputs(graph.calls()[0])[0], TensorRef::Input(0));
  EXPECT_EQ(graph.model_outputs()[0], TensorRef::Call(0, 1));
  EXPECT_EQ(graph.model().position, 1u);
}

TEST(Graph, equal_programs_are_equal) {
  Pool pool;
  EXPECT_TRUE(EverythingAtOnce(pool) == EverythingAtOnce(pool));
  EXPECT_TRUE(Chain(pool, 3) == Chain(pool, 3));
  EXPECT_FALSE(Chain(pool, 3) == Chain(pool, 2));
  EXPECT_FALSE(Chain(pool, 1) == SecondOfTwoOutputs(pool));
}

TEST(Graph, a_builder_goes_on_from_a_graph) {
  Pool pool;
  GraphBuilder b(SecondOfTwoOutputs(pool));
  const TensorRef more = b.AddCall(0, {TensorRef::Call(0, 0)});
  EXPECT_EQ(more, TensorRef::Call(1, 0));
  const Graph graph = std::move(b).Build();
  EXPECT_EQ(graph.calls().size(), 2u);
  EXPECT_EQ(graph.model().position, 2u);
}

TEST(Graph, a_cleared_builder_starts_afresh) {
  Pool pool;
  GraphBuilder b(EverythingAtOnce(pool));
  b.Clear();
  const TensorRef x = b.AddInput(pool.InternShape({kUnknownDim, 4}));
  const TensorRef two = b.AddCall(b.AddLayer(LambdaConfig(pool, "two")), {x});
  b.SetModel({x}, {TensorRef::Call(two.producer, 1)});
  EXPECT_TRUE(std::move(b).Build() == SecondOfTwoOutputs(pool));
}

TEST(Shape, prints_as_python_and_as_tensorflow) {
  Pool pool;
  EXPECT_EQ(pool.InternShape({kUnknownDim})->ToString(), "(None,)");
  EXPECT_EQ(pool.InternShape({2, 3})->ToString(), "(2, 3)");
  EXPECT_EQ(pool.InternShape({kUnknownDim, 4})->ToTensorFlowString(), "(?, 4)");
  EXPECT_EQ(pool.unknown_shape()->ToString(), "<unknown>");
}

TEST(DType, names_are_read_back) {
  for (absl::string_view name : kDTypeNames) {
    ASSERT_TRUE(ParseDType(name).has_value());
    EXPECT_EQ(DTypeName(*ParseDType(name)), name);
  }
  EXPECT_FALSE(ParseDType("float").has_value());
}

}  // namespace
}  // namespace clonecheck
