// What people read on the terminal: the table of verdicts and the findings.
#ifndef CLONECHECK_CLI_PRINT_H_
#define CLONECHECK_CLI_PRINT_H_

#include <cstdint>
#include <string>

#include "campaign/campaign.h"
#include "campaign/finding.h"
#include "core/layers/catalogue.h"

namespace clonecheck {

// `1,234,567`.
std::string WithCommas(uint64_t number);

// One line a cloner: how often which verdict.
std::string VerdictTable(const CampaignOptions& options,
                         const CampaignCounts& counts);

// One line: cases, rate, size, share of each feature.
std::string Summary(const CampaignOptions& options,
                    const CampaignResult& result);

// A finding, in full: the witness as text, the error or the numbers, the Python
// script and the replay command.
std::string FindingText(const Finding& finding, int number,
                        Catalogue& catalogue, const std::string& replay);

// The Python script that shows a finding on a real Keras.
std::string FindingPython(const Finding& finding, Catalogue& catalogue,
                          const std::string& replay);

}  // namespace clonecheck

#endif  // CLONECHECK_CLI_PRINT_H_
