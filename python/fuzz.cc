// `clonecheck.fuzz`.
#include <algorithm>
#include <thread>

#include "absl/strings/str_cat.h"
#include "campaign/campaign.h"
#include "campaign/finding.h"
#include "campaign/stopwatch.h"
#include "core/search/profile.h"
#include "python/asked_cloners.h"
#include "python/commands.h"
#include "python/outcome.h"
#include "reports/print.h"
#include "reports/replay.h"

namespace clonecheck {
namespace {

namespace py = pybind11;

// A run in this thread alone, since Python runs in one. Throws what ends it.
void RunFunctions(const CampaignOptions& options, AskedCloners& cloners,
                  CaseRunner& runner, CampaignResult* result) {
  const Stopwatch watch;
  result->counts.cloners.resize(options.cloners.size());
  for (uint64_t i = 0; options.cases == 0 || i < options.cases; ++i) {
    CampaignCounts counts;
    runner.RunCase(options.first_case + i, &counts);
    cloners.ThrowIfInterrupted();
    cloners.DropUnjudged(&counts);
    result->counts.Add(counts);
    result->seconds = watch.Seconds();
    if (options.seconds > 0 && result->seconds >= options.seconds) break;
  }
}

// The Python expression that shows a function's finding again.
std::string FunctionReplay(const CampaignOptions& options,
                           const std::string& obligations,
                           const Finding& finding) {
  return absl::StrCat(
      "clonecheck.fuzz(", finding.cloner, ", seed=", options.seed,
      ", first_case=", finding.first_case, ", cases=1, profile='",
      options.profile.name, "'", ObligationsArgument(obligations), ")");
}

}  // namespace

py::dict Fuzz(const py::list& asked, uint64_t cases, double seconds,
              uint64_t seed, uint64_t first_case,
              const std::string& obligations, const std::string& profile_name,
              int jobs) {
  AskedCloners cloners(asked);
  const absl::StatusOr<Profile> profile = FindProfile(profile_name);
  ThrowUnlessOk(profile.status());
  CampaignOptions options;
  options.seed = seed;
  options.first_case = first_case;
  options.cases = cases;
  options.seconds = seconds;
  options.jobs =
      cloners.any_functions() ? 1
      : jobs > 0
          ? jobs
          : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  options.profile = *profile;
  options.cloners = cloners.list();
  options.obligations = AskedObligations(obligations);

  RunReport report;
  report.command = "fuzz";
  report.options = options;
  const auto interrupted = [&] { return cloners.Interrupted(); };
  const auto hurry = [&](size_t) { return interrupted(); };
  CaseRunner runner(options);
  const auto at_work = cloners.StartFunctions(runner.workbench());
  if (cloners.any_functions()) {
    RunFunctions(options, cloners, runner, &report.result);
    report.findings =
        FindingsOf(options, report.result.counts, runner.workbench(), hurry);
  } else {
    const py::gil_scoped_release others_may_run;
    report.result = RunCampaign(options, /*progress=*/nullptr, interrupted);
    if (!interrupted()) {
      report.findings =
          FindingsOf(options, report.result.counts, runner.workbench(), hurry);
    }
  }
  cloners.ThrowIfInterrupted();
  for (const Finding& finding : report.findings) {
    report.replays.push_back(cloners.IsFunction(finding.cloner)
                                 ? FunctionReplay(options, obligations, finding)
                                 : FuzzReplay(options, finding));
  }
  return OutcomeOf(
      report, cloners,
      absl::StrCat(Summary(options, report.result), "\n",
                   VerdictTable(options, report.result.counts), "\n"),
      runner.workbench().catalogue());
}

}  // namespace clonecheck
