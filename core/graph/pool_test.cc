#include "core/graph/pool.h"

#include <limits>
#include <string>

#include "core/graph/example_graphs.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

TEST(Pool, equal_values_have_one_address) {
  Pool pool;
  EXPECT_EQ(pool.InternName("a"), pool.InternName(std::string("a")));
  EXPECT_NE(pool.InternName("a"), pool.InternName("b"));
  EXPECT_EQ(pool.InternShape({kUnknownDim, 4}),
            pool.InternShape({kUnknownDim, 4}));
  EXPECT_NE(pool.InternShape({kUnknownDim, 4}), pool.InternShape({4}));
  EXPECT_EQ(DenseConfig(pool, 3), DenseConfig(pool, 3));
  EXPECT_NE(DenseConfig(pool, 3), DenseConfig(pool, 4));
  EXPECT_EQ(pool.InternList({ConfigValue::Int(1)}),
            pool.InternList({ConfigValue::Int(1)}));
}

TEST(Pool, the_order_of_config_entries_does_not_matter) {
  Pool pool;
  EXPECT_EQ(MakeConfig(pool, "Dot",
                       {{"axes", ConfigValue::Int(1)},
                        {"normalize", ConfigValue::Bool(true)}}),
            MakeConfig(pool, "Dot",
                       {{"normalize", ConfigValue::Bool(true)},
                        {"axes", ConfigValue::Int(1)}}));
}

TEST(Pool, the_types_of_config_values_matter) {
  Pool pool;
  const auto list = [&](ConfigValue value) { return pool.InternList({value}); };
  EXPECT_NE(list(ConfigValue::Int(1)), list(ConfigValue::Double(1)));
  EXPECT_NE(list(ConfigValue::Int(1)), list(ConfigValue::Bool(true)));
  EXPECT_NE(list(ConfigValue::Int(0)), list(ConfigValue::None()));
  EXPECT_NE(list(ConfigValue::Double(0.0)), list(ConfigValue::Double(-0.0)));
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(list(ConfigValue::Double(nan)), list(ConfigValue::Double(nan)));
}

TEST(Pool, addresses_stay_while_the_pool_grows) {
  Pool pool;
  const Name* first = pool.InternName("first");
  const Shape* shape = pool.InternShape({1, 2});
  for (int i = 0; i < 10'000; ++i) {
    pool.InternName(std::to_string(i));
    pool.InternShape({i, i});
  }
  EXPECT_EQ(pool.InternName("first"), first);
  EXPECT_EQ(first->text, "first");
  EXPECT_EQ(pool.InternShape({1, 2}), shape);
}

}  // namespace
}  // namespace clonecheck
