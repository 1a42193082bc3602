#include "reports/comparison.h"

#include <string>

#include "absl/strings/match.h"
#include "gtest/gtest.h"
#include "reports/reported.h"
#include "reports/testing.h"

namespace clonecheck {
namespace {

TEST(RunComparison, tells_new_same_changed_and_gone_apart) {
  RunFinding larger = FindingFor("larger", 10);
  RunFinding smaller = larger;
  smaller.calls = 3;
  smaller.witness = {{"clonecheck", 1}, {"calls", 3}};
  const auto baseline =
      RunWith({FindingFor("same", 10), smaller, FindingFor("gone", 10)});
  const auto run =
      RunWith({FindingFor("same", 10), larger, FindingFor("new", 1)});
  const RunComparison comparison = Compare(run, baseline);
  ASSERT_EQ(comparison.findings.size(), 3u);
  EXPECT_EQ(comparison.findings[0].change, Change::kSame);
  EXPECT_EQ(comparison.findings[1].change, Change::kChanged);
  EXPECT_EQ(comparison.findings[1].how,
            "another witness, of 1 call (before: 3)");
  EXPECT_EQ(comparison.findings[2].change, Change::kNew);
  ASSERT_EQ(comparison.gone.size(), 1u);
  EXPECT_EQ(comparison.gone[0].symptom, "gone");
}

TEST(RunComparison, tells_a_change_of_severity) {
  RunFinding warning = FindingFor("a", 10);
  warning.severity = "warning";
  const RunComparison comparison =
      Compare(RunWith({FindingFor("a", 10)}), RunWith({warning}));
  EXPECT_EQ(comparison.findings[0].how, "now error (before: warning)");
}

TEST(RunComparison, takes_other_counts_of_other_seeds_for_chance) {
  auto baseline = RunWith({FindingFor("a", 100)});
  // The same seed and cases give the same counts.
  EXPECT_EQ(
      Compare(RunWith({FindingFor("a", 101)}), baseline).findings[0].change,
      Change::kChanged);
  baseline.seed = 2;
  EXPECT_EQ(
      Compare(RunWith({FindingFor("a", 101)}), baseline).findings[0].change,
      Change::kSame);
  const RunComparison doubled =
      Compare(RunWith({FindingFor("a", 200)}), baseline);
  EXPECT_EQ(doubled.findings[0].how, "in 20 % of cases (before: 10 %)");
}

TEST(RunComparison, does_not_miss_cloners_that_were_not_judged) {
  RunFinding other = FindingFor("a", 1);
  other.cloner = "keras-2.3.1";
  EXPECT_TRUE(Compare(RunWith({}), RunWith({other})).gone.empty());
}

TEST(Reported, notes_fail_by_nothing_that_is_asked_for) {
  RunFinding note = FindingFor("order", 10);
  note.severity = "note";
  Reported reported;
  reported.run = RunWith({note});
  for (FailOn fail_on : {FailOn::kAny, FailOn::kNew, FailOn::kNone}) {
    reported.fail_on = fail_on;
    EXPECT_FALSE(reported.FailsAtAll());
  }
}

TEST(Reported, fails_by_what_is_asked_for) {
  RunFinding known = FindingFor("known", 10);
  known.known = "a reason (keras#1)";
  Reported reported;
  reported.run = RunWith({known, FindingFor("new", 1)});
  EXPECT_TRUE(reported.Fails(0));
  reported.fail_on = FailOn::kNew;
  EXPECT_FALSE(reported.Fails(0));
  EXPECT_TRUE(reported.Fails(1));
  EXPECT_EQ(reported.Headline(), "2 findings, 1 new, 1 known, 1,000 cases");
  reported.run.interrupted = true;
  EXPECT_EQ(reported.Headline(),
            "2 findings, 1 new, 1 known, 1,000 cases, interrupted");
  reported.run.interrupted = false;
  reported.comparison = Compare(reported.run, reported.run);
  EXPECT_FALSE(reported.FailsAtAll());
  reported.fail_on = FailOn::kNone;
  EXPECT_FALSE(reported.FailsAtAll());
}

}  // namespace
}  // namespace clonecheck
