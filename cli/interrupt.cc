#include "cli/interrupt.h"

#include <time.h>

#include <csignal>
#include <cstdio>

namespace clonecheck {
namespace {

// As shells tell of a program that a signal has ended.
constexpr int kExitOfSignals = 128;

// A signal handler reaches nothing but what is static. 0: none was heard.
volatile std::sig_atomic_t heard = 0;

// Seconds in which another signal is taken for the same one: `timeout` sends it
// to the process and once more to its group.
constexpr time_t kSameSignal = 1;
volatile time_t heard_at = 0;

extern "C" void OnInterrupt(int signal) {
  timespec now;  // steady, and may be asked in a handler
  clock_gettime(CLOCK_MONOTONIC, &now);
  if (heard == 0) {
    heard = signal;
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

bool Interrupted() { return heard != 0; }

void TellInterrupt() {
  if (!Interrupted()) return;
  std::fprintf(stderr, "Interrupted; here is what was found so far.\n");
}

int ExitCodeAfterInterrupt(int code) {
  return code == 0 && Interrupted() ? kExitOfSignals + heard : code;
}

}  // namespace clonecheck
