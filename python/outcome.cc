#include "python/outcome.h"

#include "absl/strings/str_cat.h"
#include "corpus/known_findings.h"
#include "reports/files.h"
#include "reports/finding_text.h"
#include "reports/print.h"

namespace clonecheck {

namespace py = pybind11;

py::dict OutcomeOf(RunReport& report, const AskedCloners& cloners,
                   const std::string& head, Catalogue& catalogue) {
  const std::string contradictions =
      ContradictionsText(report.options, report.result.counts);
  if (!contradictions.empty()) throw std::runtime_error(contradictions);
  const bool in_campaign = !report.of_given_files;
  std::string text = head;
  py::dict findings;
  for (size_t i = 0; i < report.findings.size(); ++i) {
    Finding& finding = report.findings[i];
    if (!cloners.IsFunction(finding.cloner)) {
      finding.known = KnownReason(OurKnownFindings(), finding.signature);
    }
    const std::string of_finding = absl::StrCat(
        FindingFacts(finding, static_cast<int>(i) + 1, in_campaign, catalogue),
        "\n   replay: ", report.replays[i], "\n");
    absl::StrAppend(&text, of_finding, "\n");
    findings[py::str(finding.signature)] = py::make_tuple(
        of_finding, FindingPython(finding, catalogue, report.replays[i]));
  }
  if (in_campaign) absl::StrAppend(&text, FindingsIndex(report.findings));
  if (!cloners.not_judged().empty()) {
    nlohmann::ordered_json reasons = nlohmann::ordered_json::object();
    for (const auto& [why, count] : cloners.not_judged()) reasons[why] = count;
    report.more["not_judged"] = std::move(reasons);
  }
  py::dict outcome;
  outcome["json"] = JsonText(RunFileJson(report), /*indent=*/-1);
  outcome["text"] = text;
  outcome["findings"] = findings;
  return outcome;
}

}  // namespace clonecheck
