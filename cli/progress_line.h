// ProgressLine: says on standard error how far a long command is: a line on a
// terminal that is written anew, a line a minute where that cannot be.
#ifndef CLONECHECK_CLI_PROGRESS_LINE_H_
#define CLONECHECK_CLI_PROGRESS_LINE_H_

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <string>

namespace clonecheck {

struct ProgressState {
  const char* things = "cases";
  uint64_t done = 0;
  uint64_t all = 0;           // 0: not known
  uint64_t begun_at = 0;      // of `done`, what was done by a run before
  double seconds = 0;         // since the begin
  double seconds_budget = 0;  // 0: the run ends when all is done
  uint64_t findings = 0;
  const char* found = "signatures";
};

// `1,200 cases of 5,000 (24.0 %), 600 a second, 2.0 s, 17 signatures, 6 s to
// go`. The end is estimated from the rate so far, or from the budget.
std::string ProgressText(const ProgressState& state);

enum class ProgressKind {
  kNone,
  kLine,        // one line, written anew: on a terminal that can clear it
  kLineAMinute  // to a file, a log, a terminal that cannot
};
// `term`: $TERM (null: unset).
ProgressKind KindOfProgress(bool quiet, bool is_terminal, const char* term);

// Not for several threads at once.
class ProgressLine {
 public:
  using Clock = std::chrono::steady_clock;

  explicit ProgressLine(bool quiet);
  // For tests, too. REQUIRES: `out` outlives this.
  ProgressLine(ProgressKind kind, std::FILE* out,
               std::function<Clock::time_point()> now);
  // Leaves what stands there, and ends the line.
  ~ProgressLine();
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  bool on() const { return kind_ != ProgressKind::kNone; }
  // Of one line: puts the text in place of what stands there, at most five
  // times a second, unless it is the `last`. Of a line a minute: prints the
  // text once a minute has passed, since the begin or the line before.
  void Show(const std::string& text, bool last = false);
  // Ends the line, if there is one: what is printed next begins another.
  void End();

 private:
  const ProgressKind kind_;
  std::FILE* const out_;
  const std::function<Clock::time_point()> now_;
  bool shown_ = false;
  Clock::time_point next_;
};

}  // namespace clonecheck

#endif  // CLONECHECK_CLI_PROGRESS_LINE_H_
