#include "reports/palette.h"

#include "gtest/gtest.h"

namespace clonecheck {
namespace {

TEST(Palette, colours_are_for_terminals_whose_user_does_not_object) {
  EXPECT_TRUE(WantsColour(true, nullptr, "xterm-256color"));
  EXPECT_TRUE(WantsColour(true, "", "linux"));
  EXPECT_FALSE(WantsColour(false, nullptr, "xterm"));
  EXPECT_FALSE(WantsColour(true, "1", "xterm"));
  EXPECT_FALSE(WantsColour(true, nullptr, "dumb"));
  EXPECT_FALSE(WantsColour(true, nullptr, nullptr));
}

TEST(Palette, without_colours_texts_stay_as_they_are) {
  EXPECT_EQ(Palette().Paint(Palette::Colour::kRed, "text"), "text");
  EXPECT_EQ(Palette(false).Paint(Severity::kError, "text"), "text");
}

TEST(Palette, each_colour_ends_where_its_text_does) {
  const Palette on(true);
  EXPECT_EQ(on.Paint(Severity::kError, "error"), "\x1b[31merror\x1b[0m");
  EXPECT_EQ(on.Paint(Severity::kWarning, "w"), "\x1b[33mw\x1b[0m");
  EXPECT_EQ(on.Paint(Severity::kNote, "n"), "\x1b[2mn\x1b[0m");
  EXPECT_EQ(on.Paint(Palette::Colour::kBold, ""), "");
}

}  // namespace
}  // namespace clonecheck
