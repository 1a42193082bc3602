// Known findings: reading them, and telling known from new.
#include "corpus/known_findings.h"

#include <set>

#include "absl/strings/str_split.h"
#include "core/cloners/cloners.h"
#include "core/oracle/obligation.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

constexpr char kText[] = R"({"version": 1, "known": [
  {"signature": "c/outputs/output-values/*", "reason": "r", "reference": "f"},
  {"signature": "c/outputs/output-values/LSTM", "cause": "d", "reason": "s",
   "reference": "g"}]})";

TEST(KnownFindings, a_signature_is_known_exactly_or_by_any_kind) {
  const std::vector<KnownFinding> known = ParseKnownFindings(kText).value();
  ASSERT_EQ(known.size(), 2u);
  EXPECT_EQ(FindKnown(known, "c/outputs/output-values/LSTM")->reason, "s");
  EXPECT_EQ(FindKnown(known, "c/outputs/output-values/GRU")->reason, "r");
  EXPECT_EQ(FindKnown(known, "c/outputs/output-values/-")->reason, "r");
  EXPECT_EQ(FindKnown(known, "c/outputs/unfed-placeholder/GRU"), nullptr);
  EXPECT_EQ(FindKnown(known, "d/outputs/output-values/GRU"), nullptr);
}

TEST(KnownFindings, a_cause_may_be_given) {
  const std::vector<KnownFinding> known = ParseKnownFindings(kText).value();
  EXPECT_EQ(FindKnown(known, "c/outputs/output-values/LSTM")->cause, "d");
  EXPECT_EQ(FindKnown(known, "c/outputs/output-values/GRU")->cause, "");
}

TEST(KnownFindings, what_is_wrong_with_a_file_is_said_with_the_entry) {
  const auto error = [](const char* text) {
    return std::string(ParseKnownFindings(text).status().message());
  };
  EXPECT_EQ(error("{"), "known findings: the file is not JSON; mend it.");
  EXPECT_THAT(error("[]"), testing::HasSubstr("needs \"version\": 1"));
  EXPECT_EQ(error(R"({"version": 1, "known": [{"signature": "a/b/c/d"}]})"),
            "known findings: entry 0 needs a text for \"reason\".");
  EXPECT_THAT(error(R"({"version": 1, "known": [
                {"signature": "a", "reason": "r", "reference": "f"}]})"),
              testing::HasSubstr("cloner/obligation/symptom/kind"));
  EXPECT_EQ(error(R"({"version": 1, "known": [{"signature": "a/b/c/d",
                "reason": "r", "reference": "f", "cause": 1}]})"),
            "known findings: entry 0 has a \"cause\" that is no text.");
}

// An entry that nothing can match is a mistake.
TEST(OurKnownFindings, name_cloners_and_obligations_that_there_are) {
  std::set<std::string> seen;
  EXPECT_FALSE(OurKnownFindings().empty());
  for (const KnownFinding& known : OurKnownFindings()) {
    const std::vector<std::string> parts = absl::StrSplit(known.signature, '/');
    // `fixed vs keras-2.2.4`: of a clone held against that of a reference.
    const std::vector<std::string> cloners = absl::StrSplit(parts[0], " vs ");
    for (const std::string& cloner : cloners) {
      EXPECT_TRUE(FindCloner(cloner).ok()) << known.signature;
    }
    EXPECT_TRUE(FindObligations(parts[1]).ok()) << known.signature;
    EXPECT_TRUE(seen.insert(known.signature).second) << known.signature;
  }
}

}  // namespace
}  // namespace clonecheck
