#include "core/recorded.h"

#include <cstdlib>
#include <fstream>
#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

class RecordedTest : public testing::Test {
 protected:
  RecordedTest() : file_(absl::StrCat(testing::TempDir(), "/recorded.txt")) {
    std::ofstream(file_) << "one: 1\ntwo: 2: and more\n";
  }
  ~RecordedTest() override { unsetenv("CLONECHECK_RECORD"); }

  const std::string file_;
};

TEST_F(RecordedTest, the_same_results_are_the_same) {
  Recorded recorded(file_);
  recorded.Add("two", "2: and more");
  recorded.Add("one", "1");
  EXPECT_TRUE(recorded.AreSame());
}

TEST_F(RecordedTest, what_is_another_new_or_gone_is_named_with_what_to_do) {
  Recorded recorded(file_);
  recorded.Add("one", "3");
  recorded.Add("three", "4");
  const testing::AssertionResult result = recorded.AreSame();
  ASSERT_FALSE(result);
  for (const char* text :
       {"one was\n  1\nand is\n  3\n", "three is not recorded:\n  4\n",
        "two is gone\n", "3 of 2 results", "tools/record-results"}) {
    EXPECT_TRUE(absl::StrContains(result.message(), text)) << result.message();
  }
}

TEST_F(RecordedTest, told_to_record_it_writes_what_is_then_the_same) {
  Recorded recorded(absl::StrCat("written.txt"));
  recorded.Add("b", "2");
  recorded.Add("a", "1");
  setenv("CLONECHECK_RECORD", testing::TempDir().c_str(), 1);
  EXPECT_TRUE(recorded.AreSame());
  std::ifstream in(absl::StrCat(testing::TempDir(), "/written.txt"));
  const std::string text((std::istreambuf_iterator<char>(in)), {});
  EXPECT_EQ(text, "a: 1\nb: 2\n");
}

}  // namespace
}  // namespace clonecheck
