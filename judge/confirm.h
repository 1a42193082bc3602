// Confirm: asks a real Keras what was found about a candidate. Where the two do
// not agree, the real one is right.
#ifndef CLONECHECK_JUDGE_CONFIRM_H_
#define CLONECHECK_JUDGE_CONFIRM_H_

#include <functional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "judge/document.h"
#include "judge/judge_candidate.h"
#include "nlohmann/json.hpp"

namespace clonecheck {

struct Confirmation {
  std::string target;
  int asked = 0;             // graphs
  bool interrupted = false;  // it was told to stop before all were asked
  int agree = 0;
  int unanswered = 0;  // of these; the real one does not build them, say
  // Findings whose witness does not fail there, by number.
  std::vector<int> refuted;
  // What each says where they do not agree, a line each.
  std::vector<std::string> disagreements;
};

// Whether real and model say the same of one graph. `answer`: the worker's
// (targets/keras2/candidate_worker.py), about a graph that it builds. Empty, or
// what each says.
std::string Disagreement(const ConfirmCase& ours, const nlohmann::json& answer);

// A text without what differs from run to run: names of tensors and addresses.
std::string WithoutNames(absl::string_view text);

// Asks `target` (`keras-2.2.4`), for which the worker that `command` starts
// speaks, about the cases. `file`: as the user named the candidate. `stop`:
// polled before each case; true leaves the rest out.
// Errors: FailedPrecondition if the worker cannot be asked.
absl::StatusOr<Confirmation> Confirm(
    const std::string& target, const std::vector<std::string>& command,
    const CandidateSource& source, const std::string& file,
    const std::vector<ConfirmCase>& cases,
    const std::function<bool()>& stop = nullptr);

// The verdict without the findings that were refuted.
PatchVerdict VerdictWithout(const CandidateReport& report,
                            const std::vector<int>& refuted);

}  // namespace clonecheck

#endif  // CLONECHECK_JUDGE_CONFIRM_H_
