#include "campaign/array_json.h"

#include <cmath>
#include <limits>

#include "gtest/gtest.h"

namespace clonecheck {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(ArrayJson, numbers_that_json_has_not_are_words) {
  for (const double number : {0.5, -3.0, kInfinity, -kInfinity}) {
    EXPECT_EQ(NumberFromJson(nlohmann::json(NumberToJson(number))), number);
  }
  EXPECT_EQ(NumberToJson(-kInfinity), "-inf");
  EXPECT_EQ(NumberToJson(std::nan("")), "nan");
  EXPECT_TRUE(std::isnan(NumberFromJson("nan")));
  EXPECT_TRUE(std::isnan(NumberFromJson(nullptr)));
}

TEST(ArrayJson, an_array_is_as_deep_as_it_has_axes) {
  Array array;
  array.dims = {2, 3};
  array.values = {1, 2, 3, 4, kInfinity, 6};
  EXPECT_EQ(ArrayToJson(array).dump(), R"([[1.0,2.0,3.0],[4.0,"inf",6.0]])");
  EXPECT_EQ(ArraysToJson({array, Array()}).size(), 2u);
  EXPECT_TRUE(ArrayToJson(Array()).is_null());
}

}  // namespace
}  // namespace clonecheck
