// The line of progress: what it says, and where there is one.
#include "cli/progress_line.h"

#include <chrono>
#include <cmath>
#include <cstdio>
#include <initializer_list>
#include <string>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

TEST(ProgressText, has_rate_elapsed_findings_and_estimated_end) {
  EXPECT_EQ(
      ProgressText({.done = 1200, .all = 5000, .seconds = 2, .findings = 17}),
      "1,200 cases of 5,000 (24.0 %), 600 a second, 2.0 s, 17 "
      "signatures, 6 s to go");
}

TEST(ProgressText, ends_with_the_budget_where_that_is_of_time) {
  EXPECT_EQ(ProgressText({.done = 30, .seconds = 60, .seconds_budget = 3660}),
            "30 cases, 0.5 a second, 60.0 s, 0 signatures, 60 min to go");
}

TEST(ProgressText, estimates_nothing_where_nothing_is_known) {
  EXPECT_EQ(ProgressText({.things = "graphs", .done = 5, .seconds = 0.5}),
            "5 graphs, 10 a second, 0.5 s, 0 signatures");
  EXPECT_EQ(ProgressText({.all = 5}),
            "0 cases of 5 (0.0 %), 0.0 a second, 0.0 s, 0 signatures");
}

TEST(ProgressText, takes_the_rate_from_what_this_run_has_done) {
  EXPECT_EQ(ProgressText({.things = "graphs",
                          .done = 1'000'000,
                          .all = 10'000'000,
                          .begun_at = 999'000,
                          .seconds = 1}),
            "1,000,000 graphs of 10,000,000 (10.0 %), 1,000 a second, 1.0 s, "
            "0 signatures, 2 h 30 min to go");
}

TEST(KindOfProgress, is_one_line_on_terminals_that_clear_lines) {
  EXPECT_EQ(KindOfProgress(false, true, "xterm-256color"), ProgressKind::kLine);
  EXPECT_EQ(KindOfProgress(false, false, "xterm"), ProgressKind::kLineAMinute);
  EXPECT_EQ(KindOfProgress(false, true, "dumb"), ProgressKind::kLineAMinute);
  EXPECT_EQ(KindOfProgress(false, true, nullptr), ProgressKind::kLineAMinute);
}

TEST(KindOfProgress, is_none_for_the_quiet) {
  EXPECT_EQ(KindOfProgress(true, true, "xterm"), ProgressKind::kNone);
  EXPECT_EQ(KindOfProgress(true, false, nullptr), ProgressKind::kNone);
}

// What a line of a kind writes, when it is shown the seconds since it began.
std::string Written(ProgressKind kind, std::initializer_list<double> seconds) {
  ProgressLine::Clock::time_point now;
  std::FILE* file = std::tmpfile();
  {
    ProgressLine line(kind, file, [&] { return now; });
    const ProgressLine::Clock::time_point begin = now;
    for (const double second : seconds) {
      now = begin + std::chrono::milliseconds(std::llround(second * 1000));
      line.Show(absl::StrCat(second));
    }
    line.Show("end", /*last=*/true);
  }
  std::string text(static_cast<size_t>(std::ftell(file)), ' ');
  EXPECT_EQ(std::fseek(file, 0, SEEK_SET), 0);
  EXPECT_EQ(std::fread(text.data(), 1, text.size(), file), text.size());
  std::fclose(file);
  return text;
}

TEST(ProgressLine, on_a_terminal_is_written_anew_five_times_a_second) {
  EXPECT_EQ(Written(ProgressKind::kLine, {0, 0.1, 0.2, 0.3, 5}),
            "\r0\x1b[K\r0.2\x1b[K\r5\x1b[K\rend\x1b[K\n");
}

TEST(ProgressLine, elsewhere_is_a_line_a_minute_and_none_before_the_first) {
  EXPECT_EQ(Written(ProgressKind::kLineAMinute, {0, 59.9, 60, 61, 125, 180}),
            "60\n125\n");
  EXPECT_EQ(Written(ProgressKind::kLineAMinute, {0, 59}), "");
  EXPECT_EQ(Written(ProgressKind::kLineAMinute, {3600, 3600.5}), "3600\n");
}

TEST(ProgressLine, is_none_where_nobody_wants_it) {
  EXPECT_EQ(Written(ProgressKind::kNone, {0, 61}), "");
}

}  // namespace
}  // namespace clonecheck
