// `clonecheck check` and `clonecheck replay`: judge given graphs. `check` is
// for a user's model, `replay` for cases that a campaign has written.
#include <cstdio>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/types/span.h"
#include "campaign/finding.h"
#include "campaign/workbench.h"
#include "cli/buildable.h"
#include "cli/command.h"
#include "cli/files.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/print.h"
#include "core/graph/text.h"
#include "core/layers/opaque_reading.h"

namespace clonecheck {
namespace {

struct CheckOptions {
  const char* command;
  // Of a user's own model, in which findings are shown small, and notes do not
  // count; else of cases that a campaign has shrunk.
  bool own_model;
  CommonOptions common;
  std::vector<std::string> files;
  bool strict = false;
};

// One line: what a verdict means for the user.
std::string VerdictLine(const std::string& cloner, const Explanation& e) {
  std::string text = absl::StrCat("  ", cloner, ": ");
  // A warning that comes with an agreement. Notes stand with the findings.
  const std::string besides =
      e.verdict.failed() &&
              e.verdict.signature.obligation->severity == Severity::kWarning
          ? absl::StrCat("\n    warning: ",
                         e.verdict.signature.ToString(cloner))
          : "";
  switch (e.verdict.verdict) {
    case Verdict::kAgree:
      return absl::StrCat(text, "agree, for all weights and inputs", besides,
                          "\n");
    case Verdict::kAgreeNumerically:
      return absl::StrCat(text, "agree on all numbers that were tried", besides,
                          "\n");
    case Verdict::kBothRefuse:
      return absl::StrCat(text, "the model itself cannot be built\n");
    case Verdict::kUnjudged:
      return absl::StrCat(text, "not judged\n");
    case Verdict::kDiffer:
    case Verdict::kRaised:
    case Verdict::kHangs:
      break;
  }
  absl::StrAppend(&text, VerdictName(e.verdict.verdict), ", ",
                  e.verdict.signature.ToString(cloner), "\n");
  if (!e.details.error.empty())
    absl::StrAppend(&text, "    ", e.details.error, "\n");
  return text;
}

// Why `--strict` refuses a graph; OK if it has no opaque layer.
absl::Status CheckTransparent(const std::string& file, const Graph& graph) {
  const std::optional<uint32_t> opaque = FirstOpaqueLayer(graph);
  if (!opaque.has_value()) return absl::OkStatus();
  const LayerDecl& layer = graph.layers()[*opaque];
  const ConfigValue* class_name = layer.config->Find("class_name");
  return absl::InvalidArgumentError(absl::StrCat(
      file, ": layer ", *opaque,
      layer.name == nullptr
          ? ""
          : absl::StrCat(" ", QuoteForMessage(layer.name->text)),
      class_name == nullptr
          ? ", a Lambda, has a function"
          : absl::StrCat(" is of the class ",
                         QuoteForMessage(class_name->string->text)),
      " that clonecheck does not know; leave out --strict to judge the model ",
      "with any such layer for an unknown function"));
}

// How a cloner fares on a graph, in each reading of its opaque layers.
struct Reading {
  const Graph* graph;
  Explanation explanation;
};
std::vector<Reading> ExplainReadings(
    Workbench& workbench, const Graph& graph, const Graph* passing,
    const ClonerOnEngine& cloner,
    absl::Span<const Obligation* const> obligations, const ProofLog& proofs) {
  std::vector<Reading> readings;
  readings.push_back(
      {&graph, Explain(workbench, graph, cloner, obligations, &proofs)});
  if (passing == nullptr) return readings;
  Explanation other =
      Explain(workbench, *passing, cloner, obligations, &proofs);
  // A model that cannot be built if masks pass shows that they do not.
  if (other.verdict.verdict != Verdict::kBothRefuse) {
    readings.push_back({passing, std::move(other)});
  }
  return readings;
}

// 0: nothing fails, 1: a warning or a note, 2: an error.
int Badness(const Reading& reading) {
  const CaseVerdict& verdict = reading.explanation.verdict;
  return verdict.failed() + IsFailure(verdict.verdict);
}

// What the readings say together: one line, or one each where they differ.
std::string VerdictLines(const std::string& cloner,
                         const std::vector<Reading>& readings) {
  const std::string first = VerdictLine(cloner, readings[0].explanation);
  if (readings.size() == 1) return first;
  const std::string second = VerdictLine(cloner, readings[1].explanation);
  if (first == second) return first;
  return absl::StrCat("  if layers of unknown class drop masks:\n", first,
                      "  if they pass masks:\n", second);
}

int Run(const CheckOptions& flags) {
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
  CampaignCounts& counts = report.result.counts;
  counts.cloners.resize(cloners->size());

  Workbench workbench;
  // All files are read before any is judged: bad input loses nothing.
  std::vector<Graph> graphs;
  for (const std::string& file : flags.files) {
    absl::StatusOr<Graph> graph = ReadGraph(file, workbench.catalogue());
    if (!graph.ok()) return BadInput(graph.status());
    if (flags.strict) {
      if (absl::Status status = CheckTransparent(file, *graph); !status.ok()) {
        return BadInput(status);
      }
    }
    // A model that no engine accepts is bad input, too.
    for (const ClonerOnEngine& cloner : *cloners) {
      if (absl::Status status = CheckBuildable(workbench, file, *graph, cloner);
          !status.ok()) {
        return BadInput(status);
      }
    }
    graphs.push_back(*std::move(graph));
  }
  std::string text;
  for (size_t i = 0; i < graphs.size(); ++i) {
    absl::StrAppend(&text, flags.files[i], ":\n");
    ++counts.cases;
    counts.calls += graphs[i].calls().size();
    const std::optional<Graph> passing =
        AsPassingMasks(graphs[i], workbench.catalogue());
    for (size_t j = 0; j < cloners->size(); ++j) {
      const ClonerOnEngine& cloner = (*cloners)[j];
      // A user's own model may be large, and its numbers dear.
      const ProofLog proofs{&counts.cloners[j].proofs,
                            /*check=*/!flags.own_model};
      const std::vector<Reading> readings = ExplainReadings(
          workbench, graphs[i], passing.has_value() ? &*passing : nullptr,
          cloner, *obligations, proofs);
      if (counts.cloners[j].proofs.contradicted > 0 &&
          !counts.cloners[j].contradicted_case.has_value()) {
        counts.cloners[j].contradicted_case = i;
      }
      absl::StrAppend(&text, VerdictLines(cloner.name, readings));
      // A file is one case: the reading that fails counts, the first if any do.
      const Reading* reading = &readings[0];
      if (Badness(readings.back()) > Badness(*reading)) {
        reading = &readings.back();
      }
      const CaseVerdict& verdict = reading->explanation.verdict;
      ++counts.cloners[j].verdicts[static_cast<int>(verdict.verdict)];
      if (!verdict.failed()) continue;
      SignatureCount& count = counts.cloners[j].signatures[verdict.signature];
      if (++count.count > 1) {
        for (Finding& finding : report.findings) {
          if (finding.signature == verdict.signature.ToString(cloner.name)) {
            ++finding.count;
          }
        }
        continue;
      }
      // Who asks about a model of their own wants to see what goes wrong,
      // small, but waits for no remark.
      const bool small = flags.own_model && IsFailure(verdict.verdict);
      Finding finding = ShrinkToFinding(workbench, *reading->graph, cloner,
                                        *obligations, verdict.signature,
                                        small ? kDefaultShrinkEvaluations : 1);
      finding.count = 1;
      finding.first_case = i;
      report.findings.push_back(std::move(finding));
      report.replays.push_back(absl::StrCat("clonecheck ", flags.command, " ",
                                            flags.files[i], " --cloners ",
                                            cloner.name));
    }
  }
  if (absl::Status status = flags.common.MarkKnown(&report.findings);
      !status.ok()) {
    return BadInput(status);
  }
  if (!flags.common.quiet) std::fputs((text + "\n").c_str(), stdout);
  if (absl::Status status = GiveOut(report, workbench.catalogue(),
                                    /*quiet=*/true, flags.common.json);
      !status.ok()) {
    return BadInput(status);
  }
  if (const int code = TellContradictions(report)) return code;
  // A model with nothing but notes survives.
  return flags.common.ExitCode(report.findings,
                               /*notes_count=*/!flags.own_model);
}

}  // namespace

void AddCheckCommand(CLI::App& app, int* exit_code) {
  CLI::App* command =
      app.add_subcommand("check", "will this model survive being cloned?");
  auto options = std::make_shared<CheckOptions>();
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
  auto options = std::make_shared<CheckOptions>();
  options->command = "replay";
  options->own_model = false;
  options->common.AddJudging(*command);
  command->add_option("case", options->files, "case files")->required();
  command->footer("Example: clonecheck replay clonecheck-out/*.json");
  command->callback([options, exit_code] { *exit_code = Run(*options); });
}

}  // namespace clonecheck
