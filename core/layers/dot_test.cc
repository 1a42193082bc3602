#include "core/layers/layer_test.h"

namespace clonecheck {
namespace {

constexpr int32_t kNone = kUnknownDim;

using Dot = LayerTest;

// Numbers of the real Keras 2.2.4.
TEST_F(Dot, contracts_one_axis_of_each) {
  ExpectOnPattern({
      {"Dot",
       {{"axes", -1}, {"normalize", false}},
       {{kNone, 4}, {kNone, 4}},
       {0.1875, -0.75}},
      {"Dot",
       {{"axes", 1}, {"normalize", false}},
       {{kNone, 3, 4}, {kNone, 3, 4}},
       {1.125, -0.3125, -1.0625, 1.625, -1.1875, -0.3125, 1.25, -1.3125, 1.3125,
        -0.3125, -1.25, 1.25}},
      {"Dot",
       {{"axes", std::vector<int>{1, 2}}, {"normalize", false}},
       {{kNone, 4}, {kNone, 3, 4}},
       {0.1875, 0.1875, -1.1875, -0.625, 1.5, -1.1875}},
      {"Dot",
       {{"axes", std::vector<int>{2, 1}}, {"normalize", false}},
       {{kNone, 3, 4}, {kNone, 4, 5}},
       {1.625, -1.8125, -1.8125, 1.625, -1.8125, 0.375, 0.5625, 0.75, 0.25,
        0.4375, -0.875, -1.875}},
      {"Dot",
       {{"axes", -1}, {"normalize", true}},
       {{kNone, 4}, {kNone, 4}},
       {0.0630776, -0.367538}},
      {"Dot",
       {{"axes", std::vector<int>{1, 2}}, {"normalize", true}},
       {{kNone, 3, 4}, {kNone, 4, 3}},
       {0.30989, 0.586353, 0.817057, 0.940127, -0.622799, -0.767523, -0.836242,
        -0.816497, 0.916342, 0.960159, 0.898717, 0.759737}},
      {"Dot",
       {{"axes", std::vector<int>{-1, -2}}, {"normalize", true}},
       {{kNone, 3, 4}, {kNone, 4, 3}},
       {-0.232291, -0.232291, -0.696873, -0.240192, 0.13344, -0.240192,
        0.533551, -0.400163, 0.400163, 0.443422, -0.35007, -0.356453}},
      {"Dot",
       {{"axes", -1}, {"normalize", false}},
       {{kNone, 3, 4}, {kNone, 4}},
       {0.1875, -0.8125, 2.3125, -0.5625, -1.5, 2.375}},
  });
}

TEST_F(Dot, keeps_the_other_axes) {
  struct Case {
    Arg axes;
    std::vector<int32_t> x, y;
    const char* shape;
    const char* op;
  };
  const std::vector<Case> cases = {
      {{"axes", 1}, {kNone, 4}, {kNone, 4}, "(None, 1)", "ExpandDims"},
      {{"axes", -1}, {kNone, 3, 4}, {kNone, 4}, "(None, 3)", "Squeeze"},
      {{"axes", 1}, {kNone, 3, 4}, {kNone, 3, 4}, "(None, 4, 4)", "MatMul"},
      {{"axes", std::vector<int>{-1, -2}},
       {kNone, 3, 4},
       {kNone, 4, 5},
       "(None, 3, 5)",
       "MatMul"},
      // One negative number is taken modulo the rank.
      {{"axes", -3}, {kNone, 4}, {kNone, 4}, "(None, 1)", "ExpandDims"},
  };
  for (const Case& c : cases) {
    TestLayer dot = Make("Dot", {c.axes});
    const Result result = Call(dot, {Input(c.x), Input(c.y)});
    ASSERT_EQ(result.error(), "");
    EXPECT_EQ(result.shapes[0]->ToString(), c.shape);
    EXPECT_EQ(result.outputs[0]->shape, result.shapes[0]);
    EXPECT_STREQ(result.outputs[0]->op, c.op);
  }
}

TEST_F(Dot, refuses_sizes_that_differ) {
  TestLayer dot = Make("Dot", {{"axes", 1}});
  EXPECT_EQ(Call(dot, {Input({kNone, 4}), Input({kNone, 5})}).error(),
            "ValueError: Dimension incompatibility 4 != 5. Layer shapes: "
            "(None, 4), (None, 5)");
  EXPECT_EQ(Call(dot, {Input({kNone, kNone, 4}), Input({kNone, 3, 4})}).error(),
            "ValueError: Dimension incompatibility None != 3. Layer shapes: "
            "(None, None, 4), (None, 3, 4)");
}

TEST_F(Dot, refuses_axes_that_are_not_there) {
  TestLayer dot = Make("Dot", {{"axes", 3}});
  EXPECT_EQ(Call(dot, {Input({kNone, 4}), Input({kNone, 4})}).error(),
            "IndexError: tuple index out of range");
}

TEST_F(Dot, refuses_other_than_two_inputs) {
  TestLayer dot = Make("Dot", {{"axes", 1}});
  Symbol* x = Input({kNone, 4});
  const char* const text =
      "ValueError: A `Dot` layer should be called on a list of 2 inputs.";
  EXPECT_EQ(Call(dot, {x}).error(), text);
  EXPECT_EQ(Call(dot, {x, x, x}).error(), text);
  // Once it is built, `call` says it.
  ASSERT_EQ(Call(dot, {x, x}).error(), "");
  EXPECT_EQ(Call(dot, {x}).error(),
            "ValueError: A merge layer should be called on a list of inputs.");
  EXPECT_EQ(Call(dot, {x, x, x}).error(),
            "ValueError: A `Dot` layer should be called on exactly 2 inputs");
  EXPECT_STREQ(Call(dot, {x, Input({kNone, 5})}).refusal->form->id,
               "refused-by-the-backend");
}

// The real Keras 2.2.4, and that 2.3.1 refuses; seen first in a fidelity run
// (case 2300), where a reloaded model calls a Dot on another input.
TEST_F(Dot, of_matrices_multiplies_sizes_of_one_with_any) {
  struct Case {
    bool normalize;
    std::vector<double> values;
  };
  for (const Case& c : {Case{false, {12, 45}},
                        Case{true, {1.603567361831665, 1.7094087600708008}}}) {
    rules_.dot_of_matrices_broadcasts = true;
    TestLayer dot = Make("Dot", {{"axes", 1}, {"normalize", c.normalize}});
    Symbol* x = Input({kNone, 1});
    Symbol* y = Input({kNone, 3});
    ASSERT_EQ(Call(dot, {x, x}).error(), "");
    const Result result = Call(dot, {x, y});
    ASSERT_EQ(result.error(), "");
    EXPECT_EQ(result.outputs[0]->static_shape->ToString(), "(None, 1)");
    const std::vector<Array> value =
        Numbers({result.outputs[0]},
                {{x, {{2, 1}, {2, 3}}}, {y, {{2, 3}, {1, 2, 3, 4, 5, 6}}}});
    ExpectBegins(value[0], c.values);
    rules_.dot_of_matrices_broadcasts = false;
    EXPECT_EQ(Call(dot, {x, y}).error(),
              "ValueError: Can not do batch_dot on inputs with shapes (None, "
              "1) and (None, 3) with axes=[1, 1]. x.shape[1] != y.shape[1] (1 "
              "!= 3).");
  }
}

// The real Keras 2.3.1.
TEST_F(Dot, checks_more_in_later_versions) {
  rules_.dot_of_matrices_broadcasts = false;
  TestLayer dot = Make("Dot", {{"axes", 2}});
  Symbol* x = Input({2, 3, 4});
  ASSERT_EQ(Call(dot, {x, x}).error(), "");
  EXPECT_EQ(Call(dot, {x, Input({3, 3, 4})}).error(),
            "ValueError: Can not do batch_dot on inputs with different batch "
            "sizes. Received inputs with shapes (2, 3, 4) and (3, 3, 4).");
  EXPECT_EQ(Call(dot, {x, Input({2})}).error(),
            "ValueError: Can not do batch_dot on inputs with rank < 2. "
            "Received inputs with shapes (2, 3, 4) and (2,).");
  EXPECT_EQ(Call(dot, {x, Input({2, 4})}).error(),
            "IndexError: tuple index out of range");
  EXPECT_EQ(Call(dot, {Input({2, 4, 3}), x}).error(),
            "ValueError: Can not do batch_dot on inputs with shapes (2, 4, 3) "
            "and (2, 3, 4) with axes=[2, 2]. x.shape[2] != y.shape[2] (3 != "
            "4).");
  TestLayer last = Make("Dot", {{"axes", -2}});
  Symbol* y = Input({2, 4, 3});
  ASSERT_EQ(Call(last, {y, y}).error(), "");
  EXPECT_EQ(Call(last, {Input({2, 2}), Input({2, 2})}).error(),
            "ValueError: Can not perform batch_dot over axis 0.If your inputs "
            "are not batched, add a dummy batch dimension to your inputs using "
            "K.expand_dims(x, 0)");
}

TEST_F(Dot, of_matrices_has_no_third_axis) {
  TestLayer dot = Make("Dot", {{"axes", 2}});
  Symbol* x = Input({kNone, kNone, 1});
  ASSERT_EQ(Call(dot, {x, x}).error(), "");
  Symbol* matrix = Input({kNone, 1});
  EXPECT_STREQ(Call(dot, {matrix, matrix}).refusal->form->id,
               "refused-by-the-backend");
}

TEST_F(Dot, of_matrices_multiplies_a_batch_of_one_with_any) {
  TestLayer dot = Make("Dot", {{"axes", 1}});
  Symbol* one = Input({1, 4});
  Symbol* two = Input({2, 4});
  ASSERT_EQ(Call(dot, {two, two}).error(), "");
  EXPECT_EQ(Call(dot, {one, two}).outputs[0]->static_shape->ToString(),
            "(2, 1)");
  EXPECT_EQ(Call(dot, {two, one}).outputs[0]->static_shape->ToString(),
            "(2, 1)");
}

TEST_F(Dot, drops_masks) {
  TestLayer dot = Make("Dot", {{"axes", -1}});
  Symbol* x = Input({kNone, 3, 4});
  Symbol* mask = Mask({kNone, 3});
  const Result result = Call(dot, {x, x}, {mask, mask});
  ASSERT_EQ(result.error(), "");
  EXPECT_TRUE(result.mask.is_none());
}

TEST_F(Dot, refuses_axes_that_are_no_axes) {
  const char* const text = "the number of an axis, or a list of two, but is ";
  for (const auto& [axes, printed] : std::vector<std::pair<Arg, const char*>>{
           {{"axes", "last"}, "'last'"},
           {{"axes", std::vector<int>{1}}, "[1]"},
           {{"axes", std::vector<int>{1, 1, 1}}, "[1, 1, 1]"}}) {
    EXPECT_EQ(ConfigError("Dot", {axes}),
              std::string("Dot: the argument 'axes' must be ") + text +
                  printed + "; correct it in the config.");
  }
}

}  // namespace
}  // namespace clonecheck
