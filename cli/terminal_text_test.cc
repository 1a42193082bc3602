#include "cli/terminal_text.h"

#include <string>

#include "gtest/gtest.h"
#include "reports/palette.h"

namespace clonecheck {
namespace {

TEST(TerminalText, OrdinaryTextStaysAsItIs) {
  const std::string text = "c0 = l0(i0)  # 2 outputs\n\tGrüße, 漢字, 🙂\n";
  EXPECT_EQ(TerminalText(text), text);
}

TEST(TerminalText, ColoursStay) {
  const std::string red = Palette(true).Paint(Palette::Colour::kRed, "error");
  ASSERT_NE(red, "error");
  EXPECT_EQ(TerminalText(red), red);
}

TEST(TerminalText, NoOtherSequenceReachesTheTerminal) {
  EXPECT_EQ(TerminalText("\x1b[2J"), "\\u{1b}[2J");
  EXPECT_EQ(TerminalText("\x1b]0;title\a"), "\\u{1b}]0;title\\u{7}");
  EXPECT_EQ(TerminalText("\x1b["), "\\u{1b}[");
  EXPECT_EQ(TerminalText("\x1b[31"), "\\u{1b}[31");
  EXPECT_EQ(TerminalText("over\rwritten\b\x7f"),
            "over\\u{d}written\\u{8}\\u{7f}");
  EXPECT_EQ(TerminalText(std::string("\0", 1)), "\\u{0}");
  EXPECT_EQ(TerminalText("\xC2\x9B"
                         "2J"),
            "\\u{9b}2J");
}

TEST(TerminalText, NothingTurnsTheDirectionOfText) {
  EXPECT_EQ(TerminalText("a\u202Eb\u2066c\u200Fd\u061Ce"),
            "a\\u{202e}b\\u{2066}c\\u{200f}d\\u{61c}e");
}

// Terminals that speak another encoding take single bytes for commands; others
// may read overlong forms.
TEST(TerminalText, WhatIsNoUtf8IsShownByteByByte) {
  EXPECT_EQ(TerminalText("a\xE2\x80"), "a\\xe2\\x80");
  EXPECT_EQ(TerminalText("\x9B"
                         "2J"),
            "\\x9b2J");
  EXPECT_EQ(TerminalText("\xC0\x9B\xE0\x82\x9B"), "\\xc0\\x9b\\xe0\\x82\\x9b");
}

}  // namespace
}  // namespace clonecheck
