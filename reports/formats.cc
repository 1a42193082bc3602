#include "reports/formats.h"

namespace clonecheck {

const std::vector<ReportFormat>& AllReportFormats() {
  static const auto* const kAll = new std::vector<ReportFormat>{
#define FORMAT(name) name(),
#include "reports/all_formats.inc"
#undef FORMAT
  };
  return *kAll;
}

}  // namespace clonecheck
