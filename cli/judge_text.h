// What `clonecheck judge` prints.
#ifndef CLONECHECK_CLI_JUDGE_TEXT_H_
#define CLONECHECK_CLI_JUDGE_TEXT_H_

#include <string>

#include "absl/types/span.h"
#include "cli/judged_candidate.h"
#include "judge/plan.h"
#include "judge/sandbox.h"
#include "reports/palette.h"

namespace clonecheck {

// Which graphs candidates are asked about, in a few lines.
std::string PlanText(const Plan& plan, SandboxKind sandbox);
// All that there is to say of one.
std::string CandidateText(const JudgedCandidate& candidate, bool quiet,
                          const Palette& palette);
// Of one about which nothing can be said (IsUndecided).
std::string UndecidedText(const JudgedCandidate& candidate);
// One line a candidate, those that fail on the same graphs together.
std::string CandidatesTable(absl::Span<const JudgedCandidate> candidates,
                            const Palette& palette);

}  // namespace clonecheck

#endif  // CLONECHECK_CLI_JUDGE_TEXT_H_
