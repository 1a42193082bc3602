// clonecheck: does the clone of a model graph compute what the original
// computes?
#include <poll.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <exception>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "cli/command.h"
#include "cli/help.h"
#include "cli/mistyped.h"
#include "cli/terminal_text.h"

namespace {

// What cannot be written is told as an error, with what was found; by default
// these signals end the process there.
void WriteWithoutSignals() {
  std::signal(SIGPIPE, SIG_IGN);  // whoever read the output has ended
  std::signal(SIGXFSZ, SIG_IGN);  // a file is as large as it may be
}

// Whether all that was printed was also taken. A reader that wanted no more of
// it, such as `head`, is no error.
bool Printed() {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return true;
  pollfd out{STDOUT_FILENO, POLLOUT, 0};
  if (poll(&out, 1, 0) == 1 && (out.revents & POLLERR) != 0) return true;
  std::fprintf(stderr,
               "clonecheck: cannot write all of the standard output. Send it "
               "to a file that has room.\n");
  return false;
}

int Run(int argc, char** argv) {
  using namespace clonecheck;  // NOLINT: main is all there is in this file
  CLI::App app(
      "Does the clone of a model graph compute what the original computes? "
      "Prove it, or show the smallest graph on which it does not.",
      "clonecheck");
  app.formatter(std::make_shared<HelpPage>());
  app.require_subcommand(1);
  app.set_version_flag("--version", absl::StrCat("clonecheck ", kVersion),
                       "print the version and exit");
  app.failure_message([](const CLI::App* all, const CLI::Error& error) {
    return absl::StrCat("clonecheck: ", TerminalText(InOurWords(*all, error)),
                        "\nRun with --help for more information.\n");
  });
  app.footer(
      "Exit codes: 0 nothing found but notes, 1 findings, 2 bad usage or "
      "input, 3 an error of clonecheck's own.\n"
      "Example: clonecheck fuzz --cases 100000");
  int exit_code = kExitNothingFound;
  AddFuzzCommand(app, &exit_code);
  AddEnumerateCommand(app, &exit_code);
  AddJudgeCommand(app, &exit_code);
  AddCheckCommand(app, &exit_code);
  AddReplayCommand(app, &exit_code);
  AddShrinkCommand(app, &exit_code);
  AddShowCommand(app, &exit_code);
  AddFidelityCommand(app, &exit_code);
  AddReportCommand(app, &exit_code);
  AddListCommand(app, &exit_code);
  AddCompletionCommand(app, &exit_code);
  AddHelpCommand(app, &exit_code);
  std::vector<std::string> arguments(argv + 1, argv + argc);
  // As other programs have it.
  if (arguments.size() == 1 && arguments[0] == "version") {
    arguments[0] = "--version";
  }
  try {
    // CLI11 takes them from the end.
    app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
  } catch (const CLI::ParseError& error) {
    const bool help = error.get_exit_code() == 0;
    const std::string mistyped = help ? "" : Mistyped(app, arguments);
    if (!mistyped.empty()) {
      std::fprintf(stderr,
                   "clonecheck: %s\nRun with --help for more information.\n",
                   TerminalText(mistyped).c_str());
      return kExitBadInput;
    }
    return app.exit(error) == 0 ? kExitNothingFound : kExitBadInput;
  } catch (const std::exception& error) {
    std::fprintf(stderr,
                 "clonecheck: an error of our own: %s\nPlease report it with "
                 "the command line.\n",
                 error.what());
    return kExitOurError;
  }
  return exit_code;
}

}  // namespace

int main(int argc, char** argv) {
  WriteWithoutSignals();
  const int exit_code = Run(argc, argv);
  return Printed() ? exit_code : clonecheck::kExitBadInput;
}
