#include "core/term/array.h"

#include <cmath>
#include <limits>

#include "gtest/gtest.h"

namespace clonecheck {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(Array, counts_its_rows) {
  EXPECT_EQ(Array::Zeros({2, 3, 4}).rows(), 6u);
  EXPECT_EQ(Array::Zeros({2, 3, 4}).last(), 4);
  EXPECT_EQ(Array::Zeros({5}).rows(), 1u);
  EXPECT_EQ(Array::Zeros({}).last(), 1);
  EXPECT_EQ(Array::Zeros({}).values.size(), 1u);
}

TEST(Array, prints_as_nested_lists) {
  EXPECT_EQ(ArrayToString({{2, 2}, {0.5, 1, 0, 2}}), "[[0.5, 1], [0, 2]]");
  EXPECT_EQ(ArrayToString({{}, {3}}), "3");
}

TEST(MaxDifference, is_relative_to_large_values) {
  EXPECT_DOUBLE_EQ(MaxDifference({{2}, {1, 200}}, {{2}, {1, 100}}), 0.5);
  EXPECT_DOUBLE_EQ(MaxDifference({{1}, {0.25}}, {{1}, {0.5}}), 0.25);
}

TEST(MaxDifference, nan_equals_nan_and_nothing_else) {
  EXPECT_EQ(MaxDifference({{1}, {kNan}}, {{1}, {kNan}}), 0);
  EXPECT_EQ(MaxDifference({{1}, {kNan}}, {{1}, {1}}), kInfinity);
}

TEST(MaxDifference, infinities_of_one_sign_are_equal) {
  EXPECT_EQ(MaxDifference({{1}, {kInfinity}}, {{1}, {kInfinity}}), 0);
  EXPECT_EQ(MaxDifference({{1}, {kInfinity}}, {{1}, {-kInfinity}}), kInfinity);
}

TEST(MaxDifference, other_dimensions_are_infinitely_far) {
  EXPECT_EQ(MaxDifference({{1, 2}, {1, 2}}, {{2, 1}, {1, 2}}), kInfinity);
}

}  // namespace
}  // namespace clonecheck
