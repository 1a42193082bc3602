#include "targets/candidate_worker.h"

#include <optional>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "targets/target.h"
#include "worker/program_file.h"

namespace clonecheck {

absl::StatusOr<std::vector<std::string>> CandidateWorkerCommand(
    absl::string_view target) {
  constexpr absl::string_view kScript = "targets/keras2/candidate_worker.py";
  const absl::StatusOr<Target> found = FindTarget(target);
  if (!found.ok()) return found.status();
  const std::optional<std::string> script = FindProgramFile(kScript);
  if (!script.has_value()) {
    return absl::FailedPreconditionError(absl::StrCat(
        kScript,
        " is not found, without which no real Keras can be asked. "
        "Start this program by `bazel run -c opt //cli:clonecheck --`, "
        "or from the folder that `bazel build` put it into."));
  }
  const std::string& interpreter = found->command.front();
  const std::string& version = found->command.back();
  return std::vector<std::string>{interpreter, "-B", *script, version};
}

}  // namespace clonecheck
