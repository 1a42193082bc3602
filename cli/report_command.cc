// `clonecheck report`: reports of a run file in other formats, compared with
// a baseline; or puts the shards of an enumeration together.
#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "cli/checks.h"
#include "cli/command.h"
#include "cli/enumeration_output.h"
#include "cli/interrupt.h"
#include "cli/options.h"
#include "cli/terminal_text.h"
#include "corpus/known_findings.h"
#include "reports/comparison.h"
#include "reports/enumeration_file.h"
#include "reports/files.h"
#include "reports/formats.h"
#include "reports/merge_shards.h"
#include "reports/palette.h"
#include "reports/reported.h"
#include "reports/run.h"

namespace clonecheck {
namespace {

struct ReportOptions {
  CommonOptions common;
  std::vector<std::string> files;
  std::string out;
  std::string baseline;
  // The file of each format, as in AllReportFormats; empty: not wanted.
  std::vector<std::string> formats =
      std::vector<std::string>(AllReportFormats().size());

  bool of_one_run() const {
    return !baseline.empty() ||
           std::any_of(formats.begin(), formats.end(),
                       [](const std::string& file) { return !file.empty(); });
  }
};

absl::StatusOr<EnumeratedShard> ReadShard(const std::string& path) {
  absl::StatusOr<std::string> text = ReadFile(path, kRunFile);
  if (!text.ok()) return text.status();
  const nlohmann::json json = nlohmann::json::parse(*text, nullptr, false);
  if (!json.is_object() || !json.contains("enumeration")) {
    return absl::InvalidArgumentError(
        absl::StrCat(path,
                     ": no result of an enumeration. Give the files that "
                     "`clonecheck enumerate --shard I/N --json FILE` wrote."));
  }
  const auto in_file = [&](const absl::Status& status) {
    return absl::InvalidArgumentError(
        absl::StrCat(path, ": ", status.message()));
  };
  absl::StatusOr<EnumerationOptions> options =
      ParseEnumerationOptions(json["enumeration"]);
  if (!options.ok()) return in_file(options.status());
  absl::StatusOr<EnumerationResult> result =
      ParseEnumerationResult(json["enumeration"], *options);
  if (!result.ok()) return in_file(result.status());
  return EnumeratedShard{*std::move(options), *std::move(result)};
}

int Merge(const ReportOptions& flags) {
  const absl::StatusOr<std::vector<KnownFinding>> known =
      flags.common.KnownOnes();
  if (!known.ok()) return BadInput(known.status());
  std::vector<EnumeratedShard> shards;
  for (const std::string& file : flags.files) {
    absl::StatusOr<EnumeratedShard> shard = ReadShard(file);
    if (!shard.ok()) return BadInput(shard.status());
    shards.push_back(*std::move(shard));
  }
  // One alone is told as the run told it.
  absl::StatusOr<EnumeratedShard> merged =
      shards.size() == 1 ? std::move(shards[0]) : MergeShards(shards);
  if (!merged.ok()) {
    return BadInput(absl::InvalidArgumentError(absl::StrCat(
        "These files are not the shards of one enumeration: ",
        merged.status().message(),
        ". Give one file for each shard, made with the same options.")));
  }
  HearInterrupts();  // what is left takes no time, and is written to its end
  return GiveOutEnumeration(flags.common, *known, merged->options,
                            merged->result, flags.out);
}

absl::StatusOr<Run> ReadRun(const std::string& path) {
  absl::StatusOr<std::string> text = ReadFile(path, kRunFile);
  if (!text.ok()) return text.status();
  absl::StatusOr<Run> run = ParseRun(*text);
  if (run.ok()) return run;
  return absl::InvalidArgumentError(
      absl::StrCat(path, ": ", run.status().message()));
}

// What stands on the terminal: the headline, if not `quiet`, and a line a
// finding.
std::string ReportText(const Reported& reported, bool quiet,
                       const Palette& palette) {
  std::string text;
  if (!quiet) {
    text = absl::StrCat("clonecheck ", reported.run.command, ": ",
                        reported.Headline(), "\n");
  }
  for (size_t i = 0; i < reported.run.findings.size(); ++i) {
    const RunFinding& finding = reported.run.findings[i];
    const std::string state = absl::StrFormat("%-8s", reported.State(i));
    absl::StrAppend(&text, "  ",
                    reported.IsNew(i)
                        ? palette.Paint(Palette::Colour::kBold, state)
                        : state,
                    palette.Paint(reported.SeverityOf(i),
                                  absl::StrFormat("%-8s", finding.severity)),
                    " ", finding.signature);
    if (reported.comparison.has_value() &&
        !reported.comparison->findings[i].how.empty()) {
      absl::StrAppend(&text, "  (", reported.comparison->findings[i].how, ")");
    }
    absl::StrAppend(&text, "\n");
  }
  if (!reported.comparison.has_value()) return text;
  for (const RunFinding& finding : reported.comparison->gone) {
    absl::StrAppendFormat(&text, "  %-8s%-8s %s\n", "gone", finding.severity,
                          finding.signature);
  }
  return text;
}

// The first that cannot be written is told; it costs none of the others.
absl::Status WriteReports(const ReportOptions& flags,
                          const Reported& reported) {
  absl::Status status;
  for (size_t i = 0; i < flags.formats.size(); ++i) {
    if (flags.formats[i].empty()) continue;
    status.Update(
        WriteFile(flags.formats[i], AllReportFormats()[i].write(reported)));
  }
  return status;
}

int ReportOne(const ReportOptions& flags) {
  Reported reported;
  absl::StatusOr<Run> run = ReadRun(flags.files[0]);
  if (!run.ok()) return BadInput(run.status());
  reported.run = *std::move(run);
  if (!flags.common.known.empty()) {
    absl::StatusOr<std::vector<KnownFinding>> known = flags.common.KnownOnes();
    if (!known.ok()) return BadInput(known.status());
    for (RunFinding& finding : reported.run.findings) {
      if (finding.remaining) continue;
      finding.known = KnownReason(*known, finding.signature);
    }
  }
  reported.fail_on = ParseFailOn(flags.common.fail_on);
  if (!flags.baseline.empty()) {
    absl::StatusOr<Run> baseline = ReadRun(flags.baseline);
    if (!baseline.ok()) return BadInput(baseline.status());
    reported.comparison = Compare(reported.run, *baseline);
  }
  HearInterrupts();  // the same
  Say(ReportText(reported, flags.common.quiet, Palette::ForStdout()));
  if (absl::Status status = WriteReports(flags, reported); !status.ok()) {
    return BadInput(status);
  }
  return reported.FailsAtAll() ? kExitFindings : kExitNothingFound;
}

// A file of a whole enumeration may be merged with nobody, which prints it.
bool IsEnumeration(const std::string& path) {
  const absl::StatusOr<std::string> text = ReadFile(path, kRunFile);
  if (!text.ok()) return false;
  const nlohmann::json json = nlohmann::json::parse(*text, nullptr, false);
  return json.is_object() && json.contains("enumeration");
}

int RunReportCommand(const ReportOptions& flags) {
  if (flags.files.size() > 1 && flags.of_one_run()) {
    return BadInput(absl::InvalidArgumentError(
        "--html and other reports, and --baseline, are about one run file. Put "
        "shards together with --json ALL.json, then give that."));
  }
  if (flags.of_one_run() && !(flags.common.json.empty() && flags.out.empty())) {
    return BadInput(absl::InvalidArgumentError(
        "--json and --out belong to shards that are put together. Leave them "
        "out, or run the command twice."));
  }
  if (flags.files.size() > 1 ||
      (!flags.of_one_run() && IsEnumeration(flags.files[0]))) {
    return Merge(flags);
  }
  if (!flags.common.json.empty() || !flags.out.empty()) {
    return BadInput(absl::InvalidArgumentError(absl::StrCat(
        flags.files[0],
        ": no result of an enumeration, and --json and --out belong to shards "
        "that are put together. Leave them out.")));
  }
  return ReportOne(flags);
}

}  // namespace

void AddReportCommand(CLI::App& app, int* exit_code) {
  CLI::App* command =
      app.add_subcommand("report",
                         "write reports of a run, compare it with another, or "
                         "put shards together");
  auto options = std::make_shared<ReportOptions>();
  CLI::Option* files = command
                           ->add_option("RUN", options->files,
                                        "a run file (--json), or one a shard")
                           ->required();
  options->common.AddReporting(*command);
  command->get_option("--quiet")->description("print findings only");
  CLI::Option* json = command->get_option("--json");
  json->description("of shards: write them here, put together");
  command
      ->add_option("--out", options->out,
                   "of shards: directory for witnesses; default: none are "
                   "written")
      ->check(FolderToWrite());
  CLI::Option* baseline =
      command->add_option("--baseline", options->baseline,
                          "an earlier run file: what is new, changed or gone");
  std::vector<const CLI::Option*> written = {json};
  for (size_t i = 0; i < options->formats.size(); ++i) {
    const ReportFormat& format = AllReportFormats()[i];
    written.push_back(command
                          ->add_option(absl::StrCat("--", format.name),
                                       options->formats[i], format.help)
                          ->check(FileToWrite()));
  }
  command->footer(absl::StrCat(
      "Examples: clonecheck report run.json --html report.html --baseline "
      "last.json\n          clonecheck report 0.json 1.json --json all.json",
      kExitCodesHelp));
  command->callback([command, files, baseline, written, options, exit_code] {
    KeepApart(written, {files, baseline, command->get_option("--known"),
                        command->get_option("--out")});
    *exit_code = RunReportCommand(*options);
  });
}

}  // namespace clonecheck
