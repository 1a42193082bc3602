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
               !is_colour && number != '\n' && number != '\t' &&
               IsControl(number)) {
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
  // What is said of it on the standard error comes after it.
  std::fflush(stdout);
}

}  // namespace clonecheck
