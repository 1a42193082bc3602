// ConvLSTM2D on masked sequences: numbers of the real Keras 2.3.1, to five
// decimals, and what 2.2.4, 2.2.5 and 2.3.1 refuse.
#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "core/layers/errors.h"
#include "core/layers/recurrent_layer_test.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

using PictureMasks = LayerRules::PictureMasks;

class ConvLstmMask : public RecurrentLayerTest {
 protected:
  // All outputs for two samples of three steps. The second step of the first
  // sample and the others of the second are zero and masked; `mask_rank` 4: so
  // is whatever is zero along the last axis.
  std::vector<Values> Run(std::vector<int32_t> step,
                          const std::vector<Arg>& args, int mask_rank) {
    TestLayer layer = Make("ConvLSTM2D", args);
    std::vector<int32_t> dims = {2, 3};
    dims.insert(dims.end(), step.begin(), step.end());
    Array x = Pattern(dims, 3);
    const size_t step_size = x.values.size() / 6;
    for (size_t zero : {1, 3, 5}) {
      std::fill_n(
          x.values.begin() + static_cast<std::ptrdiff_t>(zero * step_size),
          step_size, 0.0);
    }
    Array mask;
    mask.dims.assign(dims.begin(), dims.begin() + mask_rank);
    size_t count = 1;
    for (int32_t dim : mask.dims) count *= static_cast<size_t>(dim);
    const size_t width = x.values.size() / count;
    for (size_t i = 0; i < count; ++i) {
      bool any = false;
      for (size_t k = 0; k < width; ++k) any |= x.values[i * width + k] != 0;
      mask.values.push_back(any ? 1 : 0);
    }
    dims[0] = kUnknownDim;
    Symbol* input = Input(dims);
    Symbol* masked =
        Mask(std::vector<int32_t>(dims.begin(), dims.begin() + mask_rank));
    const Result result = Call(layer, {input}, {masked});
    return OutputValues(layer, result, {{input, x}, {masked, mask}});
  }

  // How a call on a masked sequence is refused; null if it is not.
  const ErrorTemplate* Refused(PictureMasks rule, std::vector<int32_t> dims,
                               size_t mask_rank, const std::vector<Arg>& args) {
    rules_.picture_masks = rule;
    TestLayer layer = Make("ConvLSTM2D", args);
    Symbol* input = Input(dims);
    dims.resize(mask_rank);
    const Result result = Call(layer, {input}, {Mask(dims)});
    text_ = result.error();
    return result.refusal == nullptr ? nullptr : result.refusal->form;
  }

  std::string text_;
};

TEST_F(ConvLstmMask, leaves_out_single_numbers_in_2_3_1) {
  rules_.picture_masks = PictureMasks::kAny;
  const auto outputs = Run({2, 2, 1},
                           {{"filters", 1},
                            {"kernel_size", 1},
                            {"return_sequences", true},
                            {"return_state", true}},
                           4);
  ASSERT_EQ(outputs.size(), 3u);
  ExpectNear(outputs[0],
             {-0.13115, 0,       -0.05114, -0.1097,  -0.13115, 0,
              -0.05114, -0.1097, -0.13115, -0.05114, -0.13994, -0.15279,
              0,        0,       0,        0,        -0.05114, -0.1097,
              -0.06631, -0.1215, -0.05114, -0.1097,  -0.06631, -0.1215});
  ExpectNear(outputs[1], {-0.13115, -0.05114, -0.13994, -0.15279, -0.05114,
                          -0.1097, -0.06631, -0.1215});
  ExpectNear(outputs[2], {-0.27582, -0.07189, -0.25291, -0.22842, -0.07189,
                          -0.19756, -0.09855, -0.2357});
}

TEST_F(ConvLstmMask, is_run_backwards_with_the_sequence) {
  rules_.picture_masks = PictureMasks::kAny;
  ExpectNear(Run({2, 1, 2},
                 {{"filters", 1},
                  {"kernel_size", 2},
                  {"padding", "same"},
                  {"return_sequences", true},
                  {"go_backwards", true}},
                 4)[0],
             {-0.01991, -0.04963, -0.01991, -0.04963, -0.1761, -0.12793, 0, 0,
              -0.08736, -0.13374, -0.08736, -0.13374});
}

// One channel in, two out: the mask's first axis is repeated.
TEST_F(ConvLstmMask, has_channels_and_rows_where_channels_come_first) {
  rules_.picture_masks = PictureMasks::kAny;
  ExpectNear(Run({1, 2, 1},
                 {{"filters", 2},
                  {"kernel_size", 1},
                  {"return_sequences", true},
                  {"data_format", "channels_first"}},
                 4)[0],
             {0.02442, 0,       0.16499,  0,       0.02442, 0,
              0.16499, 0,       -0.06065, 0,       0.1488,  0.14866,
              0,       0,       0,        0,       0,       -0.0753,
              0,       0.07469, 0,        -0.0753, 0,       0.07469});
}

// Seen in 2.2.5 and 2.3.1.
TEST_F(ConvLstmMask, of_whole_steps_fits_any_output) {
  for (PictureMasks rule : {PictureMasks::kOneAStep, PictureMasks::kAny}) {
    rules_.picture_masks = rule;
    const auto outputs = Run({2, 2, 1},
                             {{"filters", 1},
                              {"kernel_size", 2},
                              {"return_sequences", true},
                              {"return_state", true}},
                             2);
    ASSERT_EQ(outputs.size(), 3u);
    ExpectNear(outputs[0], {0.01127, 0.01127, -0.07407, 0, 0.05203, 0.05203});
    ExpectNear(outputs[2], {-0.1533, 0.07189});
  }
}

TEST_F(ConvLstmMask, is_refused_in_2_2_4) {
  for (size_t rank : {2, 4}) {
    EXPECT_EQ(Refused(PictureMasks::kNone, {kUnknownDim, 3, 3, 2, 1}, rank,
                      {{"filters", 2}, {"kernel_size", 1}}),
              &errors::kBackend);
  }
}

TEST_F(ConvLstmMask, must_be_one_a_step_in_2_2_5) {
  EXPECT_EQ(Refused(PictureMasks::kOneAStep, {kUnknownDim, 3, 3, 2, 1}, 4,
                    {{"filters", 2}, {"kernel_size", 1}}),
            &errors::kMaskOfPictures);
  EXPECT_EQ(text_,
            "ValueError: mask should have `shape=(samples, time)`, got "
            "(?, 3, 3, 2)");
}

TEST_F(ConvLstmMask, must_have_the_size_of_the_output_in_2_3_1) {
  const auto refused = [this](std::vector<int32_t> dims, std::vector<Arg> more,
                              size_t rank = 4) {
    more.push_back({"filters", 2});
    return Refused(PictureMasks::kAny, std::move(dims), rank, more);
  };
  constexpr int32_t kNone = kUnknownDim;
  EXPECT_EQ(refused({kNone, 3, 3, 2, 1}, {{"kernel_size", 1}}), nullptr);
  EXPECT_EQ(refused({kNone, 3, kNone, kNone, 1}, {{"kernel_size", 1}}),
            nullptr);
  EXPECT_EQ(refused({kNone, 3, 2, 2, 1}, {{"kernel_size", 2}}),
            &errors::kBackend);
  EXPECT_EQ(refused({kNone, 3, 3, 2, 1}, {{"kernel_size", 1}, {"strides", 2}}),
            &errors::kBackend);
  // A mask for whole steps is repeated by sizes that must be known.
  EXPECT_EQ(refused({kNone, 3, 2, 2, 1}, {{"kernel_size", 2}}, 2), nullptr);
  EXPECT_EQ(refused({kNone, 3, kNone, 2, 1}, {{"kernel_size", 2}}, 2),
            &errors::kBackend);
}

}  // namespace
}  // namespace clonecheck
