// What `fuzz --target` gives out: texts, the run file, and files a finding.
#ifndef CLONECHECK_CLI_HUNT_OUTPUT_H_
#define CLONECHECK_CLI_HUNT_OUTPUT_H_

#include <cstddef>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "cli/hunt_command.h"
#include "nlohmann/json.hpp"
#include "reports/palette.h"
#include "targets/hunt.h"

namespace clonecheck {

// Rates, what was left out and why, shares of features.
std::string HuntSummary(const HuntFlags& flags, const HuntResult& result);

// Which files a finding has: their names, empty where there is none, or none
// could be written.
struct HuntFiles {
  std::string graph;
  std::string issue;
  std::string script;
};

// Into --out: of each finding the case (.json), the script (.py, .js), the
// text of an issue (.md), and what corpus/findings keeps (.finding.json).
// `files` is then as long as the findings, whatever went wrong.
absl::Status SaveHuntFindings(const HuntFlags& flags, const HuntResult& result,
                              std::vector<HuntFiles>* files);

// The `i`th finding. A case that is in no file is replayed by its number.
std::string HuntFindingText(const HuntFlags& flags, const HuntResult& result,
                            const std::vector<HuntFiles>& files, size_t i,
                            const Palette& palette);

// Workers that died, hung or babbled; empty: none did.
std::string HuntFailuresText(const HuntFlags& flags, const HuntResult& result);

// The run file (docs/run.schema.json).
nlohmann::ordered_json HuntReport(const HuntFlags& flags,
                                  const HuntResult& result,
                                  const std::vector<HuntFiles>& files);

}  // namespace clonecheck

#endif  // CLONECHECK_CLI_HUNT_OUTPUT_H_
