// Node masks: the base rule, one mask for several outputs, and lists of masks
// that are longer or shorter than the list of outputs.
#include "core/engine/testing.h"

namespace clonecheck {
namespace {

using Masks = EngineTest;
using Output = Script::Output;

TEST_F(Masks, a_layer_without_masking_refuses_a_mask_by_name) {
  Tensor* x = Masked();
  EXPECT_EQ(CallError(Make("MultiOut"), {x}),
            "TypeError: Layer multi_out_1 does not support masking, but was "
            "passed an input_mask: Tensor(\"masking_1/Any_1:0\", shape=(?, 3), "
            "dtype=bool)");
}

TEST_F(Masks, a_layer_without_masking_prints_a_list_with_its_nones) {
  Tensor* x = Masked();
  EXPECT_EQ(CallError(Make("Swap"), {In({kUnknownDim, 3, 4}), x}),
            "TypeError: Layer swap_1 does not support masking, but was passed "
            "an input_mask: [None, <tf.Tensor 'masking_1/Any_1:0' shape=(?, 3) "
            "dtype=bool>]");
}

TEST_F(Masks, a_layer_without_masking_gives_none_for_none) {
  Tensors outputs = Call(Make("MultiOut"), {In({kUnknownDim, 4})});
  const Node& node = NodeOf(outputs[0]);
  ASSERT_EQ(node.num_output_masks(), 2u);
  EXPECT_EQ(node.output_mask(0), nullptr);
  EXPECT_EQ(node.output_mask(1), nullptr);
}

TEST_F(Masks, a_layer_with_masking_hands_on_the_very_mask) {
  Tensor* x = Masked();
  Tensor* y = One(Make("Dense", {{"units", 2}}), {x});
  EXPECT_EQ(NodeOf(y).output_mask(0), NodeOf(x).output_mask(0));
  EXPECT_EQ(NodeOf(y).inputs()[0].mask, NodeOf(x).output_mask(0));
}

TEST_F(Masks, one_mask_is_repeated_for_each_of_several_outputs) {
  Tensor* x = Masked();
  Tensors outputs = Call(Make("MultiOutMasked", {{"n", 3}}), {x});
  const Node& node = NodeOf(outputs[0]);
  ASSERT_EQ(node.num_output_masks(), 3u);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(node.output_mask(i), NodeOf(x).output_mask(0));
  }
}

TEST_F(Masks, a_tensor_without_history_has_no_mask) {
  Tensor* y = One(Make("Dense", {{"units", 2}}), {Plain({kUnknownDim, 4})});
  EXPECT_EQ(NodeOf(y).inputs()[0].mask, nullptr);
}

TEST_F(Masks, the_first_node_of_an_input_has_one_mask_none) {
  const Node& node = NodeOf(In({kUnknownDim, 4}));
  EXPECT_EQ(node.num_output_masks(), 1u);
  EXPECT_EQ(node.output_mask(0), nullptr);
  EXPECT_EQ(node.inputs()[0].mask, nullptr);
}

// The base rule hands on a list of as many masks as inputs, however many
// outputs there are.
TEST_F(Masks, more_masks_than_outputs_are_accepted) {
  Layer* layer = MakeScripted({.supports_masking = true});
  Tensor* x = Masked();
  Tensor* y = One(layer, {In({kUnknownDim, 3, 4}), x});
  EXPECT_EQ(NodeOf(y).num_output_masks(), 2u);
  EXPECT_EQ(NodeOf(y).output_mask(1), NodeOf(x).output_mask(0));
  // Output 0 has the mask of input 0.
  Tensor* z = One(Make("Dense", {{"units", 2}}), {y});
  EXPECT_EQ(NodeOf(z).output_mask(0), nullptr);
}

TEST_F(Masks, an_output_without_a_mask_refuses_as_input_of_a_layer) {
  Layer* layer = MakeScripted(
      {.outputs = {Output::kNew, Output::kNew, Output::kNew}, .masks = 2});
  Tensors outputs = Call(layer, {In({kUnknownDim, 4})});
  EXPECT_EQ(NodeOf(outputs[0]).num_output_masks(), 2u);
  Layer* dense = Make("Dense", {{"units", 2}});
  EXPECT_EQ(CallError(dense, {outputs[2]}),
            "IndexError: list index out of range");
  // That was after build, and left no node.
  EXPECT_TRUE(dense->built());
  EXPECT_TRUE(dense->inbound_nodes().empty());
  One(dense, {outputs[1]});
}

TEST_F(Masks, an_output_without_a_mask_refuses_as_output_of_a_model) {
  Layer* layer =
      MakeScripted({.outputs = {Output::kNew, Output::kNew}, .masks = 1});
  Tensor* x = In({kUnknownDim, 4});
  Tensors outputs = Call(layer, {x});
  EXPECT_EQ(ModelError({x}, {outputs[0]}), "accepted");
  EXPECT_EQ(ModelError({x}, {outputs[1]}),
            "IndexError: list index out of range");
}

TEST_F(Masks, an_empty_list_of_masks_covers_nothing) {
  Layer* layer = MakeScripted({.masks = 0});
  Tensor* x = In({kUnknownDim, 4});
  Tensor* y = One(layer, {x});
  EXPECT_EQ(NodeOf(y).num_output_masks(), 0u);
  EXPECT_EQ(ModelError({x}, {y}), "IndexError: list index out of range");
}

TEST_F(Masks, compute_mask_makes_a_new_tensor_each_time_it_is_asked) {
  Tensor* x = In({kUnknownDim, 3, 4});
  Layer* masking = Make("Masking");
  Tensor* y = One(masking, {x});
  Tensor* const inputs[] = {x};
  OrRefusal<MaskValue> again =
      masking->ComputeMask(session_, inputs, MaskValue::None());
  ASSERT_TRUE(again.ok());
  EXPECT_NE(again.value.single, NodeOf(y).output_mask(0));
  EXPECT_EQ(again.value.single->term, NodeOf(y).output_mask(0)->term);
}

}  // namespace
}  // namespace clonecheck
