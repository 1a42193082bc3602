// What `fuzz --target` and `replay --target` do: hunt in a live framework.
#ifndef CLONECHECK_CLI_HUNT_COMMAND_H_
#define CLONECHECK_CLI_HUNT_COMMAND_H_

#include <cstdint>
#include <string>
#include <vector>

#include "cli/options.h"

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

// What the target does to the Graphs of these files. Returns the exit code.
int ReplayOnTarget(const CommonOptions& common, const std::string& target,
                   const std::vector<std::string>& variants,
                   const std::vector<std::string>& files);

}  // namespace clonecheck

#endif  // CLONECHECK_CLI_HUNT_COMMAND_H_
