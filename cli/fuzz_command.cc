// `clonecheck fuzz`: a campaign over random graphs.
#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "campaign/campaign.h"
#include "campaign/finding.h"
#include "campaign/stopwatch.h"
#include "cli/checks.h"
#include "cli/command.h"
#include "cli/hunt_command.h"
#include "cli/interrupt.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/progress_line.h"
#include "cli/terminal_text.h"
#include "core/search/profile.h"
#include "reports/print.h"
#include "targets/target.h"

namespace clonecheck {
namespace {

constexpr uint64_t kDefaultCases = 100'000;

// How long witnesses are still made smaller, in a hurry, after an interrupt.
constexpr double kSecondsForHurriedShrinks = 1;

struct FuzzOptions {
  CommonOptions common;
  uint64_t cases = 0;
  uint64_t first_case = 0;
  double seconds = 0;
  std::string profile = "default";
  std::string out = "clonecheck-out";
  std::string target;  // empty: our own engine
};

std::string ProgressOf(const CampaignOptions& options,
                       const CampaignCounts& counts, double seconds) {
  ProgressState state;
  state.done = counts.cases;
  state.all = options.cases;
  state.seconds = seconds;
  state.seconds_budget = options.cases > 0 ? 0 : options.seconds;
  for (const ClonerCounts& cloner : counts.cloners) {
    state.findings += cloner.signatures.size();
  }
  return ProgressText(state);
}

// FindingsOf, which takes longer than the campaign where much was found.
std::vector<Finding> ShrinkAll(const CampaignOptions& options,
                               const CampaignCounts& counts,
                               Workbench& workbench, ProgressLine& line) {
  ProgressState state;
  state.things = "signatures shrunk";
  for (const ClonerCounts& cloner : counts.cloners) {
    state.all += cloner.signatures.size();
  }
  state.found = "graphs tried";
  const Stopwatch watch;
  const auto hurry = [&](size_t done) {
    ++state.findings;
    if (line.on()) {
      state.done = done;
      state.seconds = watch.Seconds();
      line.Show(ProgressText(state) +
                (Interrupted() ? " (stopping)" : " (Control-C: no further)"));
    }
    return Interrupted();
  };
  // Whoever is not heard sends another signal, which ends the process.
  std::optional<Stopwatch> interrupted;
  const auto stop = [&] {
    if (!Interrupted()) return false;
    if (!interrupted) interrupted.emplace();
    return interrupted->Seconds() > kSecondsForHurriedShrinks;
  };
  std::vector<Finding> findings =
      FindingsOf(options, counts, workbench, hurry, stop);
  line.End();
  return findings;
}

int Run(const FuzzOptions& flags) {
  if (absl::Status status = CheckCaseNumbers(flags.first_case, flags.cases);
      !status.ok()) {
    return BadInput(status);
  }
  if (!flags.target.empty()) {
    HuntFlags hunt;
    hunt.common = flags.common;
    hunt.target = flags.target;
    hunt.cases = flags.cases;
    hunt.first_case = flags.first_case;
    hunt.seconds = flags.seconds;
    hunt.profile = flags.profile;
    hunt.out = flags.out;
    return RunHuntCommand(hunt);
  }
  CampaignOptions options;
  options.seed = flags.common.seed;
  options.first_case = flags.first_case;
  options.cases = flags.cases;
  options.seconds = flags.seconds;
  if (options.cases == 0 && options.seconds == 0) options.cases = kDefaultCases;
  options.jobs = flags.common.Jobs();
  absl::StatusOr<Profile> profile = FindProfile(flags.profile);
  if (!profile.ok()) return BadInput(profile.status());
  options.profile = *profile;
  absl::StatusOr<std::vector<ClonerOnEngine>> cloners =
      flags.common.FindCloners();
  if (!cloners.ok()) return BadInput(cloners.status());
  options.cloners = *std::move(cloners);
  absl::StatusOr<std::vector<const Obligation*>> obligations =
      flags.common.FindObligations();
  if (!obligations.ok()) return BadInput(obligations.status());
  options.obligations = *std::move(obligations);
  // Before anything runs: what is found is not to be lost for a bad file.
  const absl::StatusOr<std::vector<KnownFinding>> known =
      flags.common.KnownOnes();
  if (!known.ok()) return BadInput(known.status());

  HearInterrupts();
  ProgressLine line(flags.common.quiet);
  Progress progress;
  if (line.on()) {
    progress = [&](const CampaignCounts& counts, double seconds) {
      line.Show(ProgressOf(options, counts, seconds));
    };
  }
  RunReport report;
  report.command = "fuzz";
  report.timed = !flags.common.no_timing;
  report.result = RunCampaign(options, progress, &Interrupted);
  line.Show(ProgressOf(options, report.result.counts, report.result.seconds),
            /*last=*/true);
  line.End();
  TellInterrupt();
  report.options = options;
  Workbench workbench;
  report.findings = ShrinkAll(options, report.result.counts, workbench, line);
  MarkKnown(*known, &report.findings);
  const absl::Status saved = SaveWitnesses(flags.out, workbench, &report);
  if (!flags.common.quiet) {
    Say(Summary(options, report.result));
    Say("\n");
  }
  const absl::Status given_out = GiveOut(report, workbench.catalogue(),
                                         flags.common.quiet, flags.common.json);
  if (const int code = TellUnwritten({saved, given_out})) return code;
  if (const int code = TellContradictions(report)) return code;
  return ExitCodeAfterInterrupt(flags.common.ExitCode(report.findings));
}

}  // namespace

void AddFuzzCommand(CLI::App& app, int* exit_code) {
  CLI::App* command = app.add_subcommand(
      "fuzz", "generate random graphs, clone them, judge the clones");
  auto options = std::make_shared<FuzzOptions>();
  options->common.AddRandomness(*command);
  options->common.AddJudging(*command);
  auto* cases = command->add_option(
      "--cases", options->cases,
      absl::StrFormat("how many cases (default %d)", kDefaultCases));
  cases->check(InRange(uint64_t{1}, uint64_t{1} << 48));
  command->add_option("--seconds", options->seconds, "or how many seconds")
      ->check(InRange(0.001, 1e9))
      ->excludes(cases);
  command
      ->add_option("--first-case", options->first_case,
                   "number of the first case, to repeat one of a campaign")
      ->check(&CheckWholeNumber)
      ->capture_default_str();
  AddProfile(*command, &options->profile);
  command
      ->add_option("--out", options->out,
                   "directory for witnesses; empty: none are written")
      ->check(FolderToWrite())
      ->capture_default_str();
  AddTargetForCloners(*command, &options->target,
                      "hunt in a live framework instead: ", HuntTargetNames());
  command->footer(absl::StrCat(
      "Example: clonecheck fuzz --cases 1000000 --cloners keras-2.2.4,fixed",
      kExitCodesHelp,
      " With --target: 3 it is not installed, or does not start."));
  command->callback([command, options, exit_code] {
    KeepApart({command->get_option("--json")},
              {command->get_option("--known"), command->get_option("--out")});
    *exit_code = Run(*options);
  });
}

}  // namespace clonecheck
