// Checks of what options are given. In words of our own, since the library's
// are others in each version of it, and do not say what was probably meant.
#ifndef CLONECHECK_CLI_CHECKS_H_
#define CLONECHECK_CLI_CHECKS_H_

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>
#include <vector>

namespace clonecheck {

// A number between these; both ends are in the range.
CLI::Validator InRange(int low, int high);
CLI::Validator InRange(uint64_t low, uint64_t high);
CLI::Validator InRange(double low, double high);

// One of these words.
CLI::Validator OneOf(std::vector<std::string> words);
// Not empty, as a variable that nobody has set is.
CLI::Validator FileToRead();
// A file in a folder to which one can write, and a folder that can be made, or
// none: what takes long to find is not to be lost for a name.
CLI::Validator FileToWrite();
CLI::Validator FolderToWrite();
// Throws CLI::ValidationError if what one of `written` names is what another
// of them names, or one of `read`: what somebody gives, and what was found, are
// not to be written over. Devices may be named twice. An option of `read` that
// was not given names its default: a folder to be made may be among them.
void KeepApart(const std::vector<const CLI::Option*>& written,
               const std::vector<const CLI::Option*>& read);
// The words of an option that OneOf checks; none of another.
std::vector<std::string> WordsOf(const CLI::Option& option);

}  // namespace clonecheck

#endif  // CLONECHECK_CLI_CHECKS_H_
