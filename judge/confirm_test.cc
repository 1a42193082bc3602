#include "judge/confirm.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace clonecheck {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

ConfirmCase Ours(bool fails, const std::string& error) {
  ConfirmCase ours;
  ours.fails_values = fails;
  ours.error = error;
  return ours;
}

// Texts as the two print them.
constexpr char kHere[] =
    "AssertionError: Could not compute output Tensor(\"lambda_1/add:0\", "
    "shape=(?, 4), dtype=float32)";
constexpr char kThere[] =
    "AssertionError: Could not compute output Tensor(\"lambda_1_7/add:0\", "
    "shape=(?, 4), dtype=float32)";

TEST(ConfirmTest, names_of_tensors_and_addresses_make_no_difference) {
  EXPECT_EQ(Disagreement(Ours(true, kHere),
                         {{"error", kThere}, {"faults", {"completes"}}}),
            "");
  EXPECT_EQ(WithoutNames("<a.B object at 0x7f7a> of 'm:0', not 'm'"),
            "<a.B object at 0x> of 'T', not 'm'");
}

TEST(ConfirmTest, another_type_or_text_is_a_disagreement) {
  EXPECT_THAT(Disagreement(Ours(true, kHere), {{"error", "KeyError: 2"},
                                               {"faults", {"completes"}}}),
              HasSubstr("there: KeyError: 2"));
}

TEST(ConfirmTest, wrong_outputs_here_and_right_ones_there_disagree) {
  EXPECT_EQ(Disagreement(Ours(true, ""),
                         {{"error", nullptr}, {"faults", json::array()}}),
            "here: wrong outputs; there: right outputs");
  EXPECT_EQ(Disagreement(Ours(true, ""),
                         {{"error", nullptr}, {"faults", {"outputs"}}}),
            "");
}

TEST(ConfirmTest, texts_of_the_backend_are_not_compared) {
  EXPECT_EQ(Disagreement(Ours(true, "Exception: refused by the backend: x"),
                         {{"error", "InvalidArgumentError: y"},
                          {"faults", {"completes"}}}),
            "");
}

TEST(ConfirmTest, refuted_findings_decide_no_more) {
  CandidateReport report;
  report.verdict = PatchVerdict::kDoesNotFix;
  report.findings.resize(2);
  report.findings[0].kind = FailureKind::kDoesNotFix;
  report.findings[1].kind = FailureKind::kBreaks;
  EXPECT_EQ(VerdictWithout(report, {}), PatchVerdict::kDoesNotFix);
  EXPECT_EQ(VerdictWithout(report, {0}), PatchVerdict::kBreaks);
  EXPECT_EQ(VerdictWithout(report, {0, 1}), PatchVerdict::kEquivalent);
}

}  // namespace
}  // namespace clonecheck
