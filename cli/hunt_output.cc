#include "cli/hunt_output.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "reports/counted.h"
#include "reports/files.h"
#include "reports/print.h"
#include "reports/replay.h"
#include "reports/run_version.h"
#include "targets/hunt_issue.h"
#include "targets/kept_findings.h"
#include "worker/worker.h"

namespace clonecheck {
namespace {

using nlohmann::ordered_json;

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
  const std::string row = finding.known.substr(0, finding.known.find(':'));
  return absl::StrCat(UserPath(flags.out), "/", FileName(finding.signature),
                      row.empty() ? "" : "-", FileName(row));
}

absl::string_view ScriptEnding(TargetLanguage language) {
  return language == TargetLanguage::kJavaScript ? ".js" : ".py";
}

std::string CaseReplay(const HuntFlags& flags, uint64_t number) {
  return HuntReplay({flags.target, flags.profile, flags.common.seed, number});
}

std::string Replay(const HuntFlags& flags, const HuntFinding& finding,
                   const HuntFiles& files) {
  return files.graph.empty() ? CaseReplay(flags, finding.first_case)
                             : TargetFileReplay(flags.target, finding.variants,
                                                finding.seed, files.graph);
}

ordered_json FindingJson(const HuntFlags& flags, const HuntFinding& finding,
                         const HuntFiles& files) {
  const bool raises = finding.fault.obligation == "completes";
  return {{"signature", finding.signature},
          {"obligation", finding.fault.obligation},
          {"severity", std::string(SeverityName(finding.fault.severity))},
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
          {"known", finding.known.empty() ? ordered_json(nullptr)
                                          : ordered_json(finding.known)},
          {"numbers", nullptr},
          {"replay", Replay(flags, finding, files)},
          {"operation", finding.fault.step},
          {"detail", finding.fault.detail},
          {"variants", finding.variants},
          {"confirmed", finding.confirmed},
          {"script", finding.script},
          {"script_output", finding.script_output}};
}

// What of a finding goes into corpus/findings, once somebody has judged it.
KeptFinding ToKeep(const std::string& target, const HuntFinding& finding) {
  KeptFinding kept;
  kept.row = "(new)";
  kept.says = finding.fault.detail.substr(0, finding.fault.detail.find('\n'));
  kept.targets = {target};
  kept.operation = finding.fault.step;
  kept.signatures = {
      absl::StrCat(finding.fault.step, "/", finding.fault.Key())};
  kept.seed = finding.seed;
  kept.variants = finding.variants;
  kept.graph = finding.graph;
  return kept;
}

}  // namespace

std::string HuntSummary(const HuntFlags& flags, const HuntResult& result) {
  std::string text = absl::StrFormat(
      "%s (%s): %s in %.0f s, %.1f a second, seed %d; %s built and "
      "judged, %s operations.\nValues: equal within rtol %g, atol %g.\n",
      result.target, result.versions.dump(), Counted(result.cases, "graph"),
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
  if (result.built > 0) {
    absl::StrAppend(&text, "Share of the judged graphs: ",
                    FeatureShares(result.features, result.built), ".\n");
  }
  return text;
}

absl::Status SaveHuntFindings(const HuntFlags& flags, const HuntResult& result,
                              std::vector<HuntFiles>* files) {
  files->assign(result.findings.size(), {});
  if (flags.out.empty() || result.findings.empty()) return absl::OkStatus();
  if (absl::Status status = MakeDirectory(UserPath(flags.out)); !status.ok()) {
    return status;
  }
  absl::Status saved;  // the first error
  const auto write = [&saved](const std::string& path, const std::string& text,
                              std::string* written = nullptr) {
    if (WroteFile(path, text, &saved) && written != nullptr) *written = path;
  };
  for (size_t i = 0; i < result.findings.size(); ++i) {
    const HuntFinding& finding = result.findings[i];
    HuntFiles& of_it = (*files)[i];
    const std::string path = PathOf(flags, finding);
    write(path + ".json", JsonText(finding.graph, 1) + "\n", &of_it.graph);
    // A known one has been told before.
    if (finding.known.empty()) {
      write(
          path + ".md",
          HuntIssue(
              finding, result.versions,
              result.language == TargetLanguage::kJavaScript ? "js" : "python"),
          &of_it.issue);
      write(
          path + ".finding.json",
          JsonText(KeptFindingJson(ToKeep(result.target, finding)), 1) + "\n");
    }
    if (!finding.script.empty()) {
      write(absl::StrCat(path, ScriptEnding(result.language)), finding.script,
            &of_it.script);
    }
  }
  return saved;
}

std::string HuntFindingText(const HuntFlags& flags, const HuntResult& result,
                            const std::vector<HuntFiles>& files, size_t i,
                            const Palette& palette) {
  const HuntFinding& finding = result.findings[i];
  std::string text = absl::StrFormat(
      "\n%d. %s (%s)\n   in %s, the first is case %d; %s after %s, "
      "%s left%s%s\n",
      static_cast<int>(i) + 1, finding.signature,
      palette.Paint(finding.fault.severity,
                    SeverityName(finding.fault.severity)),
      Counted(finding.count, "case"), finding.first_case,
      finding.shrink_status.empty() ? "not shrunk" : finding.shrink_status,
      Counted(static_cast<uint64_t>(finding.shrink_evaluations), "evaluation"),
      Counted(finding.calls, "call"),
      finding.variants.empty() ? "" : "; made with ",
      absl::StrJoin(finding.variants, ", "));
  if (!finding.known.empty()) {
    return absl::StrCat(
        text, "   known, so neither shrunk nor run again: ", finding.known,
        "\n   replay: ", Replay(flags, finding, files[i]), "\n");
  }
  absl::StrAppend(
      &text, finding.text, finding.fault.detail, "\n   ",
      finding.confirmed ? "its script shows it, in a fresh process"
      : finding.script.empty() && finding.script_output.empty()
          ? "not shrunk, and its script not run: interrupted before that"
          : "NOT CONFIRMED: its script, in a fresh process, does not show it; "
            "take it for no finding",
      "\n", finding.confirmed ? "" : absl::StrCat(finding.script_output, "\n"));
  if (!files[i].script.empty()) {
    absl::StrAppend(&text, "   script: ", files[i].script,
                    files[i].issue.empty() ? "" : ", issue: ", files[i].issue,
                    "\n");
  }
  absl::StrAppend(&text, "   replay: ", Replay(flags, finding, files[i]), "\n");
  return text;
}

std::string HuntFailuresText(const HuntFlags& flags, const HuntResult& result) {
  std::string text;
  for (const WorkerFailure& failure : result.failures) {
    absl::StrAppendFormat(
        &text,
        "\nThe worker %s in %s, in %s of them again with a new worker; the "
        "first is case %d:\n   %s\n%s\n",
        WorkerOutcomeName(failure.outcome), Counted(failure.count, "case"),
        WithCommas(failure.repeated), failure.first_case, failure.detail,
        failure.graph.dump());
    absl::StrAppend(&text, "   replay: ", CaseReplay(flags, failure.first_case),
                    "\n");
  }
  return text;
}

ordered_json HuntReport(const HuntFlags& flags, const HuntResult& result,
                        const std::vector<HuntFiles>& files) {
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
  for (size_t i = 0; i < result.findings.size(); ++i) {
    cloner["findings"].push_back(
        FindingJson(flags, result.findings[i], files[i]));
  }
  const bool timed = !flags.common.no_timing;
  const double rate = result.seconds > 0
                          ? static_cast<double>(result.cases) / result.seconds
                          : 0;
  ordered_json hunt{
      {"target", result.target},
      {"versions", ordered_json(result.versions)},
      {"asked", result.asked},
      {"worker_seconds",
       timed ? ordered_json(result.worker_seconds) : ordered_json(nullptr)},
      {"built", result.built},
      {"operations", result.operations},
      {"nondeterministic", result.nondeterministic},
      {"tolerance", {{"rtol", kHuntRtol}, {"atol", kHuntAtol}}},
      {"left_out", ordered_json(result.left_out)},
      {"refused", ordered_json(result.refused)},
      {"not_computed", ordered_json(result.not_computed)},
      {"not_judged", ordered_json(result.not_judged)},
      {"worker_failures", FailuresJson(result.failures, /*repeats=*/true)}};
  return {{"version", kRunFileVersion},
          {"command", "fuzz"},
          {"seed", flags.common.seed},
          {"cases", result.cases},
          {"seconds", timed ? ordered_json(result.seconds) : nullptr},
          {"cases_per_second", timed ? ordered_json(rate) : nullptr},
          {"exhausted", nullptr},
          {"cloners", {{result.target, std::move(cloner)}}},
          {"features", std::move(features)},
          {"hunt", std::move(hunt)}};
}

}  // namespace clonecheck
