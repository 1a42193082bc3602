// Numbers: what is drawn, and what both models make of it.
#include "core/oracle/numbers.h"

#include <algorithm>
#include <cmath>

#include "core/engine/testing.h"
#include "core/oracle/model_numbers.h"

namespace clonecheck {
namespace {

class NumbersTest : public EngineTest {
 protected:
  Numbers Evaluate(Model* original, Model* clone, uint64_t draw) {
    match_.Start(session_, *original, *clone);
    absl::StatusOr<Numbers> numbers =
        EvaluateBoth(session_.terms(), *original, *clone, match_, draw);
    EXPECT_TRUE(numbers.ok()) << numbers.status();
    return numbers.ok() ? *numbers : Numbers();
  }
  Model* Activated(const char* activation) {
    Tensor* x = In({kUnknownDim, 4});
    Tensor* y = One(Make("Dense", {{"units", 4}}), {x});
    return MakeModel(
        {x}, {One(Make("Activation", {{"activation", activation}}), {y}), x});
  }
  static bool IsZeroRow(const Array& array, size_t row) {
    const auto width = static_cast<ptrdiff_t>(array.last());
    const auto begin =
        array.values.begin() + static_cast<ptrdiff_t>(row) * width;
    return std::all_of(begin, begin + width, [](double x) { return x == 0; });
  }

  TermMatch match_;
};

TEST_F(NumbersTest, tensors_too_large_for_numbers_are_refused_unallocated) {
  Tensor* x = In({kUnknownDim, 1 << 24, 1 << 24});
  Model* model =
      MakeModel({x}, {One(Make("Activation", {{"activation", "relu"}}), {x})});
  match_.Start(session_, *model, *model);
  EXPECT_EQ(
      EvaluateBoth(session_.terms(), *model, *model, match_, 0).status().code(),
      absl::StatusCode::kUnimplemented);
}

TEST_F(NumbersTest, steps_that_a_nested_masking_masks_are_drawn) {
  Tensor* x = In({kUnknownDim, kUnknownDim, 2});
  Tensor* inner = In({kUnknownDim, kUnknownDim, 2});
  Model* nested = MakeModel(
      {inner}, {One(Make("Masking", {{"mask_value", 0.5}}), {inner})});
  Model* model = MakeModel({x}, {One(nested, {x})});
  size_t zero = 0;
  size_t masked = 0;
  for (uint64_t draw = 0; draw < kNumericDraws; ++draw) {
    const Array input = Evaluate(model, model, draw).inputs[0];
    for (size_t row = 0; row < input.rows(); ++row) {
      zero += IsZeroRow(input, row);
      masked +=
          input.values[2 * row] == 0.5 && input.values[2 * row + 1] == 0.5;
    }
  }
  EXPECT_GT(zero, 0);
  EXPECT_GT(masked, 0);
}

TEST_F(NumbersTest, a_draw_is_a_function_of_its_number) {
  Model* model = Activated("tanh");
  const Numbers a = Evaluate(model, model, 3);
  const Numbers b = Evaluate(model, model, 3);
  const Numbers c = Evaluate(model, model, 4);
  EXPECT_EQ(a.inputs[0].values, b.inputs[0].values);
  EXPECT_EQ(a.weights[1].values, b.weights[1].values);
  EXPECT_EQ(a.original[0].values, b.original[0].values);
  EXPECT_NE(a.inputs[0].values, c.inputs[0].values);
  EXPECT_NE(a.weights[0].values, c.weights[0].values);
}

TEST_F(NumbersTest, a_variance_is_above_zero_and_other_weights_are_not) {
  Tensor* x = In({kUnknownDim, 4});
  Model* model = MakeModel({x}, {One(Make("BatchNormalization"), {x})});
  bool below_zero = false;
  for (int draw = 0; draw < kNumericDraws; ++draw) {
    const Numbers numbers = Evaluate(model, model, draw);
    ASSERT_EQ(numbers.weights.size(), 4u);
    for (double value : numbers.weights[2].values) below_zero |= value < 0;
    for (double value : numbers.weights[3].values) EXPECT_GT(value, 0);
    for (double value : numbers.original[0].values) {
      EXPECT_FALSE(std::isnan(value));
    }
  }
  EXPECT_TRUE(below_zero);
}

TEST_F(NumbersTest, none_is_three_samples_and_four_steps) {
  Tensor* x = In({kUnknownDim, kUnknownDim, 4});
  Tensor* y = In({kUnknownDim, 5});
  Model* model = MakeModel({x, y}, {x, y});
  const Numbers numbers = Evaluate(model, model, 0);
  EXPECT_EQ(numbers.inputs[0].dims, (std::vector<int32_t>{3, 4, 4}));
  EXPECT_EQ(numbers.inputs[1].dims, (std::vector<int32_t>{3, 5}));
}

TEST_F(NumbersTest, inputs_have_a_zero_sample_leading_zeros_and_zero_steps) {
  Tensor* x = In({kUnknownDim, 5, 4});
  Model* model = MakeModel({x}, {x});
  int zero_steps = 0;
  for (int draw = 0; draw < kNumericDraws; ++draw) {
    const Array input = Evaluate(model, model, draw).inputs[0];
    ASSERT_EQ(input.rows(), 15u);
    // The last sample wholly, the first step of the middle one.
    for (size_t row = 10; row < 15; ++row) EXPECT_TRUE(IsZeroRow(input, row));
    EXPECT_TRUE(IsZeroRow(input, 5));
    // Others now and then, and not all.
    int zeros = 0;
    for (size_t row : {0, 1, 2, 3, 4, 6, 7, 8, 9}) {
      zeros += IsZeroRow(input, row) ? 1 : 0;
    }
    EXPECT_LT(zeros, 9);
    zero_steps += zeros;
    for (double value : input.values) EXPECT_LE(std::abs(value), 1);
  }
  EXPECT_GT(zero_steps, kNumericDraws / 2);
  EXPECT_LT(zero_steps, kNumericDraws * 3);
}

TEST_F(NumbersTest, inputs_of_rank_two_have_a_zero_sample) {
  Tensor* x = In({kUnknownDim, 4});
  Model* model = MakeModel({x}, {x});
  const Array input = Evaluate(model, model, 0).inputs[0];
  EXPECT_FALSE(IsZeroRow(input, 0));
  EXPECT_TRUE(IsZeroRow(input, 2));
}

TEST_F(NumbersTest, integer_inputs_are_small_row_numbers_with_zeros) {
  Tensor* x = session_.NewInput(
      pool_.InternShape(std::vector<int32_t>{kUnknownDim, 8}), DType::kInt32,
      /*sparse=*/false, nullptr);
  Model* model = MakeModel({x}, {x});
  const Array input = Evaluate(model, model, 0).inputs[0];
  bool some_zero = false;
  for (double value : input.values) {
    EXPECT_TRUE(value == 0 || value == 1 || value == 2) << value;
    some_zero |= value == 0;
  }
  EXPECT_TRUE(some_zero);
}

TEST_F(NumbersTest, weights_are_away_from_zero) {
  Model* model = Activated("tanh");
  const Numbers numbers = Evaluate(model, model, 0);
  ASSERT_EQ(numbers.weights.size(), 2u);
  EXPECT_EQ(numbers.weights[0].dims, (std::vector<int32_t>{4, 4}));
  bool negative = false;
  bool positive = false;
  for (double value : numbers.weights[0].values) {
    EXPECT_GE(std::abs(value), 0.25);
    EXPECT_LE(std::abs(value), 1);
    negative |= value < 0;
    positive |= value > 0;
  }
  EXPECT_TRUE(negative && positive);
}

TEST_F(NumbersTest, a_clone_is_given_the_same_numbers_by_position) {
  Model* original = Activated("tanh");
  Model* clone = Activated("tanh");
  const Numbers numbers = Evaluate(original, clone, 0);
  EXPECT_EQ(numbers.difference, 0);
  EXPECT_EQ(numbers.original[0].values, numbers.clone[0].values);
  EXPECT_TRUE(AgreeOnSamples(session_.terms(), *original, *clone, match_));
  EXPECT_FALSE(
      FindDifference(session_.terms(), *original, *clone, match_).ok());
}

TEST_F(NumbersTest, a_variable_at_two_positions_has_one_value) {
  Layer* shared = Make("Dense", {{"units", 4}});
  Tensor* z = In({kUnknownDim, 4});
  Model* inner = MakeModel({z}, {One(shared, {z})});
  Tensor* x = In({kUnknownDim, 4});
  Model* model = MakeModel({x}, {One(shared, {One(inner, {x})})});
  const Numbers numbers = Evaluate(model, model, 0);
  ASSERT_EQ(numbers.weights.size(), 4u);
  EXPECT_EQ(numbers.weights[0].values, numbers.weights[2].values);
}

TEST_F(NumbersTest, a_difference_is_found_and_placed) {
  Model* original = Activated("tanh");
  Model* clone = Activated("sigmoid");
  match_.Start(session_, *original, *clone);
  EXPECT_FALSE(AgreeOnSamples(session_.terms(), *original, *clone, match_));
  absl::StatusOr<Numbers> numbers =
      FindDifference(session_.terms(), *original, *clone, match_);
  ASSERT_TRUE(numbers.ok());
  EXPECT_EQ(numbers->output, 0);
  EXPECT_GT(numbers->difference, 0.1);
  EXPECT_EQ(numbers->original[1].values, numbers->clone[1].values);
}

// (x + 1) times a mask, of the steps where x, or where x + 1 is not zero: a
// difference only in steps of zeros.
TEST_F(NumbersTest, draws_exercise_masks) {
  Tensor* x = In({kUnknownDim, 3, 4});
  Tensor* plus =
      One(Make("Lambda", {{"function", "add_one"}, {"mask", "nonzero"}}), {x});
  Model* original = MakeModel({x}, {One(Lambda("mask_scale"), {plus})});
  Tensor* y = In({kUnknownDim, 3, 4});
  Tensor* produced = One(Make("MaskProducer"), {One(Lambda("add_one"), {y})});
  Model* clone = MakeModel({y}, {One(Lambda("mask_scale"), {produced})});
  for (int draw = 0; draw < kNumericDraws; ++draw) {
    EXPECT_EQ(Evaluate(original, clone, draw).difference, 1);
  }
}

// Masks of what was computed: no step is masked by chance.
TEST_F(NumbersTest, some_draws_make_zero_what_a_mask_is_made_of) {
  const auto agree = [&](auto masked, auto unmasked) {
    Tensor* x = In({kUnknownDim, 3, 4});
    Model* original = MakeModel({x}, {masked(Call(Make("MultiOut"), {x})[1])});
    Tensor* y = In({kUnknownDim, 3, 4});
    Model* clone = MakeModel({y}, {unmasked(Call(Make("MultiOut"), {y})[1])});
    match_.Start(session_, *original, *clone);
    return AgreeOnSamples(session_.terms(), *original, *clone, match_);
  };
  const auto pooled = [&](Tensor* t) {
    return One(Make("GlobalAveragePooling1D"), {t});
  };
  EXPECT_FALSE(
      agree([&](Tensor* t) { return pooled(One(Make("MaskProducer"), {t})); },
            pooled));
  // 3 x + 1 is 0.5 as well.
  EXPECT_FALSE(agree(
      [&](Tensor* t) {
        return One(Make("Masking", {{"mask_value", 0.5}}), {t});
      },
      [&](Tensor* t) { return One(Lambda("identity"), {t}); }));
}

TEST_F(NumbersTest, other_terms_with_equal_values_agree_on_samples) {
  // x + x and 2x.
  Tensor* x = In({kUnknownDim, 4});
  Model* original = MakeModel({x}, {One(Make("Add"), {x, x})});
  Tensor* y = In({kUnknownDim, 4});
  Model* clone = MakeModel({y}, {One(Lambda("double"), {y})});
  match_.Start(session_, *original, *clone);
  EXPECT_TRUE(AgreeOnSamples(session_.terms(), *original, *clone, match_));
}

TEST_F(NumbersTest, a_fixed_batch_size_is_that_of_all) {
  Tensor* x = In({kUnknownDim, 4});
  Tensor* y = In({2, 4});
  Model* model = MakeModel({x, y}, {One(Make("Add"), {x, y})});
  const Numbers numbers = Evaluate(model, model, 0);
  EXPECT_EQ(numbers.inputs[0].dims, (std::vector<int32_t>{2, 4}));
}

// Nor is it fed because the original has it as its input.
TEST_F(NumbersTest, a_placeholder_of_the_original_has_no_numbers) {
  Tensor* x = In({kUnknownDim, 3, 4});
  Tensor* m = One(Make("MaskProducer"), {x});
  Model* original = MakeModel({x}, {One(Lambda("mask_scale"), {m})});
  Tensor* y = In({kUnknownDim, 3, 4});
  Model* clone = MakeModel(
      {y}, {One(Lambda("mask_scale"), {y},
                Keywords({{"mask", Value::Of(NodeOf(m).output_mask(0))}}))});
  match_.Start(session_, *original, *clone);
  EXPECT_FALSE(
      EvaluateBoth(session_.terms(), *original, *clone, match_, 0).ok());
}

TEST_F(NumbersTest, weights_of_another_shape_cannot_be_set) {
  auto model = [&](int units, int then) {
    Tensor* x = In({kUnknownDim, 4});
    return MakeModel({x}, {One(Make("Dense", {{"units", units}}), {x}),
                           One(Make("Dense", {{"units", then}}), {x})});
  };
  Model* original = model(4, 5);
  Model* clone = model(5, 4);
  match_.Start(session_, *original, *clone);
  EXPECT_FALSE(
      EvaluateBoth(session_.terms(), *original, *clone, match_, 0).ok());
}

TEST_F(NumbersTest, a_foreign_placeholder_has_no_numbers) {
  Tensor* x = In({kUnknownDim, 3, 4});
  Model* original = MakeModel({x}, {One(Lambda("mask_scale"), {x})});
  Tensor* y = In({kUnknownDim, 3, 4});
  Model* clone = MakeModel(
      {y}, {One(Lambda("mask_scale"), {y},
                Keywords({{"mask", Value::Of(In({kUnknownDim, 3}))}}))});
  match_.Start(session_, *original, *clone);
  EXPECT_FALSE(
      EvaluateBoth(session_.terms(), *original, *clone, match_, 0).ok());
  EXPECT_FALSE(AgreeOnSamples(session_.terms(), *original, *clone, match_));
}

}  // namespace
}  // namespace clonecheck
