// Names of verdicts, and the text of a signature.
#include "core/oracle/verdict.h"

#include <set>
#include <string>

#include "core/layers/kinds.h"
#include "core/oracle/obligation.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

TEST(Verdict, has_a_name_of_its_own_each) {
  std::set<std::string> names;
  for (int i = 0; i < kNumVerdicts; ++i) {
    const std::string name(VerdictName(static_cast<Verdict>(i)));
    EXPECT_FALSE(name.empty());
    EXPECT_TRUE(names.insert(name).second) << name;
  }
  EXPECT_EQ(names,
            (std::set<std::string>{"agree", "agree_numerically", "both_refuse",
                                   "differ", "hangs", "raised", "unjudged"}));
}

TEST(Verdict, fails_if_the_clone_differs_raises_or_hangs) {
  EXPECT_TRUE(IsFailure(Verdict::kDiffer));
  EXPECT_TRUE(IsFailure(Verdict::kRaised));
  EXPECT_TRUE(IsFailure(Verdict::kHangs));
  EXPECT_FALSE(IsFailure(Verdict::kAgree));
  EXPECT_FALSE(IsFailure(Verdict::kAgreeNumerically));
  EXPECT_FALSE(IsFailure(Verdict::kBothRefuse));
  EXPECT_FALSE(IsFailure(Verdict::kUnjudged));
}

TEST(Severity, has_a_name_each) {
  EXPECT_EQ(SeverityName(Severity::kError), "error");
  EXPECT_EQ(SeverityName(Severity::kWarning), "warning");
  EXPECT_EQ(SeverityName(Severity::kNote), "note");
}

TEST(Signature, prints_cloner_obligation_symptom_and_kind) {
  const Signature signature{&kCompletes, "could-not-compute-output",
                            &LambdaKind()};
  EXPECT_EQ(signature.ToString("keras-2.2.4"),
            "keras-2.2.4/completes/could-not-compute-output/Lambda");
  EXPECT_EQ((Signature{&kOutputs, "number-of-outputs", nullptr})
                .ToString("fixed@2.3.1"),
            "fixed@2.3.1/outputs/number-of-outputs/-");
}

TEST(Signature, compares_by_all_three_parts) {
  const Signature a{&kCompletes, "x", &LambdaKind()};
  EXPECT_EQ(a, (Signature{&kCompletes, std::string("x"), &LambdaKind()}));
  EXPECT_FALSE(a == (Signature{&kOutputs, "x", &LambdaKind()}));
  EXPECT_FALSE(a == (Signature{&kCompletes, "y", &LambdaKind()}));
  EXPECT_FALSE(a == (Signature{&kCompletes, "x", &DenseKind()}));
}

}  // namespace
}  // namespace clonecheck
