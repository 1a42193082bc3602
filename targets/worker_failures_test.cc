#include "targets/worker_failures.h"

#include <string>

#include "core/graph/graph.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

using testing::SizeIs;

class WorkerFailuresTest : public testing::Test {
 protected:
  void Add(WorkerOutcome outcome, const std::string& detail,
           uint64_t case_number, bool repeated = false) {
    WorkerReply reply;
    reply.outcome = outcome;
    reply.detail = detail;
    AddFailure(reply, case_number, repeated, Graph(), &failures_);
  }

  WorkerFailures failures_;
};

TEST_F(WorkerFailuresTest, one_outcome_is_told_by_its_first_case_in_any_order) {
  Add(WorkerOutcome::kDied, "later", 7);
  Add(WorkerOutcome::kDied, "first", 3, /*repeated=*/true);
  Add(WorkerOutcome::kDied, "last", 9);
  ASSERT_THAT(failures_, SizeIs(1));
  EXPECT_EQ(failures_[0].count, 3u);
  EXPECT_EQ(failures_[0].repeated, 1u);
  EXPECT_EQ(failures_[0].first_case, 3u);
  EXPECT_EQ(failures_[0].detail, "first");
}

TEST_F(WorkerFailuresTest, outcomes_have_one_order_whichever_was_first) {
  Add(WorkerOutcome::kBabbled, "babbled", 1);
  Add(WorkerOutcome::kDied, "died", 2);
  Add(WorkerOutcome::kHung, "hung", 0);
  ASSERT_THAT(failures_, SizeIs(3));
  EXPECT_EQ(failures_[0].detail, "died");
  EXPECT_EQ(failures_[1].detail, "hung");
  EXPECT_EQ(failures_[2].detail, "babbled");
}

}  // namespace
}  // namespace clonecheck
