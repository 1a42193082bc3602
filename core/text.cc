#include "core/text.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/strip.h"

namespace clonecheck {
namespace {

// Bytes of text that a message shows of a name.
constexpr size_t kShownBytes = 60;

constexpr absl::string_view kReservedWords[] = {
    "False", "None",   "True",  "and",      "as",     "assert",   "async",
    "await", "break",  "class", "continue", "def",    "del",      "elif",
    "else",  "except", "exec",  "finally",  "for",    "from",     "global",
    "if",    "import", "in",    "is",       "lambda", "nonlocal", "not",
    "or",    "pass",   "print", "raise",    "return", "try",      "while",
    "with",  "yield"};

// How many insertions, deletions, replacements and exchanges of neighbours make
// `a` into `b`, no place being changed twice (optimal string alignment).
size_t EditDistance(absl::string_view a, absl::string_view b) {
  std::vector<size_t> before;  // the row above the last one
  std::vector<size_t> last(b.size() + 1);
  std::iota(last.begin(), last.end(), size_t{0});
  for (size_t i = 1; i <= a.size(); ++i) {
    std::vector<size_t> row(b.size() + 1, i);
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, replaced});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = std::min(row[j], before[j - 2] + 1);
      }
    }
    before = std::move(last);
    last = std::move(row);
  }
  return last[b.size()];
}

// How many typing errors a word may have and still be taken for another: one in
// three letters, and never more than two. `fish` is no mistyped `bash`.
size_t ErrorsIn(absl::string_view word) {
  while (absl::ConsumePrefix(&word, "-")) {
  }
  return std::min(word.size() / 3, size_t{2});
}

// The word without its digits and dots, and its digits alone.
std::pair<std::string, std::string> LettersAndDigits(absl::string_view word) {
  std::pair<std::string, std::string> kept;
  for (unsigned char c : word) {
    if (c == '.') continue;
    (absl::ascii_isdigit(c) ? kept.second : kept.first) += static_cast<char>(c);
  }
  return kept;
}

// Are they the same but for their numbers? That is no typing error; a dot that
// is missing is one.
bool IsAnotherVersion(absl::string_view a, absl::string_view b) {
  const auto [letters, digits] = LettersAndDigits(a);
  const auto [other_letters, other_digits] = LettersAndDigits(b);
  return letters == other_letters && digits != other_digits &&
         !digits.empty() && !other_digits.empty();
}

// The one candidate that begins with `text`, dashes apart, or of those that do
// the one with which the others begin: `keras3` of keras-3.15.1 and
// keras-3.15.1-numpy. Empty: there is none.
absl::string_view BegunWith(absl::string_view text,
                            absl::Span<const absl::string_view> candidates) {
  const auto plain = [](absl::string_view word) {
    return absl::StrReplaceAll(absl::AsciiStrToLower(word), {{"-", ""}});
  };
  if (plain(text).size() < 3) return "";
  std::vector<absl::string_view> begun;
  for (absl::string_view candidate : candidates) {
    if (absl::StartsWith(plain(candidate), plain(text))) {
      begun.push_back(candidate);
    }
  }
  for (absl::string_view one : begun) {
    if (std::all_of(begun.begin(), begun.end(), [&](absl::string_view other) {
          return absl::StartsWith(other, one);
        })) {
      return one;
    }
  }
  return "";
}

// The first bytes of `text`, at most so many and no part of a character.
absl::string_view Beginning(absl::string_view text, size_t most) {
  size_t shown = 0;
  while (shown < text.size()) {
    const size_t length = std::max(Utf8Length(text.substr(shown)), size_t{1});
    if (length > most - shown) break;
    shown += length;
  }
  return text.substr(0, shown);
}

}  // namespace

size_t Utf8Length(absl::string_view text) {
  const auto byte = [&](size_t i) { return static_cast<uint8_t>(text[i]); };
  const uint8_t lead = byte(0);
  if (lead < 0x80) return 1;
  if (lead < 0xc2 || lead > 0xf4) return 0;
  const size_t length = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  if (text.size() < length) return 0;
  for (size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return 0;
  }
  // Overlong forms, surrogates, and what is past U+10FFFF.
  if (lead == 0xe0 && byte(1) < 0xa0) return 0;
  if (lead == 0xed && byte(1) > 0x9f) return 0;
  if (lead == 0xf0 && byte(1) < 0x90) return 0;
  if (lead == 0xf4 && byte(1) > 0x8f) return 0;
  return length;
}

uint32_t CodePoint(absl::string_view character) {
  const auto lead = static_cast<unsigned char>(character[0]);
  if (character.size() == 1) return lead;
  uint32_t number = lead & (0xFFu >> (character.size() + 1));
  for (char byte : character.substr(1)) {
    number = number << 6 | (static_cast<unsigned char>(byte) & 0x3Fu);
  }
  return number;
}

bool IsControl(uint32_t character) {
  return character < 0x20 || (character >= 0x7F && character <= 0x9F) ||
         character == 0x61C || character == 0x200E || character == 0x200F ||
         (character >= 0x202A && character <= 0x202E) ||
         (character >= 0x2066 && character <= 0x2069);
}

bool IsValidUtf8(absl::string_view text) {
  while (!text.empty()) {
    const size_t length = Utf8Length(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

bool IsPythonIdentifier(absl::string_view text) {
  if (text.empty() || absl::ascii_isdigit(text[0])) return false;
  for (char c : text) {
    if (!absl::ascii_isalnum(c) && c != '_') return false;
  }
  // Nearly every name parts from all of them at the first letter or the length.
  return std::none_of(std::begin(kReservedWords), std::end(kReservedWords),
                      [text](absl::string_view word) {
                        return word[0] == text[0] && word == text;
                      });
}

std::string Readable(absl::string_view text, size_t most) {
  const absl::string_view head = Beginning(text, most);
  std::string result;
  result.reserve(head.size());
  for (size_t at = 0; at < head.size();) {
    const size_t length = Utf8Length(head.substr(at));
    if (length == 0) {
      absl::StrAppend(&result, "\\x",
                      absl::BytesToHexString(head.substr(at, 1)));
    } else {
      absl::StrAppend(&result, head.substr(at, length));
    }
    at += std::max(length, size_t{1});
  }
  return absl::StrCat(result, head.size() < text.size() ? "…" : "");
}

std::string QuoteForMessage(absl::string_view text) {
  const absl::string_view head = Beginning(text, kShownBytes);
  return absl::StrCat(
      "\"",
      IsValidUtf8(head) ? absl::Utf8SafeCEscape(head) : absl::CHexEscape(head),
      head.size() < text.size() ? "…\"" : "\"");
}

std::string DidYouMean(absl::string_view text,
                       absl::Span<const absl::string_view> candidates) {
  // Text that is much longer than any candidate resembles none of them.
  if (text.size() > kShownBytes) return "";
  size_t best = ErrorsIn(text) + 1;  // exclusive
  absl::string_view meant;
  const std::string word = absl::AsciiStrToLower(text);
  for (absl::string_view candidate : candidates) {
    const std::string other = absl::AsciiStrToLower(candidate);
    if (IsAnotherVersion(word, other)) continue;
    const size_t distance = EditDistance(word, other);
    if (distance < best) {
      best = distance;
      meant = candidate;
    }
  }
  if (meant.empty()) meant = BegunWith(text, candidates);
  if (meant.empty()) return "";
  return absl::StrCat("; did you mean \"", meant, "\"?");
}

std::string ThereIsNo(absl::string_view what, absl::string_view name,
                      absl::Span<const absl::string_view> candidates,
                      absl::string_view others) {
  const std::string meant = DidYouMean(name, candidates);
  return absl::StrCat(
      "There is no ", what, " ", QuoteForMessage(name),
      meant.empty() ? absl::StrCat("; choose from ",
                                   absl::StrJoin(candidates, ", "), others, ".")
                    : meant);
}

}  // namespace clonecheck
