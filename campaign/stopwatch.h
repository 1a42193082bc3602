// Stopwatch: the seconds since it was started. For what a run says of its own
// time, and for its end after so many seconds; nothing else may depend on it.
#ifndef CLONECHECK_CAMPAIGN_STOPWATCH_H_
#define CLONECHECK_CAMPAIGN_STOPWATCH_H_

#include <chrono>

namespace clonecheck {

class Stopwatch {
 public:
  double Seconds() const {
    return std::chrono::duration<double>(Clock::now() - start_).count();
  }
  void StartAgain() noexcept { start_ = Clock::now(); }

 private:
  using Clock = std::chrono::steady_clock;

  Clock::time_point start_ = Clock::now();
};

}  // namespace clonecheck

#endif  // CLONECHECK_CAMPAIGN_STOPWATCH_H_
