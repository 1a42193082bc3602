// What commands print on a terminal is coloured; what they print into files is
// not, nor where NO_COLOR is set.
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "cli/testing.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kRed = "\x1b[31m";
constexpr const char* kGreen = "\x1b[32m";
constexpr const char* kBold = "\x1b[1m";

// Both outputs of `clonecheck ARGUMENTS` on a terminal of its own.
std::string OnTerminal(const std::vector<std::string>& arguments,
                       bool no_color = false) {
  const std::string program = DataFile("cli/clonecheck");
  std::vector<char*> argv = {const_cast<char*>("clonecheck")};
  for (const std::string& argument : arguments) {
    argv.push_back(const_cast<char*>(argument.c_str()));
  }
  argv.push_back(nullptr);
  setenv("TERM", "xterm", 1);
  no_color ? setenv("NO_COLOR", "1", 1) : unsetenv("NO_COLOR");
  int terminal = -1;
  const pid_t child = forkpty(&terminal, nullptr, nullptr, nullptr);
  if (child == 0) {
    if (chdir(TempDirectory().c_str()) == 0)
      execv(program.c_str(), argv.data());
    _exit(127);
  }
  EXPECT_GT(child, 0);
  std::string text;
  char part[4096];
  // A terminal whose other end is closed gives an error, not an end.
  for (ssize_t n; (n = read(terminal, part, sizeof(part))) > 0;) {
    text.append(part, static_cast<size_t>(n));
  }
  int status = 0;
  waitpid(child, &status, 0);
  close(terminal);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) != 127) << text;
  return text;
}

std::string Red(const std::string& text) { return kRed + text + "\x1b[0m"; }

TEST(Colours, are_for_terminals_whose_user_wants_them) {
  const std::string file = TempFile("two.json", kSecondOfTwoOutputs);
  const std::vector<std::string> replay = {"replay", file, "--cloners",
                                           "keras-2.2.4"};
  EXPECT_THAT(OnTerminal(replay), HasSubstr(kRed));
  EXPECT_THAT(OnTerminal(replay, /*no_color=*/true), Not(HasSubstr("\x1b[")));
  EXPECT_THAT(Clonecheck(replay).out, Not(HasSubstr("\x1b[")));
}

TEST(Colours, a_report_has_severities_and_what_is_new) {
  const std::string file = TempFile("two.json", kSecondOfTwoOutputs);
  Clonecheck(
      {"replay", file, "--cloners", "keras-2.2.4", "--json", "run.json"});
  const std::string known =
      TempFile("known.json", R"({"version": 1, "known": []})");
  const std::string text = OnTerminal({"report", "run.json", "--known", known});
  EXPECT_THAT(text, HasSubstr(Red("error   ")));
  EXPECT_THAT(text, HasSubstr(std::string(kBold) + "new     "));
}

TEST(Colours, what_is_shrunk_has_its_severity) {
  const std::string file = TempFile("two.json", kSecondOfTwoOutputs);
  EXPECT_THAT(OnTerminal({"shrink", file, "--cloner", "keras-2.2.4"}),
              HasSubstr(Red(kLost)));
}

TEST(Colours, a_verdict_is_green_or_red) {
  const auto judge = [](const char* name) {
    return OnTerminal({"judge",
                       DataFile("judge/candidates/" + std::string(name)),
                       "--cases", "1", "--max-calls", "1"});
  };
  EXPECT_THAT(judge("reference.py"), HasSubstr(Red("does_not_fix")));
  EXPECT_THAT(judge("our_fix.py"),
              HasSubstr(std::string(kGreen) + "equivalent"));
}

}  // namespace
}  // namespace clonecheck
