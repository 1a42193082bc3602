// Nodes: what a call records, and histories that a later call overwrites.
#include "core/engine/testing.h"

namespace clonecheck {
namespace {

using NodeCreation = EngineTest;

// Upstream's test of node construction: two inputs, one Dense called on both.
TEST_F(NodeCreation, records_all_fields_of_two_calls) {
  Tensor* a = In({kUnknownDim, 32}, "input_a");
  Tensor* b = In({kUnknownDim, 32}, "input_b");
  Layer* dense = Make("Dense", {{"units", 16}}, "dense");
  Tensor* a2 = One(dense, {a});
  Tensor* b2 = One(dense, {b});

  EXPECT_EQ(dense->inbound_nodes().size(), 2u);
  EXPECT_TRUE(dense->outbound_nodes().empty());
  const Node& first = *dense->inbound_nodes()[0];
  EXPECT_EQ(first.outbound_layer(), dense);
  EXPECT_TRUE(first.has_inbound_layers());
  ASSERT_EQ(first.inputs().size(), 1u);
  EXPECT_EQ(first.inputs()[0].layer, a->layer);
  EXPECT_EQ(first.inputs()[0].node_index, 0);
  EXPECT_EQ(first.inputs()[0].tensor_index, 0);
  EXPECT_EQ(first.inputs()[0].tensor, a);
  EXPECT_EQ(first.output_tensors()[0], a2);
  EXPECT_EQ(first.arguments()->entries().size(), 0u);
  const Node& second = *dense->inbound_nodes()[1];
  EXPECT_EQ(second.inputs()[0].layer, b->layer);
  EXPECT_EQ(second.output_tensors()[0], b2);
  EXPECT_EQ(History(a2), "dense:0:0");
  EXPECT_EQ(History(b2), "dense:1:0");
  EXPECT_LT(first.id(), second.id());

  ASSERT_EQ(a->layer->outbound_nodes().size(), 1u);
  EXPECT_EQ(a->layer->outbound_nodes()[0], &first);
  ASSERT_EQ(b->layer->outbound_nodes().size(), 1u);
  EXPECT_EQ(b->layer->outbound_nodes()[0], &second);
}

TEST_F(NodeCreation, an_input_has_a_node_that_no_call_made) {
  Tensor* x = In({kUnknownDim, 4});
  ASSERT_EQ(x->layer->inbound_nodes().size(), 1u);
  const Node& node = NodeOf(x);
  EXPECT_FALSE(node.has_inbound_layers());
  EXPECT_EQ(node.inputs()[0].tensor, x);
  EXPECT_EQ(node.inputs()[0].layer, nullptr);
  EXPECT_EQ(node.output_tensors()[0], x);
  EXPECT_EQ(node.arguments(), nullptr);
  EXPECT_TRUE(x->layer->built());
  EXPECT_FALSE(x->layer->trainable());
  EXPECT_TRUE(x->layer->supports_masking());
}

TEST_F(NodeCreation, is_appended_to_the_outbound_nodes_once_an_occurrence) {
  Tensor* x = In({kUnknownDim, 4});
  Tensor* sum = One(Make("Add"), {x, x});
  ASSERT_EQ(x->layer->outbound_nodes().size(), 2u);
  EXPECT_EQ(x->layer->outbound_nodes()[0], &NodeOf(sum));
  EXPECT_EQ(x->layer->outbound_nodes()[1], &NodeOf(sum));
  EXPECT_EQ(NodeOf(sum).inputs().size(), 2u);
  EXPECT_EQ(sum->layer->inbound_nodes().size(), 1u);
}

TEST_F(NodeCreation, an_input_without_history_has_no_inbound_layer) {
  Tensor* plain = Plain({kUnknownDim, 4});
  Tensor* y = One(Make("Dense", {{"units", 2}}), {plain});
  EXPECT_EQ(NodeOf(y).inputs()[0].tensor, plain);
  EXPECT_EQ(NodeOf(y).inputs()[0].layer, nullptr);
  EXPECT_TRUE(NodeOf(y).has_inbound_layers());
}

TEST_F(NodeCreation, keeps_the_history_of_the_time_of_the_call) {
  Tensor* x = In({kUnknownDim, 4});
  Model* inner = MakeModel({x}, {One(Make("Dense", {{"units", 4}}), {x})});
  Tensor* z = In({kUnknownDim, 4});
  Tensor* t = One(inner, {z});
  Tensor* y = One(Make("Dense", {{"units", 4}}), {t});
  EXPECT_EQ(History(t), "model_1:1:0");
  // The model gives the same object again, and its history is overwritten.
  EXPECT_EQ(One(inner, {z}), t);
  EXPECT_EQ(History(t), "model_1:2:0");
  EXPECT_EQ(NodeOf(y).inputs()[0].node_index, 1);
}

}  // namespace
}  // namespace clonecheck
