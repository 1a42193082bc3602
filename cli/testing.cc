#include "cli/testing.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>

#include "absl/strings/numbers.h"
#include "absl/strings/str_join.h"
#include "core/test_file.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

namespace fs = std::filesystem;
using Seconds = std::chrono::duration<double>;

// What a command may take: most of what Bazel gives the whole test, so that
// the test itself still says which command it was.
Seconds TimeLimit() {
  const char* seconds = std::getenv("TEST_TIMEOUT");
  int whole = 0;
  if (seconds == nullptr || !absl::SimpleAtoi(seconds, &whole)) whole = 60;
  return Seconds(0.8 * whole);
}

std::string Read(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  EXPECT_TRUE(file.is_open()) << path;
  return std::string(std::istreambuf_iterator<char>(file), {});
}

// In the child: never returns. `out` and `err` may be one file.
[[noreturn]] void Execute(const std::string& program,
                          const std::vector<std::string>& arguments,
                          const fs::path& out, const fs::path& err) {
  std::vector<char*> argv = {const_cast<char*>("clonecheck")};
  for (const std::string& argument : arguments) {
    argv.push_back(const_cast<char*>(argument.c_str()));
  }
  argv.push_back(nullptr);
  constexpr int kFlags = O_WRONLY | O_CREAT | O_TRUNC;
  const auto write_to = [&](const fs::path& file, int number) {
    const int opened = open(file.c_str(), kFlags, 0600);
    return opened >= 0 && dup2(opened, number) >= 0;
  };
  if (chdir(TempDirectory().c_str()) == 0 && write_to(out, STDOUT_FILENO) &&
      (err == out ? dup2(STDOUT_FILENO, STDERR_FILENO) >= 0
                  : write_to(err, STDERR_FILENO))) {
    execv(program.c_str(), argv.data());
  }
  _exit(127);
}

}  // namespace

const std::string& TempDirectory() {
  static const std::string& directory = *new std::string([] {
    const fs::path path = fs::path(::testing::TempDir()) /
                          ("clonecheck-" + std::to_string(getpid()));
    fs::create_directories(path);
    return path.string();
  }());
  return directory;
}

std::string TempFile(const std::string& name, const std::string& content) {
  std::ofstream file(fs::path(TempDirectory()) / name, std::ios::binary);
  file << content;
  file.close();
  EXPECT_TRUE(file) << name;
  return name;
}

std::string ReadTempFile(const std::string& name) {
  return Read(fs::path(TempDirectory()) / name);
}

nlohmann::json RunFile(const std::string& name) {
  return nlohmann::json::parse(ReadTempFile(name));
}

nlohmann::json FindingIn(const nlohmann::json& run, const std::string& cloner,
                         const std::string& signature) {
  for (const nlohmann::json& finding :
       run.at("cloners").at(cloner).at("findings")) {
    if (finding["signature"] == signature) return finding;
  }
  return nullptr;
}

std::string DataFile(const std::string& path) {
  // Commands are started elsewhere.
  return fs::absolute(TestFile(path)).string();
}

Outcome Clonecheck(const std::vector<std::string>& arguments,
                   double interrupt_after, bool together) {
  // Not what the test may want to look at.
  const fs::path out = fs::path(TempDirectory()) / "out.tmp";
  const fs::path err = together ? out : fs::path(TempDirectory()) / "err.tmp";
  const std::string program = DataFile("cli/clonecheck");
  const pid_t child = fork();
  if (child == 0) Execute(program, arguments, out, err);

  Outcome outcome;
  rusage usage = {};
  int status = 0;
  bool interrupted = false;
  bool killed = false;
  const Seconds limit = TimeLimit();
  const auto start = std::chrono::steady_clock::now();
  while (wait4(child, &status, WNOHANG, &usage) == 0) {
    const Seconds passed = std::chrono::steady_clock::now() - start;
    if (!killed && passed > limit) {
      killed = true;
      kill(child, SIGKILL);
    }
    if (!interrupted && interrupt_after > 0 &&
        passed > Seconds(interrupt_after)) {
      interrupted = true;
      kill(child, SIGINT);
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  EXPECT_FALSE(killed) << "clonecheck " << absl::StrJoin(arguments, " ")
                       << ": no end after " << limit.count() << " s";
  if (WIFEXITED(status)) outcome.code = WEXITSTATUS(status);
  outcome.out = Read(out);
  outcome.err = Read(err);
  outcome.peak_kilobytes = usage.ru_maxrss;
  return outcome;
}

}  // namespace clonecheck
