// keras-2.3.1: upstream's fix of keras#12202, and what it breaks and leaves.
#include "core/cloners/clone_test.h"
#include "gmock/gmock.h"

namespace clonecheck {
namespace {

using testing::HasSubstr;

using Keras231 = CloneTest;
constexpr char kCloner[] = "keras-2.3.1";

TEST_F(Keras231, keeps_all_outputs_of_layers_without_masking) {
  Tensor* x = In({kUnknownDim, 4});
  Tensors two = Call(Lambda("two"), {x});
  Tensors three = Call(Make("MultiOut", {{"n", 3}}), {two[1]});
  Tensors swapped = Call(Make("Swap"), {three[2], two[0]});
  EXPECT_TRUE(ClonesWell(
      kCloner, MakeModel({x}, {swapped[1], three[1], swapped[0], two[1]})));
}

TEST_F(Keras231, still_loses_outputs_of_a_layer_with_masking) {
  Tensor* x = In({kUnknownDim, 3, 4});
  // Masked or not.
  Tensors many = Call(Make("MultiOutMasked"), {x});
  EXPECT_THAT(Error(kCloner, MakeModel({x}, {many[1]})),
              HasSubstr("Could not compute output"));
  EXPECT_TRUE(ClonesWell(kCloner, MakeModel({x}, {many[0]})));
}

// 2.2.4 asks compute_mask, the fix does not where masking is not supported.
TEST_F(Keras231, loses_masks_that_a_layer_without_masking_makes) {
  Tensor* x = In({kUnknownDim, 3, 4});
  Tensor* y = One(Lambda("mask_scale"), {One(Make("MaskProducer"), {x})});
  Model* model = MakeModel({x}, {y});
  EXPECT_EQ(Meaning(y), "Lambda(x0, some_feature(x0))");
  Model* clone = Clone(kCloner, model);
  EXPECT_EQ(Meaning(clone->outputs()[0]), "Lambda(x1, None)");
  EXPECT_FALSE(Agree(model, clone));
  EXPECT_TRUE(ClonesWell("keras-2.2.4", model));
}

// Where the mask is not handed over as a keyword, the layer call finds it in
// the history.
TEST_F(Keras231, keeps_such_masks_for_layers_that_take_no_mask) {
  Tensor* x = In({kUnknownDim, 3, 4});
  Tensor* y =
      One(Make("Dense", {{"units", 4}}), {One(Make("MaskProducer"), {x})});
  Model* clone = Clone(kCloner, MakeModel({x}, {y}));
  EXPECT_NE(NodeOf(clone->outputs()[0]).output_mask(0), nullptr);
}

TEST_F(Keras231, loses_masks_that_a_nested_model_makes) {
  Tensor* z = In({kUnknownDim, 3, 4});
  Model* inner = MakeModel({z}, {One(Make("Masking"), {z})}, "inner");
  Tensor* x = In({kUnknownDim, 3, 4});
  Model* model = MakeModel({x}, {One(Lambda("mask_scale"), {One(inner, {x})})});
  EXPECT_FALSE(ClonesWell(kCloner, model));
  EXPECT_TRUE(ClonesWell("keras-2.2.4", model));
}

TEST_F(Keras231, still_loses_the_mask_function_of_a_lambda) {
  Tensor* x = In({kUnknownDim, 3, 4});
  Tensor* y =
      One(Make("Lambda", {{"function", "double"}, {"mask", "nonzero"}}), {x});
  EXPECT_FALSE(
      ClonesWell(kCloner, MakeModel({x}, {One(Lambda("mask_scale"), {y})})));
}

TEST_F(Keras231, still_writes_into_the_originals_arguments) {
  Layer* layer = MakeScripted(
      {.supports_masking = true, .takes_mask = true, .takes_training = true});
  Tensor* x = In({kUnknownDim, 3, 4});
  Tensor* y =
      One(layer, {One(Make("Masking"), {x})}, Keywords({{"training", None()}}));
  Model* model = MakeModel({x}, {y});
  Clone(kCloner, model);
  EXPECT_NE(NodeOf(y).arguments()->Find(session_.kMask), nullptr);
}

TEST_F(Keras231, still_gives_a_list_of_nones_where_there_was_nothing) {
  Tensor* x = In({kUnknownDim, 4});
  Tensor* y = In({kUnknownDim, 4});
  EXPECT_FALSE(ClonesWell(
      kCloner, MakeModel({x, y}, {One(Lambda("mask_pick"), {x, y})})));
}

}  // namespace
}  // namespace clonecheck
