#include "core/layers/layer_test.h"

namespace clonecheck {
namespace {

constexpr int32_t kNone = kUnknownDim;

using PReLU = LayerTest;

// Numbers of the real Keras 2.2.4.
TEST_F(PReLU, scales_what_is_below_zero_by_its_weight) {
  ExpectOnPattern({
      {"PReLU",
       {},
       {{kNone, 4}},
       {-0.3125, 0.5, -0.5, 1.25, 0.25, -1.125, 1, 0}},
      {"PReLU",
       {{"shared_axes", std::vector<int>{1}}},
       {{kNone, 3, 4}},
       {-0.3125, 0.5, -0.5, 1.25, 0.25, -1.125, 1, 0, -0.25, 0.75, -0.25,
        -0.625}},
      {"PReLU",
       {{"shared_axes", std::vector<int>{-1}}},
       {{kNone, 3, 4}},
       {-0.3125, 0.5, -0.5, 1.25, 0.25, -1.125, 1, 0, -0.25, 0.75, -0.25,
        -0.625}},
      {"PReLU",
       {{"shared_axes", std::vector<int>{1, 2}}},
       {{kNone, kNone, 4}},
       {-0.3125, 0.5, -0.125, 1.25, 0.25, -0.1875, 1, 0, -0.25, 0.75, -0.0625,
        -0.3125}},
  });
}

TEST_F(PReLU, shares_its_weight_along_axes) {
  TestLayer layer = Make("PReLU", {{"shared_axes", std::vector<int>{1}}});
  const Result result = Call(layer, {Input({kNone, kNone, 4})});
  ASSERT_EQ(result.error(), "");
  EXPECT_EQ(layer.weights[0].shape->ToString(), "(1, 4)");
  EXPECT_STREQ(layer.weights[0].role, "alpha");
  EXPECT_EQ(layer.input_spec.ndim, 3);
  EXPECT_EQ(layer.input_spec.axis, InputSpec::kEveryAxis);
  EXPECT_EQ(layer.input_spec.shape->ToString(), "(None, None, 4)");
  EXPECT_STREQ(result.outputs[0]->op, "add");
}

TEST_F(PReLU, asks_for_the_rank_alone_without_shared_axes) {
  TestLayer layer = Make("PReLU");
  Call(layer, {Input({kNone, 3, 4})});
  EXPECT_EQ(layer.weights[0].shape->ToString(), "(3, 4)");
  EXPECT_EQ(layer.input_spec.ndim, 3);
  EXPECT_EQ(layer.input_spec.shape, nullptr);
}

TEST_F(PReLU, refuses_axes_that_are_not_there_and_weights_without_size) {
  TestLayer far = Make("PReLU", {{"shared_axes", 2}});
  EXPECT_EQ(Call(far, {Input({kNone, 4})}).error(),
            "IndexError: list assignment index out of range");
  TestLayer plain = Make("PReLU");
  EXPECT_EQ(Call(plain, {Input({kNone, kNone, 4})}).error(),
            "TypeError: int() argument must be a string, a bytes-like object "
            "or a real number, not 'NoneType'");
}

TEST_F(PReLU, takes_the_mask_and_passes_it) {
  TestLayer layer = Make("PReLU");
  Symbol* mask = Mask({kNone, 3});
  EXPECT_TRUE(layer.spec->traits().takes_mask);
  EXPECT_EQ(Call(layer, {Input({kNone, 3, 4})}, {mask}).mask.single, mask);
}

}  // namespace
}  // namespace clonecheck
