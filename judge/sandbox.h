// Sandbox: how the process that runs a candidate is started, so that it can
// harm nothing.
#ifndef CLONECHECK_JUDGE_SANDBOX_H_
#define CLONECHECK_JUDGE_SANDBOX_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"

namespace clonecheck {

enum class SandboxKind {
  // Namespaces of its own (files read-only but for an empty scratch folder in
  // memory, no network, no other processes) and seccomp.
  kBubblewrap,
  // Seccomp alone: nothing can be written, no network, no other processes. For
  // places where namespaces are not to be had, such as containers.
  kSeccomp,
  // --no-sandbox: nothing but limits on the time of a graph.
  kNone,
};
// `bubblewrap and seccomp`, `seccomp`, `none`.
std::string SandboxName(SandboxKind kind);

struct Sandbox {
  SandboxKind kind = SandboxKind::kNone;
  // What to start: the worker, with whatever goes in front.
  std::vector<std::string> command;
};

// The strongest sandbox that works here, tried with `worker` itself. Errors:
// FailedPrecondition, with what to do, if there is none.
absl::StatusOr<Sandbox> FindSandbox(const std::string& worker);
// That of a kind, for tests. Errors: FailedPrecondition if it does not work.
absl::StatusOr<Sandbox> MakeSandbox(SandboxKind kind,
                                    const std::string& worker);

// The program judge_worker: $CLONECHECK_JUDGE_WORKER, or where Bazel puts it
// beside this program. Errors: FailedPrecondition.
absl::StatusOr<std::string> FindJudgeWorker();

}  // namespace clonecheck

#endif  // CLONECHECK_JUDGE_SANDBOX_H_
