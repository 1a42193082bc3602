// The list of targets is whole; targets by name, in a folder where one seems to
// be installed.
#include "targets/target.h"

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "core/registration.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

using testing::HasSubstr;

// keras2/worker.py, …
std::vector<std::string> Workers() {
  std::vector<std::string> workers;
  for (const auto& folder : std::filesystem::directory_iterator("targets")) {
    for (const char* file : {"worker.py", "worker.js"}) {
      if (std::filesystem::exists(folder.path() / file) &&
          folder.path().filename() != "python") {  // what some share
        workers.push_back(folder.path().filename() / file);
      }
    }
  }
  return workers;
}

TEST(Targets, every_worker_is_started_by_one_and_each_has_a_worker) {
  std::map<std::string, int> started =
      CountNames({"targets/target.cc", R"re("(\w+/worker\.\w+)")re"});
  for (const std::string& worker : Workers()) {
    EXPECT_EQ(started.erase(worker), 1u)
        << "targets/target.cc has no " << worker;
  }
  for (const auto& [worker, count] : started) {
    ADD_FAILURE() << "targets/target.cc has " << worker
                  << ", but there is no such file";
  }
}

TEST(Targets, each_is_installed_by_an_environment_of_setup_targets) {
  setenv("CLONECHECK_TARGETS", "/nowhere", 1);
  std::map<std::string, int> environments =
      CountNames({"tools/setup-targets", R"re(^  "(\w+)\|)re"});
  std::vector<absl::string_view> names = TargetNames();
  for (absl::string_view name : HuntTargetNames()) names.push_back(name);
  for (absl::string_view name : names) {
    const std::string message(FindTarget(name).status().message());
    const std::string begin = "`tools/setup-targets ";
    const size_t at = message.find(begin);
    ASSERT_NE(at, std::string::npos) << name << ": " << message;
    const size_t word = at + begin.size();
    const std::string environment =
        message.substr(word, message.find('`', word) - word);
    EXPECT_EQ(environments.count(environment), 1u)
        << "tools/setup-targets has no " << environment << ", which " << name
        << " needs";
  }
  unsetenv("CLONECHECK_TARGETS");
}

TEST(Targets, are_in_the_folder_that_scripts_ask_for) {
  unsetenv("CLONECHECK_TARGETS");
  setenv("HOME", "/nowhere", 1);
  const std::map<std::string, std::string> wanted = {
      {"", "/nowhere/.cache/clonecheck/targets"},
      {"/elsewhere", "/elsewhere/clonecheck/targets"}};
  for (const auto& [cache, folder] : wanted) {
    setenv("XDG_CACHE_HOME", cache.c_str(), 1);
    std::FILE* script = popen("targets/folder", "r");  // NOLINT: asks a shell
    ASSERT_NE(script, nullptr);
    char line[200] = "";
    EXPECT_NE(std::fgets(line, sizeof(line), script), nullptr);
    EXPECT_EQ(pclose(script), 0);
    EXPECT_EQ(absl::StripAsciiWhitespace(line), folder);
    EXPECT_THAT(FindTarget("keras-2.2.4").status().message(),
                HasSubstr(absl::StrCat(" in ", folder, ";")));
  }
  unsetenv("XDG_CACHE_HOME");
}

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

// What the shell prints that is told to run a target's command.
std::string Printed(const Target& target) {
  EXPECT_EQ(target.command.size(), 3u);
  std::string quoted;
  for (const char c : target.command.back()) {
    absl::StrAppend(&quoted, c == '\'' ? "'\\''" : std::string(1, c));
  }
  std::FILE* shell =  // NOLINTNEXTLINE: what a user's shell makes of it
      popen(absl::StrCat(target.command[0], " -c '", quoted, "'").c_str(), "r");
  char line[4096] = "";
  EXPECT_NE(std::fgets(line, sizeof(line), shell), nullptr);
  EXPECT_EQ(pclose(shell), 0);
  return std::string(absl::StripAsciiWhitespace(line));
}

TEST_F(TargetTest, a_command_is_run_where_the_user_is) {
  const std::string here = std::filesystem::current_path();
  EXPECT_EQ(Printed(FindTarget("exec:pwd -P").value()), here);
  const std::string mine =
      std::filesystem::canonical(testing::TempDir()) / "it's mine";
  std::filesystem::create_directories(mine);
  setenv("BUILD_WORKING_DIRECTORY", mine.c_str(), 1);
  EXPECT_EQ(Printed(FindTarget("exec:pwd -P").value()), mine);
  EXPECT_EQ(Printed(FindTarget("exec:false; pwd -P").value()), mine);
  unsetenv("BUILD_WORKING_DIRECTORY");
}

}  // namespace
}  // namespace clonecheck
