#include "core/recorded.h"

#include <cstdlib>
#include <fstream>
#include <utility>

#include "absl/strings/str_cat.h"

namespace clonecheck {
namespace {

constexpr int kMostShown = 5;  // lines of a failure

std::map<std::string, std::string> Read(const std::string& file) {
  std::map<std::string, std::string> results;
  std::ifstream in(file);
  std::string line;
  while (std::getline(in, line)) {
    const size_t colon = line.find(": ");
    if (colon == std::string::npos) continue;
    results[line.substr(0, colon)] = line.substr(colon + 2);
  }
  return results;
}

}  // namespace

Recorded::Recorded(std::string file) : file_(std::move(file)) {}

void Recorded::Add(const std::string& key, const std::string& result) {
  EXPECT_TRUE(results_.emplace(key, result).second)
      << key << " comes twice in " << file_;
}

testing::AssertionResult Recorded::AreSame() const {
  if (const char* checkout = std::getenv("CLONECHECK_RECORD")) {
    std::ofstream out(absl::StrCat(checkout, "/", file_));
    for (const auto& [key, result] : results_) {
      out << key << ": " << result << "\n";
    }
    out.close();
    if (out.fail()) return testing::AssertionFailure() << "cannot write";
    return testing::AssertionSuccess();
  }
  const std::map<std::string, std::string> before = Read(file_);
  int changed = 0;
  std::string shown;
  const auto show = [&](const std::string& text) {
    if (++changed <= kMostShown) absl::StrAppend(&shown, text);
  };
  for (const auto& [key, result] : results_) {
    const auto found = before.find(key);
    if (found == before.end()) {
      show(absl::StrCat(key, " is not recorded:\n  ", result, "\n"));
    } else if (found->second != result) {
      show(absl::StrCat(key, " was\n  ", found->second, "\nand is\n  ", result,
                        "\n"));
    }
  }
  for (const auto& [key, result] : before) {
    if (results_.count(key) == 0) show(absl::StrCat(key, " is gone\n"));
  }
  if (changed == 0) return testing::AssertionSuccess();
  return testing::AssertionFailure()
         << changed << " of " << results_.size() << " results are not those of "
         << file_ << ". The first:\n"
         << shown
         << "The same seed is to give the same result everywhere. If nothing "
            "was meant to change, this is a bug. If it was, run\n"
            "  tools/record-results\n"
            "and see by `git diff` that what changed is what should.";
}

}  // namespace clonecheck
