#include "cli/output.h"

#include <cstdio>

#include "absl/strings/str_cat.h"
#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/kept_witness.h"
#include "cli/options.h"
#include "cli/terminal_text.h"
#include "core/graph/json.h"
#include "reports/files.h"
#include "reports/finding_text.h"
#include "reports/print.h"
#include "reports/replay.h"

namespace clonecheck {
namespace {

// A script has a hundred lines. Where all of them are files, so many of each
// cloner stand on the terminal.
constexpr int kScriptsInFull = 4;

// Of files that somebody gives, what nobody sees who computes with the clone is
// not to stand before what matters. Who asks for some obligations wants them.
bool InShort(const RunReport& report, const Finding& finding) {
  return report.of_given_files &&
         finding.obligation->severity == Severity::kNote &&
         ObligationsFlag(report.options.obligations).empty();
}

// The command that shows a finding of which there is no file.
std::string ReplayAnew(const RunReport& report, const Finding& finding) {
  if (report.again.empty()) return FuzzReplay(report.options, finding);
  return absl::StrCat(report.again, " --cloners ", finding.cloner,
                      ObligationsFlag(report.options.obligations));
}

}  // namespace

absl::Status SaveWitnesses(const std::string& directory, Workbench& workbench,
                           RunReport* report) {
  absl::Status saved;  // the first error
  const bool in_files = !directory.empty() && !report->findings.empty();
  if (in_files) saved.Update(MakeDirectory(directory));
  const bool has_directory = in_files && saved.ok();
  size_t lacking = 0;  // findings without a case or a script
  for (const Finding& finding : report->findings) {
    const std::string path =
        absl::StrCat(directory, "/", FileName(finding.signature));
    const bool is_kept =
        has_directory && KeepsSimplerWitness(path + ".json", finding,
                                             report->options, workbench);
    const bool has_case =
        is_kept ||
        (has_directory &&
         WroteFile(path + ".json", GraphToJson(finding.shrink.graph), &saved));
    report->replays.push_back(has_case ? FileReplay("replay", path + ".json",
                                                    finding.cloner,
                                                    report->options.obligations)
                                       : ReplayAnew(*report, finding));
    if (!has_directory) continue;
    // That of a witness that stays stays, too.
    const bool has_script =
        !is_kept && has_case &&
        WroteFile(path + ".py",
                  FindingPython(finding, workbench.catalogue(),
                                report->replays.back()),
                  &saved);
    report->scripts.push_back(has_script ? path + ".py" : "");
    lacking += has_script || is_kept ? 0 : 1;
  }
  if (lacking < 2) return saved;
  return absl::Status(
      saved.code(),
      absl::StrCat(saved.message(), " Of ", report->findings.size(),
                   " witnesses ", lacking, " lack a file."));
}

absl::Status GiveOut(const RunReport& report, Catalogue& catalogue, bool quiet,
                     const std::string& json) {
  const Palette palette = Palette::ForStdout();
  std::string text;
  if (!quiet) {
    absl::StrAppend(&text,
                    VerdictTable(report.options, report.result.counts, palette),
                    "\n");
  }
  int of_cloner = 0;
  for (size_t i = 0; i < report.findings.size(); ++i) {
    if (i == 0 || report.findings[i].cloner != report.findings[i - 1].cloner) {
      of_cloner = 0;
    }
    const Finding& finding = report.findings[i];
    const int number = static_cast<int>(i) + 1;
    if (InShort(report, finding)) {
      absl::StrAppend(
          &text,
          NoteText(finding, number, /*in_campaign=*/false,
                   absl::StrCat(report.replays[i], " --obligations ",
                                finding.obligation->name),
                   palette),
          "\n");
      continue;
    }
    const bool in_full = report.scripts.empty() || of_cloner++ < kScriptsInFull;
    absl::StrAppend(&text,
                    FindingText(finding, number,
                                /*in_campaign=*/!report.of_given_files,
                                catalogue, report.replays[i],
                                in_full ? "" : report.scripts[i], palette),
                    "\n");
  }
  if (!quiet) absl::StrAppend(&text, FindingsIndex(report.findings, palette));
  Say(text);
  if (json.empty()) return absl::OkStatus();
  return WriteResult(json, RunFileJson(report));
}

absl::Status WriteResult(const std::string& file, nlohmann::ordered_json json) {
  if (CutShort()) json["interrupted"] = true;
  return WriteJson(file, json);
}

absl::Status WriteCase(const std::string& file, const std::string& text) {
  const absl::Status status =
      file.empty() ? absl::OkStatus() : WriteFile(file, text);
  if (file.empty() || !status.ok()) std::fputs(text.c_str(), stdout);
  return status;
}

int TellUnwritten(std::initializer_list<absl::Status> written) {
  int code = kExitNothingFound;
  for (const absl::Status& status : written) {
    if (!status.ok()) code = BadInput(status);
  }
  return code;
}

int TellContradictions(const RunReport& report) {
  const std::string text =
      ContradictionsText(report.options, report.result.counts);
  std::fputs(text.c_str(), stderr);
  return text.empty() ? kExitNothingFound : kExitOurError;
}

}  // namespace clonecheck
