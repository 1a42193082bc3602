// Each pass of the shrinker that is declared is run: the tables are private to
// Shrink, so their text is read.
#include "core/registration.h"

namespace clonecheck {
namespace {

constexpr char kTables[] = "core/search/shrink_passes.cc";

TEST(ShrinkPasses, each_function_of_the_header_is_in_one_table_once) {
  EXPECT_TRUE(EachIsRegistered(
      {"core/search/shrink_passes.h", R"(^bool (\w+)\(Shrinker& s\);)"},
      {kTables, R"(&(\w+)\})"}));
}

TEST(ShrinkPasses, no_two_have_one_name) {
  const std::map<std::string, int> names =
      CountNames({kTables, R"re(\{"([-a-z]+)", &)re"});
  EXPECT_GE(names.size(), 30u);
  for (const auto& [name, count] : names) EXPECT_EQ(count, 1) << name;
}

}  // namespace
}  // namespace clonecheck
