// What is written to a name of an open file stands where it stands.
#include "reports/open_files.h"

#include <fcntl.h>
#include <unistd.h>

#include <filesystem>
#include <string>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"
#include "reports/files.h"

namespace clonecheck {
namespace {

TEST(OpenFiles, are_known_by_their_names) {
  EXPECT_EQ(DescriptorOf("/dev/stdout"), 1);
  EXPECT_EQ(DescriptorOf("/dev/stderr"), 2);
  EXPECT_EQ(DescriptorOf("/dev/fd/7"), 7);
  EXPECT_EQ(DescriptorOf("/proc/self/fd/7"), 7);
  EXPECT_EQ(DescriptorOf(absl::StrCat("/proc/", getpid(), "/fd/7")), 7);
  EXPECT_EQ(DescriptorOf("/proc/thread-self/fd/7"), 7);
  EXPECT_EQ(DescriptorOf("/dev/fd/7/file"), -1);
  EXPECT_EQ(DescriptorOf("/dev/null"), -1);
  EXPECT_EQ(DescriptorOf("/proc/1/fd/7"), -1);
  EXPECT_EQ(DescriptorOf("7"), -1);
  EXPECT_EQ(DescriptorOf("no/such/folder/7"), -1);
}

TEST(OpenFiles, are_known_behind_links_but_not_by_what_they_hold) {
  const std::filesystem::path folder = ::testing::TempDir() + "/names";
  std::filesystem::create_directories(folder);
  std::filesystem::create_symlink("/dev/stdout", folder / "out");
  std::filesystem::create_symlink("out", folder / "link");
  std::filesystem::create_symlink("loop", folder / "loop");
  EXPECT_EQ(DescriptorOf(folder / "link"), 1);
  EXPECT_EQ(DescriptorOf(folder / "loop"), -1);
  EXPECT_EQ(DescriptorOf(folder / "none"), -1);
}

TEST(OpenFiles, keep_what_was_written_before) {
  const std::string path = ::testing::TempDir() + "/log";
  ASSERT_TRUE(WriteFile(path, "before\n").ok());
  for (const int flags : {O_WRONLY | O_APPEND, O_WRONLY}) {
    const int open = ::open(path.c_str(), flags);
    ASSERT_GE(open, 0);
    if ((flags & O_APPEND) == 0) lseek(open, 0, SEEK_END);
    ASSERT_TRUE(WriteFile(absl::StrCat("/dev/fd/", open), "text\n").ok());
    ASSERT_EQ(::write(open, "after\n", 6), 6);
    ::close(open);
  }
  EXPECT_EQ(ReadFile(path).value(), "before\ntext\nafter\ntext\nafter\n");
}

TEST(OpenFiles, that_are_not_for_writing_are_refused) {
  const std::string path = ::testing::TempDir() + "/read";
  ASSERT_TRUE(WriteFile(path, "text").ok());
  const int open = ::open(path.c_str(), O_RDONLY);
  const std::string name = absl::StrCat("/dev/fd/", open);
  EXPECT_FALSE(WriteFile(name, "other").ok());
  EXPECT_EQ(StreamTo(open), nullptr);
  ::close(open);
  EXPECT_FALSE(WriteFile(name, "other").ok());
  EXPECT_EQ(ReadFile(path).value(), "text");
}

}  // namespace
}  // namespace clonecheck
