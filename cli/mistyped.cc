#include "cli/mistyped.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "cli/options.h"
#include "core/text.h"

namespace clonecheck {
namespace {

std::string MeantOf(const std::string& name,
                    const std::vector<std::string>& names) {
  return DidYouMean(name,
                    std::vector<absl::string_view>(names.begin(), names.end()));
}

// `said`: `FILE is required`.
std::string Missing(const CLI::App& app, const std::string& said) {
  const std::vector<CLI::App*> given = app.get_subcommands();
  if (given.empty()) {
    return absl::StrCat("no command is given; give one of ",
                        absl::StrJoin(CommandNames(app), ", "));
  }
  const std::string name(absl::StripSuffix(said, " is required"));
  const CLI::Option* option = given[0]->get_option_no_throw(name);
  return absl::StrCat(
      name, " is missing; give ",
      option == nullptr ? "one" : option->get_description().c_str());
}

}  // namespace

std::string Mistyped(const CLI::App& app,
                     const std::vector<std::string>& arguments) {
  if (arguments.empty()) return "";
  if (absl::StartsWith(arguments[0], "-")) {
    const std::string name = arguments[0].substr(0, arguments[0].find('='));
    if (app.get_option_no_throw(name) != nullptr) return "";
    return absl::StrCat("there is no option ", QuoteForMessage(name),
                        " before a command", MeantOf(name, LongNames(app)));
  }
  const std::vector<std::string> names = CommandNames(app);
  if (std::find(names.begin(), names.end(), arguments[0]) == names.end()) {
    return ThereIsNo(
        "command", arguments[0],
        std::vector<absl::string_view>(names.begin(), names.end()));
  }
  const CLI::App* command = app.get_subcommand(arguments[0]);
  const std::vector<std::string> options = LongNames(*command);
  for (size_t i = 1; i < arguments.size(); ++i) {
    if (arguments[i] == "--") break;  // what follows are no options
    if (!absl::StartsWith(arguments[i], "--")) continue;
    const std::string name = arguments[i].substr(0, arguments[i].find('='));
    if (command->get_option_no_throw(name) != nullptr) continue;
    return absl::StrCat(arguments[0], " has no option ", QuoteForMessage(name),
                        MeantOf(name, options));
  }
  return "";
}

std::string InOurWords(const CLI::App& app, const CLI::Error& error) {
  std::string said = error.what();
  if (error.get_name() == "RequiredError") return Missing(app, said);
  // `--cases excludes --seconds`.
  if (error.get_name() == "ExcludesError") {
    return absl::StrCat(said, "; leave one of them out");
  }
  // `The following argument was not expected: extra`.
  if (error.get_exit_code() == static_cast<int>(CLI::ExitCodes::ExtrasError)) {
    return absl::StrCat(said, "; leave it out, or quote what is one word");
  }
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
