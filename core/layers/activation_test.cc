#include "core/layers/activations.h"
#include "core/layers/layer_test.h"

namespace clonecheck {
namespace {

using Activation = LayerTest;

TEST_F(Activation, linear_returns_the_very_object) {
  TestLayer linear = Make("Activation", {{"activation", "linear"}});
  Symbol* x = Input({kUnknownDim, 4});
  EXPECT_EQ(Call(linear, {x}).outputs[0], x);
}

TEST_F(Activation, linear_takes_a_list_of_one) {
  TestLayer linear = Make("Activation", {{"activation", "linear"}});
  Symbol* x = Input({kUnknownDim, 4});
  EXPECT_EQ(Call(linear, {x}, {}, nullptr, /*as_list=*/true).outputs[0], x);
}

TEST_F(Activation, others_are_one_term) {
  TestLayer tanh = Make("Activation", {{"activation", "tanh"}});
  const Result result = Call(tanh, {Input({kUnknownDim, 5, 4})});
  EXPECT_EQ(Print(result.outputs[0]), "Activation(x0)");
  EXPECT_EQ(result.shapes[0]->ToString(), "(None, 5, 4)");
  EXPECT_EQ(result.outputs[0]->ToString(),
            "Tensor(\"layer_1/Tanh:0\", shape=(?, 5, 4), dtype=float32)");
}

TEST_F(Activation, softmax_refuses_rank_one) {
  TestLayer softmax = Make("Activation", {{"activation", "softmax"}});
  EXPECT_EQ(Call(softmax, {Input({kUnknownDim})}).error(),
            "ValueError: Cannot apply softmax to a tensor that is 1D");
}

// TensorFlow raises TypeError: 'logits' has DataType int32.
TEST_F(Activation, of_whole_numbers_takes_the_positive_ones_only) {
  for (const char* name : {"softmax", "tanh", "sigmoid", "elu", "softplus"}) {
    TestLayer layer = Make("Activation", {{"activation", name}});
    EXPECT_EQ(Call(layer, {Input({kUnknownDim, 4}, DType::kInt32)}).error(),
              "Exception: refused by the backend: an input that is no float")
        << name;
  }
  TestLayer relu = Make("Activation", {{"activation", "relu"}});
  EXPECT_EQ(Call(relu, {Input({kUnknownDim, 4}, DType::kInt32)}).error(), "");
}

TEST_F(Activation, passes_the_mask) {
  TestLayer relu = Make("Activation", {{"activation", "relu"}});
  Symbol* mask = Mask({kUnknownDim});
  EXPECT_EQ(Call(relu, {Input({kUnknownDim, 4})}, {mask}).mask.single, mask);
}

TEST_F(Activation, refuses_an_unknown_name) {
  EXPECT_EQ(ConfigError("Activation", {{"activation", "foo"}}),
            "Activation: the argument 'activation' must be one of 'linear', "
            "'relu', 'tanh', 'sigmoid', 'hard_sigmoid', 'softplus', "
            "'softsign', 'elu', 'selu', 'exponential', 'softmax', but is "
            "'foo'; correct it in the config.");
}

// Values from the definitions, at -3, -1, 0 and 2.
struct Expected {
  const char* name;
  double values[4];
};
TEST_F(Activation, computes_every_function) {
  constexpr Expected kExpected[] = {
      {"linear", {-3, -1, 0, 2}},
      {"relu", {0, 0, 0, 2}},
      {"tanh", {-0.99505475, -0.76159416, 0, 0.96402758}},
      {"sigmoid", {0.04742587, 0.26894142, 0.5, 0.88079708}},
      {"hard_sigmoid", {0, 0.3, 0.5, 0.9}},
      {"softplus", {0.04858735, 0.31326169, 0.69314718, 2.12692801}},
      {"softsign", {-0.75, -0.5, 0, 0.66666667}},
      {"elu", {-0.95021293, -0.63212056, 0, 2}},
      {"selu", {-1.67056873, -1.11133074, 0, 2.10140197}},
      {"exponential", {0.04978707, 0.36787944, 1, 7.38905610}},
      {"softmax", {0.00565331, 0.04177257, 0.11354962, 0.83902451}},
  };
  ASSERT_EQ(std::size(kExpected), ActivationNames().size());
  for (const Expected& expected : kExpected) {
    TestLayer layer = Make("Activation", {{"activation", expected.name}});
    Symbol* x = Input({kUnknownDim, 4});
    const Array value =
        Number(Call(layer, {x}).outputs[0], {{x, {{1, 4}, {-3, -1, 0, 2}}}});
    for (int i = 0; i < 4; ++i) {
      EXPECT_NEAR(value.values[i], expected.values[i], 1e-7)
          << expected.name << " at " << i;
    }
  }
}

TEST_F(Activation, softmax_is_taken_row_by_row) {
  TestLayer layer = Make("Activation", {{"activation", "softmax"}});
  Symbol* x = Input({kUnknownDim, 2, 2});
  const Array value = Number(Call(layer, {x}).outputs[0],
                             {{x, {{1, 2, 2}, {0, 0, 1000, -1000}}}});
  EXPECT_EQ(ArrayToString(value), "[[[0.5, 0.5], [1, 0]]]");
}

}  // namespace
}  // namespace clonecheck
