// `clonecheck shrink --target`: the simplest graph that a live framework treats
// as it treats a given one.
#include <cstdio>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "campaign/workbench.h"
#include "cli/command.h"
#include "cli/hunt_command.h"
#include "cli/interrupt.h"
#include "cli/output.h"
#include "core/exchange/load_case.h"
#include "reports/counted.h"
#include "reports/files.h"
#include "targets/hunt_finding.h"
#include "targets/hunt_verdict.h"
#include "targets/kept_findings.h"
#include "targets/live_target.h"

namespace clonecheck {
namespace {

// What to shrink: a case, or a kept finding, which brings seed and variants.
struct Start {
  std::string graph;
  uint64_t seed;
  std::vector<std::string> variants;
};

absl::StatusOr<Start> ReadStart(const ShrinkOnTargetFlags& flags) {
  absl::StatusOr<std::string> text = ReadFile(flags.file);
  if (!text.ok()) return text.status();
  Start start{*text, flags.seed, flags.variants};
  if (!LooksLikeKeptFindings(*text)) return start;
  absl::StatusOr<std::vector<KeptFinding>> kept =
      ParseKeptFindings(flags.file, *text);
  if (!kept.ok()) return kept.status();
  if (kept->size() != 1) {
    return absl::InvalidArgumentError(absl::StrCat(
        flags.file, ": there are ", kept->size(), " findings; give one."));
  }
  return Start{kept->front().graph.dump(), kept->front().seed,
               kept->front().variants};
}

// The fault of `steps` that has the signature; any, if it is empty.
absl::StatusOr<HuntFault> FaultOf(const ShrinkOnTargetFlags& flags,
                                  const std::string& target,
                                  const nlohmann::json& steps) {
  std::vector<std::string> shown;
  for (const HuntFault& fault : JudgeEveryStep(steps)) {
    shown.push_back(HuntSignature(target, fault));
    if (flags.signature.empty() || flags.signature == shown.back()) {
      return fault;
    }
  }
  const nlohmann::json build = steps.value("build", nlohmann::json::object());
  return absl::InvalidArgumentError(
      shown.empty()
          ? absl::StrCat(
                flags.file, ": ", target, " ",
                build.contains("result")
                    ? "keeps every obligation on this graph"
                    : absl::StrCat("does not build it (", build.dump(), ")"),
                ", so there is nothing to shrink. Give another case.")
          : absl::StrCat(flags.file, ": this graph shows ",
                         absl::StrJoin(shown, ", "), ", not ", flags.signature,
                         ". Leave --signature out, or give one of these."));
}

}  // namespace

int ShrinkOnTarget(const ShrinkOnTargetFlags& flags) {
  const absl::StatusOr<Target> target = FindHuntTarget(flags.target);
  if (!target.ok()) return RefuseTarget(target.status());
  const absl::StatusOr<Start> start = ReadStart(flags);
  if (!start.ok()) return BadInput(start.status());
  Workbench workbench;
  const absl::StatusOr<Graph> graph =
      LoadGraph(start->graph, workbench.catalogue());
  if (!graph.ok()) {
    return BadInput(absl::InvalidArgumentError(
        absl::StrCat(flags.file, ": ", graph.status().message())));
  }
  LiveTarget live(*target, LiveTarget::Limits());
  const absl::StatusOr<Declaration> declaration = live.Declare();
  if (!declaration.ok()) return RefuseTarget(declaration.status());
  if (const std::string why = WhyNotSupported(*graph, *declaration);
      !why.empty()) {
    return BadInput(absl::InvalidArgumentError(
        absl::StrCat(flags.file, ": ", target->name, " cannot be asked: ", why,
                     ". Give a case without it.")));
  }
  std::vector<std::string> steps = {"build", "predict"};
  steps.insert(steps.end(), declaration->operations.begin(),
               declaration->operations.end());
  const WorkerReply reply =
      live.Ask(*graph, start->seed, steps, start->variants);
  if (reply.outcome != WorkerOutcome::kAnswered) {
    return RefuseTarget(absl::FailedPreconditionError(absl::StrCat(
        flags.file, ": the worker ", WorkerOutcomeName(reply.outcome), ": ",
        reply.detail, ". `fuzz --target` tells what to do with such a case.")));
  }
  const absl::StatusOr<HuntFault> fault =
      FaultOf(flags, target->name, reply.answer["steps"]);
  if (!fault.ok()) return BadInput(fault.status());

  HearInterrupts();
  HuntFinding finding;
  finding.signature = HuntSignature(target->name, *fault);
  finding.fault = *fault;
  finding.seed = start->seed;
  finding.variants = start->variants;
  const HuntShrinker shrinker{
      &workbench,        &live,        &*declaration, flags.max_evaluations,
      /*known=*/nullptr, target->name, &Interrupted};
  finding = shrinker.Shrink(std::move(finding), *graph);
  std::fprintf(
      stderr, "%s: from %zu to %s in %s (%s)%s; %s\n",
      finding.signature.c_str(), graph->calls().size(),
      Counted(finding.calls, "call").c_str(),
      Counted(static_cast<uint64_t>(finding.shrink_evaluations), "evaluation")
          .c_str(),
      finding.shrink_status.c_str(),
      finding.variants.empty()
          ? ""
          : absl::StrCat("; made with --variants ",
                         absl::StrJoin(finding.variants, ","))
                .c_str(),
      finding.confirmed ? "its script shows it, in a fresh process"
                        : "NOT CONFIRMED by its script");
  const absl::Status status =
      WriteCase(flags.out, finding.graph.dump(1) + "\n");
  return status.ok() ? ExitCodeAfterInterrupt(kExitNothingFound)
                     : BadInput(status);
}

}  // namespace clonecheck
