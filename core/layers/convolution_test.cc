#include <string>
#include <vector>

#include "core/layers/layer_test.h"

namespace clonecheck {
namespace {

using Convolution = LayerTest;

TEST_F(Convolution, applies_itself_to_input_kernel_and_bias) {
  TestLayer conv = Make("Conv1D", {{"filters", 4}, {"kernel_size", 2}});
  const Result result = Call(conv, {Input({kUnknownDim, 5, 3})});
  ASSERT_EQ(result.error(), "");
  EXPECT_EQ(Print(result.outputs[0]), "Conv1D(x0, w1, w2)");
  TestLayer bare =
      Make("Conv2D", {{"filters", 4}, {"kernel_size", 2}, {"use_bias", false}});
  EXPECT_EQ(Print(Call(bare, {Input({1, 5, 5, 3})}).outputs[0]),
            "Conv2D(x3, w4)");
}

TEST_F(Convolution, asks_for_the_channels_that_it_was_built_for) {
  TestLayer conv = Make("Conv1D", {{"filters", 4}, {"kernel_size", 2}});
  Call(conv, {Input({kUnknownDim, 5, 3})});
  EXPECT_EQ(conv.input_spec.ndim, 3);
  EXPECT_EQ(conv.input_spec.axis, -1);
  EXPECT_EQ(conv.input_spec.axis_dim, 3);
  // A nested model does not look at the input_spec.
  EXPECT_STREQ(Call(conv, {Input({kUnknownDim, 5, 2})}).refusal->form->id,
               "refused-by-the-backend");
  EXPECT_STREQ(Call(conv, {Input({kUnknownDim, 3})}).refusal->form->id,
               "refused-by-the-backend");
  EXPECT_EQ(Call(conv, {Input({kUnknownDim, 5, kUnknownDim})}).error(), "");
}

TEST_F(Convolution, refuses_a_list_of_one) {
  TestLayer conv = Make("Conv1D", {{"filters", 4}, {"kernel_size", 2}});
  EXPECT_EQ(
      Call(conv, {Input({1, 5, 3})}, {}, nullptr, /*as_list=*/true).error(),
      "AttributeError: 'list' object has no attribute 'dtype'");
  TestLayer local =
      Make("LocallyConnected1D", {{"filters", 4}, {"kernel_size", 2}});
  EXPECT_EQ(
      Call(local, {Input({1, 5, 3})}, {}, nullptr, /*as_list=*/true).error(),
      "TypeError: list indices must be integers or slices, not tuple");
}

TEST_F(Convolution, refuses_masks) {
  TestLayer conv = Make("Conv1D", {{"filters", 1}, {"kernel_size", 1}});
  EXPECT_EQ(Call(conv, {Input({kUnknownDim, 5, 3})}, {Mask({kUnknownDim, 5})})
                .refusal->form->id,
            std::string("masking-not-supported"));
}

// Seen with a TimeDistributed around them, which builds without a check.
TEST_F(Convolution, refuses_to_be_built_on_too_few_axes) {
  TestLayer transposed =
      Make("Conv2DTranspose", {{"filters", 2}, {"kernel_size", 2}});
  EXPECT_EQ(Call(transposed, {Input({kUnknownDim, 3})}).error(),
            "ValueError: ('Inputs should have rank 4; Received input shape:', "
            "'(None, 3)')");
  TestLayer separable =
      Make("SeparableConv1D", {{"filters", 2}, {"kernel_size", 2}});
  EXPECT_EQ(Call(separable, {Input({kUnknownDim, 3})}).error(),
            "ValueError: ('Inputs to `SeparableConv1D` should have rank 3. "
            "Received input shape:', '(None, 3)')");
  TestLayer depthwise = Make("DepthwiseConv2D", {{"kernel_size", 2}});
  EXPECT_EQ(Call(depthwise, {Input({kUnknownDim, 3})}).error(),
            "ValueError: ('Inputs to `DepthwiseConv2D` should have rank 4. "
            "Received input shape:', '(None, 3)')");
}

TEST_F(Convolution, keeps_an_unknown_rank_unknown) {
  for (const char* kind : {"Conv1D", "Conv3D", "SeparableConv2D",
                           "Conv2DTranspose", "LocallyConnected2D"}) {
    TestLayer layer = Make(kind, {{"filters", 2}, {"kernel_size", 2}});
    const Result result = Call(layer, {InputOfUnknownRank()});
    ASSERT_EQ(result.error(), "") << kind;
    EXPECT_FALSE(result.shapes[0]->known_rank()) << kind;
  }
}

// On a longer input Keras uses the kernels that there are, which is not
// imitated.
TEST_F(Convolution, local_kernels_of_a_shorter_input_leave_no_numbers) {
  TestLayer local =
      Make("LocallyConnected1D", {{"filters", 2}, {"kernel_size", 1}});
  Symbol* x = Input({kUnknownDim, 3, 4});
  const TermId term = Call(local, {x}).outputs[0]->term;
  for (const int steps : {2, 3, 4}) {
    LeafValues leaves = {{x->term, Array::Zeros({1, steps, 4})}};
    for (size_t i = 0; i < local.weights.size(); ++i) {
      const auto dims = local.weights[i].shape->dims();
      leaves[local.weight_terms[i]] =
          WeightPattern({dims.begin(), dims.end()}, 0);
    }
    EXPECT_EQ(Evaluate(terms_, {term}, leaves).status().code(),
              steps == 2   ? absl::StatusCode::kInvalidArgument
              : steps == 3 ? absl::StatusCode::kOk
                           : absl::StatusCode::kUnimplemented);
  }
}

TEST_F(Convolution, refuses_sizes_that_no_shape_can_hold) {
  TestLayer layer = Make(
      "Conv2DTranspose",
      {{"filters", 1}, {"kernel_size", 1}, {"strides", Ints({1 << 24, 1})}});
  EXPECT_STREQ(Call(layer, {Input({1, 1 << 10, 1, 1})}).refusal->form->id,
               "refused-by-the-backend");
}

TEST_F(Convolution, has_owners_of_call_as_python_names_them) {
  const auto owner = [&](const char* kind, const std::vector<Arg>& args) {
    return std::string(Spec(kind, args).kind().call_owner());
  };
  const std::vector<Arg> args = {{"filters", 2}, {"kernel_size", 2}};
  EXPECT_EQ(owner("Conv3D", args), "_Conv");
  EXPECT_EQ(owner("SeparableConv1D", args), "_SeparableConv");
  EXPECT_EQ(owner("Conv2DTranspose", args), "Conv2DTranspose");
  EXPECT_EQ(owner("MaxPooling2D", {}), "_Pooling2D");
  EXPECT_EQ(owner("GlobalMaxPooling1D", {}), "GlobalMaxPooling1D");
  EXPECT_EQ(owner("Cropping1D", {}), "_Cropping");
  EXPECT_EQ(owner("ZeroPadding1D", {}), "ZeroPadding1D");
  EXPECT_TRUE(
      Spec("DepthwiseConv2D", {{"kernel_size", 2}}).traits().takes_training);
  EXPECT_FALSE(Spec("Conv1D", args).traits().takes_training);
}

TEST_F(Convolution, refuses_wrong_arguments) {
  EXPECT_EQ(ConfigError("Conv1D", {{"filters", 2}}),
            "Conv1D: the argument 'kernel_size' must be a whole number from 1 "
            "to 16777216, or a list of 1 of them, but is missing; correct it "
            "in the config.");
  EXPECT_EQ(ConfigError("Conv2D", {{"filters", 2},
                                   {"kernel_size", 2},
                                   {"strides", Ints({1, 0})}}),
            "Conv2D: the argument 'strides' must be a whole number from 1 to "
            "16777216, or a list of 2 of them, but is [1, 0]; correct it in "
            "the config.");
  EXPECT_EQ(
      ConfigError("Conv1D", {{"filters", 2},
                             {"kernel_size", 2},
                             {"padding", "causal"},
                             {"data_format", "channels_first"}}),
      "Conv1D: the argument 'data_format' must be 'channels_last' with causal "
      "padding, but is 'channels_first'; correct it in the config.");
  EXPECT_EQ(
      ConfigError("LocallyConnected1D",
                  {{"filters", 2}, {"kernel_size", 2}, {"padding", "same"}}),
      "LocallyConnected1D: the argument 'padding' must be 'valid', which "
      "is all that is supported, but is 'same'; correct it in the "
      "config.");
  EXPECT_EQ(
      ConfigError("Conv2DTranspose",
                  {{"filters", 2}, {"kernel_size", 2}, {"output_padding", 1}}),
      "Conv2DTranspose: the argument 'output_padding' must be less than "
      "the stride on every axis, but is 1; correct it in the config.");
}

TEST_F(Convolution, local_connections_of_one_axis_forget_their_data_format) {
  const LayerSpec& spec = Spec(
      "LocallyConnected1D",
      {{"filters", 2}, {"kernel_size", 2}, {"data_format", "channels_first"}});
  EXPECT_EQ(&spec.saved(),
            &Spec("LocallyConnected1D", {{"filters", 2}, {"kernel_size", 2}}));
}

}  // namespace
}  // namespace clonecheck
