#include "core/layers/layer_test.h"

namespace clonecheck {
namespace {

constexpr int32_t kNone = kUnknownDim;

using AdvancedActivations = LayerTest;

// Numbers of the real Keras 2.2.4.
TEST_F(AdvancedActivations, compute_what_keras_computes) {
  ExpectOnPattern({
      {"ReLU", {}, {{kNone, 4}}, {0, 0.5, 0, 1.25, 0.25, 0, 1, 0}},
      {"ReLU",
       {{"max_value", 0.5}},
       {{kNone, 4}},
       {0, 0.5, 0, 0.5, 0.25, 0, 0.5, 0}},
      {"ReLU",
       {{"max_value", 6.0}},
       {{kNone, 4}},
       {0, 0.5, 0, 1.25, 0.25, 0, 1, 0}},
      {"ReLU",
       {{"negative_slope", 0.1}},
       {{kNone, 4}},
       {-0.125, 0.5, -0.05, 1.25, 0.25, -0.075, 1, 0}},
      {"ReLU", {{"threshold", 0.5}}, {{kNone, 4}}, {0, 0, 0, 1.25, 0, 0, 1, 0}},
      {"ReLU",
       {{"threshold", 0.3}, {"negative_slope", 0.2}},
       {{kNone, 4}},
       {-0.31, 0.5, -0.16, 1.25, -0.01, -0.21, 1, -0.06}},
      {"ReLU",
       {{"threshold", -0.3}, {"negative_slope", 0.2}, {"max_value", 0.7}},
       {{kNone, 4}},
       {-0.19, 0.5, -0.04, 0.7, 0.25, -0.09, 0.7, 0}},
      {"ReLU",
       {{"negative_slope", 0.2}, {"max_value", 0.7}},
       {{kNone, 4}},
       {-0.25, 0.5, -0.1, 0.7, 0.25, -0.15, 0.7, 0}},
      {"ReLU",
       {{"max_value", 0.7}, {"threshold", 0.2}},
       {{kNone, 4}},
       {0, 0.5, 0, 0.7, 0.25, 0, 0.7, 0}},
      {"LeakyReLU",
       {},
       {{kNone, 4}},
       {-0.375, 0.5, -0.15, 1.25, 0.25, -0.225, 1, 0}},
      {"ELU",
       {},
       {{kNone, 4}},
       {-0.713495, 0.5, -0.393469, 1.25, 0.25, -0.527633, 1, 0}},
      {"ELU",
       {{"alpha", 0.5}},
       {{kNone, 4}},
       {-0.356748, 0.5, -0.196735, 1.25, 0.25, -0.263817, 1, 0}},
      {"ThresholdedReLU", {}, {{kNone, 4}}, {0, 0, 0, 1.25, 0, 0, 0, 0}},
      {"ThresholdedReLU",
       {{"theta", 0.3}},
       {{kNone, 4}},
       {0, 0.5, 0, 1.25, 0, 0, 1, 0}},
      {"Softmax",
       {},
       {{kNone, 4}},
       {0.0474967, 0.273325, 0.100551, 0.578628, 0.234539, 0.0862821, 0.496519,
        0.182659}},
      {"Softmax",
       {{"axis", 0}},
       {{kNone, 4}},
       {0.0474967, 0.273325, 0.100551, 0.578628, 0.234539, 0.0862821, 0.496519,
        0.182659}},
      {"Softmax",
       {{"axis", 1}},
       {{kNone, 3, 4}},
       {0.147804, 0.389025, 0.147804, 0.730679, 0.662412, 0.111457, 0.662412,
        0.209343, 0.189784, 0.499518, 0.189784, 0.0599778}},
      {"Softmax",
       {{"axis", -2}},
       {{kNone, 2, 3, 4}},
       {0.147804, 0.389025, 0.147804, 0.730679, 0.662412, 0.111457, 0.662412,
        0.209343, 0.189784, 0.499518, 0.189784, 0.0599778}},
  });
}

TEST_F(AdvancedActivations, name_their_tensors_as_tensorflow_does) {
  struct Case {
    const char* kind;
    std::vector<Arg> args;
    const char* op;
  };
  const std::vector<Case> cases = {
      {"ReLU", {}, "Relu"},
      {"ReLU", {{"max_value", 0.5}}, "clip_by_value"},
      {"ReLU", {{"max_value", 6.0}}, "Relu6"},
      {"ReLU", {{"negative_slope", 0.1}}, "LeakyRelu"},
      {"ReLU", {{"threshold", 0.5}}, "mul"},
      {"ReLU", {{"max_value", 6.0}, {"negative_slope", 0.25}}, "sub"},
      {"LeakyReLU", {}, "LeakyRelu"},
      {"LeakyReLU", {{"alpha", 0.0}}, "Relu"},
      {"ELU", {}, "Elu"},
      {"ELU", {{"alpha", 0.5}}, "Select"},
      {"ThresholdedReLU", {}, "mul"},
      {"Softmax", {}, "truediv"},
  };
  for (const Case& c : cases) {
    TestLayer layer = Make(c.kind, c.args);
    EXPECT_STREQ(Call(layer, {Input({kNone, 3, 4})}).outputs[0]->op, c.op)
        << c.kind;
  }
}

TEST_F(AdvancedActivations, keep_numbers_in_32_bits) {
  // As get_config of 2.2.4 writes them.
  EXPECT_EQ(&Spec("LeakyReLU", {{"alpha", 0.30000001192092896}}),
            &Spec("LeakyReLU"));
  EXPECT_EQ(&Spec("ELU", {{"alpha", 0.1}}),
            &Spec("ELU", {{"alpha", 0.10000000149011612}}));
  EXPECT_NE(&Spec("ELU", {{"alpha", 0.1}}), &Spec("ELU"));
}

TEST_F(AdvancedActivations, whole_numbers_become_floats_where_they_leak) {
  TestLayer leaky = Make("LeakyReLU");
  EXPECT_EQ(Call(leaky, {Input({kNone, 4}, DType::kInt32)}).outputs[0]->dtype,
            DType::kFloat32);
  TestLayer plain = Make("ReLU");
  EXPECT_EQ(Call(plain, {Input({kNone, 4}, DType::kInt32)}).outputs[0]->dtype,
            DType::kInt32);
  TestLayer clipped = Make("ReLU", {{"max_value", 0.5}});
  EXPECT_STREQ(
      Call(clipped, {Input({kNone, 4}, DType::kInt32)}).refusal->form->id,
      "refused-by-the-backend");
}

TEST_F(AdvancedActivations,
       softmax_refuses_vectors_and_axes_that_are_not_there) {
  TestLayer softmax = Make("Softmax", {{"axis", 3}});
  EXPECT_EQ(Call(softmax, {Input({kNone})}).error(),
            "ValueError: Cannot apply softmax to a tensor that is 1D");
  EXPECT_EQ(Call(softmax, {Input({kNone, 4})}).error(), "");
  EXPECT_STREQ(Call(softmax, {Input({kNone, 3, 4})}).refusal->form->id,
               "refused-by-the-backend");
}

TEST_F(AdvancedActivations, pass_the_mask_and_some_take_it) {
  for (const char* kind :
       {"ReLU", "LeakyReLU", "ELU", "ThresholdedReLU", "Softmax"}) {
    TestLayer layer = Make(kind);
    Symbol* mask = Mask({kNone, 3});
    EXPECT_EQ(Call(layer, {Input({kNone, 3, 4})}, {mask}).mask.single, mask);
    EXPECT_EQ(layer.spec->traits().takes_mask,
              absl::string_view(kind) == "ThresholdedReLU");
  }
}

TEST_F(AdvancedActivations, refuse_negative_bounds) {
  EXPECT_EQ(ConfigError("ReLU", {{"max_value", -1.0}}),
            "ReLU: the argument 'max_value' must be a number from 0, or None, "
            "but is -1.0; correct it in the config.");
  EXPECT_EQ(ConfigError("ReLU", {{"negative_slope", -1.0}}),
            "ReLU: the argument 'negative_slope' must be a number from 0, but "
            "is -1.0; correct it in the config.");
}

}  // namespace
}  // namespace clonecheck
