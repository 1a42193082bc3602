#include "core/graph/ref_text.h"

#include <string>

#include "gtest/gtest.h"

namespace clonecheck {
namespace {

TEST(RefText, text_reads_back_as_the_same_reference) {
  for (TensorRef ref : {TensorRef::Input(0), TensorRef::Input(17),
                        TensorRef::Call(0, 0), TensorRef::Call(3, 2)}) {
    const auto read = RefFromText(RefToText(ref));
    ASSERT_TRUE(read.has_value()) << RefToText(ref);
    EXPECT_EQ(*read, ref) << RefToText(ref);
  }
}

TEST(RefText, the_first_output_needs_no_index) {
  EXPECT_EQ(RefToText(TensorRef::Call(2, 0)), "c2");
  EXPECT_EQ(RefToText(TensorRef::Call(2, 1)), "c2.1");
  EXPECT_EQ(RefFromText("c2.0"), TensorRef::Call(2, 0));
}

TEST(RefText, nothing_else_is_a_reference) {
  for (std::string text :
       {"", "i", "c", "x1", "i-1", "i+1", "i 1", "i1.0", "c1.", "c.1", "c1.2.3",
        "c01", "i99999999999999999999", "i2147483647", "c1.-1", "I0"}) {
    EXPECT_FALSE(RefFromText(text).has_value()) << text;
  }
}

}  // namespace
}  // namespace clonecheck
