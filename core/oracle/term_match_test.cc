// TermMatch: clones' terms under the map of leaves.
#include "core/oracle/term_match.h"

#include "core/engine/testing.h"

namespace clonecheck {
namespace {

class TermMatchTest : public EngineTest {
 protected:
  // One Dense a layer name, applied one after the other.
  Model* Chain(const std::vector<Layer*>& layers) {
    Tensor* x = In({kUnknownDim, 4});
    Tensor* y = x;
    for (Layer* layer : layers) y = One(layer, {y});
    return MakeModel({x}, {y});
  }
  Layer* Dense() { return Make("Dense", {{"units", 4}}); }
  bool Matches(Model* original, Model* clone, size_t output = 0) {
    match_.Start(session_, *original, *clone);
    return match_.Translate(clone->outputs()[output]->term) ==
           original->outputs()[output]->term;
  }

  TermMatch match_;
};

TEST_F(TermMatchTest, a_model_matches_itself) {
  Model* model = Chain({Dense(), Dense()});
  EXPECT_TRUE(Matches(model, model));
  EXPECT_FALSE(match_.weights_conflict());
}

TEST_F(TermMatchTest, placeholders_correspond_by_position) {
  Tensor* a = In({kUnknownDim, 4});
  Tensor* b = In({kUnknownDim, 4});
  Model* original = MakeModel({a, b}, {One(Make("Subtract"), {a, b})});
  Tensor* c = In({kUnknownDim, 4});
  Tensor* d = In({kUnknownDim, 4});
  Tensor* difference = One(Make("Subtract"), {c, d});
  EXPECT_TRUE(Matches(original, MakeModel({c, d}, {difference})));
  EXPECT_FALSE(Matches(original, MakeModel({d, c}, {difference})));
}

TEST_F(TermMatchTest, weights_correspond_by_position) {
  Layer* a = Dense();
  Layer* b = Dense();
  Model* original = Chain({a, b});
  EXPECT_TRUE(Matches(original, Chain({Dense(), Dense()})));
  // The same layers in the other order: at each position another variable.
  EXPECT_TRUE(Matches(original, Chain({b, a})));
  EXPECT_FALSE(match_.weights_conflict());
}

TEST_F(TermMatchTest, one_variable_that_stands_for_two_is_a_conflict) {
  Model* original = Chain({Dense(), Dense()});
  Layer* shared = Dense();
  Tensor* z = In({kUnknownDim, 4});
  Model* inner = MakeModel({z}, {One(shared, {z})});
  // get_weights lists the variables of `shared` twice.
  Tensor* x = In({kUnknownDim, 4});
  Model* clone = MakeModel({x}, {One(shared, {One(inner, {x})})});
  Matches(original, clone);
  EXPECT_TRUE(match_.weights_conflict());
}

TEST_F(TermMatchTest, two_variables_that_stand_for_one_are_none) {
  Layer* shared = Dense();
  Tensor* z = In({kUnknownDim, 4});
  Model* inner = MakeModel({z}, {One(shared, {z})});
  Tensor* x = In({kUnknownDim, 4});
  Model* original = MakeModel({x}, {One(shared, {One(inner, {x})})});
  // With the original's weights set, both have the same value.
  EXPECT_TRUE(Matches(original, Chain({Dense(), Dense()})));
  EXPECT_FALSE(match_.weights_conflict());
}

TEST_F(TermMatchTest, another_number_of_weights_is_a_conflict) {
  Layer* shared = Dense();
  Matches(Chain({Dense(), Dense()}), Chain({shared, shared}));
  EXPECT_TRUE(match_.weights_conflict());
  Matches(Chain({shared, shared}), Chain({Dense(), Dense()}));
  EXPECT_TRUE(match_.weights_conflict());
}

TEST_F(TermMatchTest, a_size_that_is_not_known_is_no_conflict) {
  const auto model = [&](bool built_before) {
    Layer* dense = Dense();
    if (built_before) {
      Layer* opaque = Make("Lambda", {{"bytecode", "abc"}});
      Call(dense, {One(opaque, {In({kUnknownDim, 4})})});
    }
    return Chain({dense});
  };
  Model* original = model(/*built_before=*/true);
  EXPECT_TRUE(Matches(original, model(/*built_before=*/false)));
  EXPECT_FALSE(match_.weights_conflict());
  // What the original's are is known here.
  Matches(model(/*built_before=*/false), model(/*built_before=*/true));
  EXPECT_TRUE(match_.weights_conflict());
  Tensor* x = In({kUnknownDim, 4});
  Matches(original, MakeModel({x}, {One(Make("Dense", {{"units", 3}}), {x})}));
  EXPECT_TRUE(match_.weights_conflict());
}

TEST_F(TermMatchTest, another_shape_is_a_conflict) {
  auto model = [&](int units, int then) {
    Tensor* x = In({kUnknownDim, 4});
    return MakeModel({x}, {One(Make("Dense", {{"units", units}}), {x}),
                           One(Make("Dense", {{"units", then}}), {x})});
  };
  Matches(model(4, 5), model(4, 5));
  EXPECT_FALSE(match_.weights_conflict());
  Matches(model(4, 5), model(5, 4));
  EXPECT_TRUE(match_.weights_conflict());
}

TEST_F(TermMatchTest, a_variable_at_no_position_matches_nothing) {
  Layer* hidden = Dense();
  Tensor* x = In({kUnknownDim, 3, 4});
  Tensor* mask = One(hidden, {x});
  Layer* pick = Lambda("mask_pick");
  Model* original = MakeModel({x}, {One(pick, {x, mask})});
  // The mask hangs on the weights of a layer that is not in the model.
  Tensor* y = In({kUnknownDim, 3, 4});
  Layer* layer = MakeScripted({.takes_mask = true});
  Model* clone = MakeModel(
      {y},
      {One(layer, {y}, Keywords({{"mask", Value::Of(One(hidden, {y}))}}))});
  EXPECT_FALSE(Matches(original, clone));
  EXPECT_FALSE(match_.HasForeignPlaceholder(clone->outputs()[0]->term));
}

TEST_F(TermMatchTest, a_placeholder_that_is_no_input_is_foreign) {
  Tensor* x = In({kUnknownDim, 3, 4});
  Tensor* mask = In({kUnknownDim, 3});
  Tensor* y =
      One(Lambda("mask_scale"), {x}, Keywords({{"mask", Value::Of(mask)}}));
  Model* clone = MakeModel({x}, {y, x});
  Tensor* z = In({kUnknownDim, 3, 4});
  Model* original = MakeModel({z}, {One(Lambda("mask_scale"), {z}), z});
  EXPECT_FALSE(Matches(original, clone));
  EXPECT_TRUE(match_.HasForeignPlaceholder(y->term));
  EXPECT_FALSE(match_.HasForeignPlaceholder(x->term));
  EXPECT_FALSE(match_.HasForeignPlaceholder(kNoTerm));
  // Also where it is the very placeholder of the original.
  Model* itself = MakeModel({x}, {x});
  Model* borrows = MakeModel({z}, {z});
  match_.Start(session_, *itself, *borrows);
  EXPECT_TRUE(match_.HasForeignPlaceholder(x->term));
  EXPECT_NE(match_.Translate(x->term), x->term);
}

TEST_F(TermMatchTest, an_unused_placeholder_of_the_clone_is_no_matter) {
  Tensor* x = In({kUnknownDim, 4});
  Tensor* unused = In({kUnknownDim, 4});
  Model* original = MakeModel({x}, {One(Lambda("double"), {x})});
  Tensor* y = In({kUnknownDim, 4});
  Model* clone = MakeModel({y, unused}, {One(Lambda("double"), {y})});
  EXPECT_TRUE(Matches(original, clone));
}

TEST_F(TermMatchTest, another_config_is_another_meaning) {
  auto relu = [&](const char* name) {
    Tensor* x = In({kUnknownDim, 4});
    return MakeModel({x},
                     {One(Make("Activation", {{"activation", name}}), {x})});
  };
  EXPECT_TRUE(Matches(relu("relu"), relu("relu")));
  EXPECT_FALSE(Matches(relu("relu"), relu("tanh")));
}

TEST_F(TermMatchTest, another_output_of_a_call_is_another_meaning) {
  auto model = [&](int output) {
    Tensor* x = In({kUnknownDim, 4});
    return MakeModel({x}, {Call(Make("MultiOut", {{"n", 3}}), {x})[output]});
  };
  EXPECT_TRUE(Matches(model(2), model(2)));
  EXPECT_FALSE(Matches(model(2), model(1)));
}

TEST_F(TermMatchTest, identity_is_no_meaning_of_its_own) {
  Tensor* x = In({kUnknownDim, 4});
  Model* original = MakeModel({x}, {One(Lambda("identity"), {x})});
  Tensor* y = In({kUnknownDim, 4});
  EXPECT_TRUE(Matches(original, MakeModel({y}, {y})));
}

TEST_F(TermMatchTest, an_absent_mask_is_no_mask) {
  Tensor* x = In({kUnknownDim, 3, 4});
  Model* with = MakeModel(
      {x}, {One(Lambda("mask_scale"), {One(Make("MaskProducer"), {x})})});
  Tensor* y = In({kUnknownDim, 3, 4});
  Model* without = MakeModel({y}, {One(Lambda("mask_scale"), {y})});
  EXPECT_FALSE(Matches(with, without));
  EXPECT_FALSE(Matches(without, with));
  EXPECT_EQ(match_.Translate(kNoTerm), kNoTerm);
}

TEST_F(TermMatchTest, translates_what_it_has_translated) {
  Model* original = Chain({Dense(), Dense()});
  Model* clone = Chain({Dense(), Dense()});
  ASSERT_TRUE(Matches(original, clone));
  const TermId size = session_.terms().size();
  EXPECT_TRUE(match_.Translate(clone->outputs()[0]->term) ==
              original->outputs()[0]->term);
  EXPECT_EQ(session_.terms().size(), size);
  // Inner terms, too.
  EXPECT_EQ(
      match_.Translate(NodeOf(clone->outputs()[0]).inputs()[0].tensor->term),
      NodeOf(original->outputs()[0]).inputs()[0].tensor->term);
}

TEST_F(TermMatchTest, is_linear_in_a_graph_with_exponentially_many_paths) {
  auto model = [&] {
    Tensor* x = In({kUnknownDim, 4});
    Tensor* y = x;
    for (int i = 0; i < 2'000; ++i) y = One(Make("Add"), {y, y});
    return MakeModel({x}, {y});
  };
  EXPECT_TRUE(Matches(model(), model()));
}

}  // namespace
}  // namespace clonecheck
