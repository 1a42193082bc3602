#include "reports/counted.h"

#include "gtest/gtest.h"

namespace clonecheck {
namespace {

TEST(Counted, one_has_no_s) {
  EXPECT_EQ(Counted(1, "call"), "1 call");
  EXPECT_EQ(Counted(0, "call"), "0 calls");
  EXPECT_EQ(Counted(2000, "call"), "2,000 calls");
  EXPECT_EQ(Threads(1), "1 thread");
}

TEST(WithCommas, every_three_digits_have_one) {
  EXPECT_EQ(WithCommas(0), "0");
  EXPECT_EQ(WithCommas(999), "999");
  EXPECT_EQ(WithCommas(1'000), "1,000");
  EXPECT_EQ(WithCommas(12'345'678), "12,345,678");
}

}  // namespace
}  // namespace clonecheck
