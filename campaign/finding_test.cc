// The findings of a campaign, when it is told to hurry or to stop.
#include "campaign/finding.h"

#include <string>
#include <vector>

#include "campaign/campaign.h"
#include "campaign/workbench.h"
#include "core/cloners/cloners.h"
#include "core/oracle/obligation.h"
#include "core/search/profile.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

class FindingsTest : public testing::Test {
 protected:
  FindingsTest() {
    options_.seed = 7;
    options_.cases = 50;
    options_.profile = AllProfiles()[0];
    options_.cloners = FindCloners("keras-2.2.4").value();
    options_.obligations = AllObligations();
    counts_ = RunCampaign(options_, nullptr, nullptr).counts;
  }
  // What a command is told to do at once, once `done` findings are shrunk.
  std::vector<Finding> Findings(bool hurry, bool stop, size_t done = 0) {
    size_t so_far = 0;
    return FindingsOf(
        options_, counts_, workbench_,
        [&](size_t findings) {
          so_far = findings;
          return hurry && findings >= done;
        },
        [&] { return stop && so_far >= done; });
  }
  static int Evaluations(const std::vector<Finding>& findings) {
    int sum = 0;
    for (const Finding& finding : findings) {
      sum += finding.shrink.evaluations + finding.shrink.proof_evaluations;
    }
    return sum;
  }

  CampaignOptions options_;
  CampaignCounts counts_;
  Workbench workbench_;
};

TEST_F(FindingsTest, none_is_lost_by_hurrying_or_stopping) {
  const std::vector<Finding> whole = Findings(false, false);
  const std::vector<Finding> hurried = Findings(true, false);
  const std::vector<Finding> stopped = Findings(false, true);
  ASSERT_GT(whole.size(), 5u);
  ASSERT_EQ(hurried.size(), whole.size());
  ASSERT_EQ(stopped.size(), whole.size());
  for (size_t i = 0; i < whole.size(); ++i) {
    EXPECT_EQ(hurried[i].signature, whole[i].signature);
    EXPECT_EQ(stopped[i].signature, whole[i].signature);
    EXPECT_EQ(hurried[i].shrink.status, ShrinkStatus::kHurried);
    EXPECT_EQ(stopped[i].shrink.status, ShrinkStatus::kHurried);
    EXPECT_TRUE(stopped[i].explanation.verdict.failed());
  }
  EXPECT_LT(Evaluations(hurried), Evaluations(whole));
  // The start is asked about, and nothing after it.
  EXPECT_LE(Evaluations(stopped), static_cast<int>(stopped.size()));
}

TEST_F(FindingsTest, those_before_are_whole) {
  const std::vector<Finding> findings = Findings(true, true, 3);
  int hurried = 0;
  for (const Finding& finding : findings) {
    hurried += finding.shrink.status == ShrinkStatus::kHurried ? 1 : 0;
  }
  EXPECT_EQ(hurried, static_cast<int>(findings.size()) - 3);
}

}  // namespace
}  // namespace clonecheck
