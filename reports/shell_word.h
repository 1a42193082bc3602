// Words of commands that reports print to be pasted into a shell.
#ifndef CLONECHECK_REPORTS_SHELL_WORD_H_
#define CLONECHECK_REPORTS_SHELL_WORD_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace clonecheck {

// `text` as one word for a POSIX shell: as it is where that is safe, otherwise
// in single quotes.
std::string ShellWord(absl::string_view text);

// The words of a command in which only ShellWord has quoted.
std::vector<std::string> ShellWords(absl::string_view command);

}  // namespace clonecheck

#endif  // CLONECHECK_REPORTS_SHELL_WORD_H_
