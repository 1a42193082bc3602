#include "reports/formats/html_report.h"

#include <nlohmann/json.hpp>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "campaign/workbench.h"
#include "reports/drawing.h"
#include "reports/formats.h"
#include "reports/html_template.h"

namespace clonecheck {
namespace {

using Json = nlohmann::ordered_json;

// What of a finding is large: it stands apart, and is read when somebody looks.
Json ViewJson(const RunFinding& finding, const WitnessView& view) {
  return Json{{"witness", finding.witness},
              {"numbers", finding.numbers},
              {"view",
               {{"text", view.text},
                {"python", view.python},
                {"what", view.what},
                {"original", view.original},
                {"clone", view.clone},
                {"marked", view.marked},
                {"original_svg", view.original_svg},
                {"clone_svg", view.clone_svg},
                {"clone_problem", view.clone_problem},
                {"problem", view.problem}}}};
}

Json FindingJson(const Reported& reported, size_t index,
                 const WitnessView& view) {
  const RunFinding& finding = reported.run.findings[index];
  return Json{{"cloner", finding.cloner},
              {"signature", finding.signature},
              {"obligation", finding.obligation},
              {"severity", finding.severity},
              {"state", std::string(reported.State(index))},
              {"is_new", reported.IsNew(index)},
              {"how", reported.comparison.has_value()
                          ? reported.comparison->findings[index].how
                          : std::string()},
              {"count", finding.count},
              {"first_case", finding.first_case},
              {"calls", finding.calls},
              {"implied", finding.implied},
              {"minimality", Minimality(finding)},
              {"error", finding.error},
              {"known", finding.known},
              {"replay", finding.replay},
              {"text", view.text}};
}

Json DataJson(const Reported& reported, const std::vector<WitnessView>& views) {
  const Run& run = reported.run;
  Json cloners = Json::array();
  for (const RunCloner& cloner : run.cloners) {
    Json verdicts = Json::object();
    for (const auto& [name, number] : cloner.verdicts) verdicts[name] = number;
    cloners.push_back({{"name", cloner.name},
                       {"verdicts", std::move(verdicts)},
                       {"obligations", cloner.obligations}});
  }
  Json findings = Json::array();
  for (size_t i = 0; i < run.findings.size(); ++i) {
    findings.push_back(FindingJson(reported, i, views[i]));
  }
  Json gone = Json::array();
  if (reported.comparison.has_value()) {
    for (const RunFinding& finding : reported.comparison->gone) {
      gone.push_back(finding.signature);
    }
  }
  Json features = Json::object();
  for (const auto& [name, share] : run.features) features[name] = share;
  return Json{
      {"command", run.command},
      {"fails", reported.FailsAtAll()},
      {"headline", reported.Headline()},
      {"seed", run.seed},
      {"cases", run.cases},
      {"seconds", run.seconds.has_value() ? Json(*run.seconds) : Json(nullptr)},
      {"exhausted", run.exhausted.has_value()
                        ? Json{{"max_calls", run.exhausted->max_calls},
                               {"graphs", run.exhausted->graphs}}
                        : Json(nullptr)},
      {"cloners", std::move(cloners)},
      {"findings", std::move(findings)},
      {"gone", std::move(gone)},
      {"features", std::move(features)}};
}

// JSON within a <script>. In JSON a `<` stands in strings only, where it may be
// escaped; without it no text ends a <script> or begins a comment.
std::string Embedded(const Json& json) {
  return absl::StrReplaceAll(
      json.dump(-1, ' ', false, Json::error_handler_t::replace),
      {{"<", "\\u003c"}});
}

}  // namespace

std::string HtmlReport(const Reported& reported,
                       const std::vector<WitnessView>& views) {
  std::string all_views;
  for (size_t i = 0; i < views.size(); ++i) {
    all_views += absl::StrReplaceAll(
        kViewHtml,
        {{"{{index}}", absl::StrCat(i)},
         {"{{view}}", Embedded(ViewJson(reported.run.findings[i], views[i]))}});
  }
  return absl::StrReplaceAll(kReportHtml,
                             {{"{{style}}", kReportCss},
                              {"{{script}}", kReportJs},
                              {"{{data}}", Embedded(DataJson(reported, views))},
                              {"{{views}}", all_views}});
}

namespace {

std::string HtmlWithViews(const Reported& reported) {
  Workbench workbench;
  Drawer drawer;
  std::vector<WitnessView> views;
  for (const RunFinding& finding : reported.run.findings) {
    views.push_back(ViewWitness(finding, workbench, drawer));
  }
  return HtmlReport(reported, views);
}

}  // namespace

ReportFormat HtmlFormat() {
  return {"html", "write one HTML file", &HtmlWithViews};
}

}  // namespace clonecheck
