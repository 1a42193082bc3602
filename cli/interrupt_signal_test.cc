// Interrupts: what a signal means before, while and after anybody asks.
#include <csignal>

#include "cli/interrupt.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

// The process is interrupted once, so that all is one test.
TEST(Interrupt, cuts_short_only_what_asks) {
  HearInterrupts();
  EXPECT_FALSE(Interrupted());
  std::raise(SIGTERM);
  EXPECT_FALSE(CutShort());
  EXPECT_EQ(ExitCodeAfterInterrupt(0), 0);
  EXPECT_TRUE(Interrupted());
  EXPECT_TRUE(CutShort());
  EXPECT_EQ(ExitCodeAfterInterrupt(0), 128 + SIGTERM);
  EXPECT_EQ(ExitCodeAfterInterrupt(1), 1);
}

}  // namespace
}  // namespace clonecheck
