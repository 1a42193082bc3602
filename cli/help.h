// HelpPage: what --help prints. A layout of our own, since the library's is
// another one in each version of it, and docs/cli.md is made from these pages.
#ifndef CLONECHECK_CLI_HELP_H_
#define CLONECHECK_CLI_HELP_H_

#include <CLI/CLI.hpp>
#include <string>

namespace clonecheck {

class HelpPage final : public CLI::FormatterBase {
 public:
  std::string make_help(const CLI::App* app, std::string name,
                        CLI::AppFormatMode mode) const override;
};

}  // namespace clonecheck

#endif  // CLONECHECK_CLI_HELP_H_
