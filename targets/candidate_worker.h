// CandidateWorkerCommand: what starts a real Keras in which candidates are run
// (targets/keras2/candidate_worker.py, docs/judging.md).
#ifndef CLONECHECK_TARGETS_CANDIDATE_WORKER_H_
#define CLONECHECK_TARGETS_CANDIDATE_WORKER_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace clonecheck {

// The program and its arguments, for Worker. `target`: one of TargetNames().
// Errors: as FindTarget; FailedPrecondition if the script is not beside this
// program.
absl::StatusOr<std::vector<std::string>> CandidateWorkerCommand(
    absl::string_view target);

}  // namespace clonecheck

#endif  // CLONECHECK_TARGETS_CANDIDATE_WORKER_H_
