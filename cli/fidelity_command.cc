// `clonecheck fidelity`: our engine against a live framework.
#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "cli/checks.h"
#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/progress_line.h"
#include "cli/terminal_text.h"
#include "nlohmann/json.hpp"
#include "reports/counted.h"
#include "reports/files.h"
#include "reports/replay.h"
#include "targets/fidelity.h"

namespace clonecheck {
namespace {

using nlohmann::ordered_json;

constexpr uint64_t kDefaultFidelityCases = 3000;

struct FidelityFlags {
  CommonOptions common;
  std::string target;
  std::string cloner;
  std::string profile = "default";
  uint64_t cases = kDefaultFidelityCases;
  uint64_t first_case = 0;
  uint32_t spoil_percent = FidelityOptions().spoil_percent;
  int shrink_evaluations = FidelityOptions().shrink_evaluations;
};

std::string Table(const FidelityResult& result) {
  std::string text = absl::StrFormat("%-16s %10s %10s %14s  %s\n", "field",
                                     "agree", "differ", "not compared", "");
  for (size_t i = 0; i < result.fields.size(); ++i) {
    const FidelityField& field = AllFidelityFields()[i];
    const FieldCount& count = result.fields[i];
    absl::StrAppendFormat(&text, "%-16s %10s %10s %14s  %s\n", field.name,
                          WithCommas(count.agree), WithCommas(count.differ),
                          WithCommas(count.not_compared), field.summary);
  }
  return text;
}

std::string Replay(const FidelityFlags& flags, uint64_t first_case) {
  return FidelityReplay(
      {flags.target, flags.profile, flags.common.seed, first_case},
      flags.cloner, flags.spoil_percent);
}

std::string DifferencesText(const FidelityFlags& flags,
                            const FidelityResult& result) {
  std::string text;
  int number = 0;
  for (const Difference& difference : result.differences) {
    const FidelityField& field = AllFidelityFields()[difference.field];
    absl::StrAppendFormat(
        &text, "\n%d. %s %s\n   in %s, the first is case %d; %s after %s\n",
        ++number, field.name, difference.kind,
        Counted(difference.count, "case"), difference.first_case,
        difference.shrink_status,
        Counted(static_cast<uint64_t>(difference.shrink_evaluations),
                "evaluation"));
    absl::StrAppend(&text, "   at ", field.name, difference.result.where,
                    "\n     ours: ", difference.result.ours,
                    "\n     live: ", difference.result.theirs, "\n",
                    difference.text, difference.graph.dump(), "\n",
                    "   replay: ", Replay(flags, difference.first_case), "\n");
  }
  for (const WorkerFailure& failure : result.failures) {
    absl::StrAppendFormat(&text,
                          "\n%d. the worker %s in %s, the first is case %d\n   "
                          "%s\n%s\n   replay: %s\n",
                          ++number, WorkerOutcomeName(failure.outcome),
                          Counted(failure.count, "case"), failure.first_case,
                          failure.detail, failure.graph.dump(),
                          Replay(flags, failure.first_case));
  }
  return text;
}

ordered_json Report(const FidelityFlags& flags, const FidelityResult& result) {
  ordered_json fields = ordered_json::object();
  for (size_t i = 0; i < result.fields.size(); ++i) {
    fields[std::string(AllFidelityFields()[i].name)] = {
        {"agree", result.fields[i].agree},
        {"differ", result.fields[i].differ},
        {"not_compared", result.fields[i].not_compared}};
  }
  ordered_json differences = ordered_json::array();
  for (const Difference& difference : result.differences) {
    differences.push_back(
        {{"field", std::string(AllFidelityFields()[difference.field].name)},
         {"kind", difference.kind},
         {"count", difference.count},
         {"first_case", difference.first_case},
         {"where", difference.result.where},
         {"ours", difference.result.ours},
         {"live", difference.result.theirs},
         {"shrink",
          {{"status", difference.shrink_status},
           {"evaluations", difference.shrink_evaluations}}},
         {"witness", difference.graph},
         {"replay", Replay(flags, difference.first_case)}});
  }
  return {
      {"version", 1},
      {"command", "fidelity"},
      {"target", flags.target},
      {"versions", result.versions.is_object() ? ordered_json(result.versions)
                                               : ordered_json::object()},
      {"seed", flags.common.seed},
      {"cases", result.cases},
      {"refused", result.refused},
      {"clones_refused", result.clones_refused},
      {"seconds", flags.common.no_timing ? ordered_json(nullptr)
                                         : ordered_json(result.seconds)},
      {"tolerance", {{"rtol", kValueRtol}, {"atol", kValueAtol}}},
      {"fields", std::move(fields)},
      {"not_compared", ordered_json(result.reasons)},
      {"differences", std::move(differences)},
      {"worker_failures", FailuresJson(result.failures, /*repeats=*/false)}};
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

int Run(const FidelityFlags& flags) {
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
  if (!flags.common.quiet) {
    text = absl::StrFormat(
        "%s: %s in %.0f s, seed %d; %s refused while building, %s refused.\n"
        "Values: equal within rtol %g, atol %g (float32 against double).\n\n"
        "%s",
        flags.target, Counted(result.cases, "case"), result.seconds,
        flags.common.seed, WithCommas(result.refused),
        Counted(result.clones_refused, "clone"), kValueRtol, kValueAtol,
        Table(result));
    for (const auto& [reason, count] : result.reasons) {
      absl::StrAppend(&text, "not compared ", WithCommas(count),
                      " times: ", reason, "\n");
    }
  }
  absl::StrAppend(&text, DifferencesText(flags, result));
  Say(text);
  if (!flags.common.json.empty()) {
    if (absl::Status status =
            WriteResult(flags.common.json, Report(flags, result));
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
  command->add_option("--cases", options->cases, "how many cases")
      ->check(InRange(uint64_t{1}, uint64_t{1} << 48))
      ->capture_default_str();
  command
      ->add_option("--first-case", options->first_case,
                   "number of the first case, to repeat one")
      ->check(&CheckWholeNumber)
      ->capture_default_str();
  options->common.AddRandomness(*command);
  AddProfile(*command, &options->profile);
  command
      ->add_option("--spoil", options->spoil_percent,
                   "how many cases of 100 to spoil in one place, so that "
                   "Keras may refuse them")
      ->check(InRange(0, 100))
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
      "Exit code: 0 both agree, 1 they differ, or the worker failed in some "
      "cases, 2 bad usage, 3 the target is not installed, does not start, or "
      "answers none of several cases.");
  command->callback([options, exit_code] { *exit_code = Run(*options); });
}

}  // namespace clonecheck
