// What files are written to, and names of files for texts that are none.
#include "reports/files.h"

#include <sys/resource.h>

#include <filesystem>
#include <string>

#include "absl/status/status.h"
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

TEST(Files, a_link_is_followed_wherever_it_leads) {
  const std::filesystem::path folder = ::testing::TempDir() + "/links";
  std::filesystem::create_directories(folder / "other");
  std::filesystem::create_symlink("other/link", folder / "to_link");
  std::filesystem::create_symlink("file", folder / "other/link");
  for (const char* text : {"made", "replaced"}) {
    ASSERT_TRUE(WriteFile(folder / "to_link", text).ok());
    EXPECT_EQ(ReadFile(folder / "other/file").value(), text);
    EXPECT_TRUE(std::filesystem::is_symlink(folder / "to_link"));
    EXPECT_TRUE(std::filesystem::is_symlink(folder / "other/link"));
  }
}

TEST(Files, a_link_to_itself_is_told) {
  const std::filesystem::path link = ::testing::TempDir() + "/itself";
  std::filesystem::create_symlink("itself", link);
  EXPECT_FALSE(WriteFile(link, "text").ok());
  EXPECT_TRUE(std::filesystem::is_symlink(link));
}

TEST(Files, who_may_read_what_is_replaced_may_read_what_replaces_it) {
  const std::string path = ::testing::TempDir() + "/mine";
  ASSERT_TRUE(WriteFile(path, "first").ok());
  const auto mine =
      std::filesystem::perms::owner_read | std::filesystem::perms::owner_write;
  std::filesystem::permissions(path, mine);
  ASSERT_TRUE(WriteFile(path, "second").ok());
  EXPECT_EQ(std::filesystem::status(path).permissions(), mine);
  EXPECT_EQ(ReadFile(path).value(), "second");
}

TEST(Files, why_one_cannot_be_made_is_told) {
  const std::string path = ::testing::TempDir() + "/none";
  rlimit before;
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &before), 0);
  const rlimit none{0, before.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &none), 0);
  const absl::Status written = WriteFile(path, "text");
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &before), 0);
  EXPECT_TRUE(absl::StrContains(written.message(), "Too many open files"))
      << written;
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
