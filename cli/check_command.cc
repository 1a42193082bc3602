// `clonecheck check` and `clonecheck replay`: judge given graphs. `check` is
// for a user's model, `replay` for cases that a campaign has written.
#include <cstdio>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "campaign/finding.h"
#include "campaign/workbench.h"
#include "cli/buildable.h"
#include "cli/command.h"
#include "cli/files.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/print.h"
#include "core/graph/print_text.h"
#include "core/layers/catalogue_facts.h"

namespace clonecheck {
namespace {

struct CheckOptions {
  CommonOptions common;
  std::vector<std::string> files;
};

// One line: what a verdict means for the user.
std::string VerdictLine(const std::string& cloner, const Explanation& e) {
  std::string text = absl::StrCat("  ", cloner, ": ");
  switch (e.verdict.verdict) {
    case Verdict::kAgree:
      return absl::StrCat(text, "agree, for all weights and inputs\n");
    case Verdict::kAgreeNumerically:
      return absl::StrCat(text, "agree on all numbers that were tried\n");
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
  if (!e.error.empty()) absl::StrAppend(&text, "    ", e.error, "\n");
  return text;
}

int Run(const char* name, const CheckOptions& flags, bool shrink) {
  absl::StatusOr<std::vector<ClonerOnEngine>> cloners =
      flags.common.FindCloners();
  if (!cloners.ok()) return BadInput(cloners.status());
  absl::StatusOr<std::vector<const Obligation*>> obligations =
      flags.common.FindObligations();
  if (!obligations.ok()) return BadInput(obligations.status());

  RunReport report;
  report.command = name;
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
    for (size_t j = 0; j < cloners->size(); ++j) {
      const ClonerOnEngine& cloner = (*cloners)[j];
      const Explanation explanation =
          Explain(workbench, graphs[i], cloner, *obligations);
      const CaseVerdict& verdict = explanation.verdict;
      ++counts.cloners[j].verdicts[static_cast<int>(verdict.verdict)];
      absl::StrAppend(&text, VerdictLine(cloner.name, explanation));
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
      Finding finding = ShrinkToFinding(workbench, graphs[i], cloner,
                                        *obligations, verdict.signature,
                                        shrink ? kDefaultShrinkEvaluations : 1);
      finding.count = 1;
      finding.first_case = i;
      report.findings.push_back(std::move(finding));
      report.replays.push_back(absl::StrCat("clonecheck ", name, " ",
                                            flags.files[i], " --cloners ",
                                            cloner.name));
    }
  }
  if (!flags.common.quiet) std::fputs((text + "\n").c_str(), stdout);
  if (absl::Status status = GiveOut(report, workbench.catalogue(),
                                    /*quiet=*/true, flags.common.json);
      !status.ok()) {
    return BadInput(status);
  }
  return flags.common.ExitCode(report.findings.size());
}

}  // namespace

void AddCheckCommand(CLI::App& app, int* exit_code) {
  CLI::App* command =
      app.add_subcommand("check", "will this model survive being cloned?");
  auto options = std::make_shared<CheckOptions>();
  options->common.AddJudging(*command);
  command
      ->add_option("model", options->files,
                   "a model that Keras wrote with to_json(), or a case")
      ->required();
  command->footer("Example: clonecheck check model.json --cloners keras-2.2.4");
  command->callback([options, exit_code] {
    *exit_code = Run("check", *options, /*shrink=*/true);
  });
}

void AddReplayCommand(CLI::App& app, int* exit_code) {
  CLI::App* command =
      app.add_subcommand("replay", "judge cases that a campaign has written");
  auto options = std::make_shared<CheckOptions>();
  options->common.AddJudging(*command);
  command->add_option("case", options->files, "case files")->required();
  command->footer("Example: clonecheck replay clonecheck-out/*.json");
  command->callback([options, exit_code] {
    *exit_code = Run("replay", *options, /*shrink=*/false);
  });
}

}  // namespace clonecheck
