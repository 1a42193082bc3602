// `clonecheck fidelity`: our engine against a live framework.
#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "campaign/workbench.h"
#include "cli/checks.h"
#include "cli/command.h"
#include "cli/fidelity_output.h"
#include "cli/interrupt.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/progress_line.h"
#include "cli/terminal_text.h"
#include "core/graph/graph.h"
#include "core/graph/json.h"
#include "reports/counted.h"
#include "reports/files.h"
#include "targets/fidelity.h"

namespace clonecheck {
namespace {

// Reads the files into `given`, and leaves those out of which there is nothing
// to read; returns whether there was none.
bool ReadFiles(FidelityFlags* flags, std::vector<std::string>* given) {
  Workbench workbench;
  std::vector<std::string> read;
  for (const std::string& file : flags->files) {
    const absl::StatusOr<Graph> graph = ReadGraph(file, workbench.catalogue());
    if (!graph.ok()) {
      BadInput(graph.status());
      continue;
    }
    given->push_back(GraphToJsonValue(*graph).dump());
    read.push_back(file);
  }
  const bool all = read.size() == flags->files.size();
  flags->files = std::move(read);
  return all;
}

// Whether the worker never started, or answered none of several cases: not one
// answer is no difference. Of one case it is, since that is how the failure of
// a case is repeated.
bool NothingWasAnswered(const FidelityResult& result) {
  // An answer brings the versions.
  if (result.versions.is_object() || result.failures.empty()) return false;
  const bool started =
      std::any_of(result.failures.begin(), result.failures.end(),
                  [](const WorkerFailure& failure) {
                    return failure.outcome != WorkerOutcome::kNotStarted;
                  });
  return !started || (result.cases > 1 && !CutShort());
}

absl::Status NothingToHoldAgainst(const std::string& target) {
  return absl::InvalidArgumentError(absl::StrCat(
      "No engine of ours imitates ", target,
      ", so that there is nothing to hold it against; hunt in it with "
      "`clonecheck fuzz --target ",
      target, "`."));
}

int Run(FidelityFlags flags) {
  FidelityOptions options;
  // Before it is asked for: it need not be installed to be refused.
  if (IsHuntTarget(flags.target)) {
    return BadInput(NothingToHoldAgainst(flags.target));
  }
  absl::StatusOr<Target> target = FindTarget(flags.target, flags.cloner);
  if (!target.ok()) return RefuseTarget(target.status());
  if (!target->imitated) return BadInput(NothingToHoldAgainst(flags.target));
  options.target = *std::move(target);
  absl::StatusOr<Profile> profile = FindProfile(flags.profile);
  if (!profile.ok()) return BadInput(profile.status());
  options.profile = *profile;
  options.seed = flags.common.seed;
  options.first_case = flags.first_case;
  options.cases = flags.cases;
  options.jobs = flags.common.Jobs();
  options.spoil_percent = flags.spoil_percent;
  options.shrink_evaluations = flags.shrink_evaluations;

  if (absl::Status status = CheckCaseNumbers(flags.first_case, flags.cases);
      !status.ok()) {
    return BadInput(status);
  }
  // Of many files a bad one is left out; the exit code says so in the end.
  bool all_read = true;
  if (!flags.files.empty()) {
    all_read = ReadFiles(&flags, &options.given);
    if (flags.files.empty()) return kExitBadInput;
    options.cases = options.given.size();
  }

  HearInterrupts();
  FidelityProgress progress;
  ProgressLine line(flags.common.quiet);
  if (line.on()) {
    progress = [&](const FidelityResult& so_far) {
      ProgressState state;
      state.done = so_far.cases;
      state.all = options.cases;
      state.seconds = so_far.seconds;
      for (const FieldCount& count : so_far.fields) {
        state.findings += count.differ;
      }
      state.found = "differences";
      line.Show(ProgressText(state));
    };
  }
  const FidelityResult result = RunFidelity(options, progress, &Interrupted);
  line.End();
  TellInterrupt();
  std::string text;
  if (!flags.common.quiet) text = FidelitySummary(flags, result);
  absl::StrAppend(&text, DifferencesText(flags, result));
  Say(text);
  if (!flags.common.json.empty()) {
    if (absl::Status status =
            WriteResult(flags.common.json, FidelityReport(flags, result));
        !status.ok()) {
      return BadInput(status);
    }
  }
  if (NothingWasAnswered(result)) {
    return RefuseTarget(absl::FailedPreconditionError(absl::StrCat(
        flags.target, ": its worker answered none of ",
        Counted(result.cases, "case"),
        ". What it did instead stands above; docs/targets.md has the "
        "protocol, and `tools/setup-targets` installs packages.")));
  }
  if (!all_read) return kExitBadInput;
  return ExitCodeAfterInterrupt(result.agrees() ? kExitNothingFound
                                                : kExitFindings);
}

}  // namespace

void AddFidelityCommand(CLI::App& app, int* exit_code) {
  CLI::App* command = app.add_subcommand(
      "fidelity", "hold our engine against a live framework, field by field");
  auto options = std::make_shared<FidelityFlags>();
  AddTarget(*command, &options->target, "", TargetNames())->required();
  command->add_option("--cloner", options->cloner,
                      "our model of the target's clone, NAME or NAME@ENGINE "
                      "(clonecheck list cloners; default: the target's own)");
  CLI::Option* files = command->add_option(
      "CASE", options->files, "case files, in place of drawn cases");
  command->add_option("--cases", options->cases, "how many cases")
      ->check(InRange(uint64_t{1}, uint64_t{1} << 48))
      ->excludes(files)
      ->capture_default_str();
  command
      ->add_option("--first-case", options->first_case,
                   "number of the first case, to repeat one")
      ->check(&CheckWholeNumber)
      ->excludes(files)
      ->capture_default_str();
  options->common.AddRandomness(*command);
  AddProfile(*command, &options->profile)->excludes(files);
  command
      ->add_option("--spoil", options->spoil_percent,
                   "how many cases of 100 to spoil in one place, so that "
                   "Keras may refuse them")
      ->check(InRange(0, 100))
      ->excludes(files)
      ->capture_default_str();
  command
      ->add_option("--max-evaluations", options->shrink_evaluations,
                   "graphs that may be tried to make a difference simpler")
      ->check(InRange(1, 1'000'000))
      ->capture_default_str();
  AddJson(*command, &options->common.json);
  AddNoTiming(*command, &options->common.no_timing);
  command->add_flag("--quiet", options->common.quiet, "print differences only");
  command->footer(
      "Example: clonecheck fidelity --target keras-2.2.4 --cases 300\n"
      "         clonecheck fidelity --target keras-2.2.4 mine.json other.json\n"
      "Exit code: 0 both agree, 1 they differ, or the worker failed in some "
      "cases, 2 bad usage or a case that cannot be read, 3 the target is not "
      "installed, does not start, or "
      "answers none of several cases.");
  command->callback([command, files, options, exit_code] {
    KeepApart({command->get_option("--json")}, {files});
    *exit_code = Run(*options);
  });
}

}  // namespace clonecheck
