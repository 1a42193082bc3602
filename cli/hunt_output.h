// What `fuzz --target` gives out: texts, the run file, and files a finding.
#ifndef CLONECHECK_CLI_HUNT_OUTPUT_H_
#define CLONECHECK_CLI_HUNT_OUTPUT_H_

#include <string>

#include "absl/status/status.h"
#include "cli/hunt_command.h"
#include "nlohmann/json.hpp"
#include "reports/palette.h"
#include "targets/hunt.h"

namespace clonecheck {

// Rates, what was left out and why, shares of features.
std::string HuntSummary(const HuntFlags& flags, const HuntResult& result);

// `number`: from 1.
std::string HuntFindingText(const HuntFlags& flags, const HuntResult& result,
                            const HuntFinding& finding, int number,
                            const Palette& palette);

// Workers that died, hung or babbled; empty: none did.
std::string HuntFailuresText(const HuntFlags& flags, const HuntResult& result);

// The run file (docs/run.schema.json).
nlohmann::ordered_json HuntReport(const HuntFlags& flags,
                                  const HuntResult& result);

// Into --out: of each finding the case (.json), the script (.py, .js), the
// text of an issue (.md), and what corpus/findings keeps (.finding.json).
absl::Status SaveHuntFindings(const HuntFlags& flags, const HuntResult& result);

}  // namespace clonecheck

#endif  // CLONECHECK_CLI_HUNT_OUTPUT_H_
