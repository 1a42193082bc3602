// Mistyped: what is wrong with a command line: which word of it no command
// knows, and what was probably meant.
#ifndef CLONECHECK_CLI_MISTYPED_H_
#define CLONECHECK_CLI_MISTYPED_H_

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace clonecheck {

// A sentence about the first such word of `arguments` (without the program's
// name): a command or an option that there is not. Empty: there is none.
std::string Mistyped(const CLI::App& app,
                     const std::vector<std::string>& arguments);

// What CLI11 says of a command line of `app`, where it speaks of numbers of
// arguments in words that a user knows, and what to do.
std::string InOurWords(const CLI::App& app, const CLI::Error& error);

}  // namespace clonecheck

#endif  // CLONECHECK_CLI_MISTYPED_H_
