// What `check` and `replay` do: judges graphs that stand in given files.
#ifndef CLONECHECK_CLI_JUDGE_GIVEN_H_
#define CLONECHECK_CLI_JUDGE_GIVEN_H_

#include <string>
#include <vector>

#include "cli/options.h"

namespace clonecheck {

struct GivenFiles {
  const char* command = "";  // `check`
  // Of a user's own model, in which findings are shown small; else of cases
  // that a campaign has shrunk.
  bool own_model = false;
  CommonOptions common;
  std::vector<std::string> files;
  // Nothing may be in them that clonecheck does not know.
  bool strict = false;
};

// Prints what becomes of each, and what is found. Returns the exit code.
int JudgeGiven(const GivenFiles& given);

}  // namespace clonecheck

#endif  // CLONECHECK_CLI_JUDGE_GIVEN_H_
