// `clonecheck replay`: judges cases that a campaign has written, on our engine
// or on a live framework.
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "cli/checks.h"
#include "cli/command.h"
#include "cli/hunt_command.h"
#include "cli/judge_given.h"
#include "cli/options.h"
#include "targets/target.h"

namespace clonecheck {
namespace {

struct ReplayFlags {
  GivenFiles given;
  std::string target;  // empty: our own engine
  std::vector<std::string> variants;
};

}  // namespace

void AddReplayCommand(CLI::App& app, int* exit_code) {
  CLI::App* command =
      app.add_subcommand("replay", "judge cases that a campaign has written");
  auto options = std::make_shared<ReplayFlags>();
  GivenFiles& given = options->given;
  given.command = "replay";
  given.own_model = false;
  given.common.AddJudging(*command);
  CLI::Option* files =
      command->add_option("CASE", given.files,
                          "case files; with --target also kept findings, and "
                          "without any those of corpus/findings");
  CLI::Option* target =
      AddTargetForCloners(*command, &options->target,
                          "on a live framework instead: ", HuntTargetNames());
  AddVariants(*command, &options->variants, target);
  AddTargetSeed(*command, &given.common.seed, target);
  command->footer(absl::StrCat(
      "Example: clonecheck replay clonecheck-out/*.json", kExitCodesHelp,
      " With --target: 3 it is not installed, or does not start."));
  command->callback([command, options, files, exit_code] {
    KeepApart({command->get_option("--json")},
              {files, command->get_option("--known")});
    if (options->given.files.empty() && options->target.empty()) {
      throw CLI::RequiredError(files->get_name());
    }
    *exit_code = options->target.empty()
                     ? JudgeGiven(options->given)
                     : ReplayOnTarget(options->given.common, options->target,
                                      options->variants, options->given.files);
  });
}

}  // namespace clonecheck
