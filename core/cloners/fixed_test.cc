// fixed: clones well whatever the others do not, and leaves the original alone.
#include <string>

#include "core/cloners/clone_test.h"

namespace clonecheck {
namespace {

class FixedCloner : public CloneTest {
 protected:
  // Clones well, touches nothing older, and does so again.
  void ExpectClonesWell(Model* model) {
    const std::string before = Dump(session_);
    std::string first;
    for (int i = 0; i < 2; ++i) {
      Session::Trial trial(session_);
      EXPECT_TRUE(ClonesWell("fixed", model));
      EXPECT_TRUE(trial.changes().empty());
      if (i == 0) first = Dump(session_);
      if (i == 1) EXPECT_EQ(Dump(session_), first);
    }
    EXPECT_EQ(Dump(session_), before);
    // The clone of the clone.
    Model* clone = Clone("fixed", model);
    OrRefusal<Model*> again = Try("fixed", clone);
    ASSERT_TRUE(again.ok());
    EXPECT_TRUE(Agree(model, again.value));
    EXPECT_EQ(NodesByDepth(*clone), NodesByDepth(*again.value));
  }
};

TEST_F(FixedCloner, keeps_all_outputs) {
  Tensor* x = In({kUnknownDim, 4});
  Tensors two = Call(Lambda("two"), {x});
  Tensors three = Call(Make("MultiOutMasked", {{"n", 3}}), {two[1]});
  Tensors swapped = Call(Make("Swap"), {three[2], two[0]});
  ExpectClonesWell(MakeModel({x}, {swapped[1], three[1], swapped[0], two[1]}));
}

TEST_F(FixedCloner, keeps_masks_of_layers_without_masking) {
  Tensor* x = In({kUnknownDim, 3, 4});
  ExpectClonesWell(MakeModel(
      {x}, {One(Lambda("mask_scale"), {One(Make("MaskProducer"), {x})})}));
}

TEST_F(FixedCloner, keeps_the_mask_function_of_a_lambda) {
  Tensor* x = In({kUnknownDim, 3, 4});
  Tensor* y =
      One(Make("Lambda", {{"function", "double"}, {"mask", "nonzero"}}), {x});
  ExpectClonesWell(MakeModel({x}, {One(Lambda("mask_scale"), {y})}));
}

TEST_F(FixedCloner, passes_a_keyword_only_where_there_was_one) {
  Tensor* x = In({kUnknownDim, 3, 4});
  Tensor* y = In({kUnknownDim, 3, 4});
  Layer* pick = Lambda("mask_pick");
  Tensor* without = One(pick, {x, y});
  Tensor* with =
      One(pick, {One(Make("Masking"), {x}), y}, Keywords({{"mask", None()}}));
  Model* model = MakeModel({x, y}, {without, with});
  ExpectClonesWell(model);
  Model* clone = Clone("fixed", model);
  EXPECT_TRUE(NodeOf(clone->outputs()[0]).arguments()->empty());
  EXPECT_EQ(*NodeOf(clone->outputs()[1]).arguments()->Find(session_.kMask),
            None());
  EXPECT_NE(NodeOf(clone->outputs()[1]).arguments(), NodeOf(with).arguments());
}

TEST_F(FixedCloner, maps_a_mask_from_within_the_model) {
  Tensor* x = In({kUnknownDim, 3, 4});
  Tensor* mask = One(Lambda("square"), {x});
  Tensor* y = One(Lambda("mask_pick"), {x, mask},
                  Keywords({{"mask", Value::Of(mask)}}));
  ExpectClonesWell(MakeModel({x}, {y}));
}

TEST_F(FixedCloner, repeats_calls_that_only_a_keyword_needs) {
  Tensor* x = In({kUnknownDim, 3, 4});
  Layer* layer = MakeScripted({.supports_masking = true, .takes_mask = true});
  Tensor* mask = One(Make("Dense", {{"units", 1}}, "only_for_the_mask"), {x});
  Tensor* y = One(layer, {x}, Keywords({{"mask", Value::Of(mask)}}));
  Model* model = MakeModel({x}, {y});
  EXPECT_EQ(LayerNames(*model), "input_1 scripted");
  Model* clone = Clone("fixed", model);
  const Value* copy =
      NodeOf(clone->outputs()[0]).arguments()->Find(session_.kMask);
  ASSERT_NE(copy, nullptr);
  EXPECT_EQ(History(copy->tensor), "only_for_the_mask:0:0");
  EXPECT_NE(copy->tensor, mask);
  EXPECT_EQ(session_.terms().operands(copy->tensor->term)[0],
            clone->inputs()[0]->term);
}

TEST_F(FixedCloner, maps_lists_in_keywords_with_their_nones) {
  Tensor* x = In({kUnknownDim, 3, 4});
  Tensor* mask = One(Lambda("square"), {x});
  Tensor* list[] = {nullptr, mask};
  Tensor* y = One(Lambda("mask_pick"), {x, mask},
                  Keywords({{"mask", Value::List(list)}}));
  Model* model = MakeModel({x}, {y});
  ExpectClonesWell(model);
  const Value* copy = NodeOf(Clone("fixed", model)->outputs()[0])
                          .arguments()
                          ->Find(session_.kMask);
  ASSERT_EQ(copy->list().size(), 2u);
  EXPECT_EQ(copy->list()[0], nullptr);
  EXPECT_NE(copy->list()[1], mask);
  EXPECT_EQ(History(copy->list()[1]), History(mask));
}

TEST_F(FixedCloner, keeps_the_order_of_a_layers_calls) {
  Tensor* x = In({kUnknownDim, 4}, "x");
  Layer* d = Make("Dense", {{"units", 4}}, "d");
  Tensor* shallow = One(d, {x});
  Tensor* deep = One(d, {One(Lambda("double"), {x})});
  Tensor* sum =
      One(Make("Add", {}, "s"), {shallow, One(Lambda("negate"), {deep})});
  Model* model = MakeModel({x}, {sum});
  ExpectClonesWell(model);
  Model* clone = Clone("fixed", model);
  EXPECT_EQ(NodesByDepth(*clone), NodesByDepth(*model));
}

// ---- Nested models ----

TEST_F(FixedCloner, keeps_a_layer_shared_with_a_nested_model) {
  Tensor* z = In({kUnknownDim, 4});
  Layer* shared = Make("Dense", {{"units", 4}}, "shared");
  Model* inner = MakeModel({z}, {One(shared, {z})}, "inner");
  Tensor* x = In({kUnknownDim, 4});
  Model* model = MakeModel({x}, {One(shared, {One(inner, {x})})}, "outer");
  ExpectClonesWell(model);
  Model* clone = Clone("fixed", model);
  EXPECT_EQ(clone->layers()[1]->as_model()->layers()[1], clone->layers()[2]);
  EXPECT_EQ(clone->layers()[1]->name(), N("inner"));
}

TEST_F(FixedCloner, keeps_models_in_models_called_again_and_again) {
  Tensor* u = In({kUnknownDim, 4});
  Model* inner = MakeModel({u}, {Call(Lambda("two"), {u})[1], u}, "inner");
  Tensor* v = In({kUnknownDim, 4});
  Tensors once = Call(inner, {v});
  Model* middle =
      MakeModel({v}, {One(Make("Subtract"), {once[0], once[1]})}, "middle");
  Tensor* x = In({kUnknownDim, 4});
  Tensor* y = One(middle, {Call(inner, {One(middle, {x})})[0]});
  ExpectClonesWell(MakeModel({x}, {y, One(middle, {x})}));
}

TEST_F(FixedCloner, keeps_a_model_called_on_its_own_inputs) {
  Tensor* x = In({kUnknownDim, 4});
  Model* inner = MakeModel({x}, {One(Make("Dense", {{"units", 4}}), {x})}, "i");
  Tensor* y = One(inner, {x});
  Model* model = MakeModel({x}, {y, inner->outputs()[0]}, "outer");
  ExpectClonesWell(model);
}

TEST_F(FixedCloner, keeps_both_calls_of_a_model_on_one_tensor) {
  Tensor* z = In({kUnknownDim, 4});
  Model* inner = MakeModel({z}, {One(Make("Dense", {{"units", 4}}), {z})}, "i");
  Tensor* x = In({kUnknownDim, 4}, "x");
  Tensor* t = One(inner, {x});
  Tensor* y = One(Make("Dense", {{"units", 4}}, "d"), {t});
  EXPECT_EQ(One(inner, {x}), t);
  Model* model = MakeModel({x}, {y, t}, "outer");
  EXPECT_EQ(NodesByDepth(*model), "[i:2 d:0] [i:1] [x:0]");
  ExpectClonesWell(model);
  EXPECT_EQ(NodesByDepth(*Clone("fixed", model)), "[i:2 d:0] [i:1] [x:0]");
}

// One object, made by two Models: both belong to the outer one.
TEST_F(FixedCloner, keeps_both_models_that_return_one_object) {
  Tensor* u = In({kUnknownDim, 4});
  Model* a = MakeModel({u}, {One(Make("Dense", {{"units", 4}}), {u})}, "a");
  Tensor* v = In({kUnknownDim, 4});
  Model* b = MakeModel({v}, {One(a, {v}), v}, "b");
  Tensor* x = In({kUnknownDim, 4}, "x");
  Tensors outputs = Call(b, {x});
  EXPECT_EQ(One(a, {x}), outputs[0]);
  EXPECT_EQ(History(outputs[0]), "a:2:0");
  EXPECT_EQ(History(outputs[1]), "b:1:1");
  Model* model = MakeModel({x}, {outputs[0], outputs[1]}, "outer");
  EXPECT_EQ(LayerNames(*model), "x a b");
  ExpectClonesWell(model);
  EXPECT_EQ(LayerNames(*Clone("fixed", model)), "x a b");
}

TEST_F(FixedCloner, keeps_unused_inputs_of_nested_models) {
  Tensor* u = In({kUnknownDim, 4});
  Tensor* unused = In({kUnknownDim, 4}, "unused");
  Model* inner = MakeModel({unused, u}, {u}, "inner");
  Tensor* x = In({kUnknownDim, 4});
  ExpectClonesWell(MakeModel({x}, {One(inner, {x, x})}));
}

TEST_F(FixedCloner, keeps_trainable_of_layers_and_models) {
  Tensor* u = In({kUnknownDim, 4});
  Tensor* v = One(Make("Dense", {{"units", 4}}, "d", /*trainable=*/false), {u});
  Model* inner = MakeModel({u}, {v}, "inner");
  inner->set_trainable(session_, false);
  Tensor* x = In({kUnknownDim, 4});
  Model* model = MakeModel({x}, {One(inner, {x})});
  ExpectClonesWell(model);
  Model* copy = Clone("fixed", model)->layers()[1]->as_model();
  EXPECT_FALSE(copy->trainable());
  EXPECT_FALSE(copy->layers()[1]->trainable());
}

TEST_F(FixedCloner, keeps_an_input_layer_that_was_called) {
  Tensor* u = In({kUnknownDim, 4}, "u");
  Tensor* x = In({kUnknownDim, 4}, "x");
  Tensor* y = One(Make("Dense", {{"units", 4}}), {One(u->layer, {x})});
  ExpectClonesWell(MakeModel({x}, {y}));
}

TEST_F(FixedCloner, keeps_unused_and_repeated_and_input_outputs) {
  Tensor* x = In({kUnknownDim, 4}, "x");
  Tensor* unused = In({kUnknownDim, 3}, "unused");
  Tensor* y = One(Make("Dense", {{"units", 4}}), {x});
  ExpectClonesWell(MakeModel({unused, x}, {y, x, y, unused}));
  ExpectClonesWell(MakeModel({x}, {}));
}

TEST_F(FixedCloner, keeps_what_a_merge_was_built_on_outside_the_model) {
  Tensor* x = In({kUnknownDim, 1});
  Tensor* y = In({kUnknownDim, 2, 1, 3});
  Layer* multiply = Make("Multiply");
  // Of equal ranks: the layer will not rearrange what it multiplies.
  Call(multiply, {x, x});
  ExpectClonesWell(MakeModel({x, y}, {One(multiply, {x, y})}));
}

TEST_F(FixedCloner, keeps_the_sizes_of_weights_that_were_built_outside) {
  Layer* prelu = Make("PReLU");
  Call(prelu, {In({kUnknownDim, 3})});
  Tensor* x = In({kUnknownDim, 1});
  ExpectClonesWell(MakeModel({x}, {One(prelu, {x})}));
}

TEST_F(FixedCloner, keeps_the_sizes_of_weights_that_a_wrapper_has_built) {
  Layer* prelu = Make("PReLU");
  Call(Wrap("TimeDistributed", prelu), {In({kUnknownDim, 2, 3})});
  Tensor* x = In({kUnknownDim, 1});
  ExpectClonesWell(MakeModel({x}, {One(prelu, {x})}));
}

TEST_F(FixedCloner, keeps_the_sizes_of_weights_that_a_wrapper_broadcasts) {
  Layer* normalization = Make("BatchNormalization");
  Call(normalization, {In({kUnknownDim, 4})});
  Tensor* x = In({kUnknownDim, 2, 1});
  ExpectClonesWell(
      MakeModel({x}, {One(Wrap("TimeDistributed", normalization), {x})}));
}

// Keras 2.2.4 records the states as a keyword and as inputs; clone_model gives
// both back, which an RNN refuses.
TEST_F(FixedCloner, gives_states_to_a_recurrent_layer_once) {
  Tensor* x = In({kUnknownDim, 3, 4});
  Tensor* h = In({kUnknownDim, 2});
  Layer* rnn = Make("SimpleRNN", {{"units", 2}}, "rnn");
  Model* model = MakeModel({x, h}, {One(rnn, {x, h})});
  EXPECT_EQ(Error("keras-2.2.4", model), "AssertionError: ");
  EXPECT_TRUE(ClonesWell("fixed", model));
}

// Running the inner model on x writes the mask of that run into the arguments
// of the inner call, which are not empty.
TEST_F(FixedCloner, leaves_out_masks_that_a_nested_model_has_written) {
  Tensor* i = In({kUnknownDim, 3, 4});
  Tensor* y =
      One(Make("SimpleRNN", {{"units", 2}}), {One(Make("Masking"), {i})},
          Keywords({{"training", Value::Literal(ConfigValue::Bool(false))}}));
  Model* inner = MakeModel({i}, {y});
  Tensor* x = In({kUnknownDim, 3, 4});
  Model* model = MakeModel({x}, {One(inner, {x})});
  EXPECT_TRUE(ClonesWell("fixed", model));
}

}  // namespace
}  // namespace clonecheck
