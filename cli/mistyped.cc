#include "cli/mistyped.h"

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "cli/options.h"
#include "core/text.h"

namespace clonecheck {
namespace {

std::string MeantOf(const std::string& name,
                    const std::vector<std::string>& names) {
  return DidYouMean(name,
                    std::vector<absl::string_view>(names.begin(), names.end()));
}

}  // namespace

std::string Mistyped(const CLI::App& app,
                     const std::vector<std::string>& arguments) {
  if (arguments.empty()) return "";
  if (absl::StartsWith(arguments[0], "-")) {
    const std::string name = arguments[0].substr(0, arguments[0].find('='));
    if (app.get_option_no_throw(name) != nullptr) return "";
    return absl::StrCat("clonecheck has no option ", QuoteForMessage(name),
                        " before a command", MeantOf(name, LongNames(app)));
  }
  const CLI::App* command = nullptr;
  std::vector<std::string> names;
  for (const CLI::App* each : app.get_subcommands({})) {
    names.push_back(each->get_name());
    if (names.back() == arguments[0]) command = each;
  }
  if (command == nullptr) {
    return ThereIsNo(
        "command", arguments[0],
        std::vector<absl::string_view>(names.begin(), names.end()));
  }
  const std::vector<std::string> options = LongNames(*command);
  for (size_t i = 1; i < arguments.size(); ++i) {
    if (arguments[i] == "--") break;  // what follows are no options
    if (!absl::StartsWith(arguments[i], "--")) continue;
    const std::string name = arguments[i].substr(0, arguments[i].find('='));
    if (command->get_option_no_throw(name) != nullptr) continue;
    return absl::StrCat("clonecheck ", arguments[0], " has no option ",
                        QuoteForMessage(name), MeantOf(name, options));
  }
  return "";
}

std::string InOurWords(const CLI::Error& error) {
  const std::string said = error.what();
  const std::string option = said.substr(0, said.find(": "));
  if (error.get_name() != "ArgumentMismatch" || option == said) return said;
  // `--json: At Most 1 required but received 2`.
  if (absl::StrContains(absl::AsciiStrToLower(said), ": at most 1 required")) {
    return absl::StrCat(option, " is given more than once; give it once");
  }
  // `--seed: 1 required UINT missing`.
  if (absl::EndsWith(said, " missing")) {
    return absl::StrCat(option, " has no value; give one after it");
  }
  return said;
}

}  // namespace clonecheck
