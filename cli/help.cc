#include "cli/help.h"

#include <algorithm>
#include <cstddef>
#include <set>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace clonecheck {
namespace {

constexpr size_t kColumn = 30;  // where descriptions begin

// One line, or two where the first part is long.
std::string Row(const std::string& left, const std::string& description) {
  const std::string head = absl::StrCat("  ", left);
  if (head.size() < kColumn) {
    return absl::StrCat(head, std::string(kColumn - head.size(), ' '),
                        description, "\n");
  }
  return absl::StrCat(head, "\n", std::string(kColumn, ' '), description, "\n");
}

bool TakesAnyNumber(const CLI::Option& option) {
  return option.get_expected_max() == CLI::detail::expected_max_vector_size;
}

// ` --seconds, --cases`, in the order of their names: the library's is that of
// addresses.
std::string Names(const std::set<CLI::Option*>& options) {
  std::vector<std::string> names;
  for (const CLI::Option* option : options) names.push_back(option->get_name());
  std::sort(names.begin(), names.end());
  return absl::StrCat(" ", absl::StrJoin(names, ", "));
}

// What follows the name: type, default, and what else goes with it or not.
std::string Value(const CLI::Option& option) {
  std::string text;
  if (option.get_type_size() != 0) {
    if (!option.get_type_name().empty()) {
      absl::StrAppend(&text, " ", option.get_type_name());
    }
    if (!option.get_default_str().empty()) {
      absl::StrAppend(&text, "=", option.get_default_str());
    }
    if (TakesAnyNumber(option)) absl::StrAppend(&text, " ...");
    if (option.get_required()) absl::StrAppend(&text, " REQUIRED");
  }
  if (!option.get_needs().empty()) {
    absl::StrAppend(&text, " Needs:", Names(option.get_needs()));
  }
  if (!option.get_excludes().empty()) {
    absl::StrAppend(&text, " Excludes:", Names(option.get_excludes()));
  }
  return text;
}

std::string InUsage(const CLI::Option& positional) {
  const std::string text = absl::StrCat(
      positional.get_name(true), TakesAnyNumber(positional) ? "..." : "");
  return positional.get_required() ? text : absl::StrCat("[", text, "]");
}

}  // namespace

std::string HelpPage::make_help(const CLI::App* app, std::string name,
                                CLI::AppFormatMode) const {
  std::string page =
      absl::StrCat(app->get_description(), "\nUsage: ", name, " [OPTIONS]");
  std::string positionals;
  std::string options;
  for (const CLI::Option* option : app->get_options(
           [](const CLI::Option* o) { return !o->get_group().empty(); })) {
    if (option->get_positional()) {
      absl::StrAppend(&page, " ", InUsage(*option));
      absl::StrAppend(&positionals,
                      Row(absl::StrCat(option->get_name(true), Value(*option)),
                          option->get_description()));
    } else {
      absl::StrAppend(&options, Row(absl::StrCat(option->get_name(false, true),
                                                 Value(*option)),
                                    option->get_description()));
    }
  }
  const std::vector<const CLI::App*> commands =
      app->get_subcommands([](const CLI::App*) { return true; });
  if (!commands.empty()) absl::StrAppend(&page, " COMMAND");
  absl::StrAppend(&page, "\n");
  if (!positionals.empty()) {
    absl::StrAppend(&page, "\nArguments:\n", positionals);
  }
  absl::StrAppend(&page, "\nOptions:\n", options);
  if (!commands.empty()) {
    absl::StrAppend(&page, "\nCommands:\n");
    for (const CLI::App* command : commands) {
      absl::StrAppend(&page,
                      Row(command->get_name(), command->get_description()));
    }
  }
  const std::string footer = app->get_footer();
  absl::StrAppend(&page, "\n", footer, footer.empty() ? "" : "\n");
  return page;
}

}  // namespace clonecheck
