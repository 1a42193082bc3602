// What people read on the terminal: the table of verdicts and the findings.
#ifndef CLONECHECK_REPORTS_PRINT_H_
#define CLONECHECK_REPORTS_PRINT_H_

#include <cstdint>
#include <string>

#include "absl/types/span.h"
#include "campaign/campaign.h"
#include "campaign/finding.h"
#include "core/layers/catalogue.h"
#include "core/oracle/obligation.h"
#include "core/search/shrink.h"
#include "reports/palette.h"

namespace clonecheck {

// `1,234,567`.
std::string WithCommas(uint64_t number);
// `1 call`, `2,000 calls`: nouns whose plural ends in s.
std::string Counted(uint64_t number, absl::string_view noun);
// `1 thread`, `2 threads`.
std::string Threads(int count);

// One line a cloner: how often which verdict.
std::string VerdictTable(const CampaignOptions& options,
                         const CampaignCounts& counts,
                         const Palette& palette = Palette());

// One line: how the comparisons of values were decided, over all cloners; empty
// if there was none.
std::string ProofsText(const CampaignCounts& counts);

// Cases, rate, size, share of each feature, share of proofs: a line each.
std::string Summary(const CampaignOptions& options,
                    const CampaignResult& result);

// What was found at a glance, one line a finding; goes below the findings, for
// those who see the end of a long output first.
std::string FindingsIndex(absl::Span<const Finding> findings,
                          const Palette& palette = Palette());

// Whether the witness was proved minimal, and among what, as the end of a line:
// `, proved minimal: …`; empty if nobody asked.
std::string ProofText(const ShrinkResult& shrink);

// A finding, in full: the witness as text, the error or the numbers, the Python
// script and the replay command. `in_campaign`: of generated cases, not of
// files. `script`: the file that holds the script, which is then not printed;
// empty: none.
std::string FindingText(const Finding& finding, int number, bool in_campaign,
                        Catalogue& catalogue, const std::string& replay,
                        const std::string& script,
                        const Palette& palette = Palette());

// A note in a few lines: neither graph nor script. `in_full`: the command that
// prints these.
std::string NoteText(const Finding& finding, int number, bool in_campaign,
                     const std::string& in_full,
                     const Palette& palette = Palette());

// FindingText without script and replay command.
std::string FindingFacts(const Finding& finding, int number, bool in_campaign,
                         Catalogue& catalogue,
                         const Palette& palette = Palette());

// What a cloner's readings of a user's model say together: one line, or one
// each where they differ. REQUIRES: one or two.
std::string VerdictLines(const std::string& cloner,
                         absl::Span<const Explanation> readings);

// Where numbers contradicted a proof, which is an error of our own, a line a
// cloner; empty: nowhere.
std::string ContradictionsText(const CampaignOptions& options,
                               const CampaignCounts& counts);

// The Python script that shows a finding on a real Keras.
std::string FindingPython(const Finding& finding, Catalogue& catalogue,
                          const std::string& replay);

}  // namespace clonecheck

#endif  // CLONECHECK_REPORTS_PRINT_H_
