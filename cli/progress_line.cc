#include "cli/progress_line.h"

#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/string_view.h"
#include "reports/counted.h"

namespace clonecheck {
namespace {

constexpr std::chrono::milliseconds kInterval(200);
constexpr std::chrono::minutes kLongInterval(1);

// Seconds until the end; below 0: nobody knows.
double ToGo(const ProgressState& state, double rate) {
  if (state.seconds_budget > 0) return state.seconds_budget - state.seconds;
  if (state.all == 0 || rate <= 0 || state.done > state.all) return -1;
  return static_cast<double>(state.all - state.done) / rate;
}

std::string Duration(double seconds) {
  const auto whole = static_cast<int64_t>(std::llround(seconds));
  if (whole < 120) return absl::StrCat(whole, " s");
  if (whole < 7200) return absl::StrCat(whole / 60, " min");
  return absl::StrFormat("%d h %02d min", whole / 3600, whole / 60 % 60);
}

}  // namespace

std::string ProgressText(const ProgressState& state) {
  const uint64_t done_here = state.done - state.begun_at;
  const double rate =
      state.seconds > 0 ? static_cast<double>(done_here) / state.seconds : 0;
  std::string text = absl::StrCat(WithCommas(state.done), " ", state.things);
  if (state.all > 0) {
    absl::StrAppendFormat(
        &text, " of %s (%.1f %%)", WithCommas(state.all),
        100 * static_cast<double>(state.done) / static_cast<double>(state.all));
  }
  // A live framework does a few a second.
  absl::StrAppend(&text, ", ",
                  rate < 10 ? absl::StrFormat("%.1f", rate)
                            : WithCommas(static_cast<uint64_t>(rate)),
                  " a second");
  absl::StrAppendFormat(&text, ", %.1f s, %s %s", state.seconds,
                        WithCommas(state.findings), state.found);
  if (const double to_go = ToGo(state, rate); to_go >= 0) {
    absl::StrAppend(&text, ", ", Duration(to_go), " to go");
  }
  return text;
}

ProgressKind KindOfProgress(bool quiet, bool is_terminal, const char* term) {
  if (quiet) return ProgressKind::kNone;
  const absl::string_view name = term == nullptr ? "" : term;
  return is_terminal && !name.empty() && name != "dumb"
             ? ProgressKind::kLine
             : ProgressKind::kLineAMinute;
}

ProgressLine::ProgressLine(bool quiet)
    : ProgressLine(KindOfProgress(quiet, isatty(STDERR_FILENO) != 0,
                                  std::getenv("TERM")),
                   stderr, &Clock::now) {}

ProgressLine::ProgressLine(ProgressKind kind, std::FILE* out,
                           std::function<Clock::time_point()> now)
    : kind_(kind), out_(out), now_(std::move(now)), next_(now_()) {
  if (kind_ == ProgressKind::kLineAMinute) next_ += kLongInterval;
}

ProgressLine::~ProgressLine() { End(); }

void ProgressLine::Show(const std::string& text, bool last) {
  if (kind_ == ProgressKind::kNone) return;
  const Clock::time_point now = now_();
  if (kind_ == ProgressKind::kLineAMinute) {
    if (now < next_) return;
    next_ = now + kLongInterval;
    std::fprintf(out_, "%s\n", text.c_str());
  } else {
    if (!last && now < next_) return;
    next_ = now + kInterval;
    shown_ = true;
    // Back to the start of the line, and the rest of it cleared.
    std::fprintf(out_, "\r%s\x1b[K", text.c_str());
  }
  std::fflush(out_);
}

void ProgressLine::End() {
  if (!shown_) return;
  shown_ = false;
  std::fputc('\n', out_);
}

}  // namespace clonecheck
