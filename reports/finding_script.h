// The script that shows a finding on a real Keras: what it compares, on which
// numbers.
#ifndef CLONECHECK_REPORTS_FINDING_SCRIPT_H_
#define CLONECHECK_REPORTS_FINDING_SCRIPT_H_

#include <string>

#include "core/graph/print_python.h"
#include "core/oracle/numbers.h"
#include "core/oracle/obligation.h"

namespace clonecheck {

// `obligation`: the one that fails; null: one that this program does not know.
// `numbers`: on which it does; null: the script draws them.
PythonScriptOptions FindingScript(const std::string& signature,
                                  const std::string& replay,
                                  const Obligation* obligation,
                                  const Numbers* numbers);

}  // namespace clonecheck

#endif  // CLONECHECK_REPORTS_FINDING_SCRIPT_H_
