// A run as one HTML file that needs nothing else: no network, no other file.
#ifndef CLONECHECK_REPORTS_FORMATS_HTML_REPORT_H_
#define CLONECHECK_REPORTS_FORMATS_HTML_REPORT_H_

#include <string>
#include <vector>

#include "reports/reported.h"
#include "reports/witness_view.h"

namespace clonecheck {

// The page of html/report.html with the run as data, which html/report.js
// draws. `views`: one a finding of the run. Whatever texts the run holds, they
// stay data: nothing in them ends the element that holds them.
std::string HtmlReport(const Reported& reported,
                       const std::vector<WitnessView>& views);

}  // namespace clonecheck

#endif  // CLONECHECK_REPORTS_FORMATS_HTML_REPORT_H_
