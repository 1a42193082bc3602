#include <vector>

#include "absl/status/status.h"
#include "core/layers/layer_test.h"
#include "core/term/evaluate.h"

namespace clonecheck {
namespace {

// ZeroPadding, Cropping and UpSampling.
class Resizing : public LayerTest {
 protected:
  ConfigValue Pairs(const std::vector<std::vector<int>>& pairs) {
    std::vector<ConfigValue> items;
    for (const std::vector<int>& pair : pairs) items.push_back(Ints(pair));
    return ConfigValue::List(pool_.InternList(items));
  }
};

TEST_F(Resizing, one_number_stands_for_both_ends_of_every_axis) {
  EXPECT_EQ(&Spec("ZeroPadding1D", {{"padding", 2}}),
            &Spec("ZeroPadding1D", {{"padding", Ints({2, 2})}}));
  EXPECT_EQ(&Spec("ZeroPadding2D", {{"padding", Ints({1, 2})}}),
            &Spec("ZeroPadding2D", {{"padding", Pairs({{1, 1}, {2, 2}})}}));
  EXPECT_EQ(&Spec("Cropping3D", {{"cropping", 1}}), &Spec("Cropping3D"));
  EXPECT_EQ(&Spec("Cropping2D", {{"cropping", 0}}), &Spec("Cropping2D"));
  EXPECT_EQ(&Spec("UpSampling2D", {{"size", 2}}),
            &Spec("UpSampling2D", {{"size", Ints({2, 2})}}));
}

TEST_F(Resizing, refuses_wrong_arguments) {
  EXPECT_EQ(ConfigError("ZeroPadding1D", {{"padding", Ints({1, -1})}}),
            "ZeroPadding1D: the argument 'padding' must be a whole number from "
            "0 to 16777216, or a list of 2 of them, but is [1, -1]; correct it "
            "in the config.");
  EXPECT_EQ(ConfigError("Cropping2D", {{"cropping", Ints({1, 2, 3})}}),
            "Cropping2D: the argument 'cropping' must be a whole number from 0 "
            "to 16777216, or a list of 2 of them or of pairs of them, but is "
            "[1, 2, 3]; correct it in the config.");
  EXPECT_EQ(ConfigError("UpSampling1D", {{"size", 0}}),
            "UpSampling1D: the argument 'size' must be a number from 1 to "
            "16777216, but is 0; correct it in the config.");
  EXPECT_EQ(ConfigError("UpSampling1D", {{"data_format", "channels_last"}}),
            "UpSampling1D: there is no argument 'data_format'; take it out of "
            "the config.");
}

TEST_F(Resizing, paddings_and_up_samplings_have_no_input_spec) {
  for (const char* kind : {"ZeroPadding1D", "ZeroPadding2D", "ZeroPadding3D",
                           "UpSampling1D", "UpSampling2D", "UpSampling3D"}) {
    EXPECT_FALSE(Spec(kind).traits().has_input_spec) << kind;
  }
  EXPECT_TRUE(Spec("Cropping1D").traits().has_input_spec);
}

TEST_F(Resizing, up_sampling_takes_any_list_for_a_tensor) {
  TestLayer layer = Make("UpSampling1D");
  Symbol* x = Input({1, 4, 3});
  for (const std::vector<Symbol*>& inputs :
       std::vector<std::vector<Symbol*>>{{x}, {x, x}}) {
    EXPECT_EQ(Call(layer, inputs, {}, nullptr, /*as_list=*/true).error(),
              "AttributeError: 'list' object has no attribute 'get_shape'");
  }
}

TEST_F(Resizing, bilinear_up_sampling_has_no_numbers) {
  TestLayer layer = Make("UpSampling2D", {{"interpolation", "bilinear"}});
  Symbol* x = Input({1, 1, 1, 1});
  const Result result = Call(layer, {x});
  LeafValues leaves;
  leaves[x->term] = Array::Zeros({1, 1, 1, 1});
  EXPECT_EQ(Evaluate(terms_, {result.outputs[0]->term}, leaves).status().code(),
            absl::StatusCode::kUnimplemented);
}

TEST_F(Resizing, refuses_sizes_that_no_shape_can_hold) {
  TestLayer layer = Make("UpSampling1D", {{"size", 1 << 24}});
  EXPECT_STREQ(Call(layer, {Input({1, 1 << 10, 1})}).refusal->form->id,
               "refused-by-the-backend");
}

TEST_F(Resizing, unknown_ranks_stay_unknown) {
  for (const char* kind : {"ZeroPadding2D", "Cropping3D", "UpSampling3D"}) {
    TestLayer layer = Make(kind);
    const Result result = Call(layer, {InputOfUnknownRank()});
    ASSERT_EQ(result.error(), "") << kind;
    EXPECT_FALSE(result.shapes[0]->known_rank()) << kind;
  }
}

}  // namespace
}  // namespace clonecheck
