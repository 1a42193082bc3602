#include "cli/output.h"

#include <cstdio>

#include "absl/strings/str_cat.h"
#include "cli/command.h"
#include "cli/interrupt.h"
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

absl::Status Save(const std::string& directory, Catalogue& catalogue,
                  RunReport* report) {
  if (!directory.empty() && !report->findings.empty()) {
    if (absl::Status status = MakeDirectory(directory); !status.ok()) {
      return status;
    }
  }
  const std::string obligations = ObligationsFlag(report->options.obligations);
  for (const Finding& finding : report->findings) {
    if (directory.empty() && !report->again.empty()) {
      report->replays.push_back(absl::StrCat(report->again, " --cloners ",
                                             finding.cloner, obligations));
      continue;
    }
    if (directory.empty()) {
      report->replays.push_back(FuzzReplay(report->options, finding));
      continue;
    }
    const std::string path =
        absl::StrCat(directory, "/", FileName(finding.signature));
    report->replays.push_back(FileReplay("replay", absl::StrCat(path, ".json"),
                                         finding.cloner,
                                         report->options.obligations));
    if (absl::Status status =
            WriteFile(path + ".json", GraphToJson(finding.shrink.graph));
        !status.ok()) {
      return status;
    }
    if (absl::Status status = WriteFile(
            path + ".py",
            FindingPython(finding, catalogue, report->replays.back()));
        !status.ok()) {
      return status;
    }
    report->scripts.push_back(path + ".py");
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status SaveWitnesses(const std::string& directory, Catalogue& catalogue,
                           RunReport* report) {
  const absl::Status saved = Save(directory, catalogue, report);
  if (!saved.ok()) {
    report->replays.clear();
    report->scripts.clear();
    Save("", catalogue, report).IgnoreError();
  }
  return saved;
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
  if (Interrupted()) json["interrupted"] = true;
  return WriteJson(file, json);
}

absl::Status WriteCase(const std::string& file, const std::string& text) {
  const absl::Status status =
      file.empty() ? absl::OkStatus() : WriteFile(file, text);
  if (file.empty() || !status.ok()) std::fputs(text.c_str(), stdout);
  return status;
}

int TellContradictions(const RunReport& report) {
  const std::string text =
      ContradictionsText(report.options, report.result.counts);
  std::fputs(text.c_str(), stderr);
  return text.empty() ? kExitNothingFound : kExitOurError;
}

}  // namespace clonecheck
