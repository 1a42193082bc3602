#include "cli/judge_given.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "campaign/buildable.h"
#include "campaign/check.h"
#include "campaign/finding.h"
#include "campaign/stopwatch.h"
#include "campaign/workbench.h"
#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/output.h"
#include "cli/terminal_text.h"
#include "reports/files.h"
#include "reports/print.h"
#include "reports/replay.h"

namespace clonecheck {
namespace {

absl::StatusOr<Graph> Read(const GivenFiles& given,
                           absl::Span<const ClonerOnEngine> cloners,
                           const std::string& file, Workbench& workbench) {
  absl::StatusOr<Graph> graph = ReadGraph(file, workbench.catalogue());
  if (!graph.ok()) return graph.status();
  if (given.strict) {
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

}  // namespace

int JudgeGiven(const GivenFiles& given) {
  absl::StatusOr<std::vector<ClonerOnEngine>> cloners =
      given.common.FindCloners();
  if (!cloners.ok()) return BadInput(cloners.status());
  absl::StatusOr<std::vector<const Obligation*>> obligations =
      given.common.FindObligations();
  if (!obligations.ok()) return BadInput(obligations.status());
  const absl::StatusOr<std::vector<KnownFinding>> known =
      given.common.KnownOnes();
  if (!known.ok()) return BadInput(known.status());

  RunReport report;
  report.command = given.command;
  report.of_given_files = true;
  report.timed = !given.common.no_timing;
  report.options.cloners = *cloners;
  report.options.obligations = *obligations;
  Workbench workbench;
  // All files are read before any is judged: bad input loses nothing. Of many
  // cases a bad one is left out; the exit code says so in the end.
  std::vector<Graph> graphs;
  std::vector<std::string> files;
  for (const std::string& file : given.files) {
    absl::StatusOr<Graph> graph = Read(given, *cloners, file, workbench);
    if (!graph.ok()) {
      BadInput(graph.status());
      if (given.own_model) return kExitBadInput;
      continue;
    }
    graphs.push_back(*std::move(graph));
    files.push_back(file);
  }
  if (graphs.empty()) return kExitBadInput;
  HearInterrupts();
  const Stopwatch watch;
  CheckResult result = CheckGraphs(
      workbench, graphs,
      CheckOptions{*cloners, *obligations, given.own_model, &Interrupted});
  TellInterrupt();
  report.result.seconds = watch.Seconds();
  report.result.counts = std::move(result.counts);
  report.findings = std::move(result.findings);
  for (const Finding& finding : report.findings) {
    report.replays.push_back(FileReplay(given.command,
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
  MarkKnown(*known, &report.findings);
  if (!given.common.quiet) Say(text + "\n");
  if (absl::Status status = GiveOut(report, workbench.catalogue(),
                                    /*quiet=*/true, given.common.json);
      !status.ok()) {
    return BadInput(status);
  }
  if (const int code = TellContradictions(report)) return code;
  if (files.size() < given.files.size()) return kExitBadInput;
  return ExitCodeAfterInterrupt(given.common.ExitCode(report.findings));
}

}  // namespace clonecheck
