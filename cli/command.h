// Command: one subcommand of clonecheck. A new command is a file of its own, a
// line here, and a line in main.cc.
#ifndef CLONECHECK_CLI_COMMAND_H_
#define CLONECHECK_CLI_COMMAND_H_

#include <CLI/CLI.hpp>

namespace clonecheck {

// With python/clonecheck/__init__.py, and CHANGELOG.md.
inline constexpr const char* kVersion = "0.1.0";

// Exit codes.
inline constexpr int kExitNothingFound = 0;
inline constexpr int kExitFindings = 1;
inline constexpr int kExitBadInput = 2;  // bad usage, too
inline constexpr int kExitOurError = 3;

// What `clonecheck list` takes.
inline constexpr const char* kThingsToList[] = {
    "cloners", "grammars", "layers", "obligations", "profiles", "targets"};

// Each adds its subcommand to `app`; `*exit_code` is set when it is run.
void AddFuzzCommand(CLI::App& app, int* exit_code);
void AddEnumerateCommand(CLI::App& app, int* exit_code);
void AddJudgeCommand(CLI::App& app, int* exit_code);
void AddCheckCommand(CLI::App& app, int* exit_code);
void AddReplayCommand(CLI::App& app, int* exit_code);
void AddShrinkCommand(CLI::App& app, int* exit_code);
void AddShowCommand(CLI::App& app, int* exit_code);
void AddFidelityCommand(CLI::App& app, int* exit_code);
void AddReportCommand(CLI::App& app, int* exit_code);
void AddListCommand(CLI::App& app, int* exit_code);
void AddCompletionCommand(CLI::App& app, int* exit_code);
void AddHelpCommand(CLI::App& app, int* exit_code);

}  // namespace clonecheck

#endif  // CLONECHECK_CLI_COMMAND_H_
