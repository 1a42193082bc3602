// What people read of a run on the terminal: the table of verdicts, sums, and
// the findings at a glance.
#ifndef CLONECHECK_REPORTS_PRINT_H_
#define CLONECHECK_REPORTS_PRINT_H_

#include <cstdint>
#include <string>

#include "absl/types/span.h"
#include "campaign/campaign.h"
#include "campaign/finding.h"
#include "reports/palette.h"

namespace clonecheck {

// One line a cloner: how often which verdict.
std::string VerdictTable(const CampaignOptions& options,
                         const CampaignCounts& counts,
                         const Palette& palette = Palette());

// `multi_output_layer 55 %, …`: how many of `all`, which is not 0, have each
// feature. `counts`: as Feature.
std::string FeatureShares(absl::Span<const uint64_t> counts, uint64_t all);

// Cases, rate, size, share of each feature, share of proofs: a line each.
std::string Summary(const CampaignOptions& options,
                    const CampaignResult& result);

// What was found at a glance, one line a finding; goes below the findings, for
// those who see the end of a long output first.
std::string FindingsIndex(absl::Span<const Finding> findings,
                          const Palette& palette = Palette());

// What a cloner's readings of a user's model say together: one line, or one
// each where they differ. REQUIRES: one or two.
std::string VerdictLines(const std::string& cloner,
                         absl::Span<const Explanation> readings);

// Where numbers contradicted a proof, which is an error of our own, a line a
// cloner; empty: nowhere.
std::string ContradictionsText(const CampaignOptions& options,
                               const CampaignCounts& counts);

}  // namespace clonecheck

#endif  // CLONECHECK_REPORTS_PRINT_H_
