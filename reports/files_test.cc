// Names of files for texts that are none.
#include "reports/files.h"

#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

TEST(Files, json_is_utf8_whatever_is_in_it) {
  EXPECT_EQ(JsonText({{"\xff", "a\xc3"}}, -1),
            "{\"\xEF\xBF\xBD\":\"a\xEF\xBF\xBD\"}");
  EXPECT_EQ(JsonText({{"ü", 1}}, 2), "{\n  \"ü\": 1\n}");
}

TEST(FileName, what_a_file_may_not_have_becomes_a_dash) {
  EXPECT_EQ(FileName("keras-2.2.4/completes/x_1 @w"),
            "keras-2.2.4-completes-x_1--w");
}

TEST(FileName, a_long_text_keeps_its_beginning_and_its_end) {
  const std::string text =
      absl::StrCat("exec:", std::string(300, 'd'), "/clone/completes/E@w");
  const std::string name = FileName(text);
  EXPECT_EQ(name.size(), 100u);
  EXPECT_TRUE(absl::StartsWith(name, "exec-ddd")) << name;
  EXPECT_TRUE(absl::EndsWith(name, "ddd-clone-completes-E-w")) << name;
}

TEST(FileName, long_texts_that_differ_in_the_middle_have_two_names) {
  const std::string begin(100, 'b');
  const std::string end(100, 'e');
  EXPECT_NE(FileName(begin + "1" + end), FileName(begin + "2" + end));
}

TEST(FileName, a_hundred_characters_are_not_too_long) {
  const std::string text(100, 'a');
  EXPECT_EQ(FileName(text), text);
  EXPECT_NE(FileName(text + "a"), text + "a");
}

}  // namespace
}  // namespace clonecheck
