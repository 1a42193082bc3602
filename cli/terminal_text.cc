#include "cli/terminal_text.h"

#include <cstdint>
#include <cstdio>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

namespace clonecheck {
namespace {

// The length of `ESC [ numbers m` at the start of `text`; 0: there is none.
size_t ColourAtStart(absl::string_view text) {
  if (text.size() < 3 || text[0] != '\x1b' || text[1] != '[') return 0;
  size_t end = 2;
  while (end < text.size() &&
         (absl::ascii_isdigit(static_cast<unsigned char>(text[end])) ||
          text[end] == ';')) {
    ++end;
  }
  return end < text.size() && text[end] == 'm' ? end + 1 : 0;
}

// The number of the character of two or three bytes at the start of `text`; 0:
// there is none.
uint32_t WideAtStart(absl::string_view text) {
  const auto byte = [&](size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u;
  };
  const auto continues = [&](size_t i) { return (byte(i) & 0xC0u) == 0x80u; };
  if ((byte(0) & 0xE0u) == 0xC0u && continues(1)) {
    return (byte(0) & 0x1Fu) << 6 | (byte(1) & 0x3Fu);
  }
  if ((byte(0) & 0xF0u) == 0xE0u && continues(1) && continues(2)) {
    return (byte(0) & 0x0Fu) << 12 | (byte(1) & 0x3Fu) << 6 | (byte(2) & 0x3Fu);
  }
  return 0;
}

// Of two or three bytes: C1 controls, and the marks, embeddings, overrides and
// isolates of Unicode's bidirectional algorithm (UAX #9, table 4 and 2.7).
bool Commands(uint32_t character) {
  return (character >= 0x80 && character <= 0x9F) || character == 0x61C ||
         character == 0x200E || character == 0x200F ||
         (character >= 0x202A && character <= 0x202E) ||
         (character >= 0x2066 && character <= 0x2069);
}

}  // namespace

std::string TerminalText(absl::string_view text) {
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    size_t length = 1;
    const auto byte = static_cast<unsigned char>(text[0]);
    if (const size_t colour = ColourAtStart(text); colour > 0) {
      length = colour;
    } else if (byte == 0x7F || (byte < 0x20 && byte != '\n' && byte != '\t')) {
      absl::StrAppendFormat(&result, "\\u{%x}", byte);
      text.remove_prefix(1);
      continue;
    } else if (const uint32_t wide = WideAtStart(text); wide > 0) {
      length = wide < 0x800 ? 2 : 3;
      if (Commands(wide)) {
        absl::StrAppendFormat(&result, "\\u{%x}", wide);
        text.remove_prefix(length);
        continue;
      }
    }
    absl::StrAppend(&result, text.substr(0, length));
    text.remove_prefix(length);
  }
  return result;
}

void Say(absl::string_view text) {
  const std::string harmless = TerminalText(text);
  std::fwrite(harmless.data(), 1, harmless.size(), stdout);
}

}  // namespace clonecheck
