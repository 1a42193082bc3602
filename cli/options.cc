#include "cli/options.h"

#include <algorithm>
#include <cstdio>
#include <limits>
#include <thread>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "cli/checks.h"
#include "cli/command.h"
#include "cli/terminal_text.h"
#include "core/limits.h"
#include "core/text.h"
#include "corpus/known_findings.h"
#include "reports/fail_on.h"
#include "reports/files.h"

namespace clonecheck {

std::vector<std::string> CommandNames(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({})) {
    names.push_back(command->get_name());
  }
  return names;
}

std::vector<std::string> LongNames(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) {
      names.push_back("--" + name);
    }
  }
  return names;
}

std::string CheckWholeNumber(const std::string& text) {
  uint64_t ignored;
  if (absl::SimpleAtoi(text, &ignored)) return "";
  return absl::StrCat(QuoteForMessage(text),
                      " is no whole number from 0 to 2^64 - 1; give one");
}

absl::Status CheckCaseNumbers(uint64_t first, uint64_t cases) {
  constexpr uint64_t kLast = std::numeric_limits<uint64_t>::max();
  if (first <= kLast - cases) return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("--first-case ", first, " and ", cases,
                   " cases go past the last number of a case, ", kLast,
                   "; begin earlier, or give fewer --cases."));
}

CLI::Option* AddJson(CLI::App& command, std::string* file) {
  return command
      .add_option("--json", *file, "write the machine-readable result here")
      ->check(FileToWrite());
}

CLI::Option* AddObligations(CLI::App& command, std::string* names) {
  return command
      .add_option("--obligations", *names,
                  "what to judge, names with commas (clonecheck list "
                  "obligations), or all")
      ->capture_default_str();
}

void AddNoTiming(CLI::App& command, bool* no_timing) {
  command.add_flag("--no-timing", *no_timing,
                   "leave seconds and rates out of --json (they are null), so "
                   "that equal runs write equal files");
}

CLI::Option* AddTarget(CLI::App& command, std::string* target,
                       absl::string_view what,
                       absl::Span<const absl::string_view> names) {
  return command.add_option(
      "--target", *target,
      absl::StrCat(what, absl::StrJoin(names, ", "),
                   ", or exec:COMMAND (docs/targets.md)"));
}

CLI::Option* AddTargetForCloners(CLI::App& command, std::string* target,
                                 absl::string_view what,
                                 absl::Span<const absl::string_view> names) {
  command.get_option("--known")->description(
      "a file of known findings, in place of corpus/known.json; with --target, "
      "a file of findings as in corpus/findings, in place of those");
  return AddTarget(command, target, what, names)
      ->excludes(command.get_option("--cloners"))
      ->excludes(command.get_option("--obligations"));
}

CLI::Option* AddProfile(CLI::App& command, std::string* name) {
  return command
      .add_option("--profile", *name,
                  "what to generate (clonecheck list profiles)")
      ->capture_default_str();
}

CLI::Option* AddVariants(CLI::App& command, std::vector<std::string>* variants,
                         CLI::Option* target) {
  return command
      .add_option("--variants", *variants,
                  "how the target is to make the model, as a finding says")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->needs(target);
}

CLI::Option* AddTargetSeed(CLI::App& command, uint64_t* seed,
                           CLI::Option* target) {
  return command
      .add_option("--seed", *seed,
                  "of weights and inputs on the target; a kept finding has "
                  "its own")
      ->check(&CheckWholeNumber)
      ->needs(target)
      ->capture_default_str();
}

void CommonOptions::AddJudging(CLI::App& command) {
  command
      .add_option(
          "--cloners", cloners,
          "cloners under test, NAME or NAME@ENGINE, with commas (clonecheck "
          "list cloners)")
      ->capture_default_str();
  AddObligations(command, &obligations);
  AddReporting(command);
}

void CommonOptions::AddReporting(CLI::App& command) {
  command
      .add_option("--fail-on", fail_on,
                  "which findings make the exit code 1: any, new or none; "
                  "notes never do")
      ->check(OneOf({"any", "new", "none"}))
      ->capture_default_str();
  command
      .add_option("--known", known,
                  "a file of known findings, in place of corpus/known.json")
      ->check(FileToRead());
  AddJson(command, &json);
  AddNoTiming(command, &no_timing);
  command.add_flag("--quiet", quiet, "print findings only, and no progress");
}

void CommonOptions::AddRandomness(CLI::App& command) {
  command.add_option("--seed", seed, "the seed of everything random")
      ->check(&CheckWholeNumber)
      ->capture_default_str();
  command.add_option("--jobs", jobs, "threads; 0: one a core")
      ->check(InRange(0, kMaxJobs))
      ->capture_default_str();
}

absl::StatusOr<std::vector<ClonerOnEngine>> CommonOptions::FindCloners() const {
  return clonecheck::FindCloners(cloners);
}

absl::StatusOr<std::vector<const Obligation*>> CommonOptions::FindObligations()
    const {
  if (obligations == "all") return AllObligations();
  absl::StatusOr<std::vector<const Obligation*>> found =
      clonecheck::FindObligations(obligations);
  for (const absl::string_view name : absl::StrSplit(obligations, ',')) {
    if (!found.ok() && absl::StripAsciiWhitespace(name) == "all") {
      return absl::InvalidArgumentError(
          "--obligations is either all, or names with commas; leave out the "
          "one or the others.");
    }
  }
  return found;
}

int CommonOptions::Jobs() const {
  if (jobs > 0) return jobs;
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

absl::StatusOr<std::vector<KnownFinding>> CommonOptions::KnownOnes() const {
  if (known.empty()) return OurKnownFindings();
  absl::StatusOr<std::string> text = ReadFile(known);
  if (!text.ok()) return text.status();
  absl::StatusOr<std::vector<KnownFinding>> parsed = ParseKnownFindings(*text);
  if (parsed.ok()) return parsed;
  return absl::InvalidArgumentError(
      absl::StrCat(known, ": ", parsed.status().message()));
}

void MarkKnown(const std::vector<KnownFinding>& known,
               std::vector<Finding>* findings) {
  for (Finding& finding : *findings) {
    finding.known = KnownReason(known, finding.signature);
  }
}

bool CommonOptions::Fails(Severity severity, bool is_new) const {
  return clonecheck::Fails(ParseFailOn(fail_on), severity, is_new);
}

int CommonOptions::ExitCode(absl::Span<const Finding> findings) const {
  const bool fails = std::any_of(
      findings.begin(), findings.end(), [&](const Finding& finding) {
        return Fails(finding.obligation->severity, finding.known.empty());
      });
  return fails ? kExitFindings : kExitNothingFound;
}

int BadInput(const absl::Status& status) {
  std::fprintf(stderr, "clonecheck: %s\n",
               TerminalText(status.message()).c_str());
  return kExitBadInput;
}

int RefuseTarget(const absl::Status& status) {
  const int code = BadInput(status);
  return absl::IsFailedPrecondition(status) ? kExitOurError : code;
}

}  // namespace clonecheck
