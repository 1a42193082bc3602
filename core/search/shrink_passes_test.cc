// Each pass of the shrinker that is defined is run: the tables are private to
// Shrink, so their text is read.
#include "core/registration.h"

namespace clonecheck {
namespace {

constexpr char kList[] = "core/search/all_shrink_passes.inc";

TEST(ShrinkPasses, are_all_that_a_file_here_defines) {
  EXPECT_TRUE(
      EachIsRegistered({"core/search/*.cc", R"(^bool (\w+)\(Shrinker& s\) \{)"},
                       {kList, R"re(^(?:FINAL_)?PASS\("[-a-z]+", (\w+)\))re"}));
}

TEST(ShrinkPasses, no_two_have_one_name) {
  const std::map<std::string, int> names =
      CountNames({kList, R"re(PASS\("([-a-z]+)", )re"});
  EXPECT_GE(names.size(), 30u);
  for (const auto& [name, count] : names) EXPECT_EQ(count, 1) << name;
}

}  // namespace
}  // namespace clonecheck
