// A Model as a layer: what it checks, runs and remembers.
#include <vector>

#include "core/engine/testing.h"
#include "gmock/gmock.h"

namespace clonecheck {
namespace {

using testing::HasSubstr;

class NestedModel : public EngineTest {
 protected:
  // One input, one Dense(4).
  Model* Simple(const char* name = nullptr) {
    Tensor* z = In({kUnknownDim, 4});
    return MakeModel({z}, {One(Make("Dense", {{"units", 4}}), {z})}, name);
  }
  // Two inputs, their difference and the first input.
  Model* TwoIn() {
    Tensor* a = In({kUnknownDim, 4});
    Tensor* b = In({kUnknownDim, 4});
    return MakeModel({a, b}, {One(Make("Subtract"), {a, b}), a});
  }
};

// ---- What it computes ----

TEST_F(NestedModel, means_what_its_graph_means_on_the_new_input) {
  Model* inner = Simple();
  Tensor* x = In({kUnknownDim, 4});
  Tensor* y = One(inner, {x});
  EXPECT_EQ(Meaning(y), "Dense(x3, w1, w2)");
  EXPECT_EQ(Meaning(inner->outputs()[0]), "Dense(x0, w1, w2)");
  EXPECT_EQ(History(y), "model_1:1:0");
  EXPECT_EQ(LayerNames(*MakeModel({x}, {y})), "input_2 model_1");
}

TEST_F(NestedModel, its_inner_layers_gain_no_nodes) {
  Model* inner = Simple();
  One(inner, {In({kUnknownDim, 4})});
  for (const Layer* layer : inner->layers()) {
    EXPECT_EQ(layer->inbound_nodes().size(), 1u);
  }
}

TEST_F(NestedModel, an_inner_input_that_is_an_output_is_wrapped) {
  Model* inner = TwoIn();
  Tensor* x = In({kUnknownDim, 4});
  Tensor* y = In({kUnknownDim, 4});
  Tensors outputs = Call(inner, {x, y});
  ASSERT_EQ(outputs.size(), 2u);
  EXPECT_NE(outputs[1], x);
  EXPECT_EQ(outputs[1]->term, x->term);
  EXPECT_EQ(Meaning(outputs[0]), "Subtract(x2, x3)");
}

// Inner calls are not layer calls: a function that returns its input returns
// the very tensor, up to the outermost call, which wraps it.
TEST_F(NestedModel, wraps_identity_once_for_all_levels) {
  Tensor* z = In({kUnknownDim, 4});
  Model* inner = MakeModel({z}, {One(Lambda("identity"), {z})}, "inner");
  Tensor* w = In({kUnknownDim, 4});
  Model* middle = MakeModel({w}, {One(inner, {w})}, "middle");
  Tensor* x = In({kUnknownDim, 4});
  Tensor* y = One(middle, {x});
  EXPECT_NE(y, x);
  EXPECT_EQ(y->ToString(),
            "Tensor(\"middle/Identity:0\", shape=(?, 4), dtype=float32)");
  EXPECT_EQ(History(x), "input_3:0:0");
}

TEST_F(NestedModel, makes_no_check_of_inner_inputs) {
  Model* inner = Simple();
  // Rank 3 instead of 2: the inner Dense would refuse rank 1 only in its spec.
  Tensor* y = One(inner, {In({kUnknownDim, 3, 4})});
  EXPECT_EQ(y->shape->ToString(), "(None, 3, 4)");
}

// The real Keras raises TensorFlow's `Dimensions must be equal`, or does not.
TEST_F(NestedModel, weights_of_inner_layers_refuse_other_sizes) {
  const auto run = [&](Layer* layer, const std::vector<int32_t>& dims) {
    Tensor* x = In({kUnknownDim, 3, 4});
    return CallError(MakeModel({x}, {One(layer, {x})}), {In(dims)});
  };
  const std::string refused =
      "Exception: refused by the backend: a size that the weights do not have";
  const std::vector<int32_t> other_width = {kUnknownDim, 3, 5};
  const std::vector<int32_t> other_time = {kUnknownDim, 2, 4};
  for (const char* kind : {"Dense", "SimpleRNN", "GRU", "LSTM"}) {
    EXPECT_EQ(run(Make(kind, {{"units", 2}}), other_width), refused) << kind;
    EXPECT_EQ(run(Make(kind, {{"units", 2}}), other_time), "accepted") << kind;
  }
  Layer* both = Wrap("Bidirectional", Make("GRU", {{"units", 2}}));
  EXPECT_EQ(run(both, other_width), refused);
  Layer* steps = Wrap("TimeDistributed", Make("Dense", {{"units", 2}}));
  EXPECT_EQ(run(steps, other_width), refused);
  EXPECT_EQ(run(Make("BatchNormalization"), other_width), refused);
  EXPECT_EQ(run(Make("BatchNormalization"), other_time), "accepted");
  EXPECT_EQ(run(Make("BatchNormalization", {{"axis", 1}}), other_width),
            "accepted");
  EXPECT_EQ(run(Make("BatchNormalization", {{"axis", 1}}), other_time),
            refused);
  EXPECT_EQ(run(Make("PReLU"), other_width), refused);
  EXPECT_EQ(run(Make("PReLU"), other_time), refused);
  EXPECT_EQ(run(Make("PReLU"), {kUnknownDim, 3, 1}), "accepted");
  // Alpha is aligned with the last axes.
  Tensor* x = In({kUnknownDim, 4});
  Model* model = MakeModel({x}, {One(Make("PReLU"), {x})});
  EXPECT_EQ(CallError(model, {In({kUnknownDim, 3, 4})}), "accepted");
  EXPECT_EQ(CallError(model, {In({kUnknownDim, 3, 5})}), refused);
}

// K.repeat asserts; the noise of SpatialDropout2D asks for axis 3; transpose
// wants as many axes as it is told of.
TEST_F(NestedModel, inner_layers_may_refuse_another_rank) {
  Tensor* x = In({kUnknownDim, 4});
  Model* repeat = MakeModel({x}, {One(Make("RepeatVector", {{"n", 2}}), {x})});
  EXPECT_EQ(CallError(repeat, {In({kUnknownDim, 3})}), "accepted");
  EXPECT_EQ(CallError(repeat, {In({kUnknownDim, 3, 4})}), "AssertionError: ");
  Tensor* y = In({kUnknownDim, 2, 3, 4});
  Model* drop =
      MakeModel({y}, {One(Make("SpatialDropout2D", {{"rate", 0.5}}), {y})});
  EXPECT_EQ(CallError(drop, {In({kUnknownDim, 5, 3, 4})}), "accepted");
  EXPECT_EQ(CallError(drop, {In({2, 4})}),
            "Exception: refused by the backend: a noise of more axes than the "
            "input");
  Tensor* z = In({kUnknownDim, 3, 4});
  Model* permute = MakeModel(
      {z}, {One(Make("Permute", {{"dims", std::vector<int>{2, 1}}}), {z})});
  EXPECT_EQ(CallError(permute, {In({kUnknownDim, 5, 1})}), "accepted");
  EXPECT_EQ(CallError(permute, {In({kUnknownDim, 3})}),
            "Exception: refused by the backend: an order of other axes");
}

TEST_F(NestedModel, may_be_called_on_its_own_inputs) {
  Model* inner = Simple();
  Tensor* z = inner->inputs()[0];
  Tensor* y = One(inner, {z});
  EXPECT_NE(y, inner->outputs()[0]);
  EXPECT_EQ(y->term, inner->outputs()[0]->term);
  EXPECT_EQ(History(inner->outputs()[0]), "dense_1:0:0");
  EXPECT_EQ(NodesByDepth(*MakeModel({z}, {y})), "[model_1:1] [input_1:0]");
}

// ---- Its checks ----

TEST_F(NestedModel, of_several_inputs_checks_their_number) {
  Model* inner = TwoIn();
  EXPECT_EQ(CallError(inner, {In({kUnknownDim, 4})}),
            "ValueError: Layer model_1 expects 2 inputs, but it received 1 "
            "input tensors. Input received: [<tf.Tensor 'input_3:0' shape=(?, "
            "4) dtype=float32>]");
  Tensor* x = In({kUnknownDim, 4});
  EXPECT_THAT(CallError(inner, {x, x, x}), HasSubstr("received 3 input"));
}

TEST_F(NestedModel, of_one_input_notices_a_second_one_when_asked_for_shapes) {
  Model* inner = Simple();
  Tensor* x = In({kUnknownDim, 4});
  EXPECT_EQ(CallError(inner, {x, In({3, 4})}),
            "ValueError: Invalid input_shape argument [(None, 4), (3, 4)]: "
            "model has 1 tensor inputs.");
  EXPECT_EQ(inner->inbound_nodes().size(), 1u);
}

TEST_F(NestedModel, of_one_input_takes_a_list_of_one) {
  Model* inner = Simple();
  Tensor* const x[] = {In({kUnknownDim, 4})};
  EXPECT_TRUE(inner->Call(session_, x, /*is_list=*/true).ok());
}

// ---- Its caches ----

TEST_F(NestedModel, gives_the_same_objects_again_and_overwrites_histories) {
  Model* inner = TwoIn();
  Tensor* x = In({kUnknownDim, 4});
  Tensor* y = In({kUnknownDim, 4});
  Tensor* first = Call(inner, {x, y})[0];
  EXPECT_EQ(History(first), "model_1:1:0");
  Tensor* second = Call(inner, {x, y})[0];
  EXPECT_EQ(second, first);
  EXPECT_EQ(History(first), "model_1:2:0");
  EXPECT_EQ(inner->inbound_nodes().size(), 3u);
  // On other tensors, or in another order, it runs.
  EXPECT_NE(Call(inner, {y, x})[0], first);
}

TEST_F(NestedModel, another_mask_is_another_answer) {
  Model* inner = Simple();
  Tensor* x = Masked();
  Tensor* masked = One(inner, {x});
  Tensor* unmasked = One(inner, {x}, Keywords({{"mask", None()}}));
  EXPECT_NE(masked, unmasked);
  EXPECT_EQ(masked->term, unmasked->term);
  EXPECT_EQ(One(inner, {x}), masked);
}

// compute_mask is asked for the previous mask, call was given the keyword.
TEST_F(NestedModel, an_explicit_mask_makes_it_run_a_second_time) {
  Model* inner = Simple();
  Tensor* x = Masked();
  Tensor* y = One(inner, {x}, Keywords({{"mask", None()}}));
  EXPECT_EQ(NodeOf(y).output_mask(0)->term, NodeOf(x).output_mask(0)->term);
  EXPECT_EQ(inner->cached_answers().size(), 3u);  // and that of its own inputs
}

TEST_F(NestedModel, two_models_may_return_one_object) {
  Model* a = Simple("a");
  Tensor* w = In({kUnknownDim, 4});
  Model* b = MakeModel({w}, {One(a, {w})}, "b");
  Tensor* x = In({kUnknownDim, 4});
  Tensor* t = One(b, {x});
  EXPECT_EQ(History(t), "b:1:0");
  EXPECT_EQ(One(a, {x}), t);
  // a was called on w before, so this is its third node.
  EXPECT_EQ(History(t), "a:2:0");
  EXPECT_EQ(LayerNames(*MakeModel({x}, {t})), "input_3 a");
}

TEST_F(NestedModel, knows_the_masks_of_its_own_inputs_until_it_is_called) {
  Tensor* z = In({kUnknownDim, 3, 4});
  Tensor* m = One(Make("Masking"), {z});
  Model* inner = MakeModel({z}, {m});
  Tensor* const inputs[] = {z};
  const Tensor* node_mask = NodeOf(m).output_mask(0);
  EXPECT_EQ(
      inner->ComputeMask(session_, inputs, MaskValue::None()).value.single,
      node_mask);
  // Not the node mask but one of its own, from then on.
  Tensor* y = One(inner, {z});
  EXPECT_NE(NodeOf(y).output_mask(0), node_mask);
  EXPECT_EQ(NodeOf(y).output_mask(0)->term, node_mask->term);
  EXPECT_EQ(
      inner->ComputeMask(session_, inputs, MaskValue::None()).value.single,
      NodeOf(y).output_mask(0));
}

// ---- Masks ----

TEST_F(NestedModel, masks_enter_and_leave_it) {
  Model* inner = Simple();
  Tensor* x = Masked();
  Tensor* y = One(inner, {x});
  EXPECT_EQ(NodeOf(y).output_mask(0), NodeOf(x).output_mask(0));
  // A mask made inside.
  Tensor* z = In({kUnknownDim, 3, 4});
  Model* maker = MakeModel({z}, {One(Make("Masking"), {z})});
  Tensor* w = In({kUnknownDim, 3, 4});
  EXPECT_EQ(Meaning(NodeOf(One(maker, {w})).output_mask(0)),
            "some_feature(x5)");
}

TEST_F(NestedModel, has_one_mask_an_output) {
  Model* inner = TwoIn();
  Tensor* x = Masked({kUnknownDim, 3, 4});
  Tensor* y = In({kUnknownDim, 3, 4});
  Tensors outputs = Call(inner, {y, x});
  const Node& node = NodeOf(outputs[0]);
  ASSERT_EQ(node.num_output_masks(), 2u);
  EXPECT_EQ(node.output_mask(0)->term, NodeOf(x).output_mask(0)->term);
  EXPECT_EQ(node.output_mask(1), nullptr);
}

TEST_F(NestedModel, refuses_a_mask_in_the_name_of_the_inner_layer) {
  Tensor* z = In({kUnknownDim, 3, 4});
  Model* inner =
      MakeModel({z}, {Call(Make("MultiOut", {}, "many"), {z})[0]}, "inner");
  EXPECT_THAT(CallError(inner, {Masked()}),
              HasSubstr("Layer many does not support masking"));
}

TEST_F(NestedModel, refuses_unequal_numbers_of_outputs_and_masks) {
  Tensor* z = In({kUnknownDim, 3, 4});
  Tensors many = Call(Make("MultiOutMasked", {{"n", 3}}, "many"), {z});
  Model* inner = MakeModel({z}, {many[0]}, "inner");
  EXPECT_EQ(CallError(inner, {Masked()}),
            "Exception: Layers should have equal number of output tensors and "
            "output masks. Layer many has 3 output tensors and 1 output "
            "masks.");
  // Without a mask compute_mask gives None, which stands for three.
  One(inner, {In({kUnknownDim, 3, 4})});
}

TEST_F(NestedModel, refuses_a_list_of_nones_of_another_length) {
  Layer* layer = MakeScripted({.supports_masking = true}, "many");
  Tensor* a = In({kUnknownDim, 4});
  Tensor* b = In({kUnknownDim, 4});
  Model* inner = MakeModel({a, b}, {One(layer, {a, b})}, "inner");
  Tensor* x = In({kUnknownDim, 4});
  EXPECT_THAT(CallError(inner, {x, x}),
              HasSubstr("Layer many has 1 output tensors and 2 output masks."));
}

TEST_F(NestedModel, an_explicit_mask_that_is_too_short_loses_inputs) {
  Model* inner = TwoIn();
  Tensor* mask = In({kUnknownDim});
  Tensor* x = In({kUnknownDim, 4});
  EXPECT_EQ(CallError(inner, {x, x}, Keywords({{"mask", Value::Of(mask)}})),
            "AssertionError: Could not compute output "
            "Tensor(\"subtract_1/sub:0\", shape=(?, 4), dtype=float32)");
}

// ---- What it writes ----

TEST_F(NestedModel, writes_the_replay_mask_into_arguments_that_are_not_empty) {
  Tensor* z = In({kUnknownDim, 3, 4});
  Layer* lambda = Lambda("mask_scale");
  Tensor* y = One(lambda, {z}, Keywords({{"mask", None()}}));
  Model* inner = MakeModel({z}, {y});
  One(inner, {Masked()});
  // A keyword that is there stays.
  EXPECT_EQ(*NodeOf(y).arguments()->Find(session_.kMask), None());
}

TEST_F(NestedModel, writes_no_mask_into_empty_arguments) {
  Tensor* z = In({kUnknownDim, 3, 4});
  Tensor* y = One(Lambda("mask_scale"), {z});
  Model* inner = MakeModel({z}, {y});
  Tensor* x = Masked();
  EXPECT_EQ(Meaning(One(inner, {x})), "Lambda(x1, some_feature(x1))");
  EXPECT_TRUE(NodeOf(y).arguments()->empty());
}

// So a call with another keyword keeps the mask of the first run for ever.
TEST_F(NestedModel, a_mask_that_was_written_stays_for_all_later_calls) {
  const ScriptedSpec* spec = nullptr;
  Layer* layer = MakeScripted(
      {.supports_masking = true, .takes_mask = true, .takes_training = true},
      "layer", &spec);
  Tensor* z = In({kUnknownDim, 3, 4});
  Tensor* y = One(layer, {z}, Keywords({{"training", None()}}));
  Model* inner = MakeModel({z}, {y});
  EXPECT_EQ(NodeOf(y).arguments()->Find(session_.kMask), nullptr);
  Tensor* first = Masked();
  One(inner, {first});
  ASSERT_NE(NodeOf(y).arguments()->Find(session_.kMask), nullptr);
  EXPECT_EQ(NodeOf(y).arguments()->Find(session_.kMask)->tensor,
            NodeOf(first).output_mask(0));
  One(inner, {In({kUnknownDim, 3, 4})});
  EXPECT_EQ(spec->mask.single, NodeOf(first).output_mask(0));
}

TEST_F(NestedModel, passes_lists_of_masks_to_layers_of_several_inputs) {
  Tensor* a = In({kUnknownDim, 3, 4});
  Tensor* b = In({kUnknownDim, 3, 4});
  // mask_pick: input 0 where its mask is None, otherwise input 1. In a Model
  // the keyword is a list, even of nothing but None, so it picks input 1.
  Model* inner = MakeModel({a, b}, {One(Lambda("mask_pick"), {a, b})});
  EXPECT_EQ(Meaning(inner->outputs()[0]), "x0");
  Tensor* x = In({kUnknownDim, 3, 4});
  Tensor* y = In({kUnknownDim, 3, 4});
  EXPECT_EQ(Meaning(One(inner, {x, y})), "x3");
}

// ---- Deeper ----

TEST_F(NestedModel, works_on_three_levels) {
  Model* inner = Simple("inner");
  Tensor* u = In({kUnknownDim, 4});
  Model* middle = MakeModel({u}, {One(inner, {One(inner, {u})})}, "middle");
  Tensor* v = In({kUnknownDim, 4});
  Model* outer = MakeModel({v}, {One(middle, {v})}, "outer");
  Tensor* x = In({kUnknownDim, 4});
  EXPECT_EQ(Meaning(One(outer, {x})), "Dense(Dense(x5, w1, w2), w1, w2)");
}

// Upstream's test of recursion: two in, two out, called three times.
TEST_F(NestedModel, of_two_outputs_can_be_called_again_and_again) {
  Tensor* a = In({kUnknownDim, 32}, "input_a");
  Tensor* b = In({kUnknownDim, 32}, "input_b");
  Layer* dense = Make("Dense", {{"units", 16}}, "dense_1");
  Tensor* a2 = One(dense, {a});
  Tensor* b2 = One(dense, {b});
  Tensor* merged = One(Make("Concatenate", {}, "merge"), {a2, b2});
  Tensor* c = One(Make("Dense", {{"units", 64}}, "dense_2"), {merged});
  Tensor* d = One(Make("Dense", {{"units", 5}}, "dense_3"), {c});
  Model* model = MakeModel({a, b}, {c, d}, "model");
  EXPECT_EQ(LayerNames(*model),
            "input_a input_b dense_1 merge dense_2 dense_3");

  Tensor* e = In({kUnknownDim, 32}, "input_e");
  Tensor* f = In({kUnknownDim, 32}, "input_f");
  Tensors gh = Call(model, {e, f});
  EXPECT_EQ(gh[0]->shape->ToString(), "(None, 64)");
  EXPECT_EQ(gh[1]->shape->ToString(), "(None, 5)");
  EXPECT_EQ(History(gh[1]), "model:1:1");
  Tensor* i = One(Make("Dense", {{"units", 7}}, "dense_4"), {gh[1]});
  Model* final_model = MakeModel({e, f}, {i, gh[0]});
  EXPECT_EQ(LayerNames(*final_model), "input_e input_f model dense_4");
  Tensors again = Call(final_model, {e, f});
  EXPECT_EQ(again[0]->term, i->term);
  EXPECT_EQ(again[1]->term, gh[0]->term);

  // A Model's calls are counted from 1, so its outputs never pass for inputs.
  EXPECT_EQ(ModelError({gh[0], f}, {i, gh[1]}), "AssertionError: ");
  EXPECT_THAT(ModelError({e}, {i}), HasSubstr("Graph disconnected"));
  EXPECT_THAT(ModelError({e, f, e}, {i, gh[0]}), HasSubstr("redundant"));
  EXPECT_EQ(ModelError({e, f}, {i, gh[0], gh[0]}), "accepted");
}

}  // namespace
}  // namespace clonecheck
