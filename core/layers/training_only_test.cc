#include "core/layers/layer_test.h"

namespace clonecheck {
namespace {

constexpr int32_t kNone = kUnknownDim;

using TrainingOnly = LayerTest;

TEST_F(TrainingOnly, layers_make_a_tensor_of_the_same_meaning) {
  struct Case {
    const char* kind;
    Arg arg;
    std::vector<int32_t> input;
  };
  const std::vector<Case> cases = {
      {"Dropout", {"rate", 0.5}, {kNone, 4}},
      {"SpatialDropout1D", {"rate", 0.5}, {kNone, 3, 4}},
      {"SpatialDropout2D", {"rate", 0.5}, {kNone, 2, 3, 4}},
      {"SpatialDropout3D", {"rate", 0.5}, {kNone, 2, 1, 3, 4}},
      {"GaussianNoise", {"stddev", 0.5}, {kNone, 4}},
      {"GaussianNoise", {"stddev", 0.0}, {kNone, 4}},
      {"GaussianDropout", {"rate", 0.5}, {kNone, 4}},
      {"AlphaDropout", {"rate", 0.5}, {kNone, 4}},
  };
  for (const Case& c : cases) {
    TestLayer layer = Make(c.kind, {c.arg});
    Symbol* x = Input(c.input);
    const Result result = Call(layer, {x});
    ASSERT_EQ(result.error(), "") << c.kind;
    EXPECT_NE(result.outputs[0], x) << c.kind;
    EXPECT_EQ(result.outputs[0]->term, x->term) << c.kind;
    EXPECT_EQ(result.shapes[0], x->shape) << c.kind;
    EXPECT_STREQ(result.outputs[0]->op, "cond/Merge") << c.kind;
    EXPECT_TRUE(layer.spec->traits().takes_training) << c.kind;
  }
}

TEST_F(TrainingOnly, layers_return_the_very_object_where_they_drop_nothing) {
  const std::vector<std::pair<const char*, std::vector<Arg>>> cases = {
      {"Dropout", {{"rate", 0.0}}},
      {"Dropout", {{"rate", 1}}},
      {"Dropout", {{"rate", 1.5}}},
      {"GaussianDropout", {{"rate", 0.0}}},
      {"AlphaDropout", {{"rate", 1.0}}},
      {"ActivityRegularization", {}},
      {"ActivityRegularization", {{"l1", 0.5}}},
  };
  for (const auto& [kind, args] : cases) {
    TestLayer layer = Make(kind, args);
    Symbol* x = Input({kNone, 4});
    EXPECT_EQ(Call(layer, {x}).outputs[0], x) << kind;
  }
}

TEST_F(TrainingOnly, layers_take_a_list_of_one_where_they_drop_nothing) {
  TestLayer none = Make("Dropout", {{"rate", 0.0}});
  TestLayer some = Make("Dropout", {{"rate", 0.5}});
  Symbol* x = Input({kNone, 4});
  EXPECT_EQ(Call(none, {x}, {}, nullptr, /*as_list=*/true).outputs[0], x);
  EXPECT_EQ(Call(some, {x}, {}, nullptr, /*as_list=*/true).error(),
            "Exception: refused by the backend: a list instead of a tensor");
}

TEST_F(TrainingOnly, layers_pass_the_mask) {
  TestLayer layer = Make("Dropout", {{"rate", 0.5}});
  Symbol* mask = Mask({kNone, 3});
  EXPECT_EQ(Call(layer, {Input({kNone, 3, 4})}, {mask}).mask.single, mask);
}

TEST_F(TrainingOnly, layers_drop_from_floats_only) {
  TestLayer half = Make("Dropout", {{"rate", 0.5}});
  EXPECT_STREQ(Call(half, {Input({kNone, 4}, DType::kInt32)}).refusal->form->id,
               "refused-by-the-backend");
  TestLayer none = Make("Dropout", {{"rate", 0.0}});
  EXPECT_EQ(Call(none, {Input({kNone, 4}, DType::kInt32)}).error(), "");
}

TEST_F(TrainingOnly, noise_has_to_fit_the_input) {
  TestLayer layer = Make(
      "Dropout", {{"rate", 0.5}, {"noise_shape", std::vector<int>{2, 1, 4}}});
  EXPECT_EQ(Call(layer, {Input({2, 3, 4})}).error(), "");
  EXPECT_EQ(Call(layer, {Input({kNone, 3, kNone})}).error(), "");
  for (const std::vector<int32_t>& dims :
       std::vector<std::vector<int32_t>>{{kNone, 4}, {kNone, 3, 5}, {2}}) {
    EXPECT_STREQ(Call(layer, {Input(dims)}).refusal->form->id,
                 "refused-by-the-backend");
  }
}

TEST_F(TrainingOnly, rates_are_kept_between_0_and_1) {
  EXPECT_EQ(&Spec("Dropout", {{"rate", 1.5}}), &Spec("Dropout", {{"rate", 1}}));
  EXPECT_NE(&Spec("Dropout", {{"rate", 0.5}, {"seed", 1}}),
            &Spec("Dropout", {{"rate", 0.5}}));
  EXPECT_EQ(ConfigError("Dropout", {}),
            "Dropout: the argument 'rate' must be a number, but is missing; "
            "correct it in the config.");
}

TEST_F(TrainingOnly, some_arguments_are_not_saved) {
  // get_config of 2.2.4 leaves them out.
  EXPECT_EQ(&Spec("AlphaDropout", {{"rate", 0.5}, {"seed", 7}}).saved(),
            &Spec("AlphaDropout", {{"rate", 0.5}}));
  EXPECT_EQ(&Spec("SpatialDropout2D",
                  {{"rate", 0.5}, {"data_format", "channels_first"}})
                 .saved(),
            &Spec("SpatialDropout2D", {{"rate", 0.5}}));
  const LayerSpec& seeded = Spec("Dropout", {{"rate", 0.5}, {"seed", 7}});
  EXPECT_EQ(&seeded.saved(), &seeded);
}

}  // namespace
}  // namespace clonecheck
