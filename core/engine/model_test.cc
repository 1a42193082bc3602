// The Model constructor: its checks, in their order, each by type and text, and
// what a refused Model leaves behind.
#include "core/engine/testing.h"
#include "gmock/gmock.h"

namespace clonecheck {
namespace {

using ModelConstructor = EngineTest;

// ---- Check by check ----

TEST_F(ModelConstructor, refuses_an_input_that_is_given_twice) {
  Tensor* x = In({kUnknownDim, 4});
  EXPECT_EQ(ModelError({x, x}, {x}),
            "ValueError: The list of inputs passed to the model is redundant. "
            "All inputs should only appear once. Found: [<tf.Tensor "
            "'input_1:0' shape=(?, 4) dtype=float32>, <tf.Tensor 'input_1:0' "
            "shape=(?, 4) dtype=float32>]");
}

TEST_F(ModelConstructor, refuses_an_input_without_history) {
  Tensor* x = In({kUnknownDim, 4});
  EXPECT_EQ(ModelError({Plain({2, 4})}, {x}),
            "ValueError: Input tensors to a Model must come from "
            "`keras.layers.Input`. Received: Tensor(\"plain:0\", shape=(2, 4), "
            "dtype=float32) (missing previous layer metadata).");
}

TEST_F(ModelConstructor, refuses_an_output_without_history) {
  Tensor* x = In({kUnknownDim, 4});
  EXPECT_EQ(ModelError({x}, {Plain({2, 4})}),
            "ValueError: Output tensors to a Model must be the output of a "
            "Keras `Layer` (thus holding past layer metadata). Found: "
            "Tensor(\"plain:0\", shape=(2, 4), dtype=float32)");
}

TEST_F(ModelConstructor, refuses_an_input_that_is_no_first_output) {
  Tensor* x = In({kUnknownDim, 4});
  Layer* dense = Make("Dense", {{"units", 4}});
  One(dense, {x});
  Tensor* second_call = One(dense, {x});
  Tensor* second_output = Call(Lambda("two"), {x})[1];
  EXPECT_EQ(ModelError({second_call}, {second_call}), "AssertionError: ");
  EXPECT_EQ(ModelError({second_output}, {second_output}), "AssertionError: ");
}

TEST_F(ModelConstructor, refuses_an_input_of_another_layer) {
  Tensor* x = In({kUnknownDim, 4});
  Tensor* y = One(Make("Dense", {{"units", 3}}), {x});
  EXPECT_EQ(ModelError({x, y}, {x, y}),
            "TypeError: Input layers to a `Model` must be `InputLayer` "
            "objects. Received inputs: [<tf.Tensor 'input_1:0' shape=(?, 4) "
            "dtype=float32>, <tf.Tensor 'dense_1/BiasAdd:0' shape=(?, 3) "
            "dtype=float32>]. Input 1 (0-based) originates from layer type "
            "`Dense`.");
}

TEST_F(ModelConstructor, refuses_an_input_layer_that_was_called_again) {
  Tensor* x = In({kUnknownDim, 4});
  One(x->layer, {In({kUnknownDim, 4})});
  EXPECT_EQ(ModelError({x}, {x}),
            "AttributeError: Layer input_1 has multiple inbound nodes, hence "
            "the notion of \"layer input\" is ill-defined. Use "
            "`get_input_at(node_index)` instead.");
}

TEST_F(ModelConstructor, minds_no_second_call_of_an_input_that_nobody_feeds) {
  Tensor* x = session_.NewInputOn(Plain({2, 4}), nullptr);
  One(x->layer, {In({kUnknownDim, 4})});
  EXPECT_EQ(ModelError({x}, {x}), "accepted");
}

TEST_F(ModelConstructor, refuses_an_output_without_a_node_mask) {
  Layer* layer = MakeScripted({.masks = 0});
  Tensor* x = In({kUnknownDim, 4});
  EXPECT_EQ(ModelError({x}, {One(layer, {x})}),
            "IndexError: list index out of range");
}

// ---- Their order: a graph with two faults shows the earlier check ----

TEST_F(ModelConstructor, checks_redundancy_before_history) {
  Tensor* plain = Plain({2, 4});
  EXPECT_THAT(ModelError({plain, plain}, {plain}),
              testing::HasSubstr("redundant"));
}

TEST_F(ModelConstructor, checks_inputs_before_outputs) {
  EXPECT_THAT(ModelError({Plain({2, 4})}, {Plain({2, 4})}),
              testing::HasSubstr("Input tensors"));
}

TEST_F(ModelConstructor, checks_outputs_before_the_place_of_inputs) {
  Tensor* second = Call(Lambda("two"), {In({kUnknownDim, 4})})[1];
  EXPECT_THAT(ModelError({second}, {Plain({2, 4})}),
              testing::HasSubstr("Output tensors"));
}

TEST_F(ModelConstructor, checks_the_place_of_inputs_before_the_graph) {
  Tensor* x = In({kUnknownDim, 4});
  Tensors two = Call(Lambda("two"), {x});
  EXPECT_EQ(ModelError({two[1]}, {two[0]}), "AssertionError: ");
}

TEST_F(ModelConstructor, checks_the_graph_before_masks_and_kinds_of_inputs) {
  Tensor* x = In({kUnknownDim, 4});
  Tensor* y = One(Make("Dense", {{"units", 3}}), {x});
  // y hangs on x, which is no input; that y is no InputLayer's comes later.
  EXPECT_THAT(ModelError({y}, {y}), testing::HasSubstr("Graph disconnected"));
}

TEST_F(ModelConstructor, checks_masks_before_kinds_of_inputs) {
  Tensor* x = In({kUnknownDim, 4});
  Tensor* y = One(MakeScripted({.masks = 0}), {x});
  EXPECT_EQ(ModelError({x, y}, {y}), "IndexError: list index out of range");
}

TEST_F(ModelConstructor, checks_kinds_before_counts_of_nodes) {
  Tensor* x = In({kUnknownDim, 4});
  One(x->layer, {In({kUnknownDim, 4})});
  Tensor* y = One(Make("Dense", {{"units", 3}}), {x});
  EXPECT_THAT(ModelError({x, y}, {y}), testing::HasSubstr("originates from"));
}

// ---- What is accepted ----

TEST_F(ModelConstructor, accepts_repeated_outputs_inputs_as_outputs_and_none) {
  Tensor* x = In({kUnknownDim, 4});
  Tensor* y = One(Make("Dense", {{"units", 3}}), {x});
  Model* model = MakeModel({x}, {y, x, y});
  EXPECT_EQ(model->outputs().size(), 3u);
  EXPECT_EQ(LayerNames(*model), "input_1 dense_1");
  Model* empty = MakeModel({x}, {});
  EXPECT_EQ(LayerNames(*empty), "");
  EXPECT_EQ(empty->nodes().size(), 0u);
}

TEST_F(ModelConstructor, keeps_unused_inputs_but_not_their_layers) {
  Tensor* x = In({kUnknownDim, 4});
  Tensor* unused = In({kUnknownDim, 4});
  Model* model =
      MakeModel({unused, x}, {One(Make("Dense", {{"units", 3}}), {x})});
  ASSERT_EQ(model->inputs().size(), 2u);
  EXPECT_EQ(model->inputs()[0], unused);
  EXPECT_EQ(model->input_layers()[0]->name(), N("input_2"));
  EXPECT_EQ(LayerNames(*model), "input_1 dense_1");
  EXPECT_EQ(NodesByDepth(*model), "[dense_1:0] [input_1:0]");
}

TEST_F(ModelConstructor, makes_a_node_of_its_own) {
  Tensor* x = In({kUnknownDim, 3, 4});
  Tensor* y = One(Make("Masking"), {x});
  Model* model = MakeModel({x}, {y}, "m");
  ASSERT_EQ(model->inbound_nodes().size(), 1u);
  const Node& node = *model->inbound_nodes()[0];
  EXPECT_EQ(node.outbound_layer(), model);
  EXPECT_FALSE(node.has_inbound_layers());
  EXPECT_EQ(node.inputs()[0].tensor, x);
  EXPECT_EQ(node.output_tensors()[0], y);
  EXPECT_EQ(node.arguments(), nullptr);
  // All masks are None, although the output has one.
  EXPECT_NE(NodeOf(y).output_mask(0), nullptr);
  EXPECT_EQ(node.num_output_masks(), 1u);
  EXPECT_EQ(node.output_mask(0), nullptr);
  // The output's history stays what it was.
  EXPECT_EQ(History(y), "masking_1:0:0");
  EXPECT_TRUE(model->outbound_nodes().empty());
}

TEST_F(ModelConstructor, makes_a_built_trainable_layer_without_masking) {
  Tensor* x = In({kUnknownDim, 4});
  Model* model = MakeModel({x}, {x});
  EXPECT_TRUE(model->built());
  EXPECT_TRUE(model->trainable());
  EXPECT_FALSE(model->supports_masking());
  EXPECT_TRUE(model->takes_mask());
  EXPECT_EQ(model->as_model(), model);
}

// ---- Names ----

TEST_F(ModelConstructor, takes_a_number_if_the_refusal_comes_late_enough) {
  Tensor* x = In({kUnknownDim, 4});
  ModelError({x, x}, {x});
  ModelError({Plain({2, 4})}, {x});
  ModelError({x}, {Plain({2, 4})});
  Tensor* second = Call(Lambda("two"), {x})[1];
  ModelError({second}, {second});
  EXPECT_EQ(MakeModel({x}, {x})->name()->text, "model_2");
}

TEST_F(ModelConstructor, a_refused_model_gives_no_node_to_anybody) {
  Tensor* x = In({kUnknownDim, 4});
  Tensor* y = One(Make("Dense", {{"units", 3}}), {x});
  ModelError({y}, {y});
  EXPECT_EQ(x->layer->inbound_nodes().size(), 1u);
  EXPECT_EQ(x->layer->outbound_nodes().size(), 1u);
  EXPECT_EQ(History(y), "dense_1:0:0");
}

}  // namespace
}  // namespace clonecheck
