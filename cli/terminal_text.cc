#include "cli/terminal_text.h"

#include <cstdint>
#include <cstdio>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "core/text.h"

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

// The number of a character of so many bytes.
uint32_t CodePoint(absl::string_view character) {
  const auto lead = static_cast<unsigned char>(character[0]);
  if (character.size() == 1) return lead;
  uint32_t number = lead & (0xFFu >> (character.size() + 1));
  for (char byte : character.substr(1)) {
    number = number << 6 | (static_cast<unsigned char>(byte) & 0x3Fu);
  }
  return number;
}

// C0 and C1 controls but for newline and tab, and the marks, embeddings,
// overrides and isolates of Unicode's bidirectional algorithm (UAX #9, table 4
// and 2.7).
bool Commands(uint32_t character) {
  return (character < 0x20 && character != '\n' && character != '\t') ||
         (character >= 0x7F && character <= 0x9F) || character == 0x61C ||
         character == 0x200E || character == 0x200F ||
         (character >= 0x202A && character <= 0x202E) ||
         (character >= 0x2066 && character <= 0x2069);
}

}  // namespace

std::string TerminalText(absl::string_view text) {
  std::string result;
  result.reserve(text.size());
  while (!text.empty()) {
    size_t length = ColourAtStart(text);
    const bool is_colour = length > 0;
    if (!is_colour) length = Utf8Length(text);
    if (length == 0) {
      // A terminal that does not speak UTF-8 may take it for a command.
      length = 1;
      absl::StrAppendFormat(&result, "\\x%02x",
                            static_cast<unsigned char>(text[0]));
    } else if (const uint32_t number = CodePoint(text.substr(0, length));
               !is_colour && Commands(number)) {
      absl::StrAppendFormat(&result, "\\u{%x}", number);
    } else {
      absl::StrAppend(&result, text.substr(0, length));
    }
    text.remove_prefix(length);
  }
  return result;
}

void Say(absl::string_view text) {
  const std::string harmless = TerminalText(text);
  std::fwrite(harmless.data(), 1, harmless.size(), stdout);
}

}  // namespace clonecheck
