// `clonecheck help`: what --help prints, as other programs have it.
#include <memory>
#include <string>
#include <vector>

#include "cli/checks.h"
#include "cli/command.h"
#include "cli/options.h"
#include "cli/terminal_text.h"

namespace clonecheck {

// REQUIRES: the other commands are there.
void AddHelpCommand(CLI::App& app, int* exit_code) {
  std::vector<std::string> names = CommandNames(app);
  names.emplace_back("help");
  CLI::App* command = app.add_subcommand("help", "print the help of a command");
  auto name = std::make_shared<std::string>();
  command
      ->add_option("COMMAND", *name,
                   "which command's; without it, that of clonecheck itself")
      ->check(OneOf(names));
  command->footer(
      "Example: clonecheck help fuzz\n"
      "Exit code: 0, or 2 for bad usage.");
  command->callback([&app, name, exit_code] {
    const CLI::App& page = name->empty() ? app : *app.get_subcommand(*name);
    const std::string path =
        name->empty() ? app.get_name() : app.get_name() + " " + *name;
    Say(app.get_formatter()->make_help(&page, path,
                                       CLI::AppFormatMode::Normal));
    *exit_code = kExitNothingFound;
  });
}

}  // namespace clonecheck
