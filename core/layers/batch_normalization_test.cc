#include "core/layers/layer_test.h"

namespace clonecheck {
namespace {

constexpr int32_t kNone = kUnknownDim;

using BatchNormalization = LayerTest;

// Numbers of the real Keras 2.2.4.
TEST_F(BatchNormalization, computes_along_its_axis) {
  ExpectOnPattern({
      {"BatchNormalization",
       {},
       {{kNone, 4}},
       {0.134551, -1.74551, 0.729719, 1.74975, 0.567276, -5.48804, 1.95406,
        1.12506}},
      {"BatchNormalization",
       {{"axis", 1}},
       {{kNone, 3, 4}},
       {0.134551, 0.639396, 0.350914, 0.855759, -2.49402, -5.48804, -0.248505,
        -3.24252, 0.321607, 1.75, 0.933776, 0.117551}},
      {"BatchNormalization",
       {{"center", false}, {"epsilon", 0.25}},
       {{2, 4}},
       {-0.397748, 0, -2.25, 0, -0.132583, -1.53093, -0.75, -0.883883}},
      {"BatchNormalization",
       {{"axis", 2}, {"scale", false}},
       {{kNone, 3, 4}},
       {-1.45035, 1.5, -1.59635, 0.5, -0.316785, 0.382413, 0.134551, -1.99502,
        -1.26143, 1.72352, -1.30786, -4.49003}},
      {"BatchNormalization",
       {{"scale", false}, {"center", false}, {"axis", -2}},
       {{kNone, 3, kNone}},
       {-1.49925, 0.249875, -0.749625, -0.3532, -1.766, -3.1788, 0, -0.755713,
        -1.51143, 0.49975, -0.49975, -1.49925}},
      {"BatchNormalization",
       {},
       {{kNone, 2, 3, 4}},
       {0.134551, -1.74551, 0.729719, 1.74975, 0.567276, -5.48804, 1.95406,
        1.12506, 0.206672, -0.997009, 0.933775, 0.500375}},
  });
}

// Numbers of the real Keras 2.2.4 and 2.3.1.
TEST_F(BatchNormalization, normalizes_by_the_batch_in_training) {
  keywords_.training = CallKeywords::Training::kTrue;
  ExpectOnPattern({
      {"BatchNormalization",
       {},
       {{kNone, 4}},
       {0.750222, 1.99808, 0.750888, 1.74936, 1.24978, -0.998084, 2.74911,
        0.750639}},
      {"BatchNormalization",
       {{"axis", 1}},
       {{kNone, 3, 4}},
       {0.565658, 1.09442, 0.792271, 1.32104, 1.0831, -0.99014, 2.63803,
        0.564789}},
      {"BatchNormalization",
       {{"center", false}, {"epsilon", 0.25}},
       {{2, 4}},
       {-0.208013, 1.1713, -0.83205, 0.390434, 0.208013, -1.1713, 0.83205,
        -0.390434}},
      {"BatchNormalization",
       {{"axis", 2}, {"scale", false}},
       {{kNone, 3, 4}},
       {-1.03547, 2.06969, 0.369834, 2.0027, 0.892736, 0.170716, 2.11491,
        0.548474}},
      {"BatchNormalization",
       {},
       {{kNone, 2, 3, 4}},
       {0.65596, 1.39277, 1.15482, 1.93808, 1.10634, -1.04206, 3.10268,
        1.18745}},
      {"BatchNormalization",
       {{"epsilon", 1e-6}, {"scale", false}, {"center", false}},
       {{kNone, 2, 3, 4}},
       {-1.37715, 0.595683, -0.595683, 1.37715, 0.425665, -1.02891, 1.35382,
        -0.125196}},
      {"BatchNormalization",
       {},
       {{kNone, 2, 2, 3, 2}},
       {0.63334, 1.29822, 0.866964, 2.69996, 1.10059, -1.03803, 1.33421,
        0.363719}},
  });
}

TEST_F(BatchNormalization, has_another_meaning_in_training) {
  TestLayer layer = Make("BatchNormalization", {{"scale", false}});
  keywords_.training = CallKeywords::Training::kTrue;
  const Result result = Call(layer, {Input({kNone, 3, 4})});
  ASSERT_EQ(result.error(), "");
  EXPECT_EQ(Print(result.outputs[0]), "BatchNormalization.training(x0, w1)");
  EXPECT_STREQ(result.outputs[0]->op, "batchnorm/add_1");
}

TEST_F(BatchNormalization, builds_four_weights_of_which_two_are_trained) {
  TestLayer layer = Make("BatchNormalization");
  const Result result = Call(layer, {Input({kNone, 3, 4})});
  ASSERT_EQ(result.error(), "");
  std::string weights;
  for (const WeightDecl& weight : layer.weights) {
    weights += std::string(weight.role) + weight.shape->ToString() +
               (weight.trainable ? " trained" : "") +
               (weight.positive ? " positive" : "") + "; ";
  }
  EXPECT_EQ(weights,
            "gamma(4,) trained; beta(4,) trained; moving_mean(4,); "
            "moving_variance(4,) positive; ");
  EXPECT_EQ(Print(result.outputs[0]), "BatchNormalization(x0, w1, w2, w3, w4)");
  EXPECT_EQ(result.outputs[0]->ToString(),
            "Tensor(\"layer_1/cond/Merge:0\", shape=(?, 3, 4), dtype=float32)");
}

TEST_F(BatchNormalization, leaves_out_what_it_shall_not_have) {
  TestLayer layer =
      Make("BatchNormalization", {{"center", false}, {"scale", false}});
  Call(layer, {Input({kNone, 4})});
  ASSERT_EQ(layer.weights.size(), 2u);
  EXPECT_STREQ(layer.weights[0].role, "moving_mean");
}

TEST_F(BatchNormalization, asks_for_the_rank_and_the_size_of_its_axis) {
  TestLayer layer = Make("BatchNormalization", {{"axis", 1}});
  Call(layer, {Input({kNone, 3, 4})});
  EXPECT_EQ(layer.input_spec.ndim, 3);
  EXPECT_EQ(layer.input_spec.axis, 1);
  EXPECT_EQ(layer.input_spec.axis_dim, 3);
}

TEST_F(BatchNormalization, refuses_an_axis_without_a_size) {
  TestLayer last = Make("BatchNormalization");
  EXPECT_EQ(Call(last, {Input({kNone, 3, kNone})}).error(),
            "ValueError: Axis -1 of input tensor should have a defined "
            "dimension but the layer received an input with shape (None, 3, "
            "None).");
  TestLayer far = Make("BatchNormalization", {{"axis", 3}});
  EXPECT_EQ(Call(far, {Input({kNone, 3, 4})}).error(),
            "IndexError: tuple index out of range");
}

// A layer that was built for so many features is called within a
// TimeDistributed, without the check of a layer call. Shapes and refusals of
// the real Keras 2.2.4 and 2.3.1 (targets/recorded/).
struct Repeated {
  std::vector<int32_t> built;
  std::vector<int32_t> called;
  bool trained;  // has gamma and beta
  CallKeywords::Training training;
  const char* shape;  // TensorFlow's; empty: refused
};

TEST_F(BatchNormalization, repeats_one_value_and_one_weight_where_keras_does) {
  constexpr auto kEither = CallKeywords::Training::kNone;
  constexpr auto kTrue = CallKeywords::Training::kTrue;
  constexpr auto kFalse = CallKeywords::Training::kFalse;
  for (const Repeated& one : std::vector<Repeated>{
           {{kNone, 4}, {kNone, 1}, true, kEither, "(None, 4)"},
           {{kNone, 4}, {kNone, 1}, true, kTrue, "(None, 4)"},
           {{kNone, 4}, {kNone, 1}, true, kFalse, "(None, 4)"},
           // By the batch nothing has four values.
           {{kNone, 4}, {kNone, 1}, false, kEither, "(None, None)"},
           {{kNone, 4}, {kNone, 1}, false, kTrue, "(None, 1)"},
           {{kNone, 4}, {kNone, 3}, true, kFalse, ""},
           // The averages are updated with more values than they have.
           {{kNone, 1}, {kNone, 3}, true, kEither, ""},
           {{kNone, 1}, {kNone, 3}, false, kTrue, ""},
           {{kNone, 1}, {kNone, 3}, true, kFalse, "(None, 3)"},
           // The fused operation repeats nothing.
           {{kNone, 2, 2, 4}, {kNone, 2, 2, 1}, true, kEither, ""},
           {{kNone, 2, 2, 4}, {kNone, 2, 2, 1}, true, kFalse, ""},
           {{kNone, 2, 2, 4},
            {kNone, 2, 2, 1},
            false,
            kTrue,
            "(None, 2, 2, 1)"}}) {
    TestLayer layer = Make("BatchNormalization",
                           {{"scale", one.trained}, {"center", one.trained}});
    keywords_ = CallKeywords();
    ASSERT_EQ(Call(layer, {Input(one.built)}).error(), "");
    keywords_.training = one.training;
    const Result result = Call(layer, {Input(one.called)});
    EXPECT_EQ(result.outputs.empty()
                  ? ""
                  : result.outputs[0]->static_shape->ToString(),
              one.shape)
        << result.error();
  }
}

TEST_F(BatchNormalization, passes_the_mask) {
  TestLayer layer = Make("BatchNormalization");
  Symbol* mask = Mask({kNone, 3});
  EXPECT_EQ(Call(layer, {Input({kNone, 3, 4})}, {mask}).mask.single, mask);
  EXPECT_TRUE(layer.spec->traits().takes_training);
}

}  // namespace
}  // namespace clonecheck
