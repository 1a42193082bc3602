#include "core/layers/layer_test.h"

namespace clonecheck {
namespace {

constexpr int32_t kNone = kUnknownDim;

using Reshape = LayerTest;

// Numbers of the real Keras 2.2.4.
TEST_F(Reshape, and_its_kin_move_values) {
  ExpectOnPattern({
      {"Permute",
       {{"dims", std::vector<int>{2, 1}}},
       {{kNone, 3, 4}},
       {-1.25, 0.25, -1, 0.5, -0.75, 0.75, -0.5, 1, -0.25, 1.25, 0, -1.25}},
      {"Permute",
       {{"dims", std::vector<int>{3, 1, 2}}},
       {{kNone, 2, 3, 4}},
       {-1.25, 0.25, -1, 0.5, -0.75, 0.75, 0.5, -0.75, 0.75, -0.5, 1, -0.25}},
      {"Flatten",
       {},
       {{kNone, 3, 4}},
       {-1.25, 0.5, -0.5, 1.25, 0.25, -0.75, 1, 0, -1, 0.75, -0.25, -1.25}},
      {"Flatten",
       {{"data_format", "channels_first"}},
       {{kNone, 3, 4}},
       {-1.25, 0.25, -1, 0.5, -0.75, 0.75, -0.5, 1, -0.25, 1.25, 0, -1.25}},
      {"RepeatVector",
       {{"n", 3}},
       {{kNone, 4}},
       {-1.25, 0.5, -0.5, 1.25, -1.25, 0.5, -0.5, 1.25, -1.25, 0.5, -0.5,
        1.25}},
      {"Reshape",
       {{"target_shape", std::vector<int>{-1, 2}}},
       {{kNone, 4}},
       {-1.25, 0.5, -0.5, 1.25, 0.25, -0.75, 1, 0}},
  });
}

TEST_F(Reshape, works_out_the_size_that_is_left_open) {
  struct Case {
    std::vector<int> target;
    std::vector<int32_t> input;
    const char* shape;
  };
  const std::vector<Case> cases = {
      {{-1}, {kNone, 3, 4}, "(None, 12)"},
      {{2, -1}, {2, 3, 4}, "(2, 2, 6)"},
      {{-1, 2}, {kNone, kNone, 4}, "(None, None, 2)"},
      {{4, 3}, {kNone, kNone, 4}, "(None, 4, 3)"},
      {{-1}, {kNone}, "(None, 1)"},
      {{}, {kNone}, "(None,)"},
      {{-1, -1}, {kNone, kNone}, "(None, None, None)"},
  };
  for (const Case& c : cases) {
    TestLayer reshape = Make("Reshape", {{"target_shape", c.target}});
    const Result result = Call(reshape, {Input(c.input)});
    ASSERT_EQ(result.error(), "");
    EXPECT_EQ(result.shapes[0]->ToString(), c.shape);
    EXPECT_TRUE(KnowsNoMore(*result.outputs[0]->shape, *result.shapes[0]));
  }
}

// A new tensor of the same value.
TEST_F(Reshape, to_the_sizes_that_are_there_has_no_term) {
  struct Case {
    std::vector<int> target;
    std::vector<int32_t> input;
    bool same;
  };
  const std::vector<Case> cases = {
      {{4}, {kNone, 4}, true},
      {{-1}, {kNone, kNone}, true},
      {{-1, 4}, {kNone, 3, 4}, true},
      {{2, -1}, {kNone, 2, kNone}, true},
      {{2, 3}, {kNone, kNone, 3}, true},
      {{3, 4}, {kNone, 4, 3}, false},
      {{-1}, {kNone, 2, 2}, false},
      {{-1, 2}, {kNone, kNone, kNone}, false},
  };
  for (const Case& c : cases) {
    TestLayer reshape = Make("Reshape", {{"target_shape", c.target}});
    Symbol* x = Input(c.input);
    const Result result = Call(reshape, {x});
    ASSERT_EQ(result.error(), "");
    EXPECT_NE(result.outputs[0], x);
    EXPECT_EQ(result.outputs[0]->term == x->term, c.same)
        << c.target.size() << " " << x->shape->ToString();
  }
}

TEST_F(Reshape, refuses_another_size) {
  TestLayer reshape =
      Make("Reshape", {{"target_shape", std::vector<int>{2, 2}}});
  EXPECT_EQ(Call(reshape, {Input({kNone, 5})}).error(),
            "ValueError: total size of new array must be unchanged");
  // With a batch size, TensorFlow is faster.
  EXPECT_STREQ(Call(reshape, {Input({2, 5})}).refusal->form->id,
               "refused-by-the-backend");
  TestLayer open = Make("Reshape", {{"target_shape", std::vector<int>{3, -1}}});
  EXPECT_EQ(Call(open, {Input({kNone, 4})}).error(),
            "ValueError: total size of new array must be unchanged");
  TestLayer two = Make("Reshape", {{"target_shape", std::vector<int>{-1, -1}}});
  EXPECT_EQ(Call(two, {Input({2, 4})}).error(),
            "ValueError: Can only specify one unknown dimension.");
}

TEST_F(Reshape, refuses_sizes_below_minus_one) {
  EXPECT_EQ(
      ConfigError("Reshape", {{"target_shape", std::vector<int>{2, -2}}}),
      "Reshape: the argument 'target_shape' must be a list of at most 7 whole "
      "numbers from -1, but is [2, -2]; correct it in the config.");
}

TEST_F(Reshape, and_its_kin_refuse_masks) {
  for (TestLayer layer :
       {Make("Reshape", {{"target_shape", std::vector<int>{-1}}}),
        Make("Flatten"), Make("Permute", {{"dims", std::vector<int>{2, 1}}})}) {
    EXPECT_EQ(
        Call(layer, {Input({kNone, 3, 4})}, {Mask({kNone, 3})}).error(),
        "TypeError: Layer layer_1 does not support masking, but was passed an "
        "input_mask: Tensor(\"layer_1:0\", shape=(?, 3), dtype=bool)");
  }
}

TEST_F(Reshape, and_its_kin_keep_whole_numbers) {
  for (TestLayer layer :
       {Make("Reshape", {{"target_shape", std::vector<int>{-1}}}),
        Make("Flatten"), Make("Permute", {{"dims", std::vector<int>{2, 1}}})}) {
    EXPECT_EQ(
        Call(layer, {Input({kNone, 3, 4}, DType::kInt32)}).outputs[0]->dtype,
        DType::kInt32);
  }
}

using Flatten = LayerTest;

TEST_F(Flatten, multiplies_sizes) {
  TestLayer flatten = Make("Flatten");
  const Result result = Call(flatten, {Input({kNone, 2, 3, 4})});
  EXPECT_EQ(result.shapes[0]->ToString(), "(None, 24)");
  EXPECT_EQ(flatten.spec->traits().input_spec.min_ndim, 3);
}

TEST_F(Flatten, refuses_unknown_sizes) {
  TestLayer flatten = Make("Flatten");
  EXPECT_EQ(Call(flatten, {Input({kNone, kNone, 4})}).error(),
            "ValueError: The shape of the input to \"Flatten\" is not fully "
            "defined (got (None, 4). Make sure to pass a complete "
            "\"input_shape\" or \"batch_input_shape\" argument to the first "
            "layer in your model.");
}

TEST_F(Flatten, gives_no_size_to_what_has_too_many_values) {
  TestLayer flatten = Make("Flatten");
  EXPECT_EQ(Call(flatten, {Input({kNone, 1 << 24, 1 << 24, 1 << 24})})
                .shapes[0]
                ->ToString(),
            "(None, None)");
}

using Permute = LayerTest;

TEST_F(Permute, orders_sizes) {
  TestLayer permute = Make("Permute", {{"dims", std::vector<int>{3, 1, 2}}});
  EXPECT_EQ(permute.spec->traits().input_spec.ndim, 4);
  const Result result = Call(permute, {Input({kNone, 2, kNone, 4})});
  EXPECT_EQ(result.shapes[0]->ToString(), "(None, 4, 2, None)");
  EXPECT_STREQ(result.outputs[0]->op, "transpose");
}

TEST_F(Permute, that_moves_axes_of_size_1_only_has_no_term) {
  struct Case {
    std::vector<int> dims;
    std::vector<int32_t> input;
    bool same;
  };
  const std::vector<Case> cases = {
      {{1, 2}, {kNone, 3, 4}, true},
      {{2, 1}, {kNone, 1, 1}, true},
      {{3, 2, 1}, {kNone, 1, kNone, 1}, true},
      {{2, 1}, {kNone, 3, 3}, false},
      {{2, 1}, {kNone, 1, 2}, false},
      {{2, 1}, {kNone, kNone, 1}, false},
      {{1, 1}, {kNone, 1, 1}, false},
  };
  for (const Case& c : cases) {
    TestLayer permute = Make("Permute", {{"dims", c.dims}});
    Symbol* x = Input(c.input);
    const Result result = Call(permute, {x});
    ASSERT_EQ(result.error(), "");
    EXPECT_NE(result.outputs[0], x);
    EXPECT_EQ(result.outputs[0]->term == x->term, c.same)
        << x->shape->ToString();
  }
}

TEST_F(Permute, takes_what_is_no_order_until_it_computes) {
  TestLayer twice = Make("Permute", {{"dims", std::vector<int>{1, 1}}});
  Symbol* x = Input({kNone, 3, 4});
  const Result result = Call(twice, {x});
  EXPECT_EQ(result.shapes[0]->ToString(), "(None, 3, 3)");
  EXPECT_EQ(Evaluate(terms_, {result.outputs[0]->term},
                     {{x->term, InputPattern({2, 3, 4})}})
                .status()
                .message(),
            "Permute: not an order of the axes");
  TestLayer far = Make("Permute", {{"dims", std::vector<int>{2, 3}}});
  EXPECT_STREQ(Call(far, {x}).refusal->form->id, "refused-by-the-backend");
}

using RepeatVector = LayerTest;

TEST_F(RepeatVector, adds_an_axis) {
  TestLayer repeat = Make("RepeatVector", {{"n", 3}});
  EXPECT_EQ(repeat.spec->traits().input_spec.ndim, 2);
  const Result result = Call(repeat, {Input({kNone, 4})});
  EXPECT_EQ(result.shapes[0]->ToString(), "(None, 3, 4)");
  EXPECT_STREQ(result.outputs[0]->op, "Tile");
}

}  // namespace
}  // namespace clonecheck
