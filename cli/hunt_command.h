// What `fuzz`, `replay` and `shrink` do with --target: on a live framework.
#ifndef CLONECHECK_CLI_HUNT_COMMAND_H_
#define CLONECHECK_CLI_HUNT_COMMAND_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "cli/options.h"
#include "targets/target.h"

namespace clonecheck {

struct HuntFlags {
  CommonOptions common;
  std::string target;
  uint64_t cases = 0;
  uint64_t first_case = 0;
  double seconds = 0;
  std::string profile = "default";
  std::string out;
};

// A campaign. Returns the exit code.
int RunHuntCommand(const HuntFlags& flags);

// What the target does to the Graphs of these files, and what became of the
// kept findings among them; without files, of those that come with clonecheck.
// Returns the exit code.
int ReplayOnTarget(const CommonOptions& common, const std::string& target,
                   const std::vector<std::string>& variants,
                   const std::vector<std::string>& files);

struct ShrinkOnTargetFlags {
  std::string file;
  std::string target;
  std::string signature;  // empty: the first that the case shows
  std::vector<std::string> variants;
  std::string out;
  uint64_t seed = 1;
  int max_evaluations = 0;
};

// The simplest Graph that the target treats as it treats this one. Returns the
// exit code.
int ShrinkOnTarget(const ShrinkOnTargetFlags& flags);

// A target to hunt in. Errors as FindTarget, and InvalidArgument for one that
// an engine of ours imitates.
absl::StatusOr<Target> FindHuntTarget(const std::string& name);

}  // namespace clonecheck

#endif  // CLONECHECK_CLI_HUNT_COMMAND_H_
