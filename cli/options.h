// Options that several commands share, and how they are checked.
#ifndef CLONECHECK_CLI_OPTIONS_H_
#define CLONECHECK_CLI_OPTIONS_H_

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "campaign/finding.h"
#include "core/cloners/cloners.h"
#include "core/oracle/obligation.h"
#include "corpus/known_findings.h"

namespace clonecheck {

// At the end of help: of commands that have --fail-on.
inline constexpr const char* kExitCodesHelp =
    "\nExit code: 0 nothing found but notes, 1 findings as --fail-on says, 2 "
    "bad usage or input.";

struct CommonOptions {
  uint64_t seed = 1;
  int jobs = 0;  // 0: one a core
  std::string cloners = "keras-2.2.4,keras-2.3.1,fixed";
  std::string obligations = "all";
  std::string fail_on = "any";
  std::string known;  // a file; empty: the one that comes with clonecheck
  std::string json;
  bool no_timing = false;
  bool quiet = false;

  // --cloners, --obligations, and those below.
  void AddJudging(CLI::App& command);
  // --fail-on, --known, --json, --no-timing, --quiet.
  void AddReporting(CLI::App& command);
  // --seed, --jobs.
  void AddRandomness(CLI::App& command);

  absl::StatusOr<std::vector<ClonerOnEngine>> FindCloners() const;
  absl::StatusOr<std::vector<const Obligation*>> FindObligations() const;
  int Jobs() const;
  // Those of --known. Errors: it is not to be read.
  absl::StatusOr<std::vector<KnownFinding>> KnownOnes() const;
  // Whether --fail-on has such a finding make the exit code 1.
  bool Fails(Severity severity, bool is_new) const;
  // The exit code for a run that found this.
  int ExitCode(absl::Span<const Finding> findings) const;
};

// Notes in `findings` which are known.
void MarkKnown(const std::vector<KnownFinding>& known,
               std::vector<Finding>* findings);

// Each adds one option that several commands have, with the same words and
// checks. `--json FILE`.
CLI::Option* AddJson(CLI::App& command, std::string* file);
// `--no-timing`, which goes with it.
void AddNoTiming(CLI::App& command, bool* no_timing);
// `--obligations LIST`.
CLI::Option* AddObligations(CLI::App& command, std::string* names);
// `--profile NAME`.
CLI::Option* AddProfile(CLI::App& command, std::string* name);
// `--target NAME`, of these or exec:COMMAND. `what` is done on it, in words
// that go before the names.
CLI::Option* AddTarget(CLI::App& command, std::string* target,
                       absl::string_view what,
                       absl::Span<const absl::string_view> names);
// The same of a command with AddJudging: it takes the place of --cloners and
// --obligations, and --known is of its findings.
CLI::Option* AddTargetForCloners(CLI::App& command, std::string* target,
                                 absl::string_view what,
                                 absl::Span<const absl::string_view> names);
// `--variants LIST`, which goes with --target.
CLI::Option* AddVariants(CLI::App& command, std::vector<std::string>* variants,
                         CLI::Option* target);
// `--seed N`, which goes with --target.
CLI::Option* AddTargetSeed(CLI::App& command, uint64_t* seed,
                           CLI::Option* target);

// `fuzz`, …: the names of the commands, in their order.
std::vector<std::string> CommandNames(const CLI::App& app);
// `--seed`, …: the long names of a command's options, in their order.
std::vector<std::string> LongNames(const CLI::App& command);

// For CLI::Option::check: empty if `text` fits into a uint64_t, otherwise what
// is wrong. CLI11 itself takes the largest number for one that is too large.
std::string CheckWholeNumber(const std::string& text);

// InvalidArgument if there is no case of a number past the first by `cases`.
absl::Status CheckCaseNumbers(uint64_t first, uint64_t cases);

// Prints `clonecheck: message` to standard error and returns the code for bad
// usage or input.
int BadInput(const absl::Status& status);
// The same of a target: one that is not installed is no bad usage.
int RefuseTarget(const absl::Status& status);

}  // namespace clonecheck

#endif  // CLONECHECK_CLI_OPTIONS_H_
