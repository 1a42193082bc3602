// Runs for tests, made by hand.
#ifndef CLONECHECK_REPORTS_TESTING_H_
#define CLONECHECK_REPORTS_TESTING_H_

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "reports/run.h"

namespace clonecheck {

inline RunFinding FindingFor(const std::string& symptom, uint64_t count) {
  RunFinding finding;
  finding.cloner = "keras-2.2.4";
  finding.signature = "keras-2.2.4/completes/" + symptom + "/Lambda";
  finding.obligation = "completes";
  finding.severity = "error";
  finding.symptom = symptom;
  finding.count = count;
  finding.calls = 1;
  finding.shrink_status = "fixed_point";
  finding.witness = {{"clonecheck", 1}};
  finding.error = "AssertionError: Could not compute output";
  finding.replay = "clonecheck replay 'out/a b.json' --cloners keras-2.2.4";
  return finding;
}

inline Run RunWith(std::vector<RunFinding> findings) {
  Run run;
  run.version = 1;
  run.command = "fuzz";
  run.seed = 1;
  run.cases = 1000;
  run.cloners = {
      {"keras-2.2.4", {{"agree", 900}, {"raised", 100}}, {"completes"}},
      {"fixed", {{"agree", 1000}, {"raised", 0}}, {"completes"}}};
  run.findings = std::move(findings);
  return run;
}

// What a hostile layer name may hold: markup, quotes, a line break, marks that
// turn the direction of text, a control character, much of it.
inline std::string HostileName() {
  return "</script><script>alert(1)</script>\"'`|\n\u202E\u061C\x01&amp;" +
         std::string(10'000, 'x');
}

}  // namespace clonecheck

#endif  // CLONECHECK_REPORTS_TESTING_H_
