#include "reports/formats.h"

#include <vector>

#include "campaign/workbench.h"
#include "reports/drawing.h"
#include "reports/html_report.h"
#include "reports/junit.h"
#include "reports/markdown.h"
#include "reports/sarif.h"
#include "reports/witness_view.h"

namespace clonecheck {
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

std::string SarifText(const Reported& reported) {
  return Sarif(reported).dump(2) + "\n";
}

}  // namespace

absl::Span<const ReportFormat> AllReportFormats() {
  static constexpr ReportFormat kFormats[] = {
      {"html", "write one HTML file", &HtmlWithViews},
      {"junit", "write JUnit XML", &JunitXml},
      {"sarif", "write SARIF 2.1.0", &SarifText},
      {"markdown", "write a summary", &MarkdownSummary},
  };
  return kFormats;
}

}  // namespace clonecheck
