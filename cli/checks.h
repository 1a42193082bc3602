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
// A file in a folder that is there: what takes long to find is not to be lost
// for a folder's name.
CLI::Validator FileToWrite();
// The words of an option that OneOf checks; none of another.
std::vector<std::string> WordsOf(const CLI::Option& option);

}  // namespace clonecheck

#endif  // CLONECHECK_CLI_CHECKS_H_
