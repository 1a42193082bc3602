#include "reports/run_file.h"

#include <cmath>

#include "campaign/array_json.h"
#include "core/graph/json.h"
#include "core/search/features.h"
#include "core/search/shrink.h"
#include "reports/run_version.h"

namespace clonecheck {
namespace {

using Json = nlohmann::ordered_json;

Json NumbersJson(const Details& details) {
  if (!details.numbers.has_value()) return nullptr;
  const Numbers& numbers = *details.numbers;
  return Json{{"of", details.numbers_of},
              {"inputs", ArraysToJson(numbers.inputs)},
              {"weights", ArraysToJson(numbers.weights)},
              {"original", ArraysToJson(numbers.original)},
              {"clone", ArraysToJson(numbers.clone)},
              {"output", numbers.output},
              {"difference", std::isfinite(numbers.difference)
                                 ? Json(numbers.difference)
                                 : Json("inf")}};
}

Json FindingJson(const Finding& finding, const std::string& replay) {
  const ShrinkResult& shrink = finding.shrink;
  Json json{
      {"signature", finding.signature},
      {"obligation", std::string(finding.obligation->name)},
      {"severity", std::string(SeverityName(finding.obligation->severity))},
      {"symptom", finding.symptom},
      {"count", finding.count},
      {"first_case", finding.first_case},
      {"calls", shrink.graph.calls().size()},
      {"implied", finding.implied},
      {"shrink",
       {{"status", std::string(ShrinkStatusName(shrink.status))},
        {"evaluations", shrink.evaluations},
        {"proof_evaluations", shrink.proof_evaluations},
        {"proved_minimal", shrink.proved_minimal},
        {"proof", std::string(ProofStatusName(shrink.proof))}}},
      {"witness", GraphToJsonValue(shrink.graph)},
      {"error", finding.explanation.details.error.empty()
                    ? Json(nullptr)
                    : Json(finding.explanation.details.error)},
      {"known", finding.known.empty() ? Json(nullptr) : Json(finding.known)},
      {"numbers", NumbersJson(finding.explanation.details)},
      {"replay", replay}};
  return json;
}

}  // namespace

nlohmann::ordered_json RunFileJson(const RunReport& report) {
  const CampaignCounts& counts = report.result.counts;
  const double seconds = report.result.seconds;
  Json obligations = Json::array();
  for (const Obligation* obligation : report.options.obligations) {
    obligations.push_back(std::string(obligation->name));
  }
  Json cloners = Json::object();
  for (size_t i = 0; i < report.options.cloners.size(); ++i) {
    const std::string& name = report.options.cloners[i].name;
    Json cloner = Json::object();
    for (Verdict verdict : {Verdict::kAgree, Verdict::kAgreeNumerically,
                            Verdict::kDiffer, Verdict::kRaised, Verdict::kHangs,
                            Verdict::kBothRefuse, Verdict::kUnjudged}) {
      cloner[std::string(VerdictName(verdict))] =
          counts.cloners[i].verdicts[static_cast<int>(verdict)];
    }
    const ProofCounts& proofs = counts.cloners[i].proofs;
    cloner["proofs"] = {{"share", proofs.share_certain()},
                        {"proved", proofs.proved},
                        {"refuted", proofs.refuted},
                        {"on_samples", proofs.on_samples},
                        {"checked", proofs.checked},
                        {"contradicted", proofs.contradicted}};
    cloner["obligations"] = obligations;
    Json findings = Json::array();
    for (size_t j = 0; j < report.findings.size(); ++j) {
      if (report.findings[j].cloner != name) continue;
      findings.push_back(FindingJson(report.findings[j], report.replays[j]));
    }
    cloner["findings"] = std::move(findings);
    cloners[name] = std::move(cloner);
  }
  Json features = Json::object();
  for (int i = 0; i < kNumFeatures; ++i) {
    features[std::string(FeatureName(static_cast<Feature>(i)))] =
        counts.cases == 0 ? 0.0
                          : static_cast<double>(counts.features[i]) /
                                static_cast<double>(counts.cases);
  }
  Json json{{"version", kRunFileVersion},
            {"command", report.command},
            {"seed", report.options.seed},
            {"cases", counts.cases},
            {"seconds", report.timed ? Json(seconds) : Json(nullptr)},
            {"cases_per_second",
             !report.timed ? Json(nullptr)
             : seconds > 0 ? Json(static_cast<double>(counts.cases) / seconds)
                           : Json(0.0)},
            {"exhausted", report.exhausted.has_value()
                              ? Json{{"max_calls", report.exhausted->max_calls},
                                     {"graphs", report.exhausted->graphs}}
                              : Json(nullptr)},
            {"cloners", std::move(cloners)},
            {"features", std::move(features)}};
  json.update(report.more);
  return json;
}

}  // namespace clonecheck
