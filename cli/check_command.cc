// `clonecheck check` and `clonecheck replay`: judge given graphs. `check` is
// for a user's model, `replay` for cases that a campaign has written.
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "campaign/buildable.h"
#include "campaign/check.h"
#include "campaign/finding.h"
#include "campaign/workbench.h"
#include "cli/command.h"
#include "cli/hunt_command.h"
#include "cli/interrupt.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/terminal_text.h"
#include "reports/files.h"
#include "reports/print.h"
#include "reports/replay.h"
#include "targets/target.h"

namespace clonecheck {
namespace {

struct CheckFlags {
  const char* command;
  // Of a user's own model, in which findings are shown small; else of cases
  // that a campaign has shrunk.
  bool own_model;
  CommonOptions common;
  std::vector<std::string> files;
  bool strict = false;
  std::string target;  // empty: our own engine
  std::vector<std::string> variants;
};

absl::StatusOr<Graph> Read(const CheckFlags& flags,
                           absl::Span<const ClonerOnEngine> cloners,
                           const std::string& file, Workbench& workbench) {
  absl::StatusOr<Graph> graph = ReadGraph(file, workbench.catalogue());
  if (!graph.ok()) return graph.status();
  if (flags.strict) {
    if (absl::Status status = CheckTransparent(file, *graph); !status.ok()) {
      return status;
    }
  }
  // A model that no engine accepts is bad input, too.
  for (const ClonerOnEngine& cloner : cloners) {
    if (absl::Status status = CheckBuildable(workbench, file, *graph, cloner);
        !status.ok()) {
      return status;
    }
  }
  return graph;
}

int Run(const CheckFlags& flags) {
  absl::StatusOr<std::vector<ClonerOnEngine>> cloners =
      flags.common.FindCloners();
  if (!cloners.ok()) return BadInput(cloners.status());
  absl::StatusOr<std::vector<const Obligation*>> obligations =
      flags.common.FindObligations();
  if (!obligations.ok()) return BadInput(obligations.status());

  RunReport report;
  report.command = flags.command;
  report.timed = !flags.common.no_timing;
  report.options.cloners = *cloners;
  report.options.obligations = *obligations;
  Workbench workbench;
  // All files are read before any is judged: bad input loses nothing. Of many
  // cases a bad one is left out; the exit code says so in the end.
  std::vector<Graph> graphs;
  std::vector<std::string> files;
  for (const std::string& file : flags.files) {
    absl::StatusOr<Graph> graph = Read(flags, *cloners, file, workbench);
    if (!graph.ok()) {
      BadInput(graph.status());
      if (flags.own_model) return kExitBadInput;
      continue;
    }
    graphs.push_back(*std::move(graph));
    files.push_back(file);
  }
  if (graphs.empty()) return kExitBadInput;
  HearInterrupts();
  CheckResult result = CheckGraphs(
      workbench, graphs,
      CheckOptions{*cloners, *obligations, flags.own_model, &Interrupted});
  TellInterrupt();
  report.result.counts = std::move(result.counts);
  report.findings = std::move(result.findings);
  for (const Finding& finding : report.findings) {
    report.replays.push_back(FileReplay(flags.command,
                                        files[finding.first_case],
                                        finding.cloner, *obligations));
  }
  std::string text;
  for (const Checked& checked : result.checked) {
    if (checked.cloner == 0) {
      absl::StrAppend(&text, files[checked.graph], ":\n");
    }
    absl::StrAppend(
        &text, VerdictLines((*cloners)[checked.cloner].name, checked.readings));
  }
  if (absl::Status status = flags.common.MarkKnown(&report.findings);
      !status.ok()) {
    return BadInput(status);
  }
  if (!flags.common.quiet) Say(text + "\n");
  if (absl::Status status = GiveOut(report, workbench.catalogue(),
                                    /*quiet=*/true, flags.common.json);
      !status.ok()) {
    return BadInput(status);
  }
  if (const int code = TellContradictions(report)) return code;
  if (files.size() < flags.files.size()) return kExitBadInput;
  return ExitCodeAfterInterrupt(flags.common.ExitCode(report.findings));
}

}  // namespace

void AddCheckCommand(CLI::App& app, int* exit_code) {
  CLI::App* command =
      app.add_subcommand("check", "will this model survive being cloned?");
  auto options = std::make_shared<CheckFlags>();
  options->command = "check";
  options->own_model = true;
  options->common.AddJudging(*command);
  command
      ->add_option("model", options->files,
                   "a model that Keras wrote with to_json(), or a case")
      ->required();
  command->add_flag("--strict", options->strict,
                    "refuse models with layers or functions that clonecheck "
                    "does not know");
  command->footer("Example: clonecheck check model.json --cloners keras-2.2.4");
  command->callback([options, exit_code] { *exit_code = Run(*options); });
}

void AddReplayCommand(CLI::App& app, int* exit_code) {
  CLI::App* command =
      app.add_subcommand("replay", "judge cases that a campaign has written");
  auto options = std::make_shared<CheckFlags>();
  options->command = "replay";
  options->own_model = false;
  options->common.AddJudging(*command);
  CLI::Option* files =
      command->add_option("case", options->files,
                          "case files; with --target also kept findings, and "
                          "without any those of corpus/findings");
  CLI::Option* target =
      AddTarget(*command, &options->target,
                "on a live framework instead: ", HuntTargetNames());
  target->excludes(command->get_option("--cloners"))
      ->excludes(command->get_option("--obligations"));
  AddVariants(*command, &options->variants, target);
  command->footer("Example: clonecheck replay clonecheck-out/*.json");
  command->callback([options, files, exit_code] {
    if (options->files.empty() && options->target.empty()) {
      throw CLI::RequiredError(files->get_name());
    }
    *exit_code = options->target.empty()
                     ? Run(*options)
                     : ReplayOnTarget(options->common, options->target,
                                      options->variants, options->files);
  });
}

}  // namespace clonecheck
