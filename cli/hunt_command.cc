#include "cli/hunt_command.h"

#include <algorithm>
#include <cstdio>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "campaign/stopwatch.h"
#include "cli/command.h"
#include "cli/hunt_output.h"
#include "cli/interrupt.h"
#include "cli/output.h"
#include "cli/progress_line.h"
#include "cli/terminal_text.h"
#include "core/search/profile.h"
#include "reports/files.h"
#include "targets/hunt.h"
#include "targets/kept_findings.h"

namespace clonecheck {
namespace {

// A live framework does a few graphs a second.
constexpr uint64_t kDefaultHuntCases = 1000;

// What --known names, or the findings that come with clonecheck.
absl::StatusOr<std::vector<KeptFinding>> KnownOnes(const HuntFlags& flags,
                                                   const Target& target) {
  if (flags.common.known.empty()) {
    if (target.own_clone) return std::vector<KeptFinding>();
    return OurKeptFindings();
  }
  absl::StatusOr<std::string> text = ReadFile(flags.common.known);
  if (!text.ok()) return text.status();
  return ParseKeptFindings(flags.common.known, *text);
}

// A worker that does not answer is an error, and nothing is known of it.
bool Fails(const HuntFlags& flags, const HuntResult& result) {
  if (!result.failures.empty() &&
      flags.common.Fails(Severity::kError, /*is_new=*/true)) {
    return true;
  }
  return std::any_of(result.findings.begin(), result.findings.end(),
                     [&](const HuntFinding& finding) {
                       return flags.common.Fails(finding.fault.severity,
                                                 finding.known.empty());
                     });
}

// `shrinking`: started once all cases are judged.
std::string ProgressOf(const HuntOptions& options, const HuntResult& so_far,
                       std::optional<Stopwatch>* shrinking) {
  if (so_far.to_shrink > 0) {
    if (!shrinking->has_value()) shrinking->emplace();
    ProgressState state;
    state.things = "findings shrunk";
    state.done = so_far.shrunk;
    state.all = so_far.to_shrink;
    state.seconds = (*shrinking)->Seconds();
    state.findings = so_far.signatures;
    return ProgressText(state) + " (Control-C: no further)";
  }
  ProgressState state;
  state.things = "graphs";
  state.done = so_far.cases;
  state.all = options.cases;
  state.seconds = so_far.seconds;
  state.seconds_budget = options.cases > 0 ? 0 : options.seconds;
  state.findings = so_far.signatures;
  return ProgressText(state);
}

}  // namespace

absl::StatusOr<Target> FindHuntTarget(const std::string& name) {
  // Before it is asked for: it need not be installed to be refused.
  const std::vector<absl::string_view> imitated = TargetNames();
  if (std::find(imitated.begin(), imitated.end(), name) != imitated.end()) {
    return absl::InvalidArgumentError(absl::StrCat(
        name, " is held against our engine by `clonecheck fidelity --target ",
        name, "`; to hunt in there are ",
        absl::StrJoin(HuntTargetNames(), ", "), ", and exec:COMMAND."));
  }
  return FindTarget(name);
}

int RunHuntCommand(const HuntFlags& flags) {
  absl::StatusOr<Target> target = FindHuntTarget(flags.target);
  if (!target.ok()) return RefuseTarget(target.status());
  absl::StatusOr<Profile> profile = FindProfile(flags.profile);
  if (!profile.ok()) return BadInput(profile.status());
  absl::StatusOr<std::vector<KeptFinding>> known = KnownOnes(flags, *target);
  if (!known.ok()) return BadInput(known.status());
  HuntOptions options;
  options.known = *std::move(known);
  options.target = *std::move(target);
  options.profile = *profile;
  options.seed = flags.common.seed;
  options.first_case = flags.first_case;
  options.cases = flags.cases;
  options.seconds = flags.seconds;
  if (options.cases == 0 && options.seconds == 0) {
    options.cases = kDefaultHuntCases;
  }
  options.jobs = flags.common.Jobs();

  HearInterrupts();
  ProgressLine line(flags.common.quiet);
  HuntProgress progress;
  std::optional<Stopwatch> shrinking;
  if (line.on()) {
    progress = [&](const HuntResult& so_far) {
      line.Show(ProgressOf(options, so_far, &shrinking));
    };
  }
  const absl::StatusOr<HuntResult> result =
      RunHunt(options, progress, &Interrupted);
  if (!result.ok()) return RefuseTarget(result.status());
  line.End();
  TellInterrupt();
  std::string text = flags.common.quiet ? "" : HuntSummary(flags, *result);
  const Palette palette = Palette::ForStdout();
  // Before it is told which they are.
  std::vector<HuntFiles> files;
  const absl::Status saved = SaveHuntFindings(flags, *result, &files);
  for (size_t i = 0; i < result->findings.size(); ++i) {
    absl::StrAppend(&text, HuntFindingText(flags, *result, files, i, palette));
  }
  absl::StrAppend(&text, HuntFailuresText(flags, *result));
  Say(text);
  if (!flags.common.json.empty()) {
    if (absl::Status status =
            WriteResult(flags.common.json, HuntReport(flags, *result, files));
        !status.ok()) {
      return BadInput(status);
    }
  }
  if (!saved.ok()) return BadInput(saved);
  return ExitCodeAfterInterrupt(Fails(flags, *result) ? kExitFindings
                                                      : kExitNothingFound);
}

}  // namespace clonecheck
