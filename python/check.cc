// `clonecheck.check`.
#include "campaign/check.h"

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "campaign/buildable.h"
#include "campaign/stopwatch.h"
#include "core/exchange/load_case.h"
#include "python/asked_cloners.h"
#include "python/commands.h"
#include "python/outcome.h"
#include "reports/files.h"
#include "reports/print.h"
#include "reports/replay.h"

namespace clonecheck {
namespace {

namespace py = pybind11;

constexpr char kGivenText[] = "the model";

absl::StatusOr<Graph> ReadModel(const std::string& text,
                                const std::string& path, Catalogue& catalogue) {
  if (!path.empty()) return ReadGraph(path, catalogue);
  absl::StatusOr<Graph> graph = LoadGraph(text, catalogue);
  if (graph.ok()) return graph;
  return absl::InvalidArgumentError(
      absl::StrCat(kGivenText, ": ", graph.status().message()));
}

// What shows a finding again: the command, where there is a file for it.
std::string ReplayOf(const std::string& path, const std::string& cloner,
                     const CheckOptions& options,
                     const std::string& obligations, bool is_function) {
  if (!path.empty() && !is_function) {
    return FileReplay("check", path, cloner, options.obligations);
  }
  return absl::StrCat("clonecheck.check(finding.witness, ",
                      is_function ? cloner : absl::StrCat("'", cloner, "'"),
                      ObligationsArgument(obligations), ")");
}

}  // namespace

py::dict Check(const py::list& asked, const std::string& text,
               const std::string& path, const std::string& obligations,
               bool strict) {
  AskedCloners cloners(asked);
  CheckOptions options;
  options.cloners = cloners.list();
  options.obligations = AskedObligations(obligations);
  options.own_model = true;
  Workbench bench;
  const std::string label = path.empty() ? kGivenText : path;
  const absl::StatusOr<Graph> graph = ReadModel(text, path, bench.catalogue());
  ThrowUnlessOk(graph.status());
  if (strict) ThrowUnlessOk(CheckTransparent(label, *graph));
  for (const ClonerOnEngine& cloner : options.cloners) {
    ThrowUnlessOk(CheckBuildable(bench, label, *graph, cloner));
  }
  const auto at_work = cloners.StartFunctions(bench);
  const Stopwatch watch;
  CheckResult result = CheckGraphs(bench, {&*graph, 1}, options);
  const double seconds = watch.Seconds();
  cloners.ThrowIfInterrupted();
  cloners.DropUnjudged(&result.counts);

  RunReport report;
  report.command = "check";
  report.of_given_files = true;
  report.options.cloners = options.cloners;
  report.options.obligations = options.obligations;
  report.result.counts = std::move(result.counts);
  report.result.seconds = seconds;
  std::string head = absl::StrCat(label, ":\n");
  for (const Checked& checked : result.checked) {
    absl::StrAppend(&head, VerdictLines(options.cloners[checked.cloner].name,
                                        checked.readings));
  }
  absl::StrAppend(&head, "\n");
  report.findings = std::move(result.findings);
  for (const Finding& finding : report.findings) {
    report.replays.push_back(ReplayOf(path, finding.cloner, options,
                                      obligations,
                                      cloners.IsFunction(finding.cloner)));
  }
  return OutcomeOf(report, cloners, head, bench.catalogue());
}

}  // namespace clonecheck
