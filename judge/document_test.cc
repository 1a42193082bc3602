#include "judge/document.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace clonecheck {
namespace {

using ::testing::HasSubstr;

constexpr char kFunction[] =
    "def _clone_functional_model(model, input_tensors=None):\n  return 1\n";

std::string Fenced(const std::string& code) {
  return "```python\n" + code + "```\n";
}

TEST(DocumentTest, a_python_file_is_taken_whole) {
  const auto found = FindCandidate("a.py", kFunction);
  ASSERT_TRUE(found.ok());
  EXPECT_EQ(found->text, kFunction);
  EXPECT_EQ(found->where, "the file");
}

TEST(DocumentTest, fences_in_a_docstring_of_a_python_file_are_no_blocks) {
  const std::string text =
      "'''\n```python\nclone_model(m)\n```\n'''\n" + std::string(kFunction);
  const auto found = FindCandidate("a.py", text);
  ASSERT_TRUE(found.ok());
  EXPECT_EQ(found->text, text);
}

TEST(DocumentTest, the_last_block_that_defines_the_function_is_taken) {
  const std::string text =
      "Before:\n" + Fenced("a = 1\n" + std::string(kFunction)) + "After:\n" +
      Fenced("b = 2\n" + std::string(kFunction)) + "Use:\n" +
      Fenced("clone_model(model)\n");
  const auto found = FindCandidate("answer.md", text);
  ASSERT_TRUE(found.ok());
  EXPECT_EQ(found->text, "b = 2\n" + std::string(kFunction));
  EXPECT_EQ(found->where, "block 2 of 3, lines 9 to 11");
  EXPECT_EQ(found->first_line, 9);
}

TEST(DocumentTest, a_call_of_the_function_is_no_definition) {
  const auto found =
      FindCandidate("a.md", Fenced("x = _clone_functional_model(model)\n"));
  ASSERT_FALSE(found.ok());
  EXPECT_THAT(std::string(found.status().message()),
              HasSubstr("none of the 1 fenced blocks defines"));
}

TEST(DocumentTest, a_block_that_is_never_closed_ends_with_the_document) {
  const auto found =
      FindCandidate("a.txt", "Fix:\n```\n" + std::string(kFunction));
  ASSERT_TRUE(found.ok());
  EXPECT_EQ(found->text, std::string(kFunction) + "\n");
}

TEST(DocumentTest, a_fence_in_a_list_loses_its_indent) {
  const auto found =
      FindCandidate("a.md",
                    "1. Do:\n   ~~~py\n   def "
                    "_clone_functional_model(model):\n     pass\n   ~~~\n");
  ASSERT_TRUE(found.ok());
  EXPECT_EQ(found->text, "def _clone_functional_model(model):\n  pass\n");
}

TEST(DocumentTest, carriage_returns_are_line_ends) {
  const auto found = FindCandidate(
      "a.md",
      "```\r\ndef _clone_functional_model(model):\r\n  pass\r\n```\r\n");
  ASSERT_TRUE(found.ok());
  EXPECT_EQ(found->text, "def _clone_functional_model(model):\n  pass\n");
}

TEST(DocumentTest, assigning_the_name_defines_it) {
  EXPECT_TRUE(FindCandidate("a.py", "_clone_functional_model = f\n").ok());
  EXPECT_FALSE(FindCandidate("a.py", "_clone_functional_model == f\n").ok());
}

TEST(DocumentTest, nothing_at_all_is_an_error_that_says_what_to_do) {
  for (const char* text : {"", "import keras\n", "# def _clone\n"}) {
    const auto found = FindCandidate("a.py", text);
    ASSERT_FALSE(found.ok());
    EXPECT_THAT(std::string(found.status().message()),
                HasSubstr("give a Python file that does"));
  }
}

}  // namespace
}  // namespace clonecheck
