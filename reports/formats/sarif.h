// SARIF 2.1.0, the format in which code scanning takes results.
#ifndef CLONECHECK_REPORTS_FORMATS_SARIF_H_
#define CLONECHECK_REPORTS_FORMATS_SARIF_H_

#include <nlohmann/json.hpp>

#include "reports/reported.h"

namespace clonecheck {

// A rule an obligation that fails, a result a finding, found again by its
// signature (`partialFingerprints`). Known findings are suppressed with their
// reason; with a baseline each result says whether it is new, unchanged,
// updated or absent. A result stands at the file of its witness, where the
// replay command names one, and at the cloner as a logical location.
nlohmann::ordered_json Sarif(const Reported& reported);

}  // namespace clonecheck

#endif  // CLONECHECK_REPORTS_FORMATS_SARIF_H_
