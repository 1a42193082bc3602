// Worker: a live framework in a process of its own, which answers requests as
// JSON lines (docs/targets.md). A worker that dies, hangs or babbles is an
// outcome of the request, not an end: it is killed, and the next request starts
// a new one.
//
// Not thread-safe; one a thread. Nothing that a worker prints on its error
// stream is read, except to say how it died.
#ifndef CLONECHECK_TARGETS_WORKER_H_
#define CLONECHECK_TARGETS_WORKER_H_

#include <sys/types.h>

#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "nlohmann/json.hpp"

namespace clonecheck {

// The version of the protocol; in every request and every answer.
inline constexpr int kWorkerProtocol = 1;

enum class WorkerOutcome : uint8_t {
  kAnswered,
  kNotStarted,  // there is no such program
  kDied,        // ended, or closed its output, before it had answered
  kHung,        // did not answer in time
  kBabbled,     // said something that is no answer to this request
};
// `answered`, `not_started`, `died`, `hung`, `babbled`.
absl::string_view WorkerOutcomeName(WorkerOutcome outcome);

struct WorkerReply {
  WorkerOutcome outcome = WorkerOutcome::kAnswered;
  // What happened, for people; empty for kAnswered.
  std::string detail;
  // The answer; null unless kAnswered.
  nlohmann::json answer;
};

class Worker {
 public:
  struct Limits {
    // Seconds for a request, and how many more for the first of a process,
    // which has to load its framework. A request has up to 11 steps of 20
    // seconds each (FidelityOptions).
    double request_seconds = 240;
    double start_seconds = 120;
  };

  // `command`: the program, searched in PATH unless it has a slash, and its
  // arguments. It is started by the first request.
  Worker(std::vector<std::string> command, const Limits& limits);
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  // Sends `request`, to which `protocol` and `id` are added, and waits for the
  // answer with that id.
  WorkerReply Ask(nlohmann::json request);

  // How often a process was started.
  int starts() const { return starts_; }

 private:
  bool Start(std::string* why);
  // Ends the process, if there is one, and what it started.
  void Stop();
  WorkerReply Fail(WorkerOutcome outcome, const std::string& detail);
  // How it ended and what it said last on the error stream.
  std::string Epitaph();
  // Milliseconds until `deadline`, at least 0.
  static int MillisecondsLeft(double deadline);

  const std::vector<std::string> command_;
  const Limits limits_;
  pid_t pid_ = -1;
  int to_worker_ = -1;
  int from_worker_ = -1;
  std::FILE* errors_ = nullptr;
  std::string unread_;  // what came after the last line
  int64_t last_id_ = 0;
  int starts_ = 0;
};

}  // namespace clonecheck

#endif  // CLONECHECK_TARGETS_WORKER_H_
