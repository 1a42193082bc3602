// ConvLSTM2D: numbers, shapes and texts of the real Keras 2.2.4, numbers to
// five decimals.
#include <string>
#include <utility>
#include <vector>

#include "core/layers/recurrent_layer_test.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

class ConvLstm : public RecurrentLayerTest {
 protected:
  // All outputs for a sequence of these sizes, with one filter.
  std::vector<Array> Run(const std::vector<int32_t>& dims,
                         std::vector<Arg> args) {
    args.push_back({"filters", 1});
    args.push_back({"kernel_size", 2});
    TestLayer layer = Make("ConvLSTM2D", args);
    std::vector<int32_t> declared = dims;
    declared[0] = kUnknownDim;
    Symbol* input = Input(declared);
    const Result result = Call(layer, {input});
    return Outputs(layer, result, {{input, Pattern(dims, 3)}});
  }

  static void Expect(const Array& actual, const std::vector<int32_t>& dims,
                     const std::vector<double>& values) {
    EXPECT_EQ(actual.dims, dims);
    ExpectNear(actual.values, values);
  }

  std::string Shapes(const Result& result) {
    std::string text;
    for (const Shape* shape : result.shapes) text += shape->ToString() + " ";
    return text;
  }
};

TEST_F(ConvLstm, last_outputs_are_those_of_the_real_keras) {
  Expect(Run({1, 2, 3, 3, 2}, {})[0], {1, 2, 2, 1},
         {0.0765, -0.12112, -0.28608, -0.24754});
  Expect(Run({2, 1, 3, 3, 2},
             {{"dilation_rate", Ints({2, 1})}, {"activation", "linear"}})[0],
         {2, 1, 2, 1}, {0.02832, 0.1668, -0.10762, -0.51891});
  Expect(Run({1, 2, 2, 3, 2}, {{"data_format", "channels_first"},
                               {"recurrent_activation", "sigmoid"},
                               {"use_bias", false}})[0],
         {1, 1, 2, 1}, {0.09684, 0.02309});
}

TEST_F(ConvLstm, returns_the_sequence_and_two_states) {
  const std::vector<Array> outputs =
      Run({1, 2, 3, 3, 2}, {{"padding", "same"},
                            {"strides", Ints({2, 1})},
                            {"return_sequences", true},
                            {"go_backwards", true},
                            {"return_state", true}});
  ASSERT_EQ(outputs.size(), 3u);
  Expect(outputs[0], {1, 2, 2, 3, 1},
         {0.03409, -0.1458, 0.02833, 0.05203, 0.02962, -0.19072, 0.04798,
          -0.01349, -0.11868, -0.15874, 0.01759, -0.21115});
  Expect(outputs[1], {1, 2, 3, 1},
         {0.04798, -0.01349, -0.11868, -0.15874, 0.01759, -0.21115});
  Expect(outputs[2], {1, 2, 3, 1},
         {0.09158, -0.01648, -0.15861, -0.29396, 0.03892, -0.28552});
}

TEST_F(ConvLstm, has_four_gates_in_each_weight) {
  TestLayer layer =
      Make("ConvLSTM2D", {{"filters", 2}, {"kernel_size", Ints({2, 2})}});
  const Result result = Call(layer, {Input({kUnknownDim, 3, 4, 5, 2})});
  EXPECT_EQ(Shapes(result), "(None, 3, 4, 2) ");
  ASSERT_EQ(layer.weights.size(), 3u);
  EXPECT_EQ(layer.weights[0].shape->ToString(), "(2, 2, 2, 8)");
  EXPECT_EQ(layer.weights[1].shape->ToString(), "(2, 2, 2, 8)");
  EXPECT_EQ(layer.weights[2].shape->ToString(), "(8,)");
  EXPECT_EQ(layer.input_spec.shape->ToString(), "(None, None, 4, 5, 2)");
}

TEST_F(ConvLstm, puts_the_channels_first_in_outputs_and_states) {
  TestLayer layer = Make("ConvLSTM2D", {{"filters", 2},
                                        {"kernel_size", 2},
                                        {"data_format", "channels_first"},
                                        {"return_sequences", true},
                                        {"return_state", true}});
  const Result result = Call(layer, {Input({kUnknownDim, 3, 4, 5, 2})});
  EXPECT_EQ(Shapes(result),
            "(None, 3, 2, 4, 1) (None, 2, 4, 1) (None, 2, 4, 1) ");
  EXPECT_EQ(layer.weights[0].shape->ToString(), "(2, 2, 4, 8)");
}

TEST_F(ConvLstm, refuses_unknown_channels_and_batches_that_it_needs) {
  TestLayer layer = Make("ConvLSTM2D", {{"filters", 2}, {"kernel_size", 2}});
  EXPECT_EQ(Call(layer, {Input({kUnknownDim, 3, 4, 5, kUnknownDim})}).error(),
            "ValueError: The channel dimension of the inputs should be "
            "defined. Found `None`.");
  TestLayer stateful = Make(
      "ConvLSTM2D", {{"filters", 2}, {"kernel_size", 2}, {"stateful", true}});
  EXPECT_EQ(
      Call(stateful, {Input({kUnknownDim, 3, 4, 5, 2})}).error(),
      "ValueError: If a RNN is stateful, it needs to know its batch size. "
      "Specify the batch size of your input tensors: \n- If using a Sequential "
      "model, specify the batch size by passing a `batch_input_shape` argument "
      "to your first layer.\n- If using the functional API, specify the time "
      "dimension by passing a `batch_shape` argument to your Input layer.\nThe "
      "same thing goes for the number of rows and columns.");
}

TEST_F(ConvLstm, cannot_be_masked) {
  TestLayer layer = Make("ConvLSTM2D", {{"filters", 2}, {"kernel_size", 2}});
  EXPECT_NE(Call(layer, {Input({kUnknownDim, 3, 4, 5, 2})},
                 {Mask({kUnknownDim, 3, 4, 5})})
                .error(),
            "");
}

TEST_F(ConvLstm, is_never_unrolled) {
  EXPECT_NE(ConfigError("ConvLSTM2D",
                        {{"filters", 2}, {"kernel_size", 2}, {"unroll", true}}),
            "");
}

}  // namespace
}  // namespace clonecheck
