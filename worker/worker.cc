#include "worker/worker.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "core/limits.h"
#include "core/text.h"

namespace clonecheck {
namespace {

// Bytes of babble and of last words that are shown.
constexpr size_t kShown = 400;
constexpr int kPollMilliseconds = 10;

double Now() {
  return std::chrono::duration<double>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

std::string Beginning(absl::string_view text) { return Readable(text, kShown); }

// `text`: the last bytes of what somebody wrote. `cut`: more came before, so
// that it may begin with the end of a character.
std::string LastWords(absl::string_view text, bool cut) {
  constexpr int kMostOfACharacter = 3;
  for (int i = 0; cut && i < kMostOfACharacter && !text.empty() &&
                  (static_cast<unsigned char>(text[0]) & 0xC0) == 0x80;
       ++i) {
    text.remove_prefix(1);
  }
  return Readable(absl::StripSuffix(text, "\n"));
}

void CloseFd(int* fd) {
  if (*fd >= 0) close(*fd);
  *fd = -1;
}

}  // namespace

absl::string_view WorkerOutcomeName(WorkerOutcome outcome) {
  switch (outcome) {
    case WorkerOutcome::kAnswered:
      return "answered";
    case WorkerOutcome::kNotStarted:
      return "not_started";
    case WorkerOutcome::kDied:
      return "died";
    case WorkerOutcome::kHung:
      return "hung";
    case WorkerOutcome::kBabbled:
      return "babbled";
  }
  return "";
}

Worker::Worker(std::vector<std::string> command, const Limits& limits,
               FaultOf fault_of)
    : command_(std::move(command)), limits_(limits), fault_of_(fault_of) {}

Worker::~Worker() { Stop(); }

int Worker::MillisecondsLeft(double deadline) {
  return std::max(0, static_cast<int>((deadline - Now()) * 1000) + 1);
}

void Worker::Start() {
  why_not_started_.clear();
  // A socket, since writing to one that nobody reads need not be a signal.
  int input[2], output[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, input) != 0) {
    why_not_started_ = std::strerror(errno);
    return;
  }
  if (pipe2(output, O_CLOEXEC) != 0) {
    why_not_started_ = std::strerror(errno);
    close(input[0]);
    close(input[1]);
    return;
  }
  errors_ = std::tmpfile();
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, input[1], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, output[1], STDOUT_FILENO);
  if (errors_ != nullptr) {
    fcntl(fileno(errors_), F_SETFD, FD_CLOEXEC);
    posix_spawn_file_actions_adddup2(&actions, fileno(errors_), STDERR_FILENO);
  }
  // A process group of its own, so that what it starts ends with it, and with
  // none of our signal settings.
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t signals;
  sigemptyset(&signals);
  posix_spawnattr_setsigmask(&attributes, &signals);
  sigfillset(&signals);
  posix_spawnattr_setsigdefault(&attributes, &signals);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP |
                                            POSIX_SPAWN_SETSIGMASK |
                                            POSIX_SPAWN_SETSIGDEF);
  std::vector<char*> argv;
  for (const std::string& argument : command_) {
    argv.push_back(const_cast<char*>(argument.c_str()));
  }
  argv.push_back(nullptr);
  const int error = command_.empty()
                        ? ENOENT
                        : posix_spawnp(&pid_, argv[0], &actions, &attributes,
                                       argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  close(input[1]);
  close(output[1]);
  to_worker_ = input[0];
  from_worker_ = output[0];
  if (error != 0) {
    why_not_started_ = std::strerror(error);
    pid_ = -1;
    Stop();
    return;
  }
  ++starts_;
  new_process_ = true;
}

void Worker::Stop() {
  CloseFd(&to_worker_);
  CloseFd(&from_worker_);
  if (pid_ > 0) {
    int waited = 0;
    while (waitpid(pid_, nullptr, WNOHANG) == 0) {
      if (waited >= kWorkerGraceMilliseconds) {
        kill(-pid_, SIGKILL);
        waitpid(pid_, nullptr, 0);
        break;
      }
      poll(nullptr, 0, kPollMilliseconds);
      waited += kPollMilliseconds;
    }
  }
  pid_ = -1;
  if (errors_ != nullptr) std::fclose(errors_);
  errors_ = nullptr;
  unread_.clear();
}

std::string Worker::Epitaph() {
  int status = 0;
  std::string text = "it closed its output";
  // It may take a moment from the end of its output to its own.
  for (int waited = 0; waited <= kWorkerGraceMilliseconds;
       waited += kPollMilliseconds) {
    const pid_t ended = waitpid(pid_, &status, WNOHANG);
    if (ended == pid_) {
      kill(-pid_, SIGKILL);  // what it left behind
      pid_ = -1;
      text =
          WIFSIGNALED(status)
              ? absl::StrCat("it was ended by signal ", WTERMSIG(status))
              : absl::StrCat("it ended with exit code ", WEXITSTATUS(status));
      break;
    }
    poll(nullptr, 0, kPollMilliseconds);
  }
  if (errors_ == nullptr) return text;
  char last[kShown];
  const off_t size = lseek(fileno(errors_), 0, SEEK_END);
  const off_t begin = std::max<off_t>(0, size - static_cast<off_t>(kShown));
  const ssize_t got = pread(fileno(errors_), last, kShown, begin);
  if (got > 0) {
    absl::StrAppend(&text, "; its last words: ",
                    LastWords(absl::string_view(last, static_cast<size_t>(got)),
                              begin > 0));
  }
  return text;
}

WorkerReply Worker::Fail(WorkerOutcome outcome, const std::string& detail) {
  Stop();
  to_send_.clear();
  unanswered_.clear();
  WorkerReply reply;
  reply.outcome = outcome;
  reply.detail = detail;
  return reply;
}

bool Worker::Flush() {
  size_t sent = 0;
  bool takes = true;
  while (takes && sent < to_send_.size()) {
    const ssize_t n = send(to_worker_, to_send_.data() + sent,
                           to_send_.size() - sent, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (n > 0) {
      sent += static_cast<size_t>(n);
    } else if (n == 0 || errno == EAGAIN) {
      break;
    } else if (errno != EINTR) {
      takes = false;
    }
  }
  to_send_.erase(0, sent);
  return takes;
}

void Worker::Send(nlohmann::json request) {
  // A process that could not be started is not tried again for what is ahead.
  if (pid_ < 0 && unanswered_.empty()) Start();
  request["protocol"] = kWorkerProtocol;
  request["id"] = ++last_id_;
  unanswered_.push_back(last_id_);
  absl::StrAppend(
      &to_send_,
      request.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace),
      "\n");
  // One that takes no more may have answered what came before.
  if (pid_ >= 0) Flush();
}

bool Worker::ReadLine(WorkerReply* failure) {
  const double seconds =
      limits_.request_seconds + (new_process_ ? limits_.start_seconds : 0);
  const double deadline = Now() + seconds;
  size_t searched = 0;
  while (unread_.find('\n', searched) == std::string::npos) {
    searched = unread_.size();
    // Both at once: a worker may want to be rid of an answer before it takes
    // the next request.
    pollfd ends[] = {{from_worker_, POLLIN, 0}, {to_worker_, POLLOUT, 0}};
    const int ready =
        poll(ends, to_send_.empty() ? 1 : 2, MillisecondsLeft(deadline));
    if (ready == 0 || Now() > deadline) {
      *failure = Fail(WorkerOutcome::kHung,
                      absl::StrCat("no answer within ", seconds, " seconds"));
      return false;
    }
    if (ready < 0) continue;  // a signal
    if (ends[0].revents == 0) {
      if (Flush()) continue;
      *failure = Fail(WorkerOutcome::kDied, Epitaph());
      return false;
    }
    char buffer[1 << 16];
    const ssize_t n = read(from_worker_, buffer, sizeof(buffer));
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) {
      *failure = Fail(WorkerOutcome::kDied, Epitaph());
      return false;
    }
    unread_.append(buffer, static_cast<size_t>(n));
    if (unread_.size() > kMaxJsonBytes) {
      *failure = Fail(WorkerOutcome::kBabbled,
                      absl::StrCat("a line of more than ", kMaxJsonBytes,
                                   " bytes: ", Beginning(unread_)));
      return false;
    }
  }
  return true;
}

WorkerReply Worker::Receive() {
  if (pid_ < 0) {
    return Fail(WorkerOutcome::kNotStarted,
                absl::StrCat(command_.empty() ? "" : command_[0], ": ",
                             why_not_started_));
  }
  WorkerReply reply;
  if (!ReadLine(&reply)) return reply;
  new_process_ = false;
  const size_t end = unread_.find('\n');
  const std::string text = unread_.substr(0, end);
  unread_.erase(0, end + 1);
  reply.answer =
      nlohmann::json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (!reply.answer.is_object()) {
    return Fail(WorkerOutcome::kBabbled,
                absl::StrCat("this is no answer: ", Beginning(text)));
  }
  const auto id = reply.answer.find("id");
  if (id == reply.answer.end() || *id != unanswered_.front()) {
    return Fail(WorkerOutcome::kBabbled,
                absl::StrCat("an answer to another request than number ",
                             unanswered_.front(), ": ", Beginning(text)));
  }
  if (fault_of_ != nullptr) {
    if (const std::string fault = fault_of_(reply.answer); !fault.empty()) {
      return Fail(WorkerOutcome::kBabbled,
                  absl::StrCat("this is no answer, since ", fault, ": ",
                               Beginning(text)));
    }
  }
  unanswered_.pop_front();
  if (!unread_.empty() && unanswered_.empty()) {
    return Fail(WorkerOutcome::kBabbled,
                absl::StrCat("more than one line for one request: ",
                             Beginning(unread_)));
  }
  return reply;
}

WorkerReply Worker::Ask(nlohmann::json request) {
  Send(std::move(request));
  return Receive();
}

}  // namespace clonecheck
