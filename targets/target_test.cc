// Targets by name, in a folder where one seems to be installed.
#include "targets/target.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

using testing::HasSubstr;

class TargetTest : public testing::Test {
 protected:
  TargetTest() {
    const std::string python = absl::StrCat(folder_, "/keras3-venv/bin/python");
    std::filesystem::create_directories(
        std::filesystem::path(python).parent_path());
    std::ofstream(python) << "";
    setenv("CLONECHECK_TARGETS", folder_.c_str(), 1);
    unsetenv("BUILD_WORKING_DIRECTORY");
  }
  ~TargetTest() override { unsetenv("CLONECHECK_TARGETS"); }

  const std::string folder_ = absl::StrCat(testing::TempDir(), "/targets");
};

TEST_F(TargetTest, a_clone_model_of_ones_own_is_the_workers_last_argument) {
  const std::string file = absl::StrCat(testing::TempDir(), "/mine.py");
  std::ofstream(file) << "clone_model = None";
  const auto target = FindTarget(absl::StrCat("keras-3.15.1-numpy:", file));
  ASSERT_TRUE(target.ok()) << target.status();
  EXPECT_EQ(target->name, "keras-3.15.1-numpy:mine.py");
  EXPECT_TRUE(target->own_clone);
  EXPECT_EQ(target->command.back(), absl::StrCat("--clone-model=", file));
  EXPECT_EQ(target->command[target->command.size() - 2], "numpy");
}

TEST_F(TargetTest, what_cannot_be_tried_so_says_why) {
  const auto missing = FindTarget("keras-3.15.1:nowhere/mine.py");
  EXPECT_TRUE(absl::IsInvalidArgument(missing.status()));
  EXPECT_THAT(missing.status().ToString(), HasSubstr("nowhere/mine.py"));
  EXPECT_TRUE(
      absl::IsFailedPrecondition(FindTarget("tf-keras-2.21:mine.py").status()));
  EXPECT_TRUE(absl::IsInvalidArgument(FindTarget("keras-9:mine.py").status()));
}

}  // namespace
}  // namespace clonecheck
