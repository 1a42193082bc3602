// TerminalText: text for people, with nothing in it that commands a terminal.
// What is printed comes from users' files and from live frameworks.
#ifndef CLONECHECK_CLI_TERMINAL_TEXT_H_
#define CLONECHECK_CLI_TERMINAL_TEXT_H_

#include <string>

#include "absl/strings/string_view.h"

namespace clonecheck {

// `text` with control characters and those that turn the direction of text as
// `\u{1b}`, and bytes that are no UTF-8 as `\x9b`. Newlines, tabs and sequences
// that only set colours stay.
std::string TerminalText(absl::string_view text);

// Prints it to standard output.
void Say(absl::string_view text);

}  // namespace clonecheck

#endif  // CLONECHECK_CLI_TERMINAL_TEXT_H_
