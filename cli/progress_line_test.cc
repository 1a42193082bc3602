// The line of progress: what it says, and where there is one.
#include "cli/progress_line.h"

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

TEST(WantsProgress, is_for_terminals_that_clear_lines) {
  EXPECT_TRUE(WantsProgress(false, true, "xterm-256color"));
  EXPECT_FALSE(WantsProgress(true, true, "xterm"));
  EXPECT_FALSE(WantsProgress(false, false, "xterm"));
  EXPECT_FALSE(WantsProgress(false, true, "dumb"));
  EXPECT_FALSE(WantsProgress(false, true, nullptr));
}

}  // namespace
}  // namespace clonecheck
