// Our own candidates get the verdicts that stand in their first lines. These
// were found by reading, and hold on the real Keras (docs/judging.md).
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "core/exchange/load_case.h"
#include "judge/judge_candidate.h"

namespace clonecheck {
namespace {

constexpr absl::string_view kExpected = "# Expected: ";
constexpr absl::string_view kOn = "\n# On: ";

std::string ReadText(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

// A plan of hundreds of graphs, which is enough to tell these apart.
PlanOptions SmallPlan() {
  PlanOptions options;
  options.cases = 300;
  options.max_calls = 2;
  options.obligations = AllObligations();
  return options;
}

class CandidatesTest : public ::testing::Test {
 protected:
  CandidatesTest() : plan_(workbench_, SmallPlan()) {
    const auto worker = FindJudgeWorker();
    if (worker.ok()) sandbox_ = FindSandbox(*worker).value();
  }

  CandidateReport Judge(const std::string& name, const std::string& text) {
    const auto source = FindCandidate(name, text);
    EXPECT_TRUE(source.ok()) << source.status();
    // What shows on few graphs is asked on one that is known to show it.
    const size_t at = absl::string_view(text).find(kOn);
    if (at == absl::string_view::npos) {
      return JudgeCandidate(plan_, sandbox_, name, *source);
    }
    const std::string graph =
        text.substr(at + kOn.size(), text.find('\n', at + 1) - at - kOn.size());
    const Plan plan(workbench_, SmallPlan(),
                    {LoadGraph(graph, workbench_.catalogue()).value()});
    return JudgeCandidate(plan, sandbox_, name, *source);
  }

  Workbench workbench_;
  Plan plan_;
  Sandbox sandbox_;
};

TEST_F(CandidatesTest, each_gets_the_verdict_that_it_must) {
  int candidates = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator("judge/candidates")) {
    if (entry.path().extension() != ".py") continue;
    ++candidates;
    const std::string text = ReadText(entry.path());
    absl::string_view expected = text;
    ASSERT_TRUE(absl::ConsumePrefix(&expected, kExpected)) << entry.path();
    expected = expected.substr(0, expected.find('\n'));
    const CandidateReport report = Judge(entry.path().filename(), text);
    EXPECT_EQ(PatchVerdictName(report.verdict), expected)
        << entry.path() << ": " << report.why;
    EXPECT_EQ(report.decision.unjudged, 0u)
        << entry.path() << ": "
        << (report.not_judged.empty() ? "" : report.not_judged[0]);
  }
  EXPECT_GE(candidates, 25);
}

// Where 2.2.4 raises, a candidate breaks something by what 2.2.4 shows nowhere:
// not on the graphs of a run, which are few, nor among what is known of it.
TEST_F(CandidatesTest, what_2_2_4_is_known_to_show_is_no_new_symptom) {
  PlanOptions options = SmallPlan();
  options.cases = 0;
  const Plan plan(workbench_, options, std::vector<Graph>());
  const auto shows = [&](const char* obligation, absl::string_view symptom) {
    const ReferenceSymptom wanted{FindObligations(obligation).value()[0],
                                  symptom};
    const std::vector<ReferenceSymptom>& all = plan.reference_symptoms();
    return std::find(all.begin(), all.end(), wanted) != all.end();
  };
  EXPECT_TRUE(shows("roundtrip", "output-values"));
  // Of 2.3.1 alone.
  EXPECT_FALSE(shows("completes", "batch-dot-over-the-batch"));
}

// Their texts are not ours to carry: bazel test
// --test_env=CLONECHECK_PROPOSALS=FOLDER, with 000.txt to 004.txt.
TEST_F(CandidatesTest, proposals_get_their_verdicts) {
  const char* folder = std::getenv("CLONECHECK_PROPOSALS");
  if (folder == nullptr) GTEST_SKIP() << "CLONECHECK_PROPOSALS is not set";
  const std::pair<const char*, PatchVerdict> expected[] = {
      {"000", PatchVerdict::kCrashesAlways},
      {"001", PatchVerdict::kCrashesAlways},
      {"002", PatchVerdict::kCrashesAlways},
      {"003", PatchVerdict::kCrashesAlways},
      // Of a Lambda it makes a model, of a wrong shape.
      {"004", PatchVerdict::kDoesNotFix},
  };
  for (const auto& [number, verdict] : expected) {
    const CandidateReport report =
        Judge(absl::StrCat(number, ".txt"),
              ReadText(absl::StrCat(folder, "/", number, ".txt")));
    EXPECT_EQ(PatchVerdictName(report.verdict), PatchVerdictName(verdict))
        << number;
    EXPECT_FALSE(report.upstream_test_passes) << number;
  }
}

TEST_F(CandidatesTest, upstreams_test_is_misled_by_wrong_outputs) {
  const CandidateReport report = Judge(
      "outputs_reversed.py", ReadText("judge/candidates/outputs_reversed.py"));
  EXPECT_TRUE(report.upstream_test_passes);
  EXPECT_TRUE(report.upstream_test_misled);
  EXPECT_NE(report.verdict, PatchVerdict::kEquivalent);
}

TEST_F(CandidatesTest, witnesses_are_the_smallest_of_their_kind) {
  const CandidateReport report =
      Judge("reference.py", ReadText("judge/candidates/reference.py"));
  ASSERT_FALSE(report.findings.empty());
  const JudgedFinding& first = report.findings[0];
  EXPECT_EQ(first.kind, FailureKind::kDoesNotFix);
  EXPECT_EQ(first.finding.signature,
            "candidate/completes/could-not-compute-output/Lambda");
  // keras#12202: one call, its second output.
  EXPECT_EQ(first.finding.shrink.graph.calls().size(), 1u);
}

}  // namespace
}  // namespace clonecheck
