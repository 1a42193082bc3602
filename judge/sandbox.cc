#include "judge/sandbox.h"

#include <unistd.h>

#include <climits>
#include <cstdlib>
#include <optional>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "core/limits.h"
#include "worker/program_file.h"
#include "worker/worker.h"

namespace clonecheck {
namespace {

std::string Absolute(const std::string& path) {
  char resolved[PATH_MAX];
  return realpath(path.c_str(), resolved) == nullptr ? path : resolved;
}

std::vector<std::string> Bubblewrap(const std::string& worker) {
  // Everything can be read, as it could be without; nothing can be written but
  // the scratch folder, which is in memory and ends with the process.
  return {"bwrap", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc",
          "--size", absl::StrCat(kCandidateScratchBytes), "--tmpfs", "/tmp",
          "--unshare-user", "--unshare-ipc", "--unshare-pid", "--unshare-net",
          "--unshare-uts", "--unshare-cgroup-try", "--die-with-parent",
          "--new-session", "--clearenv", "--setenv", "PATH", "/usr/bin:/bin",
          "--chdir", "/tmp",
          // The worker may itself lie under /tmp.
          "--ro-bind", worker, "/tmp/judge_worker", "/tmp/judge_worker"};
}

// Whether a worker that is started so answers. An unknown request will do.
absl::Status Try(const std::vector<std::string>& command) {
  Worker::Limits limits;
  limits.request_seconds = kSandboxTrySeconds;
  limits.start_seconds = 0;
  Worker worker(command, limits);
  const WorkerReply reply = worker.Ask(
      {{"obligations", "completes"}, {"graphs", nlohmann::json::array()}});
  if (reply.outcome == WorkerOutcome::kAnswered) return absl::OkStatus();
  return absl::FailedPreconditionError(reply.detail);
}

}  // namespace

std::string SandboxName(SandboxKind kind) {
  switch (kind) {
    case SandboxKind::kBubblewrap:
      return "bubblewrap and seccomp";
    case SandboxKind::kSeccomp:
      return "seccomp";
    case SandboxKind::kNone:
      return "none";
  }
  return "";
}

absl::StatusOr<Sandbox> MakeSandbox(SandboxKind kind,
                                    const std::string& worker) {
  Sandbox sandbox;
  sandbox.kind = kind;
  const std::string path = Absolute(worker);
  switch (kind) {
    case SandboxKind::kBubblewrap:
      sandbox.command = Bubblewrap(path);
      break;
    case SandboxKind::kSeccomp:
      sandbox.command = {path, "--no-writing"};
      break;
    case SandboxKind::kNone:
      sandbox.command = {path, "--unconfined"};
      break;
  }
  if (absl::Status status = Try(sandbox.command); !status.ok()) return status;
  return sandbox;
}

absl::StatusOr<Sandbox> FindSandbox(const std::string& worker) {
  std::string why;
  for (SandboxKind kind : {SandboxKind::kBubblewrap, SandboxKind::kSeccomp}) {
    absl::StatusOr<Sandbox> sandbox = MakeSandbox(kind, worker);
    if (sandbox.ok()) return sandbox;
    absl::StrAppend(&why, "\n  ", SandboxName(kind), ": ",
                    sandbox.status().message());
  }
  return absl::FailedPreconditionError(absl::StrCat(
      "there is no sandbox here, and a candidate is somebody else's code. "
      "Install bubblewrap (tools/setup does), or, if you have read the "
      "candidate, give --no-sandbox.",
      why));
}

absl::StatusOr<std::string> FindJudgeWorker() {
  if (const char* given = std::getenv("CLONECHECK_JUDGE_WORKER");
      given != nullptr && access(given, X_OK) == 0) {
    return given;
  }
  if (std::optional<std::string> found =
          FindProgramFile("judge/judge_worker", /*for_running=*/true)) {
    return *std::move(found);
  }
  return absl::FailedPreconditionError(
      "there is no judge_worker beside this program; build //cli:clonecheck, "
      "or set CLONECHECK_JUDGE_WORKER to where it is");
}

}  // namespace clonecheck
