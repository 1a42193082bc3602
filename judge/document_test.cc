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

TEST(DocumentTest, APythonFileIsTakenWhole) {
  const auto found = FindCandidate("a.py", kFunction);
  ASSERT_TRUE(found.ok());
  EXPECT_EQ(found->text, kFunction);
  EXPECT_EQ(found->where, "the file");
}

TEST(DocumentTest, FencesInADocstringOfAPythonFileAreNoBlocks) {
  const std::string text =
      "'''\n```python\nclone_model(m)\n```\n'''\n" + std::string(kFunction);
  const auto found = FindCandidate("a.py", text);
  ASSERT_TRUE(found.ok());
  EXPECT_EQ(found->text, text);
}

TEST(DocumentTest, TheLastBlockThatDefinesTheFunctionIsTaken) {
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

TEST(DocumentTest, ACallOfTheFunctionIsNoDefinition) {
  const auto found =
      FindCandidate("a.md", Fenced("x = _clone_functional_model(model)\n"));
  ASSERT_FALSE(found.ok());
  EXPECT_THAT(std::string(found.status().message()),
              HasSubstr("none of the 1 fenced blocks defines"));
}

TEST(DocumentTest, ABlockThatIsNeverClosedEndsWithTheDocument) {
  const auto found =
      FindCandidate("a.txt", "Fix:\n```\n" + std::string(kFunction));
  ASSERT_TRUE(found.ok());
  EXPECT_EQ(found->text, std::string(kFunction) + "\n");
}

TEST(DocumentTest, AFenceInAListLosesItsIndent) {
  const auto found =
      FindCandidate("a.md",
                    "1. Do:\n   ~~~py\n   def "
                    "_clone_functional_model(model):\n     pass\n   ~~~\n");
  ASSERT_TRUE(found.ok());
  EXPECT_EQ(found->text, "def _clone_functional_model(model):\n  pass\n");
}

TEST(DocumentTest, CarriageReturnsAreLineEnds) {
  const auto found = FindCandidate(
      "a.md",
      "```\r\ndef _clone_functional_model(model):\r\n  pass\r\n```\r\n");
  ASSERT_TRUE(found.ok());
  EXPECT_EQ(found->text, "def _clone_functional_model(model):\n  pass\n");
}

TEST(DocumentTest, AssigningTheNameDefinesIt) {
  EXPECT_TRUE(FindCandidate("a.py", "_clone_functional_model = f\n").ok());
  EXPECT_FALSE(FindCandidate("a.py", "_clone_functional_model == f\n").ok());
}

TEST(DocumentTest, NothingAtAllIsAnErrorThatSaysWhatToDo) {
  for (const char* text : {"", "import keras\n", "# def _clone\n"}) {
    const auto found = FindCandidate("a.py", text);
    ASSERT_FALSE(found.ok());
    EXPECT_THAT(std::string(found.status().message()),
                HasSubstr("give a Python file that does"));
  }
}

}  // namespace
}  // namespace clonecheck
