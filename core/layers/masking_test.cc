#include "core/layers/layer_test.h"

namespace clonecheck {
namespace {

using Masking = LayerTest;

TEST_F(Masking, makes_a_mask_over_the_last_axis) {
  TestLayer masking = Make("Masking");
  const Result result = Call(masking, {Input({kUnknownDim, 5, 4})});
  ASSERT_EQ(result.error(), "");
  EXPECT_EQ(result.shapes[0]->ToString(), "(None, 5, 4)");
  ASSERT_NE(result.mask.single, nullptr);
  EXPECT_EQ(result.mask.single->shape->ToString(), "(None, 5)");
  EXPECT_EQ(result.mask.single->dtype, DType::kBool);
  EXPECT_EQ(Print(result.mask.single), "some_feature(x0)");
}

TEST_F(Masking, ignores_the_mask_that_comes_in) {
  TestLayer masking = Make("Masking");
  Symbol* x = Input({kUnknownDim, 5, 4});
  const Result masked = Call(masking, {x}, {Mask({kUnknownDim, 5})});
  EXPECT_EQ(masked.mask.single->term, Call(masking, {x}).mask.single->term);
}

TEST_F(Masking, zeroes_the_steps_that_it_masks) {
  TestLayer masking = Make("Masking", {{"mask_value", 2.0}});
  Symbol* x = Input({kUnknownDim, 3, 2});
  const Result result = Call(masking, {x});
  const std::vector<Array> values =
      Numbers({result.outputs[0], result.mask.single},
              {{x, {{1, 3, 2}, {2, 2, 2, 1, 0, 0}}}});
  EXPECT_EQ(ArrayToString(values[0]), "[[[0, 0], [2, 1], [0, 0]]]");
  EXPECT_EQ(ArrayToString(values[1]), "[[0, 1, 1]]");
}

// What it makes zero is zero.
TEST_F(Masking, of_zeros_has_no_term) {
  TestLayer zero = Make("Masking");
  TestLayer one = Make("Masking", {{"mask_value", 1.0}});
  Symbol* x = Input({kUnknownDim, 3, 2});
  const Result result = Call(zero, {x});
  EXPECT_EQ(result.outputs[0]->term, x->term);
  EXPECT_NE(result.outputs[0], x);
  EXPECT_NE(Call(one, {x}).outputs[0]->term, x->term);
  const Array rows = {{1, 3, 2}, {0, 0, 2, 0, -1, 1}};
  Array evaluated;
  const Array* operand = &rows;
  ASSERT_TRUE(zero.spec->Evaluate({&operand, 1}, {&evaluated, 1}).ok());
  EXPECT_EQ(evaluated.values, rows.values);
}

TEST_F(Masking, masks_of_other_values_are_other_masks) {
  TestLayer zero = Make("Masking");
  TestLayer one = Make("Masking", {{"mask_value", 1.0}});
  TestLayer producer = Make("MaskProducer");
  Symbol* x = Input({kUnknownDim, 3, 2});
  const TermId mask = Call(zero, {x}).mask.single->term;
  EXPECT_NE(Call(one, {x}).mask.single->term, mask);
  EXPECT_EQ(Call(producer, {x}).mask.single->term, mask);
}

TEST_F(Masking, takes_a_whole_number_for_a_number) {
  EXPECT_EQ(&Spec("Masking", {{"mask_value", 0}}), &Spec("Masking"));
}

TEST_F(Masking, refuses_whole_number_tensors) {
  TestLayer masking = Make("Masking");
  EXPECT_EQ(
      Call(masking, {Input({kUnknownDim, 3}, DType::kInt32)}).refusal->form->id,
      std::string("refused-by-the-backend"));
}

}  // namespace
}  // namespace clonecheck
