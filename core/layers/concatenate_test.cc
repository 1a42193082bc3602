#include "core/layers/layer_test.h"

namespace clonecheck {
namespace {

constexpr int32_t kNone = kUnknownDim;

using Concatenate = LayerTest;

TEST_F(Concatenate, adds_up_along_the_axis) {
  struct Case {
    int axis;
    std::vector<int32_t> a, b;
    const char* joined;
  };
  const Case kCases[] = {
      {-1, {kNone, 3}, {kNone, 4}, "(None, 7)"},
      {1, {kNone, 3, 2}, {kNone, 4, 2}, "(None, 7, 2)"},
      {2, {kNone, 3, 2}, {kNone, 3, 5}, "(None, 3, 7)"},
      {-2, {kNone, 3, 2}, {kNone, 1, 2}, "(None, 4, 2)"},
      {1, {kNone, kNone, 2}, {kNone, 4, 2}, "(None, None, 2)"},
      {0, {2, 3}, {4, 3}, "(6, 3)"},
      {0, {kNone, 3}, {kNone, 3}, "(None, 3)"},
  };
  for (const Case& c : kCases) {
    TestLayer layer = Make("Concatenate", {{"axis", c.axis}});
    const Result result = Call(layer, {Input(c.a), Input(c.b)});
    ASSERT_EQ(result.error(), "");
    EXPECT_EQ(result.shapes[0]->ToString(), c.joined);
    EXPECT_EQ(result.outputs[0]->shape, result.shapes[0]);
  }
}

TEST_F(Concatenate, refuses_a_single_tensor) {
  TestLayer layer = Make("Concatenate");
  EXPECT_EQ(
      Call(layer, {Input({kNone, 3})}).error(),
      "ValueError: A `Concatenate` layer should be called on a list of at "
      "least 2 inputs");
}

// As Keras 2.2.4 and 2.3.1 do: build is not asked any more.
TEST_F(Concatenate, once_built_refuses_a_list_of_one_for_its_shape) {
  TestLayer layer = Make("Concatenate");
  Symbol* x = Input({kNone, 3});
  ASSERT_EQ(Call(layer, {x, x}).error(), "");
  EXPECT_EQ(Call(layer, {x}, {}, nullptr, /*as_list=*/true).error(),
            "ValueError: A `Concatenate` layer should be called on a list of "
            "inputs.");
  EXPECT_EQ(Call(layer, {x}).error(),
            "ValueError: A merge layer should be called on a list of inputs.");
}

TEST_F(Concatenate, refuses_shapes_that_differ_off_the_axis) {
  TestLayer layer = Make("Concatenate", {{"axis", 1}});
  EXPECT_EQ(
      Call(layer, {Input({kNone, 3, 2}), Input({kNone, 3, 4})}).error(),
      "ValueError: A `Concatenate` layer requires inputs with matching shapes "
      "except for the concat axis. Got inputs shapes: [(None, 3, 2), (None, 3, "
      "4)]");
  EXPECT_EQ(
      Call(layer, {Input({kNone, 3}), Input({kNone, 3, 4})}).error(),
      "ValueError: A `Concatenate` layer requires inputs with matching shapes "
      "except for the concat axis. Got inputs shapes: [(None, 3), (None, 3, "
      "4)]");
  // An unknown size is not a known one.
  EXPECT_NE(Call(layer, {Input({kNone, 3}), Input({2, 3})}).error(), "");
}

TEST_F(Concatenate, refuses_an_axis_that_is_not_there) {
  TestLayer layer = Make("Concatenate", {{"axis", 2}});
  EXPECT_EQ(Call(layer, {Input({kNone, 3}), Input({kNone, 3})}).error(),
            "IndexError: list assignment index out of range");
}

TEST_F(Concatenate, joins_values) {
  for (int axis : {1, 2}) {
    TestLayer layer = Make("Concatenate", {{"axis", axis}});
    Symbol* x = Input({kNone, 2, 2});
    Symbol* y = Input({kNone, 2, 2});
    const std::vector<Array> value =
        Numbers({Call(layer, {x, y}).outputs[0]},
                {{x, {{2, 2, 2}, {1, 2, 3, 4, 5, 6, 7, 8}}},
                 {y, {{2, 2, 2}, {10, 20, 30, 40, 50, 60, 70, 80}}}});
    EXPECT_EQ(ArrayToString(value[0]),
              axis == 1 ? "[[[1, 2], [3, 4], [10, 20], [30, 40]], [[5, 6], [7, "
                          "8], [50, 60], [70, 80]]]"
                        : "[[[1, 2, 10, 20], [3, 4, 30, 40]], [[5, 6, 50, 60], "
                          "[7, 8, 70, 80]]]");
  }
}

TEST_F(Concatenate, without_masks_has_none) {
  TestLayer layer = Make("Concatenate");
  Symbol* x = Input({kNone, 3, 2});
  EXPECT_TRUE(Call(layer, {x, x}).mask.is_none());
}

TEST_F(Concatenate, a_missing_mask_counts_as_all_true) {
  TestLayer layer = Make("Concatenate");
  Symbol* x = Input({kNone, 3, 2});
  Symbol* y = Input({kNone, 3, 4});
  Symbol* m = Mask({kNone, 3});
  const Result result = Call(layer, {x, y}, {nullptr, m});
  ASSERT_EQ(result.error(), "");
  // Values of x do not matter for its missing mask, but its dimensions do; y
  // has a mask and does not matter at all.
  EXPECT_EQ(Print(result.mask.single), "concatenate_masks(x0, None, None, x2)");
  EXPECT_EQ(result.mask.single->shape->ToString(), "(None, 3)");
  const std::vector<Array> value =
      Numbers({result.mask.single},
              {{x, Array::Zeros({1, 3, 2})}, {m, {{1, 3}, {0, 1, 1}}}});
  EXPECT_EQ(ArrayToString(value[0]), "[[0, 1, 1]]");
}

TEST_F(Concatenate, masks_go_together_along_the_last_axis) {
  TestLayer layer = Make("Concatenate");
  Symbol* x = Input({kNone, 3, 2});
  Symbol* m = Mask({kNone, 3});
  Symbol* n = Mask({kNone, 3});
  const std::vector<Array> value =
      Numbers({Call(layer, {x, x}, {m, n}).mask.single},
              {{m, {{1, 3}, {1, 1, 0}}}, {n, {{1, 3}, {1, 0, 1}}}});
  EXPECT_EQ(ArrayToString(value[0]), "[[1, 0, 0]]");
}

TEST_F(Concatenate, masks_follow_one_another_along_time) {
  TestLayer layer = Make("Concatenate", {{"axis", 1}});
  Symbol* m = Mask({kNone, 2});
  Symbol* n = Mask({kNone, 3});
  const Result result =
      Call(layer, {Input({kNone, 2, 4}), Input({kNone, 3, 4})}, {m, n});
  EXPECT_EQ(result.mask.single->shape->ToString(), "(None, 5)");
  const std::vector<Array> value =
      Numbers({result.mask.single},
              {{m, {{2, 2}, {1, 0, 0, 0}}}, {n, {{2, 3}, {1, 0, 1, 1, 1, 1}}}});
  EXPECT_EQ(ArrayToString(value[0]), "[[1, 0, 1, 0, 1], [0, 0, 1, 1, 1]]");
}

TEST_F(Concatenate, leaves_mixed_masks_along_time_to_the_backend) {
  TestLayer layer = Make("Concatenate", {{"axis", 1}});
  const Result result =
      Call(layer, {Input({kNone, 2, 4}), Input({kNone, 3, 4})},
           {Mask({kNone, 2}), nullptr});
  ASSERT_NE(result.refusal, nullptr);
  EXPECT_STREQ(result.refusal->form->id, "refused-by-the-backend");
  // With one feature they fit.
  TestLayer narrow = Make("Concatenate", {{"axis", 1}});
  EXPECT_EQ(Call(narrow, {Input({kNone, 2, 1}), Input({kNone, 3, 1})},
                 {Mask({kNone, 2}), nullptr})
                .error(),
            "");
}

TEST_F(Concatenate, a_mask_of_full_rank_gets_no_axis) {
  TestLayer layer = Make("Concatenate");
  Symbol* x = Input({kNone, 2});
  Symbol* m = Mask({kNone, 2});
  const Result result = Call(layer, {x, x}, {m, nullptr});
  ASSERT_EQ(result.error(), "");
  const std::vector<Array> value =
      Numbers({result.mask.single},
              {{x, Array::Zeros({2, 2})}, {m, {{2, 2}, {1, 1, 1, 0}}}});
  EXPECT_EQ(ArrayToString(value[0]), "[1, 0]");
}

TEST_F(Concatenate, keeps_an_unknown_rank_unknown) {
  TestLayer layer = Make("Concatenate");
  const Result result = Call(layer, {Input({kNone, 3}), InputOfUnknownRank()});
  ASSERT_EQ(result.error(), "");
  EXPECT_FALSE(result.shapes[0]->known_rank());
}

}  // namespace
}  // namespace clonecheck
