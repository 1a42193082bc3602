// JudgedCandidate: what `clonecheck judge` found out of one candidate, with the
// words for it that all that is given out share.
#ifndef CLONECHECK_CLI_JUDGED_CANDIDATE_H_
#define CLONECHECK_CLI_JUDGED_CANDIDATE_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "judge/confirm.h"
#include "judge/document.h"
#include "judge/judge_candidate.h"
#include "judge/plan.h"
#include "judge/verdict.h"

namespace clonecheck {

// A candidate, judged.
struct JudgedCandidate {
  CandidateSource source;
  CandidateReport report;
  std::string name;            // of the file, short; no two have the same
  const Plan* plan = nullptr;  // by which it was judged; its graphs are there
  std::vector<Confirmation> confirmations;
  // One a finding of the report, once they are written.
  std::vector<std::string> replays;
  std::vector<std::string> scripts;
};

// `breaks`: what a finding of this kind says of the candidate.
absl::string_view FailureKindText(FailureKind kind);

// The share of the graphs that it was judged on.
double FailingShare(const Decision& decision);

}  // namespace clonecheck

#endif  // CLONECHECK_CLI_JUDGED_CANDIDATE_H_
