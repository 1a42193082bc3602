#include "cli/checks.h"

#include <cstdio>
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
#include "reports/open_files.h"

namespace clonecheck {
namespace {

namespace fs = std::filesystem;

constexpr char kEmptyName[] = "it is empty; name a file, or leave it out";

// What an option names, by itself if nothing is given.
std::vector<std::string> NamesOf(const CLI::Option& option) {
  std::vector<std::string> names = option.results();
  if (names.empty()) names.push_back(option.get_default_str());
  return names;
}

// Where the file of this name is, or will be; empty for no name, and for what
// is no file.
fs::path WhatIsNamed(const std::string& name) {
  std::error_code ignored;
  const fs::path path = name.empty() ? fs::path() : fs::path(UserPath(name));
  if (path.empty() ||
      (fs::exists(path, ignored) && !fs::is_regular_file(path, ignored))) {
    return {};
  }
  return fs::weakly_canonical(fs::absolute(path, ignored), ignored);
}

// Whether a file can be made in `folder`, for what a user has named `text`.
std::string CannotWrite(const std::string& text, const fs::path& folder,
                        absl::string_view what) {
  const absl::Status status = CanMakeFileIn(folder.string());
  if (status.ok()) return "";
  return absl::StrCat("nothing can be written to ", QuoteForMessage(text), " (",
                      status.message(), "); name ", what, " elsewhere");
}

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
      [words = std::move(words)](std::string& text) {
        for (const std::string& word : words) {
          if (word == text) return std::string();
        }
        const std::string meant = DidYouMean(
            text, std::vector<absl::string_view>(words.begin(), words.end()));
        if (!meant.empty()) {
          return absl::StrCat("it cannot be ", QuoteForMessage(text), meant);
        }
        const std::string& last = words.back();
        return absl::StrCat("it cannot be ", QuoteForMessage(text), "; give ",
                            absl::StrJoin(words.begin(), words.end() - 1, ", "),
                            words.size() > 1 ? " or " : "", last);
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

CLI::Validator FileToRead() {
  return CLI::Validator(
      [](std::string& text) { return text.empty() ? kEmptyName : ""; }, "");
}

CLI::Validator FileToWrite() {
  return CLI::Validator(
      [](std::string& text) {
        if (text.empty()) return std::string(kEmptyName);
        if (text == "-") {
          return std::string(
              "- is no name of a file here; write /dev/stdout to have it "
              "printed, or ./- for a file of that name");
        }
        if (const int open = DescriptorOf(UserPath(text)); open >= 0) {
          std::FILE* stream = StreamTo(open);
          if (stream == nullptr) {
            return absl::StrCat(QuoteForMessage(text),
                                " is not open for writing; name a file");
          }
          std::fclose(stream);
          return std::string();
        }
        std::error_code ignored;
        // Where a link points to.
        const fs::path named = fs::absolute(UserPath(text), ignored);
        const fs::path there = fs::weakly_canonical(named, ignored);
        const fs::path file = there.empty() ? named : there;
        if (fs::is_directory(file, ignored)) {
          return absl::StrCat(QuoteForMessage(text),
                              " is a folder; name a file");
        }
        // Of a device nothing is made beside it.
        if (fs::exists(file, ignored) && !fs::is_regular_file(file, ignored)) {
          return std::string();
        }
        const fs::path folder = file.parent_path();
        if (!fs::is_directory(folder, ignored)) {
          return absl::StrCat(
              "there is no folder ",
              QuoteForMessage(fs::path(text).parent_path().string()),
              "; make it, or name a file elsewhere");
        }
        if (CanOnlyBeWrittenTo(file.string())) return std::string();
        return CannotWrite(text, folder, "a file");
      },
      "");
}

CLI::Validator FolderToWrite() {
  return CLI::Validator(
      [](std::string& text) {
        if (text.empty()) return std::string();
        if (text == "-") {
          return std::string(
              "- is no name of a folder here; write ./- for one of that name");
        }
        std::error_code ignored;
        fs::path folder = UserPath(text);
        while (!folder.empty() && !fs::exists(folder, ignored)) {
          folder = folder.parent_path();
        }
        if (folder.empty()) folder = UserPath(".");
        if (!fs::is_directory(folder, ignored)) {
          return absl::StrCat(QuoteForMessage(folder.string()),
                              " is a file; name a folder");
        }
        return CannotWrite(text, folder, "a folder");
      },
      "");
}

void KeepApart(const std::vector<const CLI::Option*>& written,
               const std::vector<const CLI::Option*>& read) {
  std::vector<const CLI::Option*> others = read;
  for (const CLI::Option* option : written) {
    for (const std::string& name : option->results()) {
      const fs::path file = WhatIsNamed(name);
      if (file.empty()) continue;
      for (const CLI::Option* other : others) {
        for (const std::string& theirs : NamesOf(*other)) {
          if (WhatIsNamed(theirs) != file) continue;
          throw CLI::ValidationError(absl::StrCat(
              option->get_name(), " ", name, " is what ", other->get_name(),
              " names, too, and would be written over; name another file"));
        }
      }
    }
    others.push_back(option);
  }
}

CLI::Validator InRange(int low, int high) { return Between("INT", low, high); }
CLI::Validator InRange(uint64_t low, uint64_t high) {
  return Between("UINT", low, high);
}
CLI::Validator InRange(double low, double high) {
  return Between("FLOAT", low, high);
}

}  // namespace clonecheck
