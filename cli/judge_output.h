// What `clonecheck judge` gives out: text, witnesses and the run file.
#ifndef CLONECHECK_CLI_JUDGE_OUTPUT_H_
#define CLONECHECK_CLI_JUDGE_OUTPUT_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "judge/confirm.h"
#include "judge/document.h"
#include "judge/judge_candidate.h"
#include "judge/plan.h"
#include "judge/sandbox.h"
#include "nlohmann/json.hpp"
#include "reports/palette.h"

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

// Writes the witness of each finding to `directory`, as a case and as a script
// that shows it on a real Keras with the candidate in its place. With an empty
// directory nothing is written, and what finds it again judges all that was
// judged: `graphs`, files that were given, or the plan's own.
absl::Status SaveJudgedWitnesses(const std::string& directory,
                                 absl::Span<const std::string> graphs,
                                 JudgedCandidate* candidate);

// Which graphs candidates are asked about, in a few lines.
std::string PlanText(const Plan& plan, SandboxKind sandbox);
// All that there is to say of one.
std::string CandidateText(const JudgedCandidate& candidate, bool quiet,
                          const Palette& palette);
// One line a candidate, those that fail on the same graphs together.
std::string CandidatesTable(absl::Span<const JudgedCandidate> candidates,
                            const Palette& palette);

// `seconds`: none leaves out what depends on time.
nlohmann::ordered_json JudgeJson(const Plan& plan,
                                 absl::Span<const JudgedCandidate> candidates,
                                 std::optional<double> seconds);

}  // namespace clonecheck

#endif  // CLONECHECK_CLI_JUDGE_OUTPUT_H_
