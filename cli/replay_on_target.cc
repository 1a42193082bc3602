// `clonecheck replay --target`: what a live framework does to given cases, and
// what became of the findings that are kept of it.
#include <cstdio>
#include <string>
#include <utility>
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
#include "cli/terminal_text.h"
#include "core/exchange/load_case.h"
#include "nlohmann/json.hpp"
#include "reports/counted.h"
#include "reports/files.h"
#include "reports/palette.h"
#include "targets/hunt_verdict.h"
#include "targets/kept_findings.h"
#include "targets/live_target.h"

namespace clonecheck {
namespace {

using nlohmann::ordered_json;

// In words: what the worker says of a step that has no result.
std::string WhyNotBuilt(const nlohmann::json& build) {
  if (!build.is_object()) return "its worker says nothing of it";
  if (build.contains("unsupported")) {
    return build["unsupported"].get<std::string>();
  }
  const nlohmann::json raised = build.value("raised", nlohmann::json::object());
  return absl::StrCat(raised.value("type", "?"), ": ",
                      raised.value("message", ""));
}

// The targets of a worker that somebody gives are not known by name.
bool IsOf(const KeptFinding& finding, const Target& target) {
  return target.exec || finding.IsOf(target.name);
}

class Replay {
 public:
  Replay(const CommonOptions& common, const Target& target,
         const std::vector<std::string>& variants, LiveTarget& live,
         const Declaration& declaration)
      : common_(common),
        target_(target),
        variants_(variants),
        live_(live),
        declaration_(declaration),
        text_(absl::StrCat(target.name, " (", declaration.versions.dump(),
                           ")\n")) {}

  // A file of the command line: kept findings, or a case.
  absl::Status File(const std::string& file) {
    const absl::StatusOr<std::string> text = ReadFile(file);
    if (!text.ok()) return text.status();
    if (!LooksLikeKeptFindings(*text)) {
      const absl::StatusOr<Graph> graph =
          ReadGraph(file, workbench_.catalogue());
      if (!graph.ok()) return graph.status();
      Case(file, *graph);
      return absl::OkStatus();
    }
    const absl::StatusOr<std::vector<KeptFinding>> kept =
        ParseKeptFindings(file, *text);
    if (!kept.ok()) return kept.status();
    return Kept(*kept);
  }

  absl::Status Kept(const std::vector<KeptFinding>& findings) {
    for (const KeptFinding& finding : findings) {
      if (Interrupted()) break;
      if (!IsOf(finding, target_)) continue;
      const absl::StatusOr<Graph> graph =
          LoadGraph(finding.graph.dump(), workbench_.catalogue());
      if (!graph.ok()) {
        return absl::InvalidArgumentError(
            absl::StrCat(finding.name, ": ", graph.status().message()));
      }
      Tell(finding, Ask(finding, *graph));
    }
    return absl::OkStatus();
  }

  // Prints, writes --json, and returns the exit code.
  int Finish() {
    TellInterrupt();
    if (!findings_.empty()) {
      absl::StrAppend(&text_, Counted(findings_.size(), "kept finding"), ": ",
                      there_, " still there, ", gone_, " gone, ", other_,
                      " changed or not to be judged\n");
    }
    if (!common_.quiet) Say(text_);
    if (!common_.json.empty()) {
      const ordered_json report = {
          {"version", 1},
          {"command", "replay"},
          {"target", target_.name},
          {"versions", ordered_json(declaration_.versions)},
          {"cases", std::move(cases_)},
          {"findings", std::move(findings_)}};
      if (absl::Status status = WriteResult(common_.json, report);
          !status.ok()) {
        return BadInput(status);
      }
    }
    if (!no_such_variant_.empty()) return BadInput(NoSuchVariant());
    return ExitCodeAfterInterrupt(code_);
  }

 private:
  absl::Status NoSuchVariant() const {
    return absl::InvalidArgumentError(absl::StrCat(
        "--variants ", absl::StrJoin(variants_, ","), ": ", target_.name,
        " says: ", no_such_variant_, ". Leave it out",
        declaration_.variants.empty()
            ? ""
            : absl::StrCat(", or give one that it declares: ",
                           absl::StrJoin(declaration_.variants, ", ")),
        "."));
  }

  KeptOutcome Ask(const KeptFinding& finding, const Graph& graph) {
    const std::string why = WhyNotSupported(graph, declaration_);
    if (!why.empty()) {
      return {KeptState::kChanged, absl::StrCat("left out: ", why)};
    }
    const std::vector<std::string> steps = {"build", "predict",
                                            finding.operation};
    const WorkerReply reply =
        live_.Ask(graph, finding.seed, steps, finding.variants);
    if (reply.outcome != WorkerOutcome::kAnswered) {
      return {KeptState::kFailed,
              absl::StrCat("the worker ", WorkerOutcomeName(reply.outcome),
                           ": ", reply.detail)};
    }
    return JudgeKept(finding, reply.answer["steps"]);
  }

  void Tell(const KeptFinding& finding, const KeptOutcome& outcome) {
    const std::string state(KeptStateName(outcome.state));
    absl::StrAppend(&text_, state, std::string(9 - state.size(), ' '),
                    finding.name, " (", finding.row, "): ", outcome.detail,
                    "\n");
    if (outcome.state != KeptState::kThere) {
      absl::StrAppend(&text_, "         was: ", finding.says, "\n");
      Charge(Severity::kError);
    }
    ++(outcome.state == KeptState::kThere  ? there_
       : outcome.state == KeptState::kGone ? gone_
                                           : other_);
    findings_.push_back({{"name", finding.name},
                         {"row", finding.row},
                         {"operation", finding.operation},
                         {"state", state},
                         {"detail", outcome.detail}});
  }

  // What is told here is not known, whatever is kept.
  void Charge(Severity severity) {
    if (common_.Fails(severity, /*is_new=*/true)) code_ = kExitFindings;
  }

  void Case(const std::string& file, const Graph& graph) {
    absl::StrAppend(&text_, file, ":\n");
    ordered_json faults = ordered_json::array();
    const std::string outcome = Judge(graph, &faults);
    if (faults.empty()) {
      absl::StrAppend(
          &text_, "  ",
          outcome == "judged" ? "every obligation is kept" : outcome, "\n");
    }
    cases_.push_back(
        {{"file", file}, {"outcome", outcome}, {"faults", std::move(faults)}});
  }

  // Returns `judged`, or why it was not.
  std::string Judge(const Graph& graph, ordered_json* faults) {
    const std::string why = WhyNotSupported(graph, declaration_);
    if (!why.empty()) return absl::StrCat("left out: ", why);
    std::vector<std::string> steps = {"build", "predict"};
    steps.insert(steps.end(), declaration_.operations.begin(),
                 declaration_.operations.end());
    const WorkerReply reply = live_.Ask(graph, common_.seed, steps, variants_);
    if (reply.outcome != WorkerOutcome::kAnswered) {
      Charge(Severity::kError);
      return absl::StrCat("the worker ", WorkerOutcomeName(reply.outcome), ": ",
                          reply.detail);
    }
    const nlohmann::json build =
        reply.answer["steps"].value("build", nlohmann::json::object());
    if (!build.contains("result")) {
      if (!variants_.empty() && build.contains("unsupported")) {
        no_such_variant_ = WhyNotBuilt(build);
      }
      return absl::StrCat("not built: ", WhyNotBuilt(build));
    }
    for (const HuntFault& fault : JudgeEveryStep(reply.answer["steps"])) {
      Charge(fault.severity);
      absl::StrAppend(&text_, "  ", fault.step, "/", fault.Key(), " (",
                      Palette::ForStdout().Paint(fault.severity,
                                                 SeverityName(fault.severity)),
                      ")\n");
      faults->push_back(
          {{"operation", fault.step},
           {"obligation", fault.obligation},
           {"severity", std::string(SeverityName(fault.severity))},
           {"symptom", fault.symptom},
           {"detail", fault.detail}});
    }
    return "judged";
  }

  const CommonOptions& common_;
  const Target& target_;
  const std::vector<std::string>& variants_;
  LiveTarget& live_;
  const Declaration& declaration_;
  Workbench workbench_;
  std::string text_;
  ordered_json cases_ = ordered_json::array();
  ordered_json findings_ = ordered_json::array();
  int there_ = 0, gone_ = 0, other_ = 0;
  int code_ = kExitNothingFound;
  // What the worker said of one of `variants_`; empty: nothing.
  std::string no_such_variant_;
};

}  // namespace

int ReplayOnTarget(const CommonOptions& common, const std::string& target,
                   const std::vector<std::string>& variants,
                   const std::vector<std::string>& files) {
  absl::StatusOr<Target> found = FindHuntTarget(target);
  if (!found.ok()) return RefuseTarget(found.status());
  if (files.empty() && found->exec) {
    return BadInput(absl::InvalidArgumentError(
        "Nothing is kept of exec:COMMAND; give the files to replay, such as "
        "corpus/findings/*.json."));
  }
  LiveTarget live(*found, LiveTarget::Limits());
  const absl::StatusOr<Declaration> declaration = live.Declare();
  if (!declaration.ok()) return RefuseTarget(declaration.status());
  HearInterrupts();
  Replay replay(common, *found, variants, live, *declaration);
  if (files.empty()) {
    if (absl::Status status = replay.Kept(OurKeptFindings()); !status.ok()) {
      return BadInput(status);
    }
  }
  // One bad file costs none of the others.
  bool all_read = true;
  for (const std::string& file : files) {
    if (Interrupted()) break;
    if (absl::Status status = replay.File(file); !status.ok()) {
      BadInput(status);
      all_read = false;
    }
  }
  const int code = replay.Finish();
  return all_read ? code : kExitBadInput;
}

}  // namespace clonecheck
