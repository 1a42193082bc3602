#include "judge/verdict.h"

#include <gtest/gtest.h>

namespace clonecheck {
namespace {

CaseVerdict Agrees() { return CaseVerdict(); }

CaseVerdict Fails(const Obligation& obligation, const char* symptom) {
  CaseVerdict verdict;
  verdict.verdict = &obligation == &kCompletes                ? Verdict::kRaised
                    : obligation.severity == Severity::kError ? Verdict::kDiffer
                                                              : Verdict::kAgree;
  verdict.signature = Signature{&obligation, symptom, nullptr};
  return verdict;
}

CaseVerdict Raises(const char* symptom) { return Fails(kCompletes, symptom); }

CaseVerdict Unjudged() {
  CaseVerdict verdict;
  verdict.verdict = Verdict::kUnjudged;
  return verdict;
}

CaseRecord Record(CaseVerdict reference, CaseVerdict candidate,
                  bool must_be_fixed = false) {
  return CaseRecord{reference, candidate, must_be_fixed};
}

PatchVerdict VerdictOf(const std::vector<CaseRecord>& records) {
  return Decide(records, AllObligations()).verdict;
}

TEST(VerdictTest, right_on_every_graph_is_equivalent) {
  EXPECT_EQ(VerdictOf({Record(Agrees(), Agrees()),
                       Record(Raises("lost"), Agrees(), true)}),
            PatchVerdict::kEquivalent);
}

TEST(VerdictTest, raising_on_every_graph_comes_before_not_fixing) {
  EXPECT_EQ(VerdictOf({Record(Agrees(), Raises("a")),
                       Record(Raises("lost"), Raises("b"), true)}),
            PatchVerdict::kCrashesAlways);
}

TEST(VerdictTest, one_clone_is_enough_not_to_crash_always) {
  EXPECT_EQ(VerdictOf({Record(Agrees(), Agrees()),
                       Record(Raises("lost"), Raises("b"), true)}),
            PatchVerdict::kDoesNotFix);
}

TEST(VerdictTest, wrong_outputs_where_outputs_were_lost_do_not_fix) {
  EXPECT_EQ(VerdictOf({Record(Agrees(), Agrees()),
                       Record(Raises("lost"), Fails(kOutputs, "x"), true)}),
            PatchVerdict::kDoesNotFix);
}

TEST(VerdictTest, not_fixing_comes_before_breaking) {
  EXPECT_EQ(VerdictOf({Record(Agrees(), Fails(kOutputs, "x")),
                       Record(Raises("lost"), Raises("lost"), true)}),
            PatchVerdict::kDoesNotFix);
}

TEST(VerdictTest, an_obligation_that_the_reference_meets_is_broken) {
  EXPECT_EQ(VerdictOf({Record(Agrees(), Agrees()),
                       Record(Fails(kMasks, "x"), Fails(kSharing, "y"))}),
            PatchVerdict::kBreaks);
}

TEST(VerdictTest, an_obligation_that_fails_behind_another_is_broken_too) {
  CaseVerdict candidate = Fails(kMasks, "x");
  const auto& all = AllObligations();
  for (size_t i = 0; i < all.size(); ++i) {
    if (all[i] == &kSharing) candidate.implied |= 1u << i;
  }
  EXPECT_EQ(VerdictOf({Record(Fails(kMasks, "x"), candidate)}),
            PatchVerdict::kBreaks);
}

TEST(VerdictTest, shared_failures_remain_and_do_not_decide) {
  const std::vector<CaseRecord> records = {
      Record(Fails(kMasks, "x"), Fails(kMasks, "y")),
      Record(Raises("states"), Raises("states")), Record(Agrees(), Agrees())};
  const Decision decision = Decide(records, AllObligations());
  EXPECT_EQ(decision.verdict, PatchVerdict::kEquivalent);
  ASSERT_EQ(decision.failures.size(), 2u);
  EXPECT_EQ(decision.failures[0].kind, FailureKind::kRemaining);
  EXPECT_EQ(decision.failures[1].kind, FailureKind::kRemaining);
  EXPECT_EQ(decision.failing, 2u);
  EXPECT_EQ(decision.judged, 3u);
}

TEST(VerdictTest, where_the_reference_raises_a_new_symptom_breaks) {
  EXPECT_EQ(VerdictOf({Record(Agrees(), Agrees()),
                       Record(Raises("states"), Fails(kOutputs, "new"))}),
            PatchVerdict::kBreaks);
}

TEST(VerdictTest,
     where_the_reference_raises_a_symptom_of_its_own_elsewhere_remains) {
  EXPECT_EQ(VerdictOf({Record(Agrees(), Agrees()),
                       Record(Fails(kOutputs, "known"), Agrees()),
                       Record(Raises("states"), Fails(kOutputs, "known"))}),
            PatchVerdict::kEquivalent);
}

TEST(VerdictTest, symptoms_of_the_reference_on_other_graphs_count) {
  const std::vector<CaseRecord> records = {
      Record(Agrees(), Agrees()),
      Record(Raises("states"), Fails(kOutputs, "known"))};
  EXPECT_EQ(Decide(records, AllObligations(), {{&kOutputs, "known"}}).verdict,
            PatchVerdict::kEquivalent);
}

TEST(VerdictTest, warnings_and_notes_break_nothing) {
  EXPECT_EQ(VerdictOf({Record(Agrees(), Fails(kConfig, "x"))}),
            PatchVerdict::kEquivalent);
}

TEST(VerdictTest, what_could_not_be_judged_is_counted_and_decides_nothing) {
  const std::vector<CaseRecord> records = {Record(Agrees(), Unjudged()),
                                           Record(Agrees(), Agrees())};
  const Decision decision = Decide(records, AllObligations());
  EXPECT_EQ(decision.verdict, PatchVerdict::kEquivalent);
  EXPECT_EQ(decision.unjudged, 1u);
  EXPECT_EQ(VerdictOf({Record(Agrees(), Unjudged())}), PatchVerdict::kUnusable);
}

}  // namespace
}  // namespace clonecheck
