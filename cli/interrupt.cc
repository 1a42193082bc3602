#include "cli/interrupt.h"

#include <time.h>

#include <atomic>
#include <csignal>
#include <cstdio>
#include <limits>

namespace clonecheck {
namespace {

// As shells tell of a program that a signal has ended.
constexpr int kExitOfSignals = 128;

// A signal handler reaches nothing but what is static, and runs on whatever
// thread, while others ask. 0: none was heard.
std::atomic<int> heard{0};
static_assert(std::atomic<int>::is_always_lock_free);

std::atomic<bool> cut_short{false};

// Seconds in which another signal is taken for the same one: `timeout` sends it
// to the process and once more to its group.
constexpr time_t kSameSignal = 1;
std::atomic<time_t> heard_at{std::numeric_limits<time_t>::max() - kSameSignal};
static_assert(std::atomic<time_t>::is_always_lock_free);

extern "C" void OnInterrupt(int signal) {
  timespec now;  // steady, and may be asked in a handler
  clock_gettime(CLOCK_MONOTONIC, &now);
  int none = 0;
  if (heard.compare_exchange_strong(none, signal)) {
    heard_at = now.tv_sec;
  } else if (now.tv_sec > heard_at + kSameSignal) {
    std::signal(signal, SIG_DFL);
    std::raise(signal);
  }
}

}  // namespace

void HearInterrupts() {
  std::signal(SIGINT, &OnInterrupt);
  std::signal(SIGTERM, &OnInterrupt);
  // nohup asks for it to be ignored.
  if (std::signal(SIGHUP, &OnInterrupt) == SIG_IGN) {
    std::signal(SIGHUP, SIG_IGN);
  }
}

bool Interrupted() {
  if (heard == 0) return false;
  cut_short = true;
  return true;
}

bool CutShort() { return cut_short; }

void TellInterrupt() {
  if (!CutShort()) return;
  std::fprintf(stderr, "Interrupted; here is what was found so far.\n");
}

int ExitCodeAfterInterrupt(int code) {
  return code == 0 && CutShort() ? kExitOfSignals + heard : code;
}

}  // namespace clonecheck
