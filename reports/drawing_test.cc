#include "reports/drawing.h"

#include <string>

#include "absl/strings/match.h"
#include "core/limits.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

TEST(Drawing, is_an_svg_element_with_its_texts_escaped) {
  const absl::StatusOr<std::string> svg = Drawer().ToSvg(
      "digraph g { a [id=\"c0\", label=\"<script>&amp;\"]; a -> b; }");
  ASSERT_TRUE(svg.ok()) << svg.status();
  EXPECT_TRUE(absl::StartsWith(*svg, "<svg")) << *svg;
  EXPECT_TRUE(absl::StrContains(*svg, "id=\"c0\"")) << *svg;
  EXPECT_TRUE(absl::StrContains(*svg, "&lt;script&gt;&amp;")) << *svg;
  EXPECT_FALSE(absl::StrContains(*svg, "<script")) << *svg;
}

TEST(Drawing, is_the_same_every_time) {
  const std::string dot = "digraph g { a -> b; a -> c; b -> d; c -> d; }";
  const absl::StatusOr<std::string> first = Drawer().ToSvg(dot);
  ASSERT_TRUE(first.ok()) << first.status();
  EXPECT_EQ(*first, *Drawer().ToSvg(dot));
}

TEST(Drawing, refuses_what_is_no_drawing_or_too_large) {
  EXPECT_FALSE(Drawer().ToSvg("no drawing").ok());
  EXPECT_FALSE(Drawer().ToSvg(std::string(kMaxDotBytes + 1, ' ')).ok());
}

}  // namespace
}  // namespace clonecheck
