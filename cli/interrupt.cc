#include "cli/interrupt.h"

#include <csignal>

namespace clonecheck {
namespace {

// A signal handler reaches nothing but what is static.
volatile std::sig_atomic_t interrupted = 0;

extern "C" void OnInterrupt(int signal) {
  interrupted = 1;
  std::signal(signal, SIG_DFL);
}

}  // namespace

void HearInterrupts() {
  std::signal(SIGINT, &OnInterrupt);
  std::signal(SIGTERM, &OnInterrupt);
}

bool Interrupted() { return interrupted != 0; }

}  // namespace clonecheck
