// SimpleRNN, GRU and LSTM: numbers of the real Keras 2.2.4 and 2.3.1 (which
// agree but for masked steps), to five decimals.
#include <cmath>
#include <vector>

#include "core/layers/recurrent_layer_test.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

class Recurrent : public RecurrentLayerTest {
 protected:
  // With two units.
  std::vector<Values> Run(absl::string_view kind, std::vector<Arg> args,
                          const Options& options) {
    args.push_back({"units", 2});
    return OutputsOnASequence(kind, args, options);
  }

  std::vector<Values> Run(absl::string_view kind, std::vector<Arg> args) {
    return Run(kind, std::move(args), Options());
  }
};

TEST_F(Recurrent, last_outputs_are_those_of_the_real_keras) {
  ExpectNear(Run("SimpleRNN", {})[0], {-0.70189, -0.1916, 0.25984, 0.46852});
  ExpectNear(Run("GRU", {})[0], {-0.70173, 0.66819, -0.02605, 0.51379});
  ExpectNear(Run("LSTM", {})[0], {-0.12402, 0.1878, -0.05905, 0.24655});
}

TEST_F(Recurrent, a_sequence_run_backwards_stays_in_reversed_order) {
  const std::vector<Values> gru = Run("GRU", {{"return_sequences", true},
                                              {"go_backwards", true},
                                              {"return_state", true}});
  ASSERT_EQ(gru.size(), 2u);
  ExpectNear(gru[0], {-0.54553, 0.30464, -0.68635, 0.54921, -0.42608, 0.65535,
                      0.13777, 0.23684, 0.22712, 0.33634, -0.52193, 0.53269});
  ExpectNear(gru[1], {-0.42608, 0.65535, -0.52193, 0.53269});
}

TEST_F(Recurrent, an_lstm_returns_two_states) {
  const std::vector<Values> lstm = Run("LSTM", {{"return_sequences", true},
                                                {"go_backwards", true},
                                                {"return_state", true}});
  ASSERT_EQ(lstm.size(), 3u);
  ExpectNear(lstm[1], {-0.02796, 0.27715, -0.1191, 0.23084});
  ExpectNear(lstm[2], {-0.06979, 0.65626, -0.19934, 0.7702});
}

TEST_F(Recurrent, a_masked_step_outputs_the_state_in_2_2_4) {
  const Options options{/*masked=*/true, /*states=*/{2, 2}};
  ExpectNear(Run("LSTM", {{"return_sequences", true}}, options)[0],
             {-0.75, -0.25, -0.27341, 0.11855, -0.20005, 0.17233, 0.25, 0.75,
              0.25, 0.75, 0.25, 0.75});
}

TEST_F(Recurrent, a_masked_step_of_an_unrolled_layer_outputs_the_last_output) {
  const Options options{/*masked=*/true, /*states=*/{2, 2}};
  ExpectNear(
      Run("LSTM", {{"return_sequences", true}, {"unroll", true}}, options)[0],
      {0, 0, -0.27341, 0.11855, -0.20005, 0.17233, 0, 0, 0, 0, 0, 0});
}

TEST_F(Recurrent, reset_after_gives_the_recurrent_product_a_bias) {
  ExpectNear(
      Run("GRU", {{"reset_after", true}, {"recurrent_activation", "sigmoid"}},
          {/*masked=*/false, /*states=*/{2}})[0],
      {-0.64183, 0.73736, 0.15227, 0.52067});
}

TEST_F(Recurrent, an_unrolled_layer_asks_for_more_than_one_known_step) {
  for (int32_t steps : {1, static_cast<int32_t>(kUnknownDim)}) {
    TestLayer layer = Make("GRU", {{"units", 2}, {"unroll", true}});
    EXPECT_EQ(
        Call(layer, {Input({kUnknownDim, steps, 2})}).error().substr(0, 83),
        "ValueError: Cannot unroll a RNN if the time dimension is "
        "undefined or equal to 1. \n");
  }
}

TEST_F(Recurrent, the_mask_of_a_sequence_passes_and_states_have_none) {
  TestLayer layer =
      Make("LSTM",
           {{"units", 2}, {"return_sequences", true}, {"return_state", true}});
  Symbol* mask = Mask({kUnknownDim, 3});
  const Result result = Call(layer, {Input({kUnknownDim, 3, 2})}, {mask});
  ASSERT_EQ(result.masks.size(), 3u);
  EXPECT_EQ(result.masks[0], mask);
  EXPECT_EQ(result.masks[1], nullptr);
  EXPECT_EQ(result.masks[2], nullptr);
}

TEST_F(Recurrent, the_last_output_means_a_state_unless_masked) {
  Symbol* x = Input({kUnknownDim, 3, 2});
  const auto output_is_state = [&](bool sequences, Symbol* mask) {
    TestLayer layer = Make("LSTM", {{"units", 2},
                                    {"return_sequences", sequences},
                                    {"return_state", true}});
    const Result result = Call(
        layer, {x},
        mask == nullptr ? std::vector<Symbol*>{} : std::vector<Symbol*>{mask});
    EXPECT_NE(result.outputs[0], result.outputs[1]);
    EXPECT_NE(result.outputs[0]->term, result.outputs[2]->term);
    return result.outputs[0]->term == result.outputs[1]->term;
  };
  EXPECT_TRUE(output_is_state(false, nullptr));
  EXPECT_FALSE(output_is_state(true, nullptr));
  EXPECT_FALSE(output_is_state(false, Mask({kUnknownDim, 3})));
}

TEST_F(Recurrent, dropout_in_training_is_another_meaning_without_numbers) {
  for (const char* argument : {"dropout", "recurrent_dropout"}) {
    TestLayer layer = Make("GRU", {{"units", 2}, {argument, 0.5}});
    Symbol* x = Input({kUnknownDim, 3, 4});
    const TermId inferred = Call(layer, {x}).outputs[0]->term;
    keywords_.training = CallKeywords::Training::kTrue;
    const TermId trained = Call(layer, {x}).outputs[0]->term;
    EXPECT_NE(trained, inferred);
    EXPECT_EQ(Call(layer, {x}).outputs[0]->term, trained);
    LeafValues leaves = {{x->term, Array::Zeros({1, 3, 4})}};
    for (size_t i = 0; i < layer.weights.size(); ++i) {
      const auto dims = layer.weights[i].shape->dims();
      leaves[layer.weight_terms[i]] =
          WeightPattern({dims.begin(), dims.end()}, 0);
    }
    EXPECT_EQ(Evaluate(terms_, {trained}, leaves).status().code(),
              absl::StatusCode::kUnimplemented);
    EXPECT_TRUE(Evaluate(terms_, {inferred}, leaves).ok());
    keywords_ = CallKeywords();
  }
}

// TensorFlow reads on behind the end of such a mask, and refuses one that is
// longer.
TEST_F(Recurrent, a_mask_of_fewer_steps_leaves_no_numbers) {
  TestLayer layer = Make("SimpleRNN", {{"units", 2}});
  Symbol* x = Input({kUnknownDim, kUnknownDim, 4});
  Symbol* mask = Mask({kUnknownDim, kUnknownDim});
  const TermId term = Call(layer, {x}, {mask}).outputs[0]->term;
  for (const int steps : {2, 3, 4}) {
    LeafValues leaves = {{x->term, Array::Zeros({1, 3, 4})},
                         {mask->term, Array::Zeros({1, steps})}};
    for (size_t i = 0; i < layer.weights.size(); ++i) {
      const auto dims = layer.weights[i].shape->dims();
      leaves[layer.weight_terms[i]] =
          WeightPattern({dims.begin(), dims.end()}, 0);
    }
    EXPECT_EQ(Evaluate(terms_, {term}, leaves).status().code(),
              steps == 2   ? absl::StatusCode::kUnimplemented
              : steps == 3 ? absl::StatusCode::kOk
                           : absl::StatusCode::kInvalidArgument);
  }
}

TEST_F(Recurrent, training_changes_nothing_without_dropout) {
  TestLayer layer = Make("LSTM", {{"units", 2}});
  Symbol* x = Input({kUnknownDim, 3, 4});
  const TermId inferred = Call(layer, {x}).outputs[0]->term;
  keywords_.training = CallKeywords::Training::kTrue;
  EXPECT_EQ(Call(layer, {x}).outputs[0]->term, inferred);
}

// Upstream's test of masking: padding on either side is no step at all.
TEST_F(Recurrent, padding_in_front_and_behind_gives_equal_last_outputs) {
  constexpr int32_t kSteps = 4;
  for (const char* kind : {"SimpleRNN", "GRU", "LSTM"}) {
    TestLayer layer = Make(kind, {{"units", 2}});
    Symbol* x = Input({kUnknownDim, kSteps, 2});
    Symbol* mask = Mask({kUnknownDim, kSteps});
    const Result result = Call(layer, {x}, {mask});
    ASSERT_EQ(result.error(), "");
    std::vector<Array> weights;
    for (const WeightDecl& weight : layer.weights) {
      weights.push_back(
          Pattern(std::vector<int32_t>(weight.shape->dims().begin(),
                                       weight.shape->dims().end()),
                  2));
    }
    // Two steps, behind or in front of two that are masked.
    const auto last = [&](size_t first) {
      Array values = Array::Zeros({1, kSteps, 2});
      Array kept = Array::Zeros({1, kSteps});
      const Array steps = Pattern({2, 2}, 3);
      for (size_t i = 0; i < steps.values.size(); ++i) {
        values.values[2 * first + i] = steps.values[i];
      }
      kept.values[first] = kept.values[first + 1] = 1;
      return Number(result.outputs[0], {{x, values}, {mask, kept}}, &layer,
                    weights)
          .values;
    };
    const Values behind = last(0);
    ExpectNear(last(2), behind);
    // Not for want of any effect.
    EXPECT_GT(std::abs(behind[0]), 1e-3) << kind;
  }
}

}  // namespace
}  // namespace clonecheck
