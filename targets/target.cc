#include "targets/target.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "core/text.h"
#include "worker/program_file.h"

namespace clonecheck {
namespace {

constexpr absl::string_view kDefaultExecCloner = "keras-2.2.4";

struct Known {
  absl::string_view name;
  // In the targets' directory, or, without a slash, in PATH.
  absl::string_view interpreter;
  absl::string_view installed;    // what is there if the target is
  absl::string_view worker;       // below targets/
  absl::string_view argument;     // empty: none
  absl::string_view cloner;       // empty: no engine of ours imitates it
  absl::string_view environment;  // of tools/setup-targets
  TargetLanguage language = TargetLanguage::kPython;
};

// Upstream's fix came with 2.2.5 and was not changed for 2.3.1.
constexpr Known kKnown[] = {
    {"keras-2.2.4", "keras2-venv/bin/python", "keras-2.2.4/keras",
     "keras2/worker.py", "2.2.4", "keras-2.2.4", "keras2"},
    {"keras-2.2.5", "keras2-venv/bin/python", "keras-2.2.5/keras",
     "keras2/worker.py", "2.2.5", "keras-2.3.1@2.2.5", "keras2"},
    {"keras-2.3.1", "keras2-venv/bin/python", "keras-2.3.1/keras",
     "keras2/worker.py", "2.3.1", "keras-2.3.1", "keras2"},
    {"tf-keras-2.21", "keras2-venv/bin/python", "keras2-venv/bin/python",
     "tf_keras/worker.py", "", "", "keras2"},
    {"keras-3.15.1", "keras3-venv/bin/python", "keras3-venv/bin/python",
     "keras3/worker.py", "jax", "", "keras3"},
    {"keras-3.15.1-numpy", "keras3-venv/bin/python", "keras3-venv/bin/python",
     "keras3/worker.py", "numpy", "", "keras3"},
    {"tfjs-4.22.0", "node", "tfjs/node_modules/@tensorflow/tfjs",
     "tfjs/worker.js", "", "", "tfjs", TargetLanguage::kJavaScript},
};

// Other releases of what is hunted in: `PREFIX VERSION SUFFIX`, each in a
// directory of its own, which `tools/setup-targets PREFIX VERSION` makes.
struct Family {
  absl::string_view prefix, suffix;
  absl::string_view worker;    // below targets/
  absl::string_view argument;  // of a worker in Python
  TargetLanguage language = TargetLanguage::kPython;
};
constexpr Family kFamilies[] = {
    {"keras-3.", "-numpy", "keras3/worker.py", "numpy"},
    {"keras-3.", "", "keras3/worker.py", "jax"},
    {"tf-keras-", "", "tf_keras/worker.py", ""},
    {"tfjs-", "", "tfjs/worker.js", "", TargetLanguage::kJavaScript},
};

bool Exists(const std::string& path) { return access(path.c_str(), R_OK) == 0; }

// Where tools/setup --targets installs.
std::string TargetsDirectory() {
  if (const char* dir = std::getenv("CLONECHECK_TARGETS");
      dir != nullptr && *dir != '\0') {
    return dir;
  }
  if (const char* cache = std::getenv("XDG_CACHE_HOME");
      cache != nullptr && *cache != '\0') {
    return absl::StrCat(cache, "/clonecheck/targets");
  }
  const char* home = std::getenv("HOME");
  return absl::StrCat(home == nullptr ? "" : home,
                      "/.cache/clonecheck/targets");
}

bool IsVersion(absl::string_view text) {
  return !text.empty() && absl::ascii_isdigit(text.front()) &&
         std::all_of(text.begin(), text.end(), [](unsigned char c) {
           return absl::ascii_isalnum(c) || c == '.';
         });
}

std::string WorkerFile(absl::string_view worker) {
  const std::string path = absl::StrCat("targets/", worker);
  return FindProgramFile(path).value_or(path);
}

std::string SetupCommand(absl::string_view environment) {
  return absl::StrCat("tools/setup-targets ", environment);
}

// `meant` is empty, or a question whether another one was meant.
absl::Status NotInstalled(absl::string_view name, absl::string_view directory,
                          absl::string_view environment,
                          absl::string_view meant = "") {
  return absl::FailedPreconditionError(absl::StrCat(
      name, " is not installed in ", directory, meant,
      meant.empty() ? "; install it" : " Install it", " with `",
      SetupCommand(environment),
      "` (`tools/setup --targets` installs all pinned ones), or set "
      "CLONECHECK_TARGETS to where it is."));
}

// Null: the name is of none.
const Family* FamilyOf(absl::string_view name) {
  for (const Family& family : kFamilies) {
    absl::string_view version = name;
    if (absl::ConsumePrefix(&version, family.prefix) &&
        absl::ConsumeSuffix(&version, family.suffix) && IsVersion(version)) {
      return &family;
    }
  }
  return nullptr;
}

// Of the family of the name.
absl::StatusOr<Target> OtherRelease(absl::string_view name,
                                    const Family& family) {
  absl::string_view environment = name;
  absl::ConsumeSuffix(&environment, family.suffix);
  const std::string directory = TargetsDirectory();
  const std::string home = absl::StrCat(directory, "/", environment);
  Target target;
  target.name = std::string(name);
  target.imitated = false;
  target.language = family.language;
  std::string installed;  // is there if the release is
  if (family.language == TargetLanguage::kJavaScript) {
    installed = absl::StrCat(home, "/node_modules/@tensorflow/tfjs");
    target.command = {"node", WorkerFile(family.worker), home};
  } else {
    installed = absl::StrCat(home, "-venv/bin/python");
    target.command = {installed, "-B", WorkerFile(family.worker)};
    if (!family.argument.empty()) {
      target.command.emplace_back(family.argument);
    }
  }
  if (!Exists(installed)) {
    return NotInstalled(name, directory, environment,
                        DidYouMean(name, HuntTargetNames()));
  }
  return target;
}

// `bazel run` starts the program elsewhere, and says where it was called.
std::string WhereTheUserIs() {
  const char* from = std::getenv("BUILD_WORKING_DIRECTORY");
  return from == nullptr ? "" : "cd \"$BUILD_WORKING_DIRECTORY\" || exit\n";
}

// The target with the clone_model of a file, relative to where the user is.
absl::StatusOr<Target> WithOwnClone(absl::string_view name,
                                    absl::string_view file) {
  absl::StatusOr<Target> target = FindTarget(name);
  if (!target.ok()) return target.status();
  if (target->imitated || target->language != TargetLanguage::kPython) {
    return absl::InvalidArgumentError(absl::StrCat(
        name,
        ":FILE: a clone_model of one's own can be tried on tf-keras and "
        "Keras 3, such as tf-keras-2.21:",
        file));
  }
  std::string path(file);
  if (const char* from = std::getenv("BUILD_WORKING_DIRECTORY");
      from != nullptr && !absl::StartsWith(file, "/")) {
    path = absl::StrCat(from, "/", file);
  }
  if (!Exists(path)) {
    return absl::InvalidArgumentError(absl::StrCat(
        path,
        " is not there, or cannot be read. After the colon of a target "
        "comes a Python file that defines clone_model."));
  }
  // In signatures, which have slashes of their own.
  target->name = absl::StrCat(name, ":", file.substr(file.rfind('/') + 1));
  target->own_clone = true;
  target->command.push_back(absl::StrCat("--clone-model=", path));
  return target;
}

}  // namespace

std::vector<absl::string_view> TargetNames() {
  std::vector<absl::string_view> names;
  for (const Known& known : kKnown) {
    if (!known.cloner.empty()) names.push_back(known.name);
  }
  return names;
}

std::vector<absl::string_view> HuntTargetNames() {
  std::vector<absl::string_view> names;
  for (const Known& known : kKnown) {
    if (known.cloner.empty()) names.push_back(known.name);
  }
  return names;
}

bool IsHuntTarget(absl::string_view name) {
  const std::vector<absl::string_view> names = HuntTargetNames();
  return std::find(names.begin(), names.end(), name) != names.end() ||
         FamilyOf(name) != nullptr;
}

std::string InstallCommand(absl::string_view name) {
  for (const Known& known : kKnown) {
    if (known.name == name) return SetupCommand(known.environment);
  }
  return "";
}

absl::StatusOr<Target> FindTarget(absl::string_view name,
                                  absl::string_view cloner) {
  absl::string_view command = name;
  const bool is_exec = absl::ConsumePrefix(&command, "exec:");
  if (const size_t colon = name.find(':');
      colon != absl::string_view::npos && !is_exec) {
    return WithOwnClone(name.substr(0, colon), name.substr(colon + 1));
  }
  Target target;
  target.name = std::string(name);
  if (is_exec) {
    target.exec = true;
    if (command.empty()) {
      return absl::InvalidArgumentError(
          "exec: what? Give a command, such as --target 'exec:./worker'.");
    }
    target.command = {"/bin/sh", "-c", absl::StrCat(WhereTheUserIs(), command)};
    absl::StatusOr<ClonerOnEngine> found =
        FindCloner(cloner.empty() ? kDefaultExecCloner : cloner);
    if (!found.ok()) return found.status();
    target.cloner = *found;
    return target;
  }
  for (const Known& known : kKnown) {
    if (known.name != name) continue;
    target.imitated = !known.cloner.empty();
    target.language = known.language;
    if (target.imitated) {
      absl::StatusOr<ClonerOnEngine> found =
          FindCloner(cloner.empty() ? known.cloner : cloner);
      if (!found.ok()) return found.status();
      target.cloner = *found;
    }
    const std::string directory = TargetsDirectory();
    const bool in_path = !absl::StrContains(known.interpreter, '/');
    const std::string interpreter =
        in_path ? std::string(known.interpreter)
                : absl::StrCat(directory, "/", known.interpreter);
    if ((!in_path && !Exists(interpreter)) ||
        !Exists(absl::StrCat(directory, "/", known.installed))) {
      return NotInstalled(name, directory, known.environment);
    }
    target.command = {interpreter};
    if (known.language == TargetLanguage::kPython) {
      target.command.push_back("-B");
    }
    target.command.push_back(WorkerFile(known.worker));
    if (!known.argument.empty()) {
      target.command.push_back(std::string(known.argument));
    }
    return target;
  }
  if (const Family* family = FamilyOf(name)) return OtherRelease(name, *family);
  std::vector<absl::string_view> names = TargetNames();
  const std::vector<absl::string_view> to_hunt_in = HuntTargetNames();
  names.insert(names.end(), to_hunt_in.begin(), to_hunt_in.end());
  return absl::InvalidArgumentError(ThereIsNo(
      "target", name, names,
      ", another release of tf-keras, Keras 3 or TensorFlow.js (such as "
      "keras-3.14.0), or a worker of your own as exec:COMMAND"));
}

}  // namespace clonecheck
