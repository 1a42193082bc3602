// The file that keeps the state of an enumeration, for the same command to go
// on from after an interrupt.
#ifndef CLONECHECK_CLI_ENUMERATION_STATE_H_
#define CLONECHECK_CLI_ENUMERATION_STATE_H_

#include <chrono>
#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "campaign/enumeration.h"

namespace clonecheck {

class EnumerationState {
 public:
  // An empty path is no file: nothing is kept. The options must outlive it.
  EnumerationState(std::string path, const EnumerationOptions& options);

  bool is_kept() const { return !path_.empty(); }

  // What the file has; where there is none, the start. Errors: it cannot be
  // read, is no state, or is the state of another enumeration.
  absl::StatusOr<EnumerationResult> Load() const;

  // Writes the first one that is given, then one in ten seconds, and whatever
  // comes `at_once`. Errors: it cannot be written, or another enumeration has
  // taken the file, which is left as it is; so it is, without an error, where
  // the same enumeration has come further in another process. The folder is
  // locked meanwhile (flock), so that two processes take turns; where somebody
  // holds it all the time, it is waited for once, two seconds.
  absl::Status Keep(const EnumerationResult& so_far, bool at_once);

 private:
  using Clock = std::chrono::steady_clock;

  const std::string path_;
  const EnumerationOptions& options_;
  Clock::time_point next_ = Clock::time_point::min();
  bool waits_ = true;  // for the folder
};

}  // namespace clonecheck

#endif  // CLONECHECK_CLI_ENUMERATION_STATE_H_
