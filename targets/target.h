// Target: a live framework that a worker speaks for: what it is called, how its
// worker is started, and which of our engines imitates it. A new target is a
// line in target.cc and a worker (docs/adding-a-target.md).
#ifndef CLONECHECK_TARGETS_TARGET_H_
#define CLONECHECK_TARGETS_TARGET_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "core/cloners/cloners.h"

namespace clonecheck {

// What a worker and the scripts that it prints are written in.
enum class TargetLanguage : uint8_t { kPython, kJavaScript };

struct Target {
  std::string name;  // `keras-2.2.4`, or `exec:COMMAND`
  std::vector<std::string> command;
  // Our model of the target's own clone, on the engine that imitates it.
  ClonerOnEngine cloner;
  // False for a target of another engine than ours: it is hunted in, and not
  // held against `cloner`.
  bool imitated = true;
  // With a clone_model of the user's, of which nothing is known.
  bool own_clone = false;
  // `exec:COMMAND`, of which nothing is known; its scripts are taken for
  // Python.
  bool exec = false;
  TargetLanguage language = TargetLanguage::kPython;
};

// Names of the targets that come with clonecheck: those that an engine of ours
// imitates, for `fidelity`, and those to hunt in, for `fuzz --target`.
std::vector<absl::string_view> TargetNames();
std::vector<absl::string_view> HuntTargetNames();

// Is this one of the latter, or another release of one, whether it is installed
// or not?
bool IsHuntTarget(absl::string_view name);

// What installs the target of one of these names: `tools/setup-targets keras3`.
std::string InstallCommand(absl::string_view name);

// The target of a name: one of these, or another release of one to hunt in,
// such as `keras-3.14.0` or `tfjs-4.21.0`; in Python, `NAME:FILE` is that one
// with the function clone_model of a file of the user's. `exec:COMMAND` is any
// program that speaks the protocol, run by the shell, under `bazel run` in the
// folder where that was called, and held against `cloner` (a name of ours),
// which otherwise may be empty.
// Errors: InvalidArgument for what is not there; FailedPrecondition for what is
// not installed, with the command that installs it.
absl::StatusOr<Target> FindTarget(absl::string_view name,
                                  absl::string_view cloner = "");

}  // namespace clonecheck

#endif  // CLONECHECK_TARGETS_TARGET_H_
