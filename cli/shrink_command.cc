// `clonecheck shrink`: the simplest graph that fails as a given one does.
#include <cstdio>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "campaign/buildable.h"
#include "campaign/campaign.h"
#include "campaign/finding.h"
#include "campaign/workbench.h"
#include "cli/checks.h"
#include "cli/command.h"
#include "cli/hunt_command.h"
#include "cli/interrupt.h"
#include "cli/options.h"
#include "cli/output.h"
#include "core/graph/json.h"
#include "core/limits.h"
#include "reports/counted.h"
#include "reports/files.h"
#include "reports/finding_text.h"
#include "reports/palette.h"
#include "reports/replay.h"
#include "reports/run_file.h"
#include "targets/hunt_finding.h"
#include "targets/target.h"

namespace clonecheck {
namespace {

struct ShrinkFlags {
  std::string file;
  std::string cloner;
  std::string obligations = "all";
  std::string signature;
  std::string out;
  std::string json;
  bool quiet = false;
  std::string target;
  std::vector<std::string> variants;
  uint64_t seed = 1;
  int max_evaluations = 0;  // 0: the default of what is shrunk on
};

int RunOnTarget(const ShrinkFlags& flags) {
  return ShrinkOnTarget({flags.file, flags.target, flags.signature,
                         flags.variants, flags.out, flags.seed,
                         flags.max_evaluations > 0
                             ? flags.max_evaluations
                             : kDefaultLiveShrinkEvaluations});
}

// What was found, in the shape of all commands. It says nothing of time.
absl::Status WriteRun(const ShrinkFlags& flags, const Graph& start,
                      const ClonerOnEngine& cloner,
                      const std::vector<const Obligation*>& obligations,
                      const CaseVerdict& verdict, const Finding& finding) {
  if (flags.json.empty()) return absl::OkStatus();
  RunReport report;
  report.command = "shrink";
  report.timed = false;
  report.options.cloners = {cloner};
  report.options.obligations = obligations;
  CampaignCounts& counts = report.result.counts;
  counts.cases = 1;
  counts.calls = start.calls().size();
  counts.cloners.resize(1);
  CountVerdict(verdict, 0, &counts.cloners[0]);
  report.findings = {finding};
  MarkKnown(OurKnownFindings(), &report.findings);
  report.replays = {
      flags.out.empty()
          ? ShrinkReplay(flags.file, cloner.name, obligations)
          : FileReplay("replay", flags.out, cloner.name, obligations)};
  return WriteResult(flags.json, RunFileJson(report));
}

int Run(const ShrinkFlags& flags) {
  if (!flags.target.empty()) return RunOnTarget(flags);
  absl::StatusOr<ClonerOnEngine> cloner = FindCloner(flags.cloner);
  if (!cloner.ok()) return BadInput(cloner.status());
  CommonOptions common;
  common.obligations = flags.obligations;
  absl::StatusOr<std::vector<const Obligation*>> obligations =
      common.FindObligations();
  if (!obligations.ok()) return BadInput(obligations.status());
  Workbench workbench;
  absl::StatusOr<Graph> graph = ReadGraph(flags.file, workbench.catalogue());
  if (!graph.ok()) return BadInput(graph.status());
  if (absl::Status status =
          CheckBuildable(workbench, flags.file, *graph, *cloner);
      !status.ok()) {
    return BadInput(status);
  }

  const CaseVerdict verdict =
      workbench.JudgeGraph(*graph, *cloner, *obligations);
  if (!verdict.failed()) {
    return BadInput(absl::InvalidArgumentError(absl::StrCat(
        flags.file, ": ", cloner->name, " does not fail on this graph (",
        VerdictName(verdict.verdict),
        "), so there is nothing to shrink. Name another --cloner",
        flags.obligations == "all" ? "" : ", or more --obligations", ".")));
  }
  const std::string shown = verdict.signature.ToString(cloner->name);
  if (!flags.signature.empty() && flags.signature != shown) {
    return BadInput(absl::InvalidArgumentError(absl::StrCat(
        flags.file, ": this graph shows ", shown, ", not ", flags.signature,
        ". Leave --signature out, or give a graph that shows it.")));
  }
  HearInterrupts();
  const Finding finding = ShrinkToFinding(
      workbench, *graph, *cloner, *obligations, verdict.signature,
      flags.max_evaluations > 0 ? flags.max_evaluations
                                : kDefaultShrinkEvaluations,
      /*hurry=*/nullptr, /*stop=*/&Interrupted);
  if (CutShort()) {
    std::fprintf(stderr, "Interrupted; here is the simplest so far.\n");
  }
  if (!flags.quiet) {
    std::fprintf(
        stderr, "%s: from %zu to %s in %s (%s)%s\n",
        Palette::ForStderr().Paint(finding.obligation->severity, shown).c_str(),
        graph->calls().size(),
        Counted(finding.shrink.graph.calls().size(), "call").c_str(),
        Counted(static_cast<uint64_t>(finding.shrink.evaluations), "evaluation")
            .c_str(),
        std::string(ShrinkStatusName(finding.shrink.status)).c_str(),
        ProofText(finding.shrink).c_str());
  }
  const std::string text = GraphToJson(finding.shrink.graph);
  absl::Status status = WriteCase(flags.out, text);
  status.Update(
      WriteRun(flags, *graph, *cloner, *obligations, verdict, finding));
  return status.ok() ? ExitCodeAfterInterrupt(kExitNothingFound)
                     : BadInput(status);
}

}  // namespace

void AddShrinkCommand(CLI::App& app, int* exit_code) {
  CLI::App* command = app.add_subcommand(
      "shrink", "find the simplest graph that fails in the same way");
  auto options = std::make_shared<ShrinkFlags>();
  CLI::Option* start =
      command->add_option("CASE", options->file, "a case or a model")
          ->required();
  CLI::Option* cloner =
      command->add_option("--cloner", options->cloner,
                          "the cloner that fails (clonecheck list cloners)");
  CLI::Option* target =
      AddTarget(*command, &options->target,
                "on a live framework instead: ", HuntTargetNames())
          ->excludes(cloner);
  AddVariants(*command, &options->variants, target);
  AddTargetSeed(*command, &options->seed, target);
  AddObligations(*command, &options->obligations)->excludes(target);
  command->add_option("--signature", options->signature,
                      "the signature that the case must show");
  CLI::Option* out =
      command
          ->add_option("--out", options->out,
                       "write the case here instead of the standard output")
          ->check(FileToWrite());
  CLI::Option* json = AddJson(*command, &options->json)->excludes(target);
  command->add_flag("--quiet", options->quiet, "print the case only")
      ->excludes(target);
  command
      ->add_option("--max-evaluations", options->max_evaluations,
                   absl::StrCat("graphs that may be judged (default ",
                                kDefaultShrinkEvaluations, ", with --target ",
                                kDefaultLiveShrinkEvaluations, ")"))
      ->check(InRange(1, 1'000'000'000));
  command->footer(
      "Example: clonecheck shrink big.json --cloner keras-2.2.4 > small.json\n"
      "Exit code: 0 the simplest case that was found is written, which may be "
      "the given one, 2 bad usage or input, such as a case that does not fail. "
      "With --target: 3 it is not installed, or does not start.");
  command->callback([start, out, json, options, exit_code] {
    // The case may take the place of the one that was given.
    KeepApart({out, json}, {});
    KeepApart({json}, {start});
    if (options->cloner.empty() && options->target.empty()) {
      throw CLI::RequiredError("--cloner or --target");
    }
    *exit_code = Run(*options);
  });
}

}  // namespace clonecheck
