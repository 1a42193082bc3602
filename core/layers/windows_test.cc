#include "core/layers/windows.h"

#include <tuple>
#include <vector>

#include "gtest/gtest.h"

namespace clonecheck {
namespace {

using Taps = std::vector<std::tuple<int, int, int>>;

// All (out, tap, in), in order.
Taps TapsOf(const Windows& windows, const std::vector<int32_t>& space) {
  Taps taps;
  ForEachTap(windows, space, [&](size_t out, size_t tap, size_t in) {
    taps.emplace_back(out, tap, in);
  });
  return taps;
}

Windows OneAxis(Window window, WindowPadding padding) {
  Windows windows;
  windows.padding = padding;
  windows.axis[0] = window;
  return windows;
}

TEST(Windows, span_counts_the_gaps_of_dilation) {
  EXPECT_EQ((Window{3, 1, 1}.span()), 3);
  EXPECT_EQ((Window{3, 1, 2}.span()), 5);
  EXPECT_EQ((Window{1, 1, 7}.span()), 1);
}

// conv_output_length of Keras 2.2.4.
TEST(Windows, counts_are_those_of_keras) {
  const Window window{3, 2, 2};
  EXPECT_EQ(WindowCount(9, window, WindowPadding::kValid), 3);
  EXPECT_EQ(WindowCount(8, window, WindowPadding::kValid), 2);
  EXPECT_EQ(WindowCount(5, window, WindowPadding::kValid), 1);
  EXPECT_EQ(WindowCount(4, window, WindowPadding::kValid), 0);
  EXPECT_EQ(WindowCount(9, window, WindowPadding::kSame), 5);
  EXPECT_EQ(WindowCount(8, window, WindowPadding::kCausal), 4);
}

TEST(Windows, same_pads_the_smaller_half_in_front) {
  EXPECT_EQ(PaddingInFront(5, {2, 1, 1}, WindowPadding::kSame), 0);
  EXPECT_EQ(PaddingInFront(5, {3, 1, 1}, WindowPadding::kSame), 1);
  EXPECT_EQ(PaddingInFront(5, {4, 1, 1}, WindowPadding::kSame), 1);
  EXPECT_EQ(PaddingInFront(5, {3, 1, 2}, WindowPadding::kSame), 2);
  // Two windows of two steps and a gap: nothing is missing.
  EXPECT_EQ(PaddingInFront(5, {2, 3, 1}, WindowPadding::kSame), 0);
  EXPECT_EQ(PaddingInFront(5, {3, 1, 2}, WindowPadding::kCausal), 4);
  EXPECT_EQ(PaddingInFront(5, {3, 1, 2}, WindowPadding::kValid), 0);
}

TEST(Windows, valid_windows_must_fit_as_far_as_sizes_are_known) {
  Windows windows = OneAxis({3, 1, 2}, WindowPadding::kValid);
  EXPECT_TRUE(windows.Fits({5}));
  EXPECT_FALSE(windows.Fits({4}));
  EXPECT_TRUE(windows.Fits({kUnknownDim}));
  windows.padding = WindowPadding::kSame;
  EXPECT_TRUE(windows.Fits({1}));
}

TEST(Windows, unknown_sizes_fit_surely_where_they_stay_what_they_are) {
  const auto surely = [](Window window, WindowPadding padding, int32_t size) {
    return OneAxis(window, padding).FitsSurely({size});
  };
  EXPECT_FALSE(surely({2, 1, 1}, WindowPadding::kValid, kUnknownDim));
  EXPECT_TRUE(surely({1, 1, 1}, WindowPadding::kValid, kUnknownDim));
  EXPECT_TRUE(surely({2, 1, 1}, WindowPadding::kSame, kUnknownDim));
  EXPECT_FALSE(surely({2, 2, 1}, WindowPadding::kSame, kUnknownDim));
  EXPECT_TRUE(surely({2, 2, 1}, WindowPadding::kValid, 2));
  EXPECT_FALSE(surely({2, 2, 1}, WindowPadding::kValid, 1));
}

TEST(Windows, taps_in_the_padding_are_left_out) {
  EXPECT_EQ(TapsOf(OneAxis({3, 1, 1}, WindowPadding::kSame), {2}),
            (Taps{{0, 1, 0}, {0, 2, 1}, {1, 0, 0}, {1, 1, 1}}));
  EXPECT_EQ(TapsOf(OneAxis({2, 1, 2}, WindowPadding::kCausal), {3}),
            (Taps{{0, 1, 0}, {1, 1, 1}, {2, 0, 0}, {2, 1, 2}}));
  EXPECT_EQ(TapsOf(OneAxis({2, 2, 1}, WindowPadding::kValid), {5}),
            (Taps{{0, 0, 0}, {0, 1, 1}, {1, 0, 2}, {1, 1, 3}}));
}

TEST(Windows, several_axes_are_counted_row_by_row) {
  Windows windows;
  windows.rank = 2;
  windows.axis[0] = {2, 1, 1};
  windows.axis[1] = {1, 2, 1};
  EXPECT_EQ(windows.taps(), 2u);
  EXPECT_EQ(windows.Counts({2, 3}), (std::vector<int32_t>{1, 2}));
  EXPECT_EQ(TapsOf(windows, {2, 3}),
            (Taps{{0, 0, 0}, {0, 1, 3}, {1, 0, 2}, {1, 1, 5}}));
}

TEST(Windows, only_axes_in_use_make_them_strided_or_dilated) {
  Windows windows;
  windows.axis[1] = {1, 2, 2};
  EXPECT_FALSE(windows.strided());
  EXPECT_FALSE(windows.dilated());
  windows.rank = 2;
  EXPECT_TRUE(windows.strided());
  EXPECT_TRUE(windows.dilated());
}

}  // namespace
}  // namespace clonecheck
