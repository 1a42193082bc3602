// JUnit XML, in the form that CI servers read: a suite a cloner, a test case a
// finding, and one for the cloner itself.
#ifndef CLONECHECK_REPORTS_FORMATS_JUNIT_H_
#define CLONECHECK_REPORTS_FORMATS_JUNIT_H_

#include <string>

#include "reports/reported.h"

namespace clonecheck {

// A finding that fails (Reported::Fails) is a `<failure>`, any other one is
// `<skipped>` with the reason. A cloner without findings has one test case that
// passes. Characters that XML 1.0 cannot hold become U+FFFD.
std::string JunitXml(const Reported& reported);

}  // namespace clonecheck

#endif  // CLONECHECK_REPORTS_FORMATS_JUNIT_H_
