// `clonecheck check`: will a user's own model survive being cloned?
#include <memory>

#include "absl/strings/str_cat.h"
#include "cli/checks.h"
#include "cli/command.h"
#include "cli/judge_given.h"
#include "cli/options.h"

namespace clonecheck {

void AddCheckCommand(CLI::App& app, int* exit_code) {
  CLI::App* command =
      app.add_subcommand("check", "will this model survive being cloned?");
  auto options = std::make_shared<GivenFiles>();
  options->command = "check";
  options->own_model = true;
  options->common.AddJudging(*command);
  CLI::Option* models =
      command
          ->add_option("MODEL", options->files,
                       "a model that Keras wrote with to_json(), or a case")
          ->required();
  command->add_flag("--strict", options->strict,
                    "refuse models with layers or functions that clonecheck "
                    "does not know");
  command->footer(
      absl::StrCat("Example: clonecheck check model.json --cloners keras-2.2.4",
                   kExitCodesHelp));
  command->callback([command, models, options, exit_code] {
    KeepApart({command->get_option("--json")},
              {models, command->get_option("--known")});
    *exit_code = JudgeGiven(*options);
  });
}

}  // namespace clonecheck
