// The witnesses of judged candidates, as files.
#ifndef CLONECHECK_CLI_JUDGE_WITNESSES_H_
#define CLONECHECK_CLI_JUDGE_WITNESSES_H_

#include <string>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "cli/judged_candidate.h"

namespace clonecheck {

// Writes the witness of each finding to `directory`, as a case and as a script
// that shows it on a real Keras with the candidate in its place. With an empty
// directory nothing is written, and what finds it again judges all that was
// judged: `graphs`, files that were given, or the plan's own.
absl::Status SaveJudgedWitnesses(const std::string& directory,
                                 absl::Span<const std::string> graphs,
                                 JudgedCandidate* candidate);

}  // namespace clonecheck

#endif  // CLONECHECK_CLI_JUDGE_WITNESSES_H_
