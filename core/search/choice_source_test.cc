// ChoiceSource: choices out of a seed, and out of bytes.
#include "core/search/choice_source.h"

#include <cstdint>
#include <vector>

#include "gtest/gtest.h"

namespace clonecheck {
namespace {

ChoiceSource FromBytes(const std::vector<uint8_t>& bytes) {
  return ChoiceSource(absl::MakeConstSpan(bytes));
}

TEST(ChoiceSource, a_seed_gives_every_number_below_n_about_as_often) {
  ChoiceSource choices(uint64_t{1});
  std::vector<int> counts(7, 0);
  for (int i = 0; i < 7'000; ++i) {
    const uint32_t choice = choices.Below(7);
    ASSERT_LT(choice, 7u);
    ++counts[choice];
  }
  for (int count : counts) {
    EXPECT_GT(count, 850);
    EXPECT_LT(count, 1'150);
  }
  EXPECT_FALSE(choices.exhausted());
}

TEST(ChoiceSource, below_one_is_zero) {
  ChoiceSource choices(uint64_t{1});
  for (int i = 0; i < 100; ++i) EXPECT_EQ(choices.Below(1), 0u);
}

TEST(ChoiceSource, percent_is_a_share) {
  ChoiceSource choices(uint64_t{1});
  int yes = 0;
  for (int i = 0; i < 10'000; ++i) yes += choices.Percent(30) ? 1 : 0;
  EXPECT_GT(yes, 2'800);
  EXPECT_LT(yes, 3'200);
  for (int i = 0; i < 100; ++i) {
    EXPECT_FALSE(choices.Percent(0));
    EXPECT_TRUE(choices.Percent(100));
  }
}

TEST(ChoiceSource, a_byte_decides_a_small_choice) {
  const std::vector<uint8_t> bytes = {5, 7, 200};
  ChoiceSource choices = FromBytes(bytes);
  EXPECT_EQ(choices.Below(256), 5u);
  EXPECT_EQ(choices.Below(4), 3u);
  EXPECT_FALSE(choices.exhausted());
  EXPECT_EQ(choices.Below(100), 0u);
  EXPECT_TRUE(choices.exhausted());
}

TEST(ChoiceSource, as_many_bytes_as_needed_decide_a_larger_one) {
  const std::vector<uint8_t> bytes = {1, 2, 9, 1, 2, 3, 4, 9};
  ChoiceSource choices = FromBytes(bytes);
  EXPECT_EQ(choices.Below(257), (1 * 256 + 2) % 257u);
  EXPECT_EQ(choices.Below(256), 9u);
  EXPECT_EQ(choices.Below(0xffffffffu), 0x01020304u);
  EXPECT_EQ(choices.Below(256), 9u);
}

TEST(ChoiceSource, no_bytes_are_zeros_and_the_answer_no) {
  const std::vector<uint8_t> none;
  ChoiceSource choices = FromBytes(none);
  EXPECT_TRUE(choices.exhausted());
  EXPECT_EQ(choices.Below(1'000'000), 0u);
  EXPECT_FALSE(choices.Percent(99));
}

}  // namespace
}  // namespace clonecheck
