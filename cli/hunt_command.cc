#include "cli/hunt_command.h"

#include <unistd.h>

#include <cstdio>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "campaign/workbench.h"
#include "cli/command.h"
#include "cli/files.h"
#include "cli/interrupt.h"
#include "cli/print.h"
#include "core/graph/json.h"
#include "nlohmann/json.hpp"
#include "reports/run_version.h"
#include "targets/hunt.h"
#include "targets/hunt_verdict.h"
#include "targets/live_target.h"

namespace clonecheck {
namespace {

using nlohmann::ordered_json;

// A live framework does a few graphs a second.
constexpr uint64_t kDefaultHuntCases = 1000;

absl::StatusOr<Target> Find(const std::string& name) {
  absl::StatusOr<Target> target = FindTarget(name);
  if (target.ok() && target->imitated && name.rfind("exec:", 0) != 0) {
    return absl::InvalidArgumentError(absl::StrCat(
        name, " is held against our engine by `clonecheck fidelity --target ",
        name, "`; to hunt in there are ",
        absl::StrJoin(HuntTargetNames(), ", "), ", and exec:COMMAND."));
  }
  return target;
}

int Refuse(const absl::Status& status) {
  const int code = BadInput(status);
  return absl::IsFailedPrecondition(status) ? kExitOurError : code;
}

std::string Counts(absl::string_view title,
                   const std::map<std::string, uint64_t>& counts) {
  if (counts.empty()) return "";
  std::string text = absl::StrCat(title, ":\n");
  for (const auto& [reason, count] : counts) {
    absl::StrAppendFormat(&text, "  %8s  %s\n", WithCommas(count), reason);
  }
  return text;
}

// Where the files of a finding are, without their endings.
std::string PathOf(const HuntFlags& flags, const HuntFinding& finding) {
  return absl::StrCat(UserPath(flags.out), "/", FileName(finding.signature));
}

absl::string_view ScriptEnding(const HuntFlags& flags) {
  return flags.target.rfind("tfjs", 0) == 0 ? ".js" : ".py";
}

std::string Replay(const HuntFlags& flags, const HuntFinding& finding) {
  const std::string variants =
      finding.variants.empty()
          ? ""
          : absl::StrCat(" --variants ", absl::StrJoin(finding.variants, ","));
  if (flags.out.empty()) {
    return absl::StrCat("clonecheck fuzz --target ", flags.target,
                        " --cases 1 --first-case ", finding.first_case,
                        " --seed ", flags.common.seed);
  }
  return absl::StrCat("clonecheck replay --target ", flags.target, variants,
                      " ", PathOf(flags, finding), ".json");
}

std::string FindingText(const HuntFlags& flags, const HuntFinding& finding,
                        int number) {
  std::string text = absl::StrFormat(
      "\n%d. %s (%s)\n   seen %s times, first in case %d; %s after %d worker "
      "calls, %d calls left%s%s\n",
      number, finding.signature, finding.fault.severity,
      WithCommas(finding.count), finding.first_case, finding.shrink_status,
      finding.shrink_evaluations, finding.calls,
      finding.variants.empty() ? "" : "; made with ",
      absl::StrJoin(finding.variants, ", "));
  absl::StrAppend(
      &text, finding.text, finding.fault.detail, "\n   ",
      finding.confirmed ? "its script shows it, in a fresh process"
      : finding.script.empty() && finding.script_output.empty()
          ? "not shrunk, and its script not run: interrupted before that"
          : "NOT CONFIRMED: its script, in a fresh process, does not show it; "
            "take it for no finding",
      "\n", finding.confirmed ? "" : absl::StrCat(finding.script_output, "\n"));
  if (!flags.out.empty() && !finding.script.empty()) {
    absl::StrAppend(&text, "   script: ", PathOf(flags, finding),
                    ScriptEnding(flags), "\n");
  }
  absl::StrAppend(&text, "   again: ", Replay(flags, finding), "\n");
  return text;
}

std::string Summary(const HuntFlags& flags, const HuntResult& result) {
  std::string text = absl::StrFormat(
      "%s (%s): %s graphs in %.0f s, %.1f a second, seed %d; %s built and "
      "judged, %s operations.\nValues: equal within rtol %g, atol %g.\n",
      flags.target, result.versions.dump(), WithCommas(result.cases),
      result.seconds,
      result.seconds > 0 ? static_cast<double>(result.cases) / result.seconds
                         : 0,
      flags.common.seed, WithCommas(result.built),
      WithCommas(result.operations), kHuntRtol, kHuntAtol);
  absl::StrAppend(
      &text, Counts("left out", result.left_out),
      Counts("refused by the target while building", result.refused),
      Counts("built, but not to be computed", result.not_computed),
      Counts("operations that could not be judged", result.not_judged));
  if (result.nondeterministic > 0) {
    absl::StrAppend(&text, WithCommas(result.nondeterministic),
                    " graphs gave other values when run twice; their values "
                    "were not judged\n");
  }
  absl::StrAppend(&text, "share of the judged graphs with a feature:\n");
  for (int i = 0; i < kNumFeatures; ++i) {
    absl::StrAppendFormat(
        &text, "  %5.1f %%  %s\n",
        result.built == 0 ? 0.0
                          : 100.0 * static_cast<double>(result.features[i]) /
                                static_cast<double>(result.built),
        FeatureName(static_cast<Feature>(i)));
  }
  return text;
}

std::string FailuresText(const HuntFlags& flags, const HuntResult& result) {
  std::string text;
  for (const HuntFailure& failure : result.failures) {
    absl::StrAppendFormat(
        &text,
        "\nThe worker %s, %s times, %s times again with a new worker; first in "
        "case %d:\n   %s\n%s\n",
        WorkerOutcomeName(failure.outcome), WithCommas(failure.count),
        WithCommas(failure.repeated), failure.first_case, failure.detail,
        failure.graph.dump());
    absl::StrAppend(&text, "   again: clonecheck fuzz --target ", flags.target,
                    " --cases 1 --first-case ", failure.first_case, " --seed ",
                    flags.common.seed, "\n");
  }
  return text;
}

ordered_json FindingJson(const HuntFlags& flags, const HuntFinding& finding) {
  const bool raises = finding.fault.obligation == "completes";
  return {{"signature", finding.signature},
          {"obligation", finding.fault.obligation},
          {"severity", finding.fault.severity},
          {"symptom", finding.fault.symptom},
          {"count", finding.count},
          {"first_case", finding.first_case},
          {"calls", finding.calls},
          {"implied", ordered_json::array()},
          {"shrink",
           {{"status", finding.shrink_status.empty() ? "not_tried"
                                                     : finding.shrink_status},
            {"evaluations", finding.shrink_evaluations},
            {"proof_evaluations", 0},
            {"proved_minimal", false},
            {"proof", "not_tried"}}},
          {"witness", finding.graph},
          {"error", raises ? ordered_json(finding.fault.detail) : nullptr},
          {"known", nullptr},
          {"numbers", nullptr},
          {"replay", Replay(flags, finding)},
          {"operation", finding.fault.step},
          {"detail", finding.fault.detail},
          {"variants", finding.variants},
          {"confirmed", finding.confirmed},
          {"script", finding.script},
          {"script_output", finding.script_output}};
}

ordered_json Report(const HuntFlags& flags, const HuntResult& result) {
  ordered_json features = ordered_json::object();
  for (int i = 0; i < kNumFeatures; ++i) {
    features[std::string(FeatureName(static_cast<Feature>(i)))] =
        result.built == 0 ? 0.0
                          : static_cast<double>(result.features[i]) /
                                static_cast<double>(result.built);
  }
  ordered_json cloner = ordered_json::object();
  for (int i = 0; i < kNumVerdicts; ++i) {
    cloner[std::string(VerdictName(static_cast<Verdict>(i)))] =
        result.verdicts[i];
  }
  cloner["findings"] = ordered_json::array();
  for (const HuntFinding& finding : result.findings) {
    cloner["findings"].push_back(FindingJson(flags, finding));
  }
  ordered_json failures = ordered_json::array();
  for (const HuntFailure& failure : result.failures) {
    failures.push_back(
        {{"outcome", std::string(WorkerOutcomeName(failure.outcome))},
         {"detail", failure.detail},
         {"count", failure.count},
         {"repeated", failure.repeated},
         {"first_case", failure.first_case},
         {"case", failure.graph}});
  }
  const bool timed = !flags.common.no_timing;
  const double rate = result.seconds > 0
                          ? static_cast<double>(result.cases) / result.seconds
                          : 0;
  ordered_json hunt{{"target", flags.target},
                    {"versions", ordered_json(result.versions)},
                    {"built", result.built},
                    {"operations", result.operations},
                    {"nondeterministic", result.nondeterministic},
                    {"tolerance", {{"rtol", kHuntRtol}, {"atol", kHuntAtol}}},
                    {"left_out", ordered_json(result.left_out)},
                    {"refused", ordered_json(result.refused)},
                    {"not_computed", ordered_json(result.not_computed)},
                    {"not_judged", ordered_json(result.not_judged)},
                    {"worker_failures", std::move(failures)}};
  return {{"version", kRunFileVersion},
          {"command", "fuzz"},
          {"seed", flags.common.seed},
          {"cases", result.cases},
          {"seconds", timed ? ordered_json(result.seconds) : nullptr},
          {"cases_per_second", timed ? ordered_json(rate) : nullptr},
          {"exhausted", nullptr},
          {"cloners", {{flags.target, std::move(cloner)}}},
          {"features", std::move(features)},
          {"hunt", std::move(hunt)}};
}

absl::Status SaveFindings(const HuntFlags& flags, const HuntResult& result) {
  if (flags.out.empty() || result.findings.empty()) return absl::OkStatus();
  if (absl::Status status = MakeDirectory(UserPath(flags.out)); !status.ok()) {
    return status;
  }
  for (const HuntFinding& finding : result.findings) {
    const std::string path = PathOf(flags, finding);
    if (absl::Status status =
            WriteFile(path + ".json", finding.graph.dump(1) + "\n");
        !status.ok()) {
      return status;
    }
    if (finding.script.empty()) continue;
    if (absl::Status status =
            WriteFile(absl::StrCat(path, ScriptEnding(flags)), finding.script);
        !status.ok()) {
      return status;
    }
  }
  return absl::OkStatus();
}

}  // namespace

int RunHuntCommand(const HuntFlags& flags) {
  absl::StatusOr<Target> target = Find(flags.target);
  if (!target.ok()) return Refuse(target.status());
  absl::StatusOr<Profile> profile = FindProfile(flags.profile);
  if (!profile.ok()) return BadInput(profile.status());
  HuntOptions options;
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
  HuntProgress progress;
  const bool live = !flags.common.quiet && isatty(STDERR_FILENO) != 0;
  if (live) {
    progress = [](const HuntResult& so_far) {
      std::fprintf(
          stderr, "\r%s\x1b[K",
          absl::StrFormat("%s graphs, %.1f a second, %s built",
                          WithCommas(so_far.cases),
                          static_cast<double>(so_far.cases) / so_far.seconds,
                          WithCommas(so_far.built))
              .c_str());
      std::fflush(stderr);
    };
  }
  const absl::StatusOr<HuntResult> result =
      RunHunt(options, progress, &Interrupted);
  if (!result.ok()) return Refuse(result.status());
  if (live) std::fputc('\n', stderr);
  if (Interrupted()) {
    std::fprintf(stderr, "Interrupted; here is what was found so far.\n");
  }
  std::string text = flags.common.quiet ? "" : Summary(flags, *result);
  int number = 0;
  for (const HuntFinding& finding : result->findings) {
    absl::StrAppend(&text, FindingText(flags, finding, ++number));
  }
  absl::StrAppend(&text, FailuresText(flags, *result));
  std::fputs(text.c_str(), stdout);
  const absl::Status saved = SaveFindings(flags, *result);
  if (!flags.common.json.empty()) {
    if (absl::Status status =
            WriteFile(flags.common.json, Report(flags, *result).dump(2) + "\n");
        !status.ok()) {
      return BadInput(status);
    }
  }
  if (!saved.ok()) return BadInput(saved);
  return flags.common.fail_on == "none" ||
                 (result->findings.empty() && result->failures.empty())
             ? kExitNothingFound
             : kExitFindings;
}

int ReplayOnTarget(const CommonOptions& common, const std::string& target,
                   const std::vector<std::string>& variants,
                   const std::vector<std::string>& files) {
  absl::StatusOr<Target> found = Find(target);
  if (!found.ok()) return Refuse(found.status());
  Workbench workbench;
  LiveTarget live(*found, LiveTarget::Limits());
  const absl::StatusOr<Declaration> declaration = live.Declare();
  if (!declaration.ok()) return Refuse(declaration.status());
  std::vector<std::string> steps = {"build", "predict"};
  steps.insert(steps.end(), declaration->operations.begin(),
               declaration->operations.end());
  int code = kExitNothingFound;
  std::string text =
      absl::StrCat(target, " (", declaration->versions.dump(), ")\n");
  ordered_json cases = ordered_json::array();
  for (const std::string& file : files) {
    const absl::StatusOr<Graph> graph = ReadGraph(file, workbench.catalogue());
    if (!graph.ok()) return BadInput(graph.status());
    absl::StrAppend(&text, file, ":\n");
    const std::string why = WhyNotSupported(*graph, *declaration);
    ordered_json faults = ordered_json::array();
    std::string outcome = "judged";
    if (!why.empty()) {
      outcome = absl::StrCat("left out: ", why);
    } else {
      const WorkerReply reply = live.Ask(*graph, common.seed, steps, variants);
      if (reply.outcome != WorkerOutcome::kAnswered) {
        outcome = absl::StrCat("the worker ", WorkerOutcomeName(reply.outcome),
                               ": ", reply.detail);
        code = kExitFindings;
      } else if (!reply.answer["steps"]
                      .value("build", ordered_json::object())
                      .contains("result")) {
        outcome =
            absl::StrCat("not built: ", reply.answer["steps"]["build"].dump());
      } else {
        for (const HuntFault& fault : JudgeEveryStep(reply.answer["steps"])) {
          code = kExitFindings;
          absl::StrAppend(&text, "  ", fault.step, "/", fault.Key(), " (",
                          fault.severity, ")\n");
          faults.push_back({{"operation", fault.step},
                            {"obligation", fault.obligation},
                            {"severity", fault.severity},
                            {"symptom", fault.symptom},
                            {"detail", fault.detail}});
        }
      }
    }
    if (faults.empty()) {
      absl::StrAppend(
          &text, "  ",
          outcome == "judged" ? "every obligation is kept" : outcome, "\n");
    }
    cases.push_back(
        {{"file", file}, {"outcome", outcome}, {"faults", std::move(faults)}});
  }
  if (!common.quiet) std::fputs(text.c_str(), stdout);
  if (!common.json.empty()) {
    const ordered_json report = {
        {"version", 1},
        {"command", "replay"},
        {"target", target},
        {"versions", ordered_json(declaration->versions)},
        {"cases", std::move(cases)}};
    if (absl::Status status = WriteFile(common.json, report.dump(2) + "\n");
        !status.ok()) {
      return BadInput(status);
    }
  }
  return code;
}

}  // namespace clonecheck
