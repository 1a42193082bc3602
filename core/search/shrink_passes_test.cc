// Each pass of the shrinker that is declared is run: the tables are private to
// Shrink, so their text is read.
#include <fstream>
#include <map>
#include <regex>
#include <string>

#include "gtest/gtest.h"

namespace clonecheck {
namespace {

// How often each first group of `pattern` is in the lines of a file.
std::map<std::string, int> Found(const std::string& path,
                                 const std::string& pattern) {
  std::ifstream file("core/search/" + path);
  const std::regex regex(pattern);
  std::map<std::string, int> found;
  for (std::string line; std::getline(file, line);) {
    std::smatch match;
    if (std::regex_search(line, match, regex)) ++found[match[1]];
  }
  return found;
}

TEST(ShrinkPasses, each_function_of_the_header_is_in_one_table_once) {
  const std::map<std::string, int> declared =
      Found("shrink_passes.h", R"(^bool (\w+)\(Shrinker& s\);)");
  EXPECT_GE(declared.size(), 30u);
  EXPECT_EQ(Found("shrink_passes.cc", R"(&(\w+)\})"), declared);
}

TEST(ShrinkPasses, no_two_have_one_name) {
  for (const auto& [name, count] :
       Found("shrink_passes.cc", R"re(\{"([-a-z]+)", &)re")) {
    EXPECT_EQ(count, 1) << name;
  }
}

}  // namespace
}  // namespace clonecheck
