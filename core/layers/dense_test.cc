#include "core/layers/layer_test.h"

namespace clonecheck {
namespace {

using Dense = LayerTest;

TEST_F(Dense, replaces_the_last_dimension) {
  TestLayer dense = Make("Dense", {{"units", 3}});
  const Result result = Call(dense, {Input({kUnknownDim, 5, 4})});
  ASSERT_EQ(result.error(), "");
  ASSERT_EQ(result.shapes.size(), 1u);
  EXPECT_EQ(result.shapes[0]->ToString(), "(None, 5, 3)");
  EXPECT_EQ(result.outputs[0]->shape, result.shapes[0]);
  EXPECT_EQ(Print(result.outputs[0]), "Dense(x0, w1, w2)");
}

TEST_F(Dense, builds_kernel_and_bias) {
  TestLayer dense = Make("Dense", {{"units", 3}});
  Call(dense, {Input({kUnknownDim, 4})});
  ASSERT_EQ(dense.weights.size(), 2u);
  EXPECT_STREQ(dense.weights[0].role, "kernel");
  EXPECT_EQ(dense.weights[0].shape->ToString(), "(4, 3)");
  EXPECT_STREQ(dense.weights[1].role, "bias");
  EXPECT_EQ(dense.weights[1].shape->ToString(), "(3,)");
  EXPECT_TRUE(dense.weights[0].trainable && dense.weights[1].trainable);
}

TEST_F(Dense, has_no_bias_if_it_shall_not) {
  TestLayer dense = Make("Dense", {{"units", 3}, {"use_bias", false}});
  const Result result = Call(dense, {Input({kUnknownDim, 4})});
  ASSERT_EQ(dense.weights.size(), 1u);
  EXPECT_EQ(Print(result.outputs[0]), "Dense(x0, w1)");
}

TEST_F(Dense, asks_for_rank_two_and_then_for_one_last_dimension) {
  TestLayer dense = Make("Dense", {{"units", 3}});
  EXPECT_TRUE(dense.spec->traits().has_input_spec);
  EXPECT_EQ(dense.spec->traits().input_spec.min_ndim, 2);
  EXPECT_EQ(dense.spec->traits().input_spec.axis_dim, -1);
  Call(dense, {Input({kUnknownDim, 4})});
  EXPECT_EQ(dense.input_spec.min_ndim, 2);
  EXPECT_EQ(dense.input_spec.axis, -1);
  EXPECT_EQ(dense.input_spec.axis_dim, 4);
}

TEST_F(Dense, refuses_an_unknown_last_dimension) {
  TestLayer dense = Make("Dense", {{"units", 3}});
  EXPECT_EQ(Call(dense, {Input({kUnknownDim, kUnknownDim})}).error(),
            "TypeError: unsupported operand type(s) for +: 'NoneType' and "
            "'int'");
}

TEST_F(Dense, refuses_a_list_of_one) {
  TestLayer dense = Make("Dense", {{"units", 3}});
  EXPECT_EQ(
      Call(dense, {Input({kUnknownDim, 4})}, {}, nullptr, /*as_list=*/true)
          .error(),
      "AttributeError: 'list' object has no attribute 'get_shape'");
}

TEST_F(Dense, passes_the_mask) {
  TestLayer dense = Make("Dense", {{"units", 3}});
  Symbol* mask = Mask({kUnknownDim, 5});
  const Result result = Call(dense, {Input({kUnknownDim, 5, 4})}, {mask});
  EXPECT_EQ(result.mask.single, mask);
  EXPECT_FALSE(result.mask.is_list);
}

TEST_F(Dense, keeps_an_unknown_rank_unknown) {
  TestLayer dense = Make("Dense", {{"units", 3}});
  const Result result = Call(dense, {InputOfUnknownRank()});
  ASSERT_EQ(result.error(), "");
  EXPECT_FALSE(result.shapes[0]->known_rank());
  EXPECT_EQ(dense.weights[0].shape->ToString(), "(None, 3)");
}

TEST_F(Dense, computes_product_bias_and_activation) {
  TestLayer dense = Make("Dense", {{"units", 2}, {"activation", "relu"}});
  Symbol* x = Input({kUnknownDim, 3});
  const Result result = Call(dense, {x});
  const Array value =
      Number(result.outputs[0], {{x, {{2, 3}, {1, 2, 3, 0, -1, 0.5}}}}, &dense,
             {{{3, 2}, {1, 0, 0, 1, -1, 2}}, {{2}, {0.5, -1}}});
  // x · kernel: [[-2, 8], [-0.5, 0]]; bias: [[-1.5, 7], [0, -1]].
  EXPECT_EQ(ArrayToString(value), "[[0, 7], [0, 0]]");
}

TEST_F(Dense, computes_along_the_last_axis_of_any_rank) {
  TestLayer dense = Make("Dense", {{"units", 1}, {"use_bias", false}});
  Symbol* x = Input({kUnknownDim, 2, 2});
  const Result result = Call(dense, {x});
  const Array value =
      Number(result.outputs[0], {{x, {{1, 2, 2}, {1, 2, 3, 4}}}}, &dense,
             {{{2, 1}, {10, 1}}});
  EXPECT_EQ(value.dims, (std::vector<int32_t>{1, 2, 1}));
  EXPECT_EQ(ArrayToString(value), "[[[12], [34]]]");
}

TEST_F(Dense, does_not_care_how_defaults_are_written) {
  const LayerSpec& plain = Spec("Dense", {{"units", 3}});
  EXPECT_EQ(&Spec("Dense", {{"units", 3},
                            {"activation", "linear"},
                            {"use_bias", true},
                            {"kernel_initializer", "glorot_uniform"},
                            {"bias_initializer", "zeros"}}),
            &plain);
  // As get_config of 2.2.4 writes them.
  const auto text = [&](absl::string_view value) {
    return ConfigValue::String(pool_.InternName(value));
  };
  const auto key = [&](absl::string_view name) {
    return pool_.InternName(name);
  };
  const Config* scaling =
      pool_.InternConfig(nullptr, {{key("scale"), ConfigValue::Double(1.0)},
                                   {key("mode"), text("fan_avg")},
                                   {key("distribution"), text("uniform")},
                                   {key("seed"), ConfigValue::None()}});
  const Config* initializer = pool_.InternConfig(
      nullptr, {{key("class_name"), text("VarianceScaling")},
                {key("config"), ConfigValue::Dict(scaling)}});
  const Config* full = pool_.InternConfig(
      key("Dense"),
      {{key("units"), ConfigValue::Int(3)},
       {key("activation"), ConfigValue::None()},
       {key("kernel_initializer"), ConfigValue::Dict(initializer)},
       {key("kernel_regularizer"), ConfigValue::None()},
       {key("dtype"), text("float32")}});
  EXPECT_EQ(*catalogue_.Resolve(full), &plain);
  EXPECT_NE(&Spec("Dense", {{"units", 3}, {"kernel_initializer", "ones"}}),
            &plain);
}

TEST_F(Dense, refuses_wrong_arguments) {
  EXPECT_EQ(ConfigError("Dense", {}),
            "Dense: the argument 'units' must be a whole number from 1 to "
            "2147483647, but is missing; correct it in the config.");
  EXPECT_EQ(ConfigError("Dense", {{"units", 0}}),
            "Dense: the argument 'units' must be a whole number from 1 to "
            "2147483647, but is 0; correct it in the config.");
  EXPECT_EQ(ConfigError("Dense", {{"units", 1}, {"unit", 2}}),
            "Dense: there is no argument 'unit'; take it out of the config.");
  EXPECT_EQ(ConfigError("Dense", {{"units", 1}, {"use_bias", "yes"}}),
            "Dense: the argument 'use_bias' must be True or False, but is "
            "'yes'; correct it in the config.");
}

TEST_F(Dense, prints_its_constructor) {
  const LayerSpec& spec = Spec("Dense", {{"units", 3}, {"activation", "relu"}});
  EXPECT_EQ(spec.kind().ToPython(*spec.config()).constructor,
            "Dense(activation='relu', units=3)");
}

}  // namespace
}  // namespace clonecheck
