// What `fidelity` gives out: texts, and its file.
#ifndef CLONECHECK_CLI_FIDELITY_OUTPUT_H_
#define CLONECHECK_CLI_FIDELITY_OUTPUT_H_

#include <cstdint>
#include <string>
#include <vector>

#include "cli/options.h"
#include "nlohmann/json.hpp"
#include "targets/fidelity.h"

namespace clonecheck {

inline constexpr uint64_t kDefaultFidelityCases = 3000;

// As given; in what is below, `files` are those that were read.
struct FidelityFlags {
  CommonOptions common;
  std::string target;
  std::string cloner;
  std::vector<std::string> files;  // none: cases are drawn
  std::string profile = "default";
  uint64_t cases = kDefaultFidelityCases;
  uint64_t first_case = 0;
  uint32_t spoil_percent = FidelityOptions().spoil_percent;
  int shrink_evaluations = FidelityOptions().shrink_evaluations;
};

// What was compared: a line a field, and why others were not.
std::string FidelitySummary(const FidelityFlags& flags,
                            const FidelityResult& result);

// Differences, and workers that died, hung or babbled; empty: there are none.
std::string DifferencesText(const FidelityFlags& flags,
                            const FidelityResult& result);

// What --json has (docs/fidelity.schema.json).
nlohmann::ordered_json FidelityReport(const FidelityFlags& flags,
                                      const FidelityResult& result);

}  // namespace clonecheck

#endif  // CLONECHECK_CLI_FIDELITY_OUTPUT_H_
