#include "core/graph/config.h"

#include <limits>
#include <vector>

#include "core/graph/example_graphs.h"
#include "core/graph/pool.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

TEST(Config, values_print_as_python_literals) {
  Pool pool;
  const auto print = ConfigValueToPython;
  EXPECT_EQ(print(ConfigValue::None()), "None");
  EXPECT_EQ(print(ConfigValue::Bool(true)), "True");
  EXPECT_EQ(print(ConfigValue::Int(-3)), "-3");
  EXPECT_EQ(print(ConfigValue::Double(0.1)), "0.1");
  EXPECT_EQ(print(ConfigValue::Double(2)), "2.0");
  EXPECT_EQ(print(ConfigValue::Double(-0.0)), "-0.0");
  EXPECT_EQ(print(ConfigValue::Double(1e300)), "1e+300");
  EXPECT_EQ(
      print(ConfigValue::Double(-std::numeric_limits<double>::infinity())),
      "float('-inf')");
  EXPECT_EQ(print(MakeText(pool, "it's\n")), R"('it\'s\n')");
  const ConfigValue list = ConfigValue::List(
      pool.InternList({ConfigValue::None(), ConfigValue::Int(4)}));
  EXPECT_EQ(print(list), "[None, 4]");
  EXPECT_EQ(print(ConfigValue::Dict(
                pool.InternConfig(nullptr, {{pool.InternName("a"), list}}))),
            "{'a': [None, 4]}");
}

TEST(Config, entries_print_as_keyword_arguments) {
  Pool pool;
  EXPECT_EQ(ConfigToPython(*pool.InternConfig(
                pool.InternName("Dense"),
                {{pool.InternName("units"), ConfigValue::Int(3)},
                 {pool.InternName("activation"), MakeText(pool, "relu")}})),
            "activation='relu', units=3");
  EXPECT_EQ(ConfigToPython(*pool.InternConfig(pool.InternName("Flatten"), {})),
            "");
}

TEST(Config, the_order_of_values_is_total) {
  Pool pool;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  // Rising.
  const std::vector<ConfigValue> values = {
      ConfigValue::None(),
      ConfigValue::Bool(false),
      ConfigValue::Bool(true),
      ConfigValue::Int(-1),
      ConfigValue::Int(1),
      ConfigValue::Double(-1),
      ConfigValue::Double(0.0),
      ConfigValue::Double(-0.0),
      ConfigValue::Double(1),
      ConfigValue::Double(nan),
      MakeText(pool, "a"),
      MakeText(pool, "b"),
      ConfigValue::List(pool.InternList({ConfigValue::Int(9)})),
      ConfigValue::List(
          pool.InternList({ConfigValue::Int(1), ConfigValue::Int(1)})),
      ConfigValue::Dict(pool.InternConfig(nullptr, {})),
      ConfigValue::Dict(DenseConfig(pool, 1)),
  };
  for (size_t i = 0; i < values.size(); ++i) {
    for (size_t j = 0; j < values.size(); ++j) {
      const int c = CompareConfigValues(values[i], values[j]);
      EXPECT_EQ(c < 0, i < j) << i << " " << j;
      EXPECT_EQ(c == 0, i == j) << i << " " << j;
    }
  }
}

TEST(Config, content_orders_configs_of_different_pools) {
  Pool a;
  Pool b;
  DenseConfig(b, 9);  // other ids
  EXPECT_EQ(CompareConfigs(*DenseConfig(a, 3), *DenseConfig(b, 3)), 0);
  EXPECT_LT(CompareConfigs(*DenseConfig(a, 3), *DenseConfig(b, 4)), 0);
}

TEST(Config, keys_are_found_by_text) {
  Pool pool;
  const Config* dense = DenseConfig(pool, 3);
  ASSERT_NE(dense->Find("units"), nullptr);
  EXPECT_EQ(*dense->Find("units"), ConfigValue::Int(3));
  EXPECT_EQ(dense->Find("unit"), nullptr);
}

}  // namespace
}  // namespace clonecheck
