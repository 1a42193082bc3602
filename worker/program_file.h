// FindProgramFile: where a file is that comes with this program: a worker's
// script, another program.
#ifndef CLONECHECK_WORKER_PROGRAM_FILE_H_
#define CLONECHECK_WORKER_PROGRAM_FILE_H_

#include <optional>
#include <string>

#include "absl/strings/string_view.h"

namespace clonecheck {

// `path` is relative to the workspace (`targets/keras2/worker.py`). In this
// order: among the program's runfiles, where Bazel puts what it needs; beside
// the program, in a folder of the same name or in the program's own; in the
// checkout that `bazel run` names, or that is the current directory.
// `for_running`: only a file that may be executed; otherwise one that may be
// read.
std::optional<std::string> FindProgramFile(absl::string_view path,
                                           bool for_running = false);

}  // namespace clonecheck

#endif  // CLONECHECK_WORKER_PROGRAM_FILE_H_
