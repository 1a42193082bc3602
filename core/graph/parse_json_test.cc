#include "core/graph/parse_json.h"

#include <string>

#include "absl/strings/match.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

std::string Message(absl::string_view text, const JsonLimits& limits = {}) {
  const auto value = ParseJson(text, limits);
  EXPECT_TRUE(value.ok() || absl::IsInvalidArgument(value.status()));
  return value.ok() ? "" : std::string(value.status().message());
}

TEST(ParseJson, reads_what_json_can_hold) {
  const auto value =
      ParseJson(R"( {"a": [null, true, -3, 0.5, "größe"], "b": {"c": []}} )");
  ASSERT_TRUE(value.ok()) << value.status();
  EXPECT_EQ(value->dump(), R"({"a":[null,true,-3,0.5,"größe"],"b":{"c":[]}})");
  EXPECT_TRUE((*value)["a"][2].is_number_integer());
  EXPECT_TRUE((*value)["a"][3].is_number_float());
  for (const char* text : {"1", "\"x\"", "null", "[]", "{}"}) {
    EXPECT_EQ(Message(text), "") << text;
  }
}

TEST(ParseJson, whole_numbers_reach_to_64_bits) {
  EXPECT_EQ(ParseJson("9223372036854775807")->get<int64_t>(), INT64_MAX);
  EXPECT_EQ(ParseJson("-9223372036854775808")->get<int64_t>(), INT64_MIN);
  for (const char* text : {"9223372036854775808", "-9223372036854775809",
                           "[1, 123456789012345678901234567890]"}) {
    EXPECT_TRUE(absl::StrContains(
        Message(text),
        ": a whole number that does not fit into 64 bits; use a smaller one"))
        << Message(text);
  }
}

TEST(ParseJson, numbers_past_the_range_are_refused) {
  EXPECT_EQ(Message("[1e400]"),
            "line 1, column 6 (byte 5): this is no JSON: the number is past "
            "the range of a double; correct the text there");
}

TEST(ParseJson, errors_name_the_place) {
  EXPECT_EQ(Message("{\n  \"a\": 1,\n  b\n}"),
            "line 3, column 3 (byte 14): this is no JSON: invalid literal; "
            "expected string literal; correct the text there");
}

TEST(ParseJson, truncated_text_is_refused_at_every_byte) {
  const std::string text = R"({"a": [1, {"b": "größe"}, true], "c": -1.5e3})";
  for (size_t size = 0; size < text.size(); ++size) {
    EXPECT_NE(Message(absl::string_view(text).substr(0, size)), "") << size;
  }
  EXPECT_EQ(Message(text), "");
}

TEST(ParseJson, nothing_but_space_is_refused) {
  EXPECT_EQ(Message(""),
            "the JSON text is empty; give a file that holds an object");
  EXPECT_EQ(Message(" \n"), Message(""));
}

TEST(ParseJson, text_after_the_value_is_refused) {
  EXPECT_NE(Message("{} {}"), "");
  EXPECT_NE(Message("{}]"), "");
}

TEST(ParseJson, a_key_that_occurs_twice_is_refused) {
  EXPECT_EQ(Message("{\"a\": 1,\n \"a\": 1}"),
            "line 2, column 4 (byte 12): the key \"a\" occurs twice in one "
            "object; remove one of the two");
  EXPECT_EQ(Message(R"([{"a": 1}, {"a": 1}])"), "");
}

TEST(ParseJson, nesting_bombs_are_refused_early) {
  for (const char* unit : {"[", "{\"a\":", "[{\"a\":"}) {
    std::string bomb;
    for (int i = 0; i < 10'000; ++i) bomb += unit;
    EXPECT_TRUE(absl::StrContains(
        Message(bomb),
        "arrays and objects are nested more than 200 levels deep; use a "
        "flatter file"))
        << Message(bomb);
  }
  std::string deep(200, '[');
  deep += std::string(200, ']');
  EXPECT_EQ(Message(deep), "");
  EXPECT_NE(Message("[" + deep + "]"), "");
}

TEST(ParseJson, huge_texts_are_refused_unread) {
  JsonLimits limits;
  limits.max_bytes = 10;
  EXPECT_EQ(Message("[1, 2, 3, 4]", limits),
            "the JSON text has 12 bytes, more than the 10 that clonecheck "
            "reads; use a smaller file");
}

TEST(ParseJson, many_values_are_refused) {
  JsonLimits limits;
  limits.max_values = 4;
  EXPECT_EQ(Message("[[],[],[]]", limits), "");
  EXPECT_EQ(Message("[[],[],[],[]]", limits),
            "line 1, column 11 (byte 10): more than 4 values; use a smaller "
            "file");
}

TEST(ParseJson, text_that_is_not_utf8_is_refused) {
  for (const char* text : {"\"\xff\"", "\"\xc3\"", "\"\xed\xa0\x80\"", "\xff",
                           "{\"\xc0\xaf\": 1}", "\"\\ud800\""}) {
    EXPECT_NE(Message(text), "") << text;
  }
  const std::string nul("\"a\0b\"", 5);
  EXPECT_NE(Message(nul), "");
}

TEST(ParseJson, messages_stay_short) {
  EXPECT_LT(Message("\"" + std::string(100'000, 'x')).size(), 400u);
  EXPECT_LT(Message("{\"" + std::string(100'000, 'x') + "\": }").size(), 400u);
}

}  // namespace
}  // namespace clonecheck
