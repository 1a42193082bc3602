#include "cli/judge_json.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "core/search/features.h"
#include "reports/run_file.h"

namespace clonecheck {

using Json = nlohmann::ordered_json;

Json JudgeJson(const Plan& plan, absl::Span<const JudgedCandidate> candidates,
               std::optional<double> seconds) {
  RunReport run;
  run.command = "judge";
  run.options.seed = plan.options().seed;
  run.options.obligations = plan.options().obligations;
  run.timed = seconds.has_value();
  run.result.seconds = seconds.value_or(0);
  CampaignCounts& counts = run.result.counts;
  // Each candidate gets the same graphs in the same order, and the first of
  // them if it was interrupted.
  bool whole = !candidates.empty();
  for (const JudgedCandidate& candidate : candidates) {
    const std::optional<size_t> asked = candidate.report.stopped_after;
    counts.cases =
        std::max<uint64_t>(counts.cases, asked.value_or(plan.graphs().size()));
    whole = whole && !asked.has_value();
  }
  for (const PlannedGraph& planned :
       absl::MakeConstSpan(plan.graphs()).first(counts.cases)) {
    CountFeatures(planned.graph, plan.workbench().catalogue(),
                  &counts.features);
  }
  if (!plan.scopes.empty() && whole) {
    run.exhausted =
        RunReport::Exhausted{plan.scopes[0].max_calls, plan.scopes[0].graphs};
  }
  for (const JudgedCandidate& candidate : candidates) {
    const CandidateReport& report = candidate.report;
    run.options.cloners.push_back(
        ClonerOnEngine{nullptr, nullptr, report.file});
    ClonerCounts& of = counts.cloners.emplace_back();
    of.verdicts = report.verdicts;
    for (size_t i = 0; i < report.findings.size(); ++i) {
      Finding& finding = run.findings.emplace_back(report.findings[i].finding);
      finding.cloner = report.file;
      if (report.findings[i].kind == FailureKind::kRemaining) {
        finding.known = "remaining: Keras 2.2.4's own function fails so, too";
      }
      run.replays.push_back(candidate.replays[i]);
    }
  }
  Json json = RunFileJson(run);
  Json list = Json::array();
  for (const JudgedCandidate& candidate : candidates) {
    const CandidateReport& report = candidate.report;
    Json findings = Json::array();
    Json remaining = Json::array();
    Json& all = json["cloners"][report.file]["findings"];
    for (size_t i = 0; i < report.findings.size(); ++i) {
      const bool remains = report.findings[i].kind == FailureKind::kRemaining;
      all[i]["remaining"] = remains;
      (remains ? remaining : findings).push_back(all[i]);
    }
    Json entry{{"file", report.file},
               {"verdict", std::string(PatchVerdictName(report.verdict))},
               {"upstream_test", report.upstream_test_passes ? "pass" : "fail"},
               {"upstream_test_misled", report.upstream_test_misled},
               {"failing_share", FailingShare(report.decision)},
               {"findings", std::move(findings)},
               {"remaining", std::move(remaining)},
               {"source", report.where},
               {"why", report.why.empty() ? Json(nullptr) : Json(report.why)},
               {"graphs", report.decision.judged},
               {"not_judged", report.decision.unjudged}};
    if (report.stopped_after.has_value()) entry["interrupted"] = true;
    Json confirmations = Json::array();
    for (const Confirmation& confirmation : candidate.confirmations) {
      confirmations.push_back({{"target", confirmation.target},
                               {"asked", confirmation.asked},
                               {"agree", confirmation.agree},
                               {"unanswered", confirmation.unanswered},
                               {"refuted", confirmation.refuted},
                               {"disagreements", confirmation.disagreements}});
      if (confirmation.interrupted) {
        confirmations.back()["interrupted"] = true;
      }
    }
    entry["confirmed"] = std::move(confirmations);
    list.push_back(std::move(entry));
  }
  json["candidates"] = std::move(list);
  return json;
}

}  // namespace clonecheck
