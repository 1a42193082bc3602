#include "core/text.h"

#include <cstdint>
#include <string>

#include "gtest/gtest.h"

namespace clonecheck {
namespace {

TEST(Text, utf8_is_told_from_bytes) {
  EXPECT_TRUE(IsValidUtf8(""));
  EXPECT_TRUE(IsValidUtf8("größe 寸法 🙂"));
  EXPECT_TRUE(IsValidUtf8(absl::string_view("a\0b", 3)));
  EXPECT_FALSE(IsValidUtf8("\xff"));
  EXPECT_FALSE(IsValidUtf8("\xc3"));              // cut off
  EXPECT_FALSE(IsValidUtf8("\xc0\xaf"));          // overlong
  EXPECT_FALSE(IsValidUtf8("\xe0\x80\x80"));      // overlong
  EXPECT_FALSE(IsValidUtf8("\xed\xa0\x80"));      // surrogate
  EXPECT_FALSE(IsValidUtf8("\xf4\x90\x80\x80"));  // past the end
}

TEST(Text, a_character_is_its_number) {
  EXPECT_EQ(CodePoint("a"), 0x61u);
  EXPECT_EQ(CodePoint("\u00e4"), 0xe4u);
  EXPECT_EQ(CodePoint("\u20ac"), 0x20acu);
  EXPECT_EQ(CodePoint("\U0001f600"), 0x1f600u);
  EXPECT_EQ(CodePoint("\x9b"), 0x9bu);
}

TEST(Text, what_commands_is_told_from_what_shows) {
  for (uint32_t control : {0x0, 0x9, 0x1b, 0x1f, 0x7f, 0x80, 0x9f, 0x61c,
                           0x200e, 0x200f, 0x202a, 0x202e, 0x2066, 0x2069}) {
    EXPECT_TRUE(IsControl(control)) << control;
  }
  for (uint32_t shown : {0x20, 0x7e, 0xa0, 0x61b, 0x61d, 0x200d, 0x2010, 0x2029,
                         0x202f, 0x2065, 0x206a}) {
    EXPECT_FALSE(IsControl(shown)) << shown;
  }
}

TEST(Text, reserved_words_are_no_identifiers) {
  EXPECT_TRUE(IsPythonIdentifier("initial_state"));
  EXPECT_TRUE(IsPythonIdentifier("_x1"));
  EXPECT_FALSE(IsPythonIdentifier(""));
  EXPECT_FALSE(IsPythonIdentifier("1x"));
  EXPECT_FALSE(IsPythonIdentifier("a-b"));
  EXPECT_FALSE(IsPythonIdentifier("lambda"));
  EXPECT_FALSE(IsPythonIdentifier("None"));
  EXPECT_FALSE(IsPythonIdentifier("x); import os; ("));
}

TEST(Text, messages_show_long_names_in_part) {
  EXPECT_EQ(QuoteForMessage("a\n\"b\""), R"("a\n\"b\"")");
  EXPECT_EQ(QuoteForMessage("größe"), "\"größe\"");
  EXPECT_EQ(QuoteForMessage("\xff"), R"("\xff")");
  EXPECT_EQ(QuoteForMessage(std::string(100, 'x')),
            "\"" + std::string(60, 'x') + "…\"");
  // Never half a character.
  EXPECT_TRUE(IsValidUtf8(QuoteForMessage("x" + std::string(100, '\xc3'))));
  std::string umlauts = "x";
  for (int i = 0; i < 50; ++i) umlauts += "ü";
  EXPECT_TRUE(IsValidUtf8(QuoteForMessage(umlauts)));
}

TEST(Text, what_is_shown_is_utf8_whatever_it_was) {
  EXPECT_EQ(Readable("größe\n"), "größe\n");
  EXPECT_EQ(Readable("a\xff\xc3"), "a\\xff\\xc3");
  EXPECT_EQ(Readable("abc", 3), "abc");
  EXPECT_EQ(Readable("abcd", 3), "abc…");
  // Never half a character.
  EXPECT_EQ(Readable("aüb", 2), "a…");
  EXPECT_EQ(Readable("aüb", 3), "aü…");
  EXPECT_EQ(Readable("", 0), "");
}

TEST(Text, near_misses_are_suggested_and_others_are_not) {
  EXPECT_EQ(DidYouMean("input", {"inputs", "outputs"}),
            "; did you mean \"inputs\"?");
  EXPECT_EQ(DidYouMean("Inputs", {"inputs"}), "; did you mean \"inputs\"?");
  EXPECT_EQ(DidYouMean("comment", {"inputs", "outputs"}), "");
  EXPECT_EQ(DidYouMean(std::string(10'000, 'x'), {"inputs"}), "");
}

TEST(Text, neighbours_in_the_wrong_order_are_one_typing_error) {
  EXPECT_EQ(DidYouMean("nwe", {"any", "new", "none"}),
            "; did you mean \"new\"?");
  EXPECT_EQ(DidYouMean("ouptust", {"inputs", "outputs"}),
            "; did you mean \"outputs\"?");
}

TEST(Text, one_letter_in_three_may_be_wrong) {
  EXPECT_EQ(DidYouMean("fish", {"bash", "zsh"}), "");
  EXPECT_EQ(DidYouMean("bosh", {"bash", "zsh"}), "; did you mean \"bash\"?");
  EXPECT_EQ(DidYouMean("no", {"so"}), "");
  // Dashes in front are no letters of the word.
  EXPECT_EQ(DidYouMean("--ab", {"--as"}), "");
}

TEST(Text, another_version_is_no_typing_error) {
  EXPECT_EQ(DidYouMean("keras-2.2.3", {"keras-2.2.4", "keras-2.3.1"}), "");
  EXPECT_EQ(DidYouMean("kears-2.2.4", {"keras-2.2.4", "keras-2.3.1"}),
            "; did you mean \"keras-2.2.4\"?");
  EXPECT_EQ(DidYouMean("keras-22.4", {"keras-2.2.4", "keras-2.3.1"}),
            "; did you mean \"keras-2.2.4\"?");
  EXPECT_EQ(DidYouMean("large1", {"large", "wide"}),
            "; did you mean \"large\"?");
}

TEST(Text, what_alone_begins_so_is_suggested) {
  const absl::string_view names[] = {"keras-2.2.4", "keras-2.3.1",
                                     "keras-3.15.1", "keras-3.15.1-numpy",
                                     "tf-keras-2.21"};
  EXPECT_EQ(DidYouMean("tf-keras", names), "; did you mean \"tf-keras-2.21\"?");
  EXPECT_EQ(DidYouMean("keras3", names), "; did you mean \"keras-3.15.1\"?");
  EXPECT_EQ(DidYouMean("keras", names), "");
  EXPECT_EQ(DidYouMean("tf", names), "");
}

TEST(Text, what_is_not_there_comes_with_what_was_meant_or_with_all_there_is) {
  EXPECT_EQ(ThereIsNo("cloner", "fixd", {"keras-2.2.4", "fixed"}),
            "There is no cloner \"fixd\"; did you mean \"fixed\"?");
  EXPECT_EQ(ThereIsNo("cloner", "best", {"keras-2.2.4", "fixed"}, ", or else"),
            "There is no cloner \"best\"; choose from keras-2.2.4, fixed, or "
            "else.");
}

}  // namespace
}  // namespace clonecheck
