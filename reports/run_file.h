// RunFile: the machine-readable result of a run, the `--json` of fuzz,
// enumerate, judge, check, replay and shrink: what other reports are made from.
// One shape for all commands.
#ifndef CLONECHECK_REPORTS_RUN_FILE_H_
#define CLONECHECK_REPORTS_RUN_FILE_H_

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "campaign/campaign.h"
#include "campaign/finding.h"

namespace clonecheck {

struct RunReport {
  std::string command;  // `fuzz`
  // Judged were files that somebody gave, not cases that were generated.
  bool of_given_files = false;
  CampaignOptions options;
  CampaignResult result;
  // Whether the run file says how long it took; if not, equal runs write equal
  // files.
  bool timed = true;
  std::vector<Finding> findings;
  // One a finding: the command that shows it again.
  std::vector<std::string> replays;
  // Likewise: the file with its Python script; none if they were not written.
  std::vector<std::string> scripts;
  // All Graphs of a grammar with so many calls were judged.
  struct Exhausted {
    int max_calls = 0;
    uint64_t graphs = 0;
  };
  std::optional<Exhausted> exhausted;
  // The command that finds all of this again where no witness is written;
  // empty: the case of a campaign is.
  std::string again;
  // Further members of the run file.
  nlohmann::ordered_json more = nlohmann::ordered_json::object();
};

nlohmann::ordered_json RunFileJson(const RunReport& report);

}  // namespace clonecheck

#endif  // CLONECHECK_REPORTS_RUN_FILE_H_
