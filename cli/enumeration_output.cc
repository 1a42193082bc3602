#include "cli/enumeration_output.h"

#include <algorithm>
#include <cstdio>
#include <numeric>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "campaign/enumeration_findings.h"
#include "campaign/workbench.h"
#include "cli/command.h"
#include "cli/output.h"
#include "cli/terminal_text.h"
#include "core/graph/print_text.h"
#include "core/layers/catalogue_facts.h"
#include "reports/counted.h"
#include "reports/enumeration_file.h"
#include "reports/run_file.h"

namespace clonecheck {
namespace {

std::string Graphs(uint64_t number) { return Counted(number, "graph"); }

// What was judged: `plain: all 197 graphs with at most 2 calls`.
std::string Scope(const EnumerationOptions& options,
                  const EnumerationResult& result) {
  const std::string calls =
      absl::StrCat(" with at most ", Counted(options.max_calls, "call"));
  if (!result.complete) {
    return absl::StrCat(Graphs(result.counts.cases), " out of those", calls,
                        options.shards > 1
                            ? " (not all: the run did not end, or these are "
                              "not all shards)"
                            : " (not all: the run did not end)");
  }
  if (options.shards > 1) {
    return absl::StrCat(Graphs(result.counts.cases), ", shard ", options.shard,
                        "/", options.shards, " of all", calls);
  }
  const uint64_t all = result.counts.cases;
  return absl::StrCat(all == 1 ? "the only graph" : "all " + Graphs(all),
                      calls);
}

std::string Head(const EnumerationOptions& options,
                 const EnumerationResult& result) {
  std::string text =
      absl::StrCat(options.grammar->name, ": ", Scope(options, result));
  // A file may say nothing of times, and of threads never does.
  if (result.seconds > 0) {
    const int jobs = options.campaign.jobs;
    absl::StrAppendFormat(
        &text, ", in %.1f s (%s a second%s)", result.seconds,
        WithCommas(static_cast<uint64_t>(
            static_cast<double>(result.counts.cases) / result.seconds)),
        jobs > 0 ? absl::StrCat(", ", Threads(jobs)) : "");
  }
  absl::StrAppend(&text, options.shards > 1 ? ".\nOf all, by number of calls:"
                                            : ".\nBy number of calls:");
  for (size_t i = 0; i < result.graphs_of_size.size(); ++i) {
    absl::StrAppend(&text, " ", i, ": ", WithCommas(result.graphs_of_size[i]),
                    i + 1 < result.graphs_of_size.size() ? "," : ".\n\n");
  }
  return text;
}

// One paragraph a cloner: that all holds, or each signature with its share.
std::string Verdicts(const EnumerationOptions& options,
                     const EnumerationResult& result,
                     const std::vector<Finding>& findings) {
  std::string text;
  for (const ClonerOnEngine& cloner : Judged(options)) {
    absl::StrAppend(&text, cloner.name, ": ", Scope(options, result), ": ");
    const auto is_its = [&](const Finding& finding) {
      return finding.cloner == cloner.name;
    };
    if (std::none_of(findings.begin(), findings.end(), is_its)) {
      absl::StrAppend(&text, "every obligation holds\n");
      continue;
    }
    absl::StrAppend(&text, "these fail\n");
    for (const Finding& finding : findings) {
      if (!is_its(finding)) continue;
      absl::StrAppendFormat(
          &text, "  %-7s %s: %s (%.2f %%), the smallest has %s%s\n",
          SeverityName(finding.obligation->severity), finding.signature,
          Graphs(finding.count),
          100 * static_cast<double>(finding.count) /
              static_cast<double>(std::max<uint64_t>(result.counts.cases, 1)),
          Counted(finding.shrink.graph.calls().size(), "call"),
          finding.known.empty() ? ", new" : "");
    }
  }
  return text;
}

std::string Laws(const EnumerationOptions& options,
                 const EnumerationResult& result, Workbench& workbench) {
  std::string text;
  for (const LawCount& count : result.laws) {
    const Law& law = *count.law;
    absl::StrAppend(
        &text, "law: ", law.cloner, " fails ", law.obligation,
        " if and only if ", law.statement, "\n     ", Graphs(count.checked),
        " checked, ", WithCommas(count.fails), " fail, ",
        count.exceptions == 0
            ? "no exception"
            : absl::StrCat(WithCommas(count.exceptions), " EXCEPTIONS"),
        "\n");
    if (count.exceptions == 0) continue;
    const uint64_t number = count.first_exception;
    const Graph graph =
        GraphsByNumber(*options.grammar, {number}, workbench.catalogue())[0];
    const bool predicted = law.fails(graph, workbench.catalogue());
    const CatalogueFacts facts(workbench.catalogue());
    absl::StrAppend(&text, "     The smallest, on which the law says that it ",
                    predicted ? "fails" : "holds", " and the judge that it ",
                    predicted ? "holds" : "fails", ":\n\n",
                    GraphToText(graph, &facts), "\n");
  }
  return text;
}

// `replay` knows cloners only.
void ReplayPreservations(const EnumerationOptions& options, RunReport* report) {
  for (size_t i = 0; i < report->findings.size(); ++i) {
    for (const Preservation& pair : PreservationsOf(options)) {
      if (report->findings[i].cloner != NameOf(options, pair)) continue;
      const std::string& cloner = options.campaign.cloners[pair.cloner].name;
      report->replays[i] =
          absl::StrCat(report->again, " --preserve ", options.preserve,
                       " --cloners ", options.preserve, ",", cloner);
    }
  }
}

}  // namespace

int GiveOutEnumeration(const CommonOptions& common,
                       const std::vector<KnownFinding>& known,
                       const EnumerationOptions& options,
                       const EnumerationResult& result,
                       const std::string& out) {
  Workbench workbench;
  RunReport report;
  report.command = "enumerate";
  report.options = options.campaign;
  report.options.cloners = Judged(options);
  report.options.seed = common.seed;
  report.result.counts = result.counts;
  report.result.seconds = result.seconds;
  report.findings = FindingsOfEnumeration(options, result, workbench);
  report.again =
      absl::StrCat("clonecheck enumerate --grammar ", options.grammar->name,
                   " --max-calls ", options.max_calls);
  if (result.complete && options.shards == 1) {
    report.exhausted =
        RunReport::Exhausted{options.max_calls, result.counts.cases};
  }
  report.timed = !common.no_timing;
  report.more["enumeration"] = EnumerationJson(options, result);
  if (!report.timed) report.more["enumeration"]["seconds"] = nullptr;
  MarkKnown(known, &report.findings);
  const absl::Status saved = SaveWitnesses(out, workbench, &report);
  ReplayPreservations(options, &report);
  std::string head;
  if (!common.quiet) {
    head = absl::StrCat(Head(options, result),
                        Verdicts(options, result, report.findings), "\n");
  }
  absl::StrAppend(&head, Laws(options, result, workbench));
  Say(head);
  const absl::Status given_out =
      GiveOut(report, workbench.catalogue(), common.quiet, common.json);
  if (const int code = TellUnwritten({saved, given_out})) return code;
  if (const int code = TellContradictions(report)) return code;
  const bool lawful =
      std::all_of(result.laws.begin(), result.laws.end(),
                  [](const LawCount& law) { return law.exceptions == 0; });
  if (!lawful && common.Fails(Severity::kError, /*is_new=*/true)) {
    return kExitFindings;
  }
  return common.ExitCode(report.findings);
}

}  // namespace clonecheck
