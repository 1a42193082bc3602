// The formats that reports of a run come in, as a table. A new one is a file in
// formats/, a line in all_formats.inc, and a row in docs/reports.md.
#ifndef CLONECHECK_REPORTS_FORMATS_H_
#define CLONECHECK_REPORTS_FORMATS_H_

#include <string>
#include <vector>

#include "reports/reported.h"

namespace clonecheck {

struct ReportFormat {
  // Of the option: `html` is asked for by `--html FILE`.
  const char* name;
  const char* help;
  // The whole file.
  std::string (*write)(const Reported& reported);
};

// ReportFormat HtmlFormat(); and so on.
#define FORMAT(name) ReportFormat name();
#include "reports/all_formats.inc"
#undef FORMAT

const std::vector<ReportFormat>& AllReportFormats();

}  // namespace clonecheck

#endif  // CLONECHECK_REPORTS_FORMATS_H_
