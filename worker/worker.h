// Worker: a live framework in a process of its own, which answers requests as
// JSON lines (docs/targets.md). A worker that dies, hangs or babbles is an
// outcome of the request, not an end: it is killed, and the next request starts
// a new one. Requests may be sent before those before them are answered, so
// that a worker need not wait for us between two.
//
// Not thread-safe; one a thread. Nothing that a worker prints on its error
// stream is read, except to say how it died.
#ifndef CLONECHECK_WORKER_WORKER_H_
#define CLONECHECK_WORKER_WORKER_H_

#include <sys/types.h>

#include <cstdint>
#include <cstdio>
#include <deque>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "core/limits.h"
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
    // which has to load its framework.
    double request_seconds = kWorkerRequestSeconds;
    double start_seconds = kWorkerStartSeconds;
  };

  // What is wrong with an answer, an object; empty if it is one that its reader
  // can read.
  using FaultOf = std::string (*)(const nlohmann::json& answer);

  // `command`: the program, searched in PATH unless it has a slash, and its
  // arguments. It is started by the first request. An answer in which
  // `fault_of` finds a fault is none: the worker has babbled.
  Worker(std::vector<std::string> command, const Limits& limits,
         FaultOf fault_of = nullptr);
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  // Sends `request`, to which `protocol` and `id` are added, as far as the
  // worker takes it at once; Receive() sends the rest. Never waits.
  void Send(nlohmann::json request);

  // The answer to the oldest request that is not answered yet. Any outcome but
  // kAnswered ends the process and forgets what was sent ahead of its answer.
  // REQUIRES: unanswered() > 0
  WorkerReply Receive();

  // Both. REQUIRES: unanswered() == 0
  WorkerReply Ask(nlohmann::json request);

  // Requests that were sent and not received.
  size_t unanswered() const { return unanswered_.size(); }

  // How often a process was started.
  int starts() const { return starts_; }

 private:
  // Sets `why_not_started_` if it cannot.
  void Start();
  // Ends the process, if there is one, and what it started.
  void Stop();
  // Writes what the worker takes of `to_send_`. False: it takes nothing any
  // more.
  bool Flush();
  // Reads until `unread_` has a line. False: it has none, and `failure` says
  // why.
  bool ReadLine(WorkerReply* failure);
  WorkerReply Fail(WorkerOutcome outcome, const std::string& detail);
  // How it ended and what it said last on the error stream.
  std::string Epitaph();
  // Milliseconds until `deadline`, at least 0.
  static int MillisecondsLeft(double deadline);

  const std::vector<std::string> command_;
  const Limits limits_;
  const FaultOf fault_of_;
  pid_t pid_ = -1;
  int to_worker_ = -1;
  int from_worker_ = -1;
  std::FILE* errors_ = nullptr;
  std::string why_not_started_;
  bool new_process_ = false;        // nothing was received from it yet
  std::string to_send_;             // of requests, what it has not taken yet
  std::string unread_;              // what came after the last line
  std::deque<int64_t> unanswered_;  // ids
  int64_t last_id_ = 0;
  int starts_ = 0;
};

}  // namespace clonecheck

#endif  // CLONECHECK_WORKER_WORKER_H_
