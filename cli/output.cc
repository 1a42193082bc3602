#include "cli/output.h"

#include <cstdio>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "cli/command.h"
#include "cli/files.h"
#include "cli/print.h"
#include "core/graph/json.h"
#include "core/oracle/obligation.h"

namespace clonecheck {
namespace {

// A script has a hundred lines. Where all of them are files, so many of each
// cloner stand on the terminal.
constexpr int kScriptsInFull = 4;

}  // namespace

absl::Status SaveWitnesses(const std::string& directory, Catalogue& catalogue,
                           RunReport* report) {
  if (!directory.empty() && !report->findings.empty()) {
    if (absl::Status status = MakeDirectory(directory); !status.ok()) {
      return status;
    }
  }
  // The signature depends on what else is judged.
  const std::string obligations =
      report->options.obligations.size() == AllObligations().size()
          ? ""
          : absl::StrCat(" --obligations ",
                         absl::StrJoin(report->options.obligations, ",",
                                       [](std::string* out,
                                          const Obligation* obligation) {
                                         absl::StrAppend(out, obligation->name);
                                       }));
  for (const Finding& finding : report->findings) {
    if (directory.empty() && !report->again.empty()) {
      report->replays.push_back(absl::StrCat(report->again, " --cloners ",
                                             finding.cloner, obligations));
      continue;
    }
    if (directory.empty()) {
      report->replays.push_back(
          absl::StrCat("clonecheck fuzz --seed ", report->options.seed,
                       " --first-case ", finding.first_case,
                       " --cases 1 --profile ", report->options.profile.name,
                       " --cloners ", finding.cloner, obligations));
      continue;
    }
    const std::string path =
        absl::StrCat(directory, "/", FileName(finding.signature));
    report->replays.push_back(absl::StrCat("clonecheck replay ", path,
                                           ".json --cloners ", finding.cloner,
                                           obligations));
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
    const bool in_full = report.scripts.empty() || of_cloner++ < kScriptsInFull;
    absl::StrAppend(&text,
                    FindingText(report.findings[i], static_cast<int>(i) + 1,
                                /*in_campaign=*/report.command == "fuzz" ||
                                    report.command == "enumerate",
                                catalogue, report.replays[i],
                                in_full ? "" : report.scripts[i], palette),
                    "\n");
  }
  if (!quiet) absl::StrAppend(&text, FindingsIndex(report.findings, palette));
  std::fwrite(text.data(), 1, text.size(), stdout);
  std::fflush(stdout);
  if (json.empty()) return absl::OkStatus();
  return WriteFile(json, RunFileJson(report).dump(2) + "\n");
}

int TellContradictions(const RunReport& report) {
  int code = kExitNothingFound;
  for (size_t i = 0; i < report.options.cloners.size(); ++i) {
    const ClonerCounts& counts = report.result.counts.cloners[i];
    if (!counts.contradicted_case.has_value()) continue;
    std::fprintf(stderr,
                 "clonecheck: an error of our own: numbers contradict a proof "
                 "about %s in case %lu, and %lu times in all. Please report it "
                 "with the command line.\n",
                 report.options.cloners[i].name.c_str(),
                 static_cast<unsigned long>(*counts.contradicted_case),
                 static_cast<unsigned long>(counts.proofs.contradicted));
    code = kExitOurError;
  }
  return code;
}

}  // namespace clonecheck
