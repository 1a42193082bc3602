#include <limits>
#include <string>

#include "core/layers/layer_test.h"

namespace clonecheck {
namespace {

using Pooling = LayerTest;

TEST_F(Pooling, strides_are_the_pool_size_if_not_given) {
  const LayerSpec& three = Spec("MaxPooling1D", {{"pool_size", 3}});
  EXPECT_EQ(
      &Spec("MaxPooling1D", {{"pool_size", Ints({3})}, {"strides", Ints({3})}}),
      &three);
  EXPECT_EQ(&Spec("MaxPooling1D",
                  {{"pool_size", 3}, {"strides", ConfigValue::None()}}),
            &three);
  EXPECT_NE(&Spec("MaxPooling1D", {{"pool_size", 3}, {"strides", 2}}), &three);
  EXPECT_EQ(&Spec("MaxPooling2D", {{"strides", 2}}), &Spec("MaxPooling2D"));
  EXPECT_NE(&Spec("MaxPooling2D", {{"strides", Ints({2, 1})}}),
            &Spec("MaxPooling2D"));
}

TEST_F(Pooling, refuses_a_wrong_pool_size) {
  EXPECT_EQ(ConfigError("AveragePooling2D", {{"pool_size", Ints({1, 2, 3})}}),
            "AveragePooling2D: the argument 'pool_size' must be a whole number "
            "from 1 to 16777216, or a list of 2 of them, but is [1, 2, 3]; "
            "correct it in the config.");
  EXPECT_EQ(ConfigError("MaxPooling1D", {{"padding", "full"}}),
            "MaxPooling1D: the argument 'padding' must be one of 'valid', "
            "'same', 'causal', but is 'full'; correct it in the config.");
}

TEST_F(Pooling, refuses_lists_in_the_ways_of_its_rank) {
  TestLayer one = Make("MaxPooling1D");
  EXPECT_STREQ(Call(one, {Input({1, 4, 3})}, {}, nullptr, /*as_list=*/true)
                   .refusal->form->id,
               "refused-by-the-backend");
  TestLayer two = Make("MaxPooling2D");
  EXPECT_EQ(
      Call(two, {Input({1, 4, 4, 3})}, {}, nullptr, /*as_list=*/true).error(),
      "AttributeError: 'list' object has no attribute 'dtype'");
}

// Numbers of Keras 2.2.4. The last row has no step that is not masked.
TEST_F(Pooling, global_average_is_over_steps_that_are_not_masked) {
  TestLayer average = Make("GlobalAveragePooling1D");
  Symbol* x = Input({3, 3, 2});
  Symbol* mask = Mask({3, 3});
  const Result result = Call(average, {x}, {mask});
  ASSERT_EQ(result.error(), "");
  EXPECT_EQ(Print(result.outputs[0]), "GlobalAveragePooling1D(x0, x1)");
  EXPECT_STREQ(result.outputs[0]->op, "truediv");
  EXPECT_EQ(result.shapes[0]->ToString(), "(3, 2)");
  EXPECT_TRUE(result.mask.is_none());
  const Array mask_value = {{3, 3}, {1, 0, 1, 0, 1, 0, 0, 0, 0}};
  Array value = {{3, 3, 2},
                 {1, 2, 3, 4, 5, 6, 2, -1, 7, 9, -4, 0, 1, 1, 2, 2, 3, 3}};
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_LT(
      MaxDifference(Number(result.outputs[0], {{x, value}, {mask, mask_value}}),
                    {{3, 2}, {3, 4, 7, 9, nan, nan}}),
      1e-9);
  // What is masked is multiplied by zero, so infinity shows.
  value.values[6] = std::numeric_limits<double>::infinity();
  EXPECT_LT(
      MaxDifference(Number(result.outputs[0], {{x, value}, {mask, mask_value}}),
                    {{3, 2}, {3, 4, nan, 9, nan, nan}}),
      1e-9);
}

// As the real Keras 2.2.4 and 2.3.1; windows leave NaN out.
TEST_F(Pooling, the_maximum_of_all_steps_keeps_what_is_no_number) {
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  Symbol* x = Input({kUnknownDim, 3, 2});
  const Array value = {{1, 3, 2}, {kNaN, 4, 8, 7, 9, 10}};
  TestLayer all = Make("GlobalMaxPooling1D");
  EXPECT_EQ(ArrayToString(Number(Call(all, {x}).outputs[0], {{x, value}})),
            "[[nan, 10]]");
  TestLayer windows = Make("MaxPooling1D", {{"pool_size", 2}, {"strides", 1}});
  EXPECT_EQ(ArrayToString(Number(Call(windows, {x}).outputs[0], {{x, value}})),
            "[[[8, 7], [9, 10]]]");
}

TEST_F(Pooling, global_average_without_a_mask_is_another_term) {
  TestLayer average = Make("GlobalAveragePooling1D");
  const Result result = Call(average, {Input({kUnknownDim, kUnknownDim, 2})});
  ASSERT_EQ(result.error(), "");
  EXPECT_EQ(Print(result.outputs[0]), "GlobalAveragePooling1D(x0)");
  EXPECT_STREQ(result.outputs[0]->op, "Mean");
}

TEST_F(Pooling, masked_global_average_asks_for_known_steps_and_float32) {
  TestLayer average = Make("GlobalAveragePooling1D");
  const auto refused = [&](Symbol* input, Symbol* mask) {
    const Result result = Call(average, {input}, {mask});
    return result.refusal != nullptr &&
           result.refusal->form->id == std::string("refused-by-the-backend");
  };
  EXPECT_TRUE(refused(Input({kUnknownDim, kUnknownDim, 2}),
                      Mask({kUnknownDim, kUnknownDim})));
  EXPECT_TRUE(refused(Input({kUnknownDim, 5, 2}, DType::kFloat64),
                      Mask({kUnknownDim, 5})));
  EXPECT_TRUE(refused(Input({2, 5, 2}), Mask({2, 4})));
  EXPECT_TRUE(refused(Input({2, 5, 2}), Mask({2, 5, 2})));
  EXPECT_FALSE(refused(Input({kUnknownDim, 5, 2}), Mask({kUnknownDim, 4})));
  EXPECT_FALSE(refused(Input({2, 5, 2}), Mask({2, kUnknownDim})));
}

TEST_F(Pooling, global_average_takes_a_list_of_one_mask) {
  TestLayer average = Make("GlobalAveragePooling1D");
  Symbol* x = Input({kUnknownDim, 5, 2});
  Symbol* masks[] = {Mask({kUnknownDim, 5})};
  const MaskValue list = MaskValue::List(masks);
  const MaskValue single = MaskValue::Single(masks[0]);
  EXPECT_EQ(Call(average, {x}, {}, &list).outputs[0]->term,
            Call(average, {x}, {}, &single).outputs[0]->term);
  Symbol* none[] = {nullptr};
  const MaskValue list_of_none = MaskValue::List(none);
  EXPECT_NE(Call(average, {x}, {}, &list_of_none).error(), "");
}

TEST_F(Pooling, masked_channels_first_multiplies_steps_with_channels) {
  TestLayer average =
      Make("GlobalAveragePooling1D", {{"data_format", "channels_first"}});
  EXPECT_NE(
      Call(average, {Input({kUnknownDim, 5, 3})}, {Mask({kUnknownDim, 5})})
          .error(),
      "");
  EXPECT_EQ(
      Call(average, {Input({kUnknownDim, 5, 5})}, {Mask({kUnknownDim, 5})})
          .error(),
      "");
}

TEST_F(Pooling, all_others_refuse_masks) {
  for (const char* kind : {"MaxPooling1D", "GlobalMaxPooling1D",
                           "ZeroPadding1D", "UpSampling1D", "Cropping1D"}) {
    TestLayer layer = Make(kind);
    EXPECT_STREQ(
        Call(layer, {Input({kUnknownDim, 5, 3})}, {Mask({kUnknownDim, 5})})
            .refusal->form->id,
        "masking-not-supported")
        << kind;
  }
}

}  // namespace
}  // namespace clonecheck
