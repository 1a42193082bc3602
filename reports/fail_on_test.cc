#include "reports/fail_on.h"

#include "gtest/gtest.h"

namespace clonecheck {
namespace {

TEST(FailOn, errors_and_warnings_fail_as_told_and_notes_never) {
  for (const Severity severity : {Severity::kError, Severity::kWarning}) {
    EXPECT_TRUE(Fails(FailOn::kAny, severity, /*is_new=*/true));
    EXPECT_TRUE(Fails(FailOn::kAny, severity, /*is_new=*/false));
    EXPECT_TRUE(Fails(FailOn::kNew, severity, /*is_new=*/true));
    EXPECT_FALSE(Fails(FailOn::kNew, severity, /*is_new=*/false));
    EXPECT_FALSE(Fails(FailOn::kNone, severity, /*is_new=*/true));
  }
  for (const FailOn fail_on : {FailOn::kAny, FailOn::kNew, FailOn::kNone}) {
    EXPECT_FALSE(Fails(fail_on, Severity::kNote, /*is_new=*/true));
  }
}

TEST(FailOn, is_read_from_its_words) {
  EXPECT_EQ(ParseFailOn("any"), FailOn::kAny);
  EXPECT_EQ(ParseFailOn("new"), FailOn::kNew);
  EXPECT_EQ(ParseFailOn("none"), FailOn::kNone);
}

}  // namespace
}  // namespace clonecheck
