#include "reports/shell_word.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

TEST(ShellWord, leaves_what_is_safe_as_it_is) {
  EXPECT_EQ(ShellWord("clonecheck-out/keras-2.2.4_a:b@2,c=d.json"),
            "clonecheck-out/keras-2.2.4_a:b@2,c=d.json");
}

TEST(ShellWord, quotes_what_a_shell_would_read) {
  EXPECT_EQ(ShellWord("o ut/a.json"), "'o ut/a.json'");
  EXPECT_EQ(ShellWord("$(x);*"), "'$(x);*'");
  EXPECT_EQ(ShellWord("it's"), "'it'\\''s'");
  EXPECT_EQ(ShellWord(""), "''");
}

TEST(ShellWord, is_read_back_as_it_was) {
  const std::vector<std::string> words = {"clonecheck", "replay", "it's a b",
                                          "",           "plain",  "ü"};
  std::string command;
  for (const std::string& word : words) {
    absl::StrAppend(&command, command.empty() ? "" : " ", ShellWord(word));
  }
  EXPECT_EQ(ShellWords(command), words);
}

}  // namespace
}  // namespace clonecheck
