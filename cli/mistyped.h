// Mistyped: which word of a command line no command knows, and what was
// probably meant.
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

}  // namespace clonecheck

#endif  // CLONECHECK_CLI_MISTYPED_H_
