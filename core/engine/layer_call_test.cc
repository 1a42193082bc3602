// The layer call: the order of its events, keyword arguments, and what a
// refusal leaves behind.
#include "core/engine/testing.h"

namespace clonecheck {
namespace {

using LayerCall = EngineTest;
using Output = Script::Output;

TEST_F(LayerCall, runs_build_call_compute_mask_and_output_shape_in_this_order) {
  const ScriptedSpec* spec = nullptr;
  Layer* layer = MakeScripted({}, "scripted", &spec);
  One(layer, {In({kUnknownDim, 4})});
  EXPECT_EQ(spec->events, "bcms");
}

TEST_F(LayerCall, builds_at_the_first_call_only) {
  const ScriptedSpec* spec = nullptr;
  Layer* layer = MakeScripted({}, "scripted", &spec);
  Tensor* x = In({kUnknownDim, 4});
  EXPECT_FALSE(layer->built());
  Tensor* first = One(layer, {x});
  EXPECT_TRUE(layer->built());
  Tensor* second = One(layer, {x});
  EXPECT_EQ(spec->events, "bcmscms");
  // So both calls use the same weight, and mean the same.
  EXPECT_EQ(first->term, second->term);
  EXPECT_NE(first, second);
}

// Such a spec is never asked to build.
TEST_F(LayerCall, a_class_that_says_it_has_no_build_has_none) {
  for (const LayerKind* kind : AllLayerKinds()) {
    for (const DomainEntry& entry : kind->Domain(pool_)) {
      const LayerSpec& spec = *catalogue_.Resolve(entry.config).value();
      if (spec.traits().builds) continue;
      const Shape* shapes[] = {In({2, 4, 4})->shape, In({2, 4, 4})->shape};
      BuildContext context(session_.context());
      context.input_shapes =
          absl::MakeConstSpan(shapes).first(spec.traits().min_inputs);
      EXPECT_EQ(spec.Build(context), nullptr) << kind->class_name();
      EXPECT_EQ(context.weights.size(), 0u) << kind->class_name();
      EXPECT_FALSE(context.has_input_spec) << kind->class_name();
      EXPECT_EQ(context.memo, 0u) << kind->class_name();
    }
  }
}

TEST_F(LayerCall, copies_the_list_that_it_is_given) {
  Tensor* x = In({kUnknownDim, 4});
  Tensor* y = In({kUnknownDim, 4});
  std::vector<Tensor*> list = {x, y};
  Tensor* sum = One(Make("Add"), list);
  list[0] = y;
  EXPECT_EQ(NodeOf(sum).inputs()[0].tensor, x);
}

// ---- Checks of inputs ----

TEST_F(LayerCall, refuses_an_input_before_it_builds) {
  Layer* dense = Make("Dense", {{"units", 3}});
  EXPECT_EQ(CallError(dense, {In({kUnknownDim})}),
            "ValueError: Input 0 is incompatible with layer dense_1: expected "
            "min_ndim=2, found ndim=1");
  EXPECT_FALSE(dense->built());
  EXPECT_TRUE(dense->inbound_nodes().empty());
}

TEST_F(LayerCall, refuses_more_inputs_than_there_are_specs) {
  Layer* dense = Make("Dense", {{"units", 3}});
  Tensor* x = In({kUnknownDim, 4});
  EXPECT_EQ(CallError(dense, {x, x}),
            "ValueError: Layer dense_1 expects 1 inputs, but it received 2 "
            "input tensors. Input received: [<tf.Tensor 'input_1:0' shape=(?, "
            "4) dtype=float32>, <tf.Tensor 'input_1:0' shape=(?, 4) "
            "dtype=float32>]");
}

TEST_F(LayerCall, checks_again_after_build_has_sharpened_the_spec) {
  Layer* dense = Make("Dense", {{"units", 3}});
  One(dense, {In({kUnknownDim, 4})});
  EXPECT_EQ(CallError(dense, {In({kUnknownDim, 5})}),
            "ValueError: Input 0 is incompatible with layer dense_1: expected "
            "axis -1 of input shape to have value 4 but got shape (None, 5)");
  EXPECT_EQ(dense->inbound_nodes().size(), 1u);
}

// ---- Masks and keyword arguments ----

TEST_F(LayerCall, injects_the_previous_mask) {
  const ScriptedSpec* spec = nullptr;
  Layer* layer = MakeScripted({.supports_masking = true, .takes_mask = true},
                              "scripted", &spec);
  Tensor* x = Masked();
  One(layer, {x});
  EXPECT_EQ(spec->mask.single, NodeOf(x).output_mask(0));
  EXPECT_FALSE(spec->mask.is_list);
}

TEST_F(LayerCall, injects_a_list_for_several_inputs_with_its_nones) {
  const ScriptedSpec* spec = nullptr;
  Layer* layer = MakeScripted({.supports_masking = true, .takes_mask = true},
                              "scripted", &spec);
  Tensor* x = Masked();
  Tensor* y = In({kUnknownDim, 3, 4});
  One(layer, {y, x});
  ASSERT_TRUE(spec->mask.is_list);
  ASSERT_EQ(spec->mask.size, 2u);
  EXPECT_EQ(spec->mask.items[0], nullptr);
  EXPECT_EQ(spec->mask.items[1], NodeOf(x).output_mask(0));
}

TEST_F(LayerCall, injects_nothing_where_all_masks_are_none) {
  const ScriptedSpec* spec = nullptr;
  Layer* layer = MakeScripted({.supports_masking = true, .takes_mask = true},
                              "scripted", &spec);
  Tensor* x = In({kUnknownDim, 4});
  One(layer, {x, x});
  // Not a list of None: no keyword at all.
  EXPECT_TRUE(spec->mask.is_none());
  // compute_mask is given the list all the same.
  EXPECT_TRUE(spec->previous.is_list);
  EXPECT_TRUE(spec->previous.all_none());
}

TEST_F(LayerCall, injects_nothing_into_a_call_that_takes_no_mask) {
  const ScriptedSpec* spec = nullptr;
  Layer* layer = MakeScripted({.supports_masking = true}, "scripted", &spec);
  One(layer, {Masked()});
  EXPECT_TRUE(spec->mask.is_none());
  EXPECT_FALSE(spec->previous.is_none());
}

TEST_F(LayerCall, an_injected_mask_is_not_in_the_arguments) {
  Tensor* y = One(Lambda("mask_scale"), {Masked()});
  ASSERT_NE(NodeOf(y).arguments(), nullptr);
  EXPECT_TRUE(NodeOf(y).arguments()->empty());
}

TEST_F(LayerCall, an_explicit_mask_of_none_switches_injection_off) {
  const ScriptedSpec* spec = nullptr;
  Layer* layer = MakeScripted({.supports_masking = true, .takes_mask = true},
                              "scripted", &spec);
  Tensor* x = Masked();
  Tensor* y = One(layer, {x}, Keywords({{"mask", None()}}));
  EXPECT_TRUE(spec->mask.is_none());
  EXPECT_EQ(NodeOf(y).arguments()->entries().size(), 1u);
  // The node masks know nothing of the keyword.
  EXPECT_EQ(spec->previous.single, NodeOf(x).output_mask(0));
  EXPECT_EQ(NodeOf(y).output_mask(0), NodeOf(x).output_mask(0));
  EXPECT_EQ(NodeOf(y).inputs()[0].mask, NodeOf(x).output_mask(0));
}

TEST_F(LayerCall, an_explicit_mask_reaches_call_but_not_compute_mask) {
  const ScriptedSpec* spec = nullptr;
  Layer* layer = MakeScripted({.supports_masking = true, .takes_mask = true},
                              "scripted", &spec);
  Tensor* mask = In({kUnknownDim, 3});
  Tensor* x = Masked();
  Tensor* y = One(layer, {x}, Keywords({{"mask", Value::Of(mask)}}));
  EXPECT_EQ(spec->mask.single, mask);
  EXPECT_EQ(spec->previous.single, NodeOf(x).output_mask(0));
  // Nor is it an input of the node.
  EXPECT_EQ(NodeOf(y).inputs().size(), 1u);
}

TEST_F(LayerCall, copies_the_keyword_arguments_into_the_node) {
  Dict* keywords = Keywords({{"mask", None()}});
  Tensor* y = One(Lambda("mask_scale"), {Masked()}, keywords);
  Tensor* other = In({kUnknownDim, 3});
  keywords->Set(session_, session_.kMask, Value::Of(other));
  EXPECT_EQ(*NodeOf(y).arguments()->Find(session_.kMask), None());
  // And the other way round.
  NodeOf(y).arguments()->Set(session_, N("training"), None());
  EXPECT_EQ(keywords->Find(session_.kTraining), nullptr);
}

TEST_F(LayerCall, two_calls_without_keywords_have_dicts_of_their_own) {
  Layer* lambda = Lambda("mask_scale");
  Tensor* x = In({kUnknownDim, 3, 4});
  const Node& first = NodeOf(One(lambda, {x}));
  const Node& second = NodeOf(One(lambda, {x}));
  EXPECT_NE(first.arguments(), second.arguments());
}

TEST_F(LayerCall,
       refuses_an_unknown_keyword_in_the_name_of_the_defining_class) {
  Tensor* x = In({kUnknownDim, 4});
  Dict* foo = Keywords({{"foo", None()}});
  EXPECT_EQ(CallError(Make("Dense", {{"units", 3}}), {x}, foo),
            "TypeError: Dense.call() got an unexpected keyword argument 'foo'");
  EXPECT_EQ(CallError(Make("Add"), {x, x}, foo),
            "TypeError: _Merge.call() got an unexpected keyword argument "
            "'foo'");
  EXPECT_EQ(CallError(Make("Dense", {{"units", 3}}), {x},
                      Keywords({{"mask", None()}})),
            "TypeError: Dense.call() got an unexpected keyword argument "
            "'mask'");
  EXPECT_EQ(CallError(MakeModel({x}, {x}), {x}, foo),
            "TypeError: Network.call() got an unexpected keyword argument "
            "'foo'");
  EXPECT_EQ(
      CallError(MakeModel({x}, {x}), {x}, Keywords({{"training", None()}})),
      "TypeError: Network.call() got an unexpected keyword argument "
      "'training'");
}

TEST_F(LayerCall, notices_an_unknown_keyword_after_it_has_built) {
  Layer* dense = Make("Dense", {{"units", 3}});
  CallError(dense, {In({kUnknownDim, 4})}, Keywords({{"foo", None()}}));
  EXPECT_TRUE(dense->built());
  EXPECT_TRUE(dense->inbound_nodes().empty());
}

// ---- Identity wrapping ----

TEST_F(LayerCall, an_output_that_is_the_input_becomes_a_new_tensor) {
  Tensor* x = In({kUnknownDim, 4});
  Tensor* y = One(Lambda("identity"), {x});
  EXPECT_NE(y, x);
  EXPECT_EQ(y->term, x->term);
  EXPECT_EQ(History(x), "input_1:0:0");
  EXPECT_EQ(History(y), "lambda_1:0:0");
  EXPECT_EQ(y->ToString(),
            "Tensor(\"lambda_1/Identity:0\", shape=(?, 4), dtype=float32)");
}

TEST_F(LayerCall, each_occurrence_of_the_input_gets_its_own_tensor) {
  Tensors outputs = Call(Lambda("twice_same"), {In({kUnknownDim, 4})});
  ASSERT_EQ(outputs.size(), 2u);
  EXPECT_NE(outputs[0], outputs[1]);
  EXPECT_EQ(History(outputs[0]), "lambda_1:0:0");
  EXPECT_EQ(History(outputs[1]), "lambda_1:0:1");
}

TEST_F(LayerCall, any_of_several_inputs_is_wrapped) {
  Tensor* x = In({kUnknownDim, 4});
  Tensor* y = In({kUnknownDim, 3});
  Tensors outputs = Call(Make("Swap"), {x, y});
  ASSERT_EQ(outputs.size(), 2u);
  EXPECT_NE(outputs[0], y);
  EXPECT_NE(outputs[1], x);
  EXPECT_EQ(outputs[0]->term, y->term);
  EXPECT_EQ(outputs[1]->term, x->term);
  EXPECT_EQ(outputs[0]->shape, y->shape);
}

TEST_F(LayerCall, one_new_object_returned_twice_stays_one_object) {
  Tensors outputs = Call(Lambda("one_object_twice"), {In({kUnknownDim, 4})});
  ASSERT_EQ(outputs.size(), 2u);
  EXPECT_EQ(outputs[0], outputs[1]);
  // The last index stays.
  EXPECT_EQ(History(outputs[0]), "lambda_1:0:1");
}

// ---- What a refusal leaves behind ----

TEST_F(LayerCall, a_refused_build_leaves_an_unbuilt_layer) {
  Layer* layer = MakeScripted({.refuses_build = true});
  CallError(layer, {In({kUnknownDim, 4})});
  EXPECT_FALSE(layer->built());
  EXPECT_TRUE(layer->inbound_nodes().empty());
}

TEST_F(LayerCall, a_refused_call_leaves_a_built_layer_without_a_node) {
  Layer* layer = MakeScripted({.refuses_call = true});
  Tensor* x = In({kUnknownDim, 4});
  CallError(layer, {x});
  EXPECT_TRUE(layer->built());
  EXPECT_TRUE(layer->inbound_nodes().empty());
  EXPECT_TRUE(x->layer->outbound_nodes().empty());
  ArenaVector<Variable*> weights;
  layer->AppendWeights(session_.arena(), &weights);
  EXPECT_EQ(weights.size(), 1u);
}

TEST_F(LayerCall, a_refused_mask_comes_after_call) {
  const ScriptedSpec* spec = nullptr;
  Layer* layer = MakeScripted({}, "scripted", &spec);
  CallError(layer, {Masked()});
  EXPECT_EQ(spec->events, "bcm");
  EXPECT_TRUE(layer->inbound_nodes().empty());
}

TEST_F(LayerCall, too_few_output_shapes_leave_the_node) {
  Layer* layer =
      MakeScripted({.outputs = {Output::kNew, Output::kNew}, .shapes = 1});
  Tensor* x = In({kUnknownDim, 4});
  EXPECT_EQ(CallError(layer, {x}), "IndexError: list index out of range");
  ASSERT_EQ(layer->inbound_nodes().size(), 1u);
  EXPECT_EQ(x->layer->outbound_nodes().size(), 1u);
  // The first output has its history, the second has none.
  Tensors outputs = layer->inbound_nodes()[0]->output_tensors();
  EXPECT_EQ(History(outputs[0]), "scripted:0:0");
  EXPECT_EQ(History(outputs[1]), "-");
}

// Texts of the real Keras 2.2.4.
TEST_F(LayerCall, asks_for_sizes_of_axes_that_the_first_call_fixed) {
  Layer* prelu = Make("PReLU", {{"shared_axes", 1}}, "p");
  One(prelu, {In({kUnknownDim, 3, 4})});
  EXPECT_EQ(CallError(prelu, {In({kUnknownDim, 3, 5})}),
            "ValueError: Input 0 is incompatible with layer p: expected axis 2 "
            "of input shape to have value 4 but got shape (None, 3, 5)");
  One(prelu, {In({kUnknownDim, 9, 4})});
  EXPECT_EQ(CallError(prelu, {In({kUnknownDim, 4})}),
            "ValueError: Input 0 is incompatible with layer p: expected "
            "ndim=3, found ndim=2");
  Layer* norm = Make("BatchNormalization", {{"axis", 1}}, "b");
  One(norm, {In({kUnknownDim, 3, 4})});
  EXPECT_EQ(CallError(norm, {In({kUnknownDim, 2, 4})}),
            "ValueError: Input 0 is incompatible with layer b: expected axis 1 "
            "of input shape to have value 3 but got shape (None, 2, 4)");
}

TEST_F(LayerCall, names_the_class_that_defines_call) {
  Layer* dropout = Make("SpatialDropout1D", {{"rate", 0.5}});
  EXPECT_EQ(CallError(dropout, {In({kUnknownDim, 3, 4})},
                      Keywords({{"foo", None()}})),
            "TypeError: Dropout.call() got an unexpected keyword argument "
            "'foo'");
}

TEST_F(LayerCall, wraps_what_dropout_returns_at_rate_0) {
  Tensor* x = In({kUnknownDim, 4});
  Tensor* y = One(Make("Dropout", {{"rate", 0.0}}, "d"), {x});
  EXPECT_NE(y, x);
  EXPECT_EQ(y->term, x->term);
  EXPECT_EQ(y->ToString(),
            "Tensor(\"d/Identity:0\", shape=(?, 4), dtype=float32)");
}

TEST_F(LayerCall, a_layer_goes_on_after_a_refusal) {
  Layer* dense = Make("Dense", {{"units", 3}});
  CallError(dense, {In({kUnknownDim, 4})}, Keywords({{"foo", None()}}));
  Tensor* y = One(dense, {In({kUnknownDim, 4})});
  EXPECT_EQ(History(y), "dense_1:0:0");
}

}  // namespace
}  // namespace clonecheck
