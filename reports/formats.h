// The formats that reports of a run come in, as a table. A new one is a file
// that writes it, a line in formats.cc, and a row in docs/reports.md.
#ifndef CLONECHECK_REPORTS_FORMATS_H_
#define CLONECHECK_REPORTS_FORMATS_H_

#include <string>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "reports/reported.h"

namespace clonecheck {

struct ReportFormat {
  // Of the option: `html` is asked for by `--html FILE`.
  const char* name;
  const char* help;
  // The whole file.
  std::string (*write)(const Reported& reported);
};

absl::Span<const ReportFormat> AllReportFormats();

}  // namespace clonecheck

#endif  // CLONECHECK_REPORTS_FORMATS_H_
