#include "cli/checks.h"

#include <filesystem>
#include <string>
#include <system_error>
#include <type_traits>
#include <utility>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "core/text.h"
#include "reports/files.h"

namespace clonecheck {
namespace {

bool Read(const std::string& text, int* value) {
  return absl::SimpleAtoi(text, value);
}
bool Read(const std::string& text, uint64_t* value) {
  return absl::SimpleAtoi(text, value);
}
bool Read(const std::string& text, double* value) {
  return absl::SimpleAtod(text, value);
}

template <typename Number>
CLI::Validator Between(absl::string_view type, Number low, Number high) {
  return CLI::Validator(
      [low, high](std::string& text) {
        Number value;
        if (Read(text, &value) && low <= value && value <= high) {
          return std::string();
        }
        return absl::StrCat(
            QuoteForMessage(text), " is no ",
            std::is_integral_v<Number> ? "whole number" : "number", " from ",
            low, " to ", high, "; give one");
      },
      absl::StrCat(type, " in [", low, " - ", high, "]"));
}

}  // namespace

CLI::Validator OneOf(std::vector<std::string> words) {
  const std::string all = absl::StrJoin(words, ",");
  return CLI::Validator(
      [words = std::move(words), all](std::string& text) {
        for (const std::string& word : words) {
          if (word == text) return std::string();
        }
        const std::string meant = DidYouMean(
            text, std::vector<absl::string_view>(words.begin(), words.end()));
        return absl::StrCat(QuoteForMessage(text), " is none of ", all,
                            meant.empty() ? "; give one of these" : meant);
      },
      absl::StrCat("{", all, "}"));
}

std::vector<std::string> WordsOf(const CLI::Option& option) {
  // Of a check the library keeps only what that says of itself.
  const std::string type = option.get_type_name();
  const size_t begin = type.find('{');
  const size_t end = type.find('}');
  if (begin == std::string::npos || end == std::string::npos) return {};
  return absl::StrSplit(type.substr(begin + 1, end - begin - 1), ',');
}

CLI::Validator FileToWrite() {
  return CLI::Validator(
      [](std::string& text) {
        const std::filesystem::path folder =
            std::filesystem::path(UserPath(text)).parent_path();
        std::error_code ignored;
        if (folder.empty() || std::filesystem::is_directory(folder, ignored)) {
          return std::string();
        }
        return absl::StrCat("there is no folder ",
                            QuoteForMessage(folder.string()),
                            "; make it, or name a file elsewhere");
      },
      "");
}

CLI::Validator InRange(int low, int high) { return Between("INT", low, high); }
CLI::Validator InRange(uint64_t low, uint64_t high) {
  return Between("UINT", low, high);
}
CLI::Validator InRange(double low, double high) {
  return Between("FLOAT", low, high);
}

}  // namespace clonecheck
