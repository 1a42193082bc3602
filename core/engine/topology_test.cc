// The map of a Model's graph: which nodes and layers belong to it, their
// depths and orders, and the graphs that it refuses.
#include "core/engine/testing.h"
#include "gmock/gmock.h"

namespace clonecheck {
namespace {

using Topology = EngineTest;

// ---- Depths ----

TEST_F(Topology, a_chain_has_one_node_a_depth) {
  Tensor* x = In({kUnknownDim, 4});
  Tensor* y = One(Make("Dense", {{"units", 3}}), {x});
  Tensor* z = One(Make("Dense", {{"units", 2}}), {y});
  Model* model = MakeModel({x}, {z});
  EXPECT_EQ(NodesByDepth(*model), "[dense_2:0] [dense_1:0] [input_1:0]");
  EXPECT_EQ(LayerNames(*model), "input_1 dense_1 dense_2");
}

TEST_F(Topology, shared_layer_ends_at_its_largest_depth) {
  // d(d(d(x))): the layer is at 2.
  Tensor* x = In({kUnknownDim, 4}, "x");
  Layer* d = Make("Dense", {{"units", 4}}, "d");
  Tensor* y = One(d, {One(d, {One(d, {x})})});
  // A layer beside it at depth 1 comes after d, a layer at depth 2 found before
  // d comes before it.
  Model* model = MakeModel({x}, {y});
  EXPECT_EQ(NodesByDepth(*model), "[d:2] [d:1] [d:0] [x:0]");
  EXPECT_EQ(LayerNames(*model), "x d");
}

TEST_F(Topology, the_depth_of_a_shared_layer_orders_the_layers) {
  Tensor* x = In({kUnknownDim, 4}, "x");
  Layer* d = Make("Dense", {{"units", 4}}, "d");
  Layer* e = Make("Dense", {{"units", 4}}, "e");
  // e at depth 1 is called between the calls of d at depths 2 and 0.
  Tensor* y = One(d, {One(e, {One(d, {x})})});
  Model* model = MakeModel({x}, {y});
  EXPECT_EQ(NodesByDepth(*model), "[d:1] [e:0] [d:0] [x:0]");
  EXPECT_EQ(LayerNames(*model), "x d e");
}

TEST_F(Topology, two_layers_in_turn_end_at_different_depths) {
  Tensor* x = In({kUnknownDim, 4}, "x");
  Layer* a = Make("Dense", {{"units", 4}}, "A");
  Layer* b = Make("Dense", {{"units", 4}}, "B");
  Tensor* y = One(a, {One(b, {One(a, {One(b, {x})})})});
  Model* model = MakeModel({x}, {y});
  EXPECT_EQ(NodesByDepth(*model), "[A:1] [B:1] [A:0] [B:0] [x:0]");
  EXPECT_EQ(LayerNames(*model), "x B A");
}

// Upstream's test of a shared layer at several depths.
TEST_F(Topology, a_later_node_of_a_shared_layer_is_lifted_to_its_depth) {
  Tensor* i1 = In({kUnknownDim, 4}, "i1");
  Tensor* i2 = In({kUnknownDim, 4}, "i2");
  Layer* e = Make("Dense", {{"units", 4}}, "E");
  Layer* d = Make("Dense", {{"units", 4}}, "D");
  Tensor* e1 = One(e, {i1});
  Tensor* e2 = One(e, {i2});
  Tensor* deep = One(d, {One(d, {One(d, {e2})})});
  Tensor* out = One(Make("Dense", {{"units", 1}}, "Out"),
                    {One(Make("Concatenate", {}, "Cat"), {e1, deep})});
  Model* model = MakeModel({i1, i2}, {out});
  EXPECT_EQ(NodesByDepth(*model),
            "[Out:0] [Cat:0] [D:2] [D:1] [D:0] [E:0 E:1] [i2:0 i1:0]");
  EXPECT_EQ(LayerNames(*model), "i1 i2 E D Cat Out");
}

TEST_F(Topology, an_output_that_is_used_further_down_is_lifted) {
  Tensor* x = In({kUnknownDim, 4}, "x");
  Tensor* y = One(Make("Dense", {{"units", 4}}, "y"), {x});
  Tensor* z = One(Make("Dense", {{"units", 4}}, "z"), {y});
  Model* model = MakeModel({x}, {y, z});
  EXPECT_EQ(NodesByDepth(*model), "[z:0] [y:0] [x:0]");
}

TEST_F(Topology, an_input_is_as_deep_as_its_deepest_use) {
  Tensor* x = In({kUnknownDim, 4}, "x");
  Tensor* w = In({kUnknownDim, 4}, "w");
  Tensor* y = One(Make("Dense", {{"units", 4}}, "y"), {x});
  Tensor* z = One(Make("Add", {}, "z"), {y, w});
  Model* model = MakeModel({x, w}, {z});
  EXPECT_EQ(NodesByDepth(*model), "[z:0] [y:0 w:0] [x:0]");
}

TEST_F(Topology, one_tensor_given_twice_changes_nothing) {
  Tensor* x = In({kUnknownDim, 4}, "x");
  Tensor* z = One(Make("Add", {}, "z"), {x, x});
  Model* model = MakeModel({x}, {z, z});
  EXPECT_EQ(NodesByDepth(*model), "[z:0] [x:0]");
}

// ---- Orders ----

TEST_F(Topology, layers_of_one_depth_are_in_order_of_traversal) {
  Tensor* x = In({kUnknownDim, 4}, "x");
  Tensor* a = One(Make("Dense", {{"units", 4}}, "a"), {x});
  Tensor* b = One(Make("Dense", {{"units", 4}}, "b"), {x});
  Tensor* c = One(Make("Dense", {{"units", 4}}, "c"), {x});
  EXPECT_EQ(LayerNames(*MakeModel({x}, {b, c, a}, "m")), "x b c a");
  EXPECT_EQ(
      LayerNames(*MakeModel({x}, {One(Make("Add", {}, "s"), {c, a, b})}, "n")),
      "x c a b s");
}

TEST_F(Topology, a_layer_is_numbered_before_its_inputs) {
  Tensor* x = In({kUnknownDim, 4}, "x");
  Tensor* y = In({kUnknownDim, 4}, "y");
  Layer* shared = Make("Dense", {{"units", 4}}, "s");
  Tensor* a = One(Make("Add", {}, "a"), {One(shared, {y}), One(shared, {x})});
  // y is traversed before x, since it hangs on the first input.
  EXPECT_EQ(LayerNames(*MakeModel({x, y}, {a})), "y x s a");
}

// Nodes stand in the order in which they first got any depth: the finish list
// backwards, each with its inputs.
TEST_F(Topology, nodes_of_one_depth_are_in_the_reverse_order_of_finishing) {
  Tensor* x = In({kUnknownDim, 4}, "x");
  Tensor* a = One(Make("Dense", {{"units", 4}}, "a"), {x});
  Tensor* b = One(Make("Dense", {{"units", 4}}, "b"), {x});
  EXPECT_EQ(NodesByDepth(*MakeModel({x}, {a, b}, "m")), "[b:0 a:0] [x:0]");
  // As inputs of one node they are in the order of inputs.
  Tensor* s = One(Make("Add", {}, "s"), {a, b});
  EXPECT_EQ(NodesByDepth(*MakeModel({x}, {s}, "n")), "[s:0] [a:0 b:0] [x:0]");
}

TEST_F(Topology, a_node_keeps_its_place_when_it_is_lifted) {
  Tensor* x = In({kUnknownDim, 4}, "x");
  Tensor* p = One(Make("Dense", {{"units", 4}}, "p"), {x});
  Tensor* r = One(Make("Dense", {{"units", 4}}, "r"), {x});
  Tensor* q = One(Make("Add", {}, "q"), {r, p});
  // p is at 1 as an input of e before it is lifted to 2 as an input of q.
  Tensor* e = One(Make("Add", {}, "e"), {p, q});
  EXPECT_EQ(NodesByDepth(*MakeModel({x}, {e})), "[e:0] [q:0] [p:0 r:0] [x:0]");
}

// ---- What belongs to the model ----

TEST_F(Topology, calls_that_no_output_needs_do_not_belong) {
  Tensor* x = In({kUnknownDim, 4}, "x");
  Layer* d = Make("Dense", {{"units", 4}}, "d");
  One(d, {x});
  Tensor* y = One(d, {x});
  One(d, {y});
  One(Make("Dense", {{"units", 4}}, "dead"), {y});
  Model* model = MakeModel({x}, {y});
  EXPECT_EQ(NodesByDepth(*model), "[d:1] [x:0]");
  EXPECT_EQ(LayerNames(*model), "x d");
}

TEST_F(Topology, a_tensor_given_as_a_keyword_does_not_belong) {
  Tensor* x = In({kUnknownDim, 3, 4}, "x");
  Tensor* mask = One(Lambda("mean_time", "mask"), {x});
  Tensor* y = One(Lambda("mask_pick", "y"), {x, x},
                  Keywords({{"mask", Value::Of(mask)}}));
  Model* model = MakeModel({x}, {y});
  EXPECT_EQ(LayerNames(*model), "x y");
}

TEST_F(Topology, inner_layers_of_a_model_do_not_belong_to_the_outer_one) {
  Tensor* z = In({kUnknownDim, 4}, "z");
  Model* inner =
      MakeModel({z}, {One(Make("Dense", {{"units", 4}}, "d"), {z})}, "inner");
  Tensor* x = In({kUnknownDim, 4}, "x");
  Model* outer = MakeModel({x}, {One(inner, {x})});
  EXPECT_EQ(LayerNames(*outer), "x inner");
  EXPECT_EQ(NodesByDepth(*outer), "[inner:1] [x:0]");
}

// ---- Refusals ----

TEST_F(Topology, refuses_a_graph_that_hangs_on_another_input) {
  Tensor* x = In({kUnknownDim, 4}, "x");
  Tensor* w = In({kUnknownDim, 4}, "w");
  Tensor* y = One(Make("Dense", {{"units", 4}}, "y"), {x});
  Tensor* z = One(Make("Dense", {{"units", 4}}, "z"), {y});
  Tensor* s = One(Make("Add", {}, "s"), {z, w});
  // The input's own node comes first, so the input is the one that is named.
  EXPECT_EQ(ModelError({x}, {s}),
            "ValueError: Graph disconnected: cannot obtain value for tensor "
            "Tensor(\"w:0\", shape=(?, 4), dtype=float32) at layer \"w\". The "
            "following previous layers were accessed without issue: ['x', "
            "'y', 'z']");
  EXPECT_THAT(ModelError({w}, {y}),
              testing::EndsWith("at layer \"x\". The following previous layers "
                                "were accessed without issue: []"));
}

TEST_F(Topology, names_the_layers_of_the_nodes_already_passed_one_a_node) {
  Tensor* x = In({kUnknownDim, 4}, "x");
  Tensor* w = In({kUnknownDim, 4}, "w");
  Layer* d = Make("Dense", {{"units", 4}}, "d");
  Tensor* s = One(Make("Add", {}, "s"), {One(d, {One(d, {x})}), w});
  EXPECT_THAT(ModelError({x}, {s}),
              testing::EndsWith("issue: ['x', 'd', 'd']"));
}

TEST_F(Topology, refuses_an_input_without_history_below_the_outputs) {
  Tensor* y = One(Make("Dense", {{"units", 4}}), {Plain({2, 4})});
  EXPECT_EQ(ModelError({In({kUnknownDim, 4})}, {y}),
            "AttributeError: 'NoneType' object has no attribute "
            "'_inbound_nodes'");
}

TEST_F(Topology, refuses_equal_names) {
  Tensor* x = In({kUnknownDim, 4}, "x");
  Tensor* a = One(Make("Dense", {{"units", 4}}, "d"), {x});
  Tensor* b = One(Make("Dense", {{"units", 4}}, "d"), {a});
  Tensor* c = One(Make("Dense", {{"units", 4}}, "d"), {b});
  EXPECT_EQ(ModelError({x}, {c}),
            "ValueError: The name \"d\" is used 3 times in the model. All "
            "layer names should be unique.");
  EXPECT_EQ(ModelError({x}, {a}), "accepted");
}

TEST_F(Topology, names_the_first_layer_whose_name_is_not_unique) {
  Tensor* x = In({kUnknownDim, 4}, "x");
  Tensor* a = One(Make("Dense", {{"units", 4}}, "b"), {x});
  Tensor* b = One(Make("Dense", {{"units", 4}}, "a"), {a});
  Tensor* c = One(Make("Dense", {{"units", 4}}, "a"), {b});
  Tensor* d = One(Make("Dense", {{"units", 4}}, "b"), {c});
  EXPECT_THAT(ModelError({x}, {d}),
              testing::HasSubstr("The name \"b\" is used 2 times"));
}

TEST_F(Topology, an_unused_input_may_share_a_name) {
  Tensor* x = In({kUnknownDim, 4}, "x");
  Tensor* unused = In({kUnknownDim, 4}, "x");
  EXPECT_EQ(ModelError({x, unused}, {x}), "accepted");
}

TEST_F(Topology, checks_connections_before_names) {
  Tensor* x = In({kUnknownDim, 4}, "x");
  Tensor* w = In({kUnknownDim, 4}, "w");
  Tensor* a = One(Make("Dense", {{"units", 4}}, "d"), {x});
  Tensor* b = One(Make("Dense", {{"units", 4}}, "d"), {a});
  EXPECT_THAT(ModelError({w}, {b}), testing::HasSubstr("Graph disconnected"));
}

// A history that is overwritten changes which node an output stands for.
TEST_F(Topology, follows_the_history_of_the_moment) {
  Tensor* z = In({kUnknownDim, 4}, "z");
  Model* inner = MakeModel({z}, {One(Make("Dense", {{"units", 4}}), {z})}, "i");
  Tensor* x = In({kUnknownDim, 4}, "x");
  Tensor* t = One(inner, {x});
  EXPECT_EQ(NodesByDepth(*MakeModel({x}, {t})), "[i:1] [x:0]");
  One(inner, {x});
  EXPECT_EQ(NodesByDepth(*MakeModel({x}, {t})), "[i:2] [x:0]");
}

// As deep as a Graph may be: the traversal does not recurse.
TEST_F(Topology, maps_deep_graphs) {
  Tensor* x = In({kUnknownDim, 4}, "x");
  Layer* d = Make("Dense", {{"units", 4}}, "d");
  Tensor* y = x;
  for (int i = 0; i < 20'000; ++i) y = One(d, {y});
  Model* model = MakeModel({x}, {y});
  EXPECT_EQ(model->nodes().size(), 20'001u);
  EXPECT_EQ(model->node_depths()[0], 20'000);
}

}  // namespace
}  // namespace clonecheck
