#include "targets/target.h"

#include <unistd.h>

#include <cstdlib>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "targets/program_file.h"

namespace clonecheck {
namespace {

constexpr absl::string_view kDefaultExecCloner = "keras-2.2.4";

struct Known {
  absl::string_view name;
  absl::string_view interpreter;  // in the targets' directory
  absl::string_view installed;    // what is there if the target is
  absl::string_view worker;       // below targets/
  absl::string_view argument;
  absl::string_view cloner;
};

// Upstream's fix came with 2.2.5 and was not changed for 2.3.1.
constexpr Known kKnown[] = {
    {"keras-2.2.4", "keras2-venv/bin/python", "keras-2.2.4/keras",
     "keras2/worker.py", "2.2.4", "keras-2.2.4"},
    {"keras-2.2.5", "keras2-venv/bin/python", "keras-2.2.5/keras",
     "keras2/worker.py", "2.2.5", "keras-2.3.1@2.2.5"},
    {"keras-2.3.1", "keras2-venv/bin/python", "keras-2.3.1/keras",
     "keras2/worker.py", "2.3.1", "keras-2.3.1"},
};

bool Exists(const std::string& path) { return access(path.c_str(), R_OK) == 0; }

// Where tools/setup --targets installs.
std::string TargetsDirectory() {
  if (const char* dir = std::getenv("CLONECHECK_TARGETS");
      dir != nullptr && *dir != '\0') {
    return dir;
  }
  const char* home = std::getenv("HOME");
  return absl::StrCat(home == nullptr ? "" : home,
                      "/.cache/clonecheck/targets");
}

}  // namespace

std::vector<absl::string_view> TargetNames() {
  std::vector<absl::string_view> names;
  for (const Known& known : kKnown) names.push_back(known.name);
  return names;
}

absl::StatusOr<Target> FindTarget(absl::string_view name,
                                  absl::string_view cloner) {
  Target target;
  target.name = std::string(name);
  if (absl::string_view command = name;
      absl::ConsumePrefix(&command, "exec:")) {
    if (command.empty()) {
      return absl::InvalidArgumentError(
          "exec: what? Give a command, such as --target 'exec:./worker'.");
    }
    target.command = {"/bin/sh", "-c", std::string(command)};
    absl::StatusOr<ClonerOnEngine> found =
        FindCloner(cloner.empty() ? kDefaultExecCloner : cloner);
    if (!found.ok()) return found.status();
    target.cloner = *found;
    return target;
  }
  for (const Known& known : kKnown) {
    if (known.name != name) continue;
    absl::StatusOr<ClonerOnEngine> found =
        FindCloner(cloner.empty() ? known.cloner : cloner);
    if (!found.ok()) return found.status();
    target.cloner = *found;
    const std::string directory = TargetsDirectory();
    const std::string interpreter =
        absl::StrCat(directory, "/", known.interpreter);
    if (!Exists(interpreter) ||
        !Exists(absl::StrCat(directory, "/", known.installed))) {
      return absl::FailedPreconditionError(
          absl::StrCat(name, " is not installed in ", directory,
                       "; install it with `tools/setup --targets`, or set "
                       "CLONECHECK_TARGETS to where it is."));
    }
    const std::string worker = absl::StrCat("targets/", known.worker);
    target.command = {interpreter, "-B",
                      FindProgramFile(worker).value_or(worker),
                      std::string(known.argument)};
    return target;
  }
  return absl::InvalidArgumentError(
      absl::StrCat("There is no target \"", name, "\"; choose from ",
                   absl::StrJoin(TargetNames(), ", "),
                   ", or give a worker of your own as exec:COMMAND."));
}

}  // namespace clonecheck
