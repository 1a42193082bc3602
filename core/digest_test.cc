#include "core/digest.h"

#include "gtest/gtest.h"

namespace clonecheck {
namespace {

TEST(DigestOf, is_that_of_fnv_folded) {
  // 64 bits of FNV-1a: cbf29ce484222325, af63dc4c8601ec8c.
  EXPECT_EQ(DigestOf(""), "4fd0bfc1");
  EXPECT_EQ(DigestOf("a"), "296230c0");
}

}  // namespace
}  // namespace clonecheck
