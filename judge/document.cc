#include "judge/document.h"

#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"

namespace clonecheck {
namespace {

// CommonMark: three or more of one character, at most three spaces in front.
struct Fence {
  char character = '\0';
  size_t length = 0;
  size_t indent = 0;
  absl::string_view info;
};

bool ReadFence(absl::string_view line, Fence* fence) {
  const absl::string_view stripped = absl::StripLeadingAsciiWhitespace(line);
  fence->indent = line.size() - stripped.size();
  if (stripped.empty() || (stripped[0] != '`' && stripped[0] != '~')) {
    return false;
  }
  fence->character = stripped[0];
  fence->length = 0;
  while (fence->length < stripped.size() &&
         stripped[fence->length] == fence->character) {
    ++fence->length;
  }
  fence->info = absl::StripAsciiWhitespace(stripped.substr(fence->length));
  if (fence->length < 3) return false;
  // `` ```code``` `` within a line opens nothing.
  return fence->character == '~' || !absl::StrContains(fence->info, '`');
}

bool Defines(absl::string_view line) {
  line = absl::StripLeadingAsciiWhitespace(line);
  absl::ConsumePrefix(&line, "async ");
  if (absl::ConsumePrefix(&line, "def ")) {
    line = absl::StripLeadingAsciiWhitespace(line);
    if (!absl::ConsumePrefix(&line, kCandidateFunction)) return false;
    line = absl::StripLeadingAsciiWhitespace(line);
    return absl::StartsWith(line, "(");
  }
  // `_clone_functional_model = other`
  if (!absl::ConsumePrefix(&line, kCandidateFunction)) return false;
  line = absl::StripLeadingAsciiWhitespace(line);
  return absl::StartsWith(line, "=") && !absl::StartsWith(line, "==");
}

struct Block {
  std::vector<absl::string_view> lines;
  int first_line = 0;
  bool defines = false;
};

// A fence that is never closed ends with the document, as in CommonMark: a
// document that was cut off still has its candidate.
std::vector<Block> ReadBlocks(const std::vector<absl::string_view>& lines) {
  std::vector<Block> blocks;
  Fence open;
  bool inside = false;
  for (size_t i = 0; i < lines.size(); ++i) {
    Fence fence;
    const bool is_fence = ReadFence(lines[i], &fence);
    if (!inside) {
      if (!is_fence) continue;
      inside = true;
      open = fence;
      blocks.emplace_back().first_line = static_cast<int>(i) + 2;
      continue;
    }
    if (is_fence && fence.character == open.character &&
        fence.length >= open.length && fence.info.empty()) {
      inside = false;
      continue;
    }
    // What the fence is indented by is no part of the code.
    absl::string_view line = lines[i];
    for (size_t k = 0; k < open.indent && absl::StartsWith(line, " "); ++k) {
      line.remove_prefix(1);
    }
    blocks.back().lines.push_back(line);
    blocks.back().defines |= Defines(line);
  }
  return blocks;
}

}  // namespace

absl::StatusOr<CandidateSource> FindCandidate(absl::string_view name,
                                              absl::string_view document) {
  absl::ConsumePrefix(&document, "\xEF\xBB\xBF");
  std::vector<absl::string_view> lines = absl::StrSplit(document, '\n');
  for (absl::string_view& line : lines) line = absl::StripSuffix(line, "\r");
  std::vector<Block> blocks;
  if (!absl::EndsWith(name, ".py")) blocks = ReadBlocks(lines);
  if (blocks.empty()) {
    bool defines = false;
    for (absl::string_view line : lines) defines |= Defines(line);
    if (!defines) {
      return absl::InvalidArgumentError(
          absl::StrCat("nothing here defines ", kCandidateFunction,
                       "; give a Python file that does, or a document with it "
                       "in a fenced block (```python)"));
    }
    return CandidateSource{std::string(document), "the file", 1};
  }
  for (size_t i = blocks.size(); i-- > 0;) {
    const Block& block = blocks[i];
    if (!block.defines) continue;
    return CandidateSource{
        absl::StrCat(absl::StrJoin(block.lines, "\n"), "\n"),
        absl::StrCat(
            "block ", i + 1, " of ", blocks.size(), ", lines ",
            block.first_line, " to ",
            block.first_line + static_cast<int>(block.lines.size()) - 1),
        block.first_line};
  }
  return absl::InvalidArgumentError(absl::StrCat(
      "none of the ", blocks.size(), " fenced blocks defines ",
      kCandidateFunction, "; put the whole function into one block"));
}

}  // namespace clonecheck
