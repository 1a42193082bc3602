// Tests of Draft: a Graph taken apart and put together again.
#include "core/search/draft.h"

#include <vector>

#include "core/graph/graph.h"
#include "core/graph/pool.h"
#include "core/layers/catalogue.h"
#include "core/search/choice_source.h"
#include "core/search/generator.h"
#include "core/search/profile.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

class DraftTest : public testing::Test {
 protected:
  const Config* Kind(const char* name) {
    return pool_.InternConfig(pool_.InternName(name), {});
  }
  TensorRef AddInput() {
    return builder_.AddInput(pool_.InternShape({kUnknownDim, 4}));
  }

  Pool pool_;
  GraphBuilder builder_;
};

TEST_F(DraftTest, from_and_to_graph_is_identity) {
  Catalogue catalogue(pool_);
  Generator generator(catalogue, AllProfiles().front());
  for (uint64_t seed = 0; seed < 300; ++seed) {
    ChoiceSource choices(seed);
    const Graph& graph = generator.Generate(choices);
    EXPECT_TRUE(Draft::From(graph).ToGraph(/*drop_inputs=*/false) == graph)
        << "seed " << seed;
  }
}

TEST_F(DraftTest, a_model_that_is_a_layer_stays_and_moves_with_its_number) {
  const TensorRef x = AddInput();
  builder_.AddCall(builder_.AddLayer(Kind("A")), {x});
  const uint32_t inner = builder_.AddLayer(Kind("B"));
  LayerDecl stack;
  stack.config = Kind("Sequential");
  builder_.SetModelLayer(builder_.AddLayer(stack, {inner}, {}, {}));
  Draft draft = Draft::From(builder_.graph());
  EXPECT_TRUE(draft.ToGraph(/*drop_inputs=*/false) == builder_.graph());
  draft.DropUnusedCalls();
  const Graph graph = draft.ToGraph(/*drop_inputs=*/true);
  ASSERT_EQ(graph.layers().size(), 2u);
  EXPECT_EQ(graph.model().layer, 1u);
  EXPECT_TRUE(graph.inputs().empty());
}

TEST_F(DraftTest, unused_calls_go_with_their_layers_and_inputs) {
  const TensorRef x = AddInput();
  const TensorRef y = AddInput();
  const TensorRef used = builder_.AddCall(builder_.AddLayer(Kind("A")), {x});
  builder_.AddCall(builder_.AddLayer(Kind("B")), {y});
  builder_.SetModel({x, y}, {used});
  Draft draft = Draft::From(builder_.graph());
  draft.DropUnusedCalls();
  const Graph graph = draft.ToGraph(/*drop_inputs=*/true);
  ASSERT_EQ(graph.calls().size(), 1u);
  ASSERT_EQ(graph.layers().size(), 1u);
  EXPECT_EQ(graph.layers()[0].config, Kind("A"));
  EXPECT_EQ(graph.inputs().size(), 1u);
  EXPECT_EQ(graph.model_inputs().size(), 1u);
}

TEST_F(DraftTest, kept_calls_stay_with_all_that_they_need) {
  const TensorRef x = AddInput();
  const uint32_t layer = builder_.AddLayer(Kind("A"));
  const TensorRef used = builder_.AddCall(layer, {x});
  const TensorRef needed = builder_.AddCall(layer, {x});
  builder_.AddCall(layer, {needed});
  builder_.AddCall(layer, {x});
  builder_.SetModel({x}, {used});
  Draft draft = Draft::From(builder_.graph());
  draft.DropUnusedCalls({false, false, true, false});
  const Graph graph = draft.ToGraph(/*drop_inputs=*/true);
  ASSERT_EQ(graph.calls().size(), 3u);
  EXPECT_EQ(graph.call_inputs(graph.calls()[2])[0], TensorRef::Call(1, 0));
}

TEST_F(DraftTest, a_model_without_used_inputs_keeps_its_inputs) {
  const TensorRef x = AddInput();
  const TensorRef y = AddInput();
  const TensorRef call = builder_.AddCall(builder_.AddLayer(Kind("A")), {y});
  builder_.SetModel({x}, {call});
  const Graph graph =
      Draft::From(builder_.graph()).ToGraph(/*drop_inputs=*/true);
  EXPECT_EQ(graph.inputs().size(), 2u);
  EXPECT_EQ(graph.model_inputs().size(), 1u);
}

TEST_F(DraftTest, replace_reaches_calls_keywords_and_the_model) {
  const TensorRef x = AddInput();
  const TensorRef y = AddInput();
  const TensorRef call = builder_.AddCall(builder_.AddLayer(Kind("A")), {x});
  builder_.AddKwarg(pool_.InternName("mask"), x);
  builder_.SetModel({x, y}, {call, x});
  Draft draft = Draft::From(builder_.graph());
  draft.Replace(x, y);
  EXPECT_EQ(draft.calls[0].inputs[0], y);
  EXPECT_EQ(draft.calls[0].kwargs[0].tensors[0], y);
  EXPECT_EQ(draft.model_inputs[0], y);
  EXPECT_EQ(draft.model_outputs[1], y);
}

TEST_F(DraftTest, the_highest_used_output_counts_over_all_calls_of_a_layer) {
  const TensorRef x = AddInput();
  const uint32_t layer = builder_.AddLayer(Kind("A"));
  const TensorRef first = builder_.AddCall(layer, {x});
  builder_.AddCall(layer, {TensorRef::Call(first.producer, 2)});
  builder_.SetModel({x}, {TensorRef::Call(1, 1)});
  Draft draft = Draft::From(builder_.graph());
  EXPECT_EQ(draft.NumUsedOutputs(layer), 3);
  draft.calls[1].inputs[0] = x;
  EXPECT_EQ(draft.NumUsedOutputs(layer), 2);
  draft.model_outputs[0] = x;
  EXPECT_EQ(draft.NumUsedOutputs(layer), 0);
}

}  // namespace
}  // namespace clonecheck
