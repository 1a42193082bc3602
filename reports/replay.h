// Replay commands: what a report prints to be pasted into a shell, so that a
// finding shows itself again. Each word is quoted where a shell would read it,
// and each option is there without which another thing would happen.
#ifndef CLONECHECK_REPORTS_REPLAY_H_
#define CLONECHECK_REPORTS_REPLAY_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "campaign/campaign.h"
#include "campaign/finding.h"
#include "core/oracle/obligation.h"

namespace clonecheck {

// ` --obligations LIST`, or nothing if all are judged. A signature depends on
// what else is judged.
std::string ObligationsFlag(absl::Span<const Obligation* const> obligations);

// The command that runs the first case of a campaign which shows a finding.
std::string FuzzReplay(const CampaignOptions& options, const Finding& finding);

// The command that judges a file: `command` is `check` or `replay`.
std::string FileReplay(absl::string_view command, absl::string_view file,
                       absl::string_view cloner,
                       absl::Span<const Obligation* const> obligations);

// The command that shrinks a file.
std::string ShrinkReplay(absl::string_view file, absl::string_view cloner,
                         absl::Span<const Obligation* const> obligations);

// One generated case that a live framework was asked about.
struct TargetCase {
  std::string target;
  std::string profile;
  uint64_t seed = 0;
  uint64_t number = 0;
};

// The command that hunts in this case.
std::string HuntReplay(const TargetCase& at);

// The command that asks a live framework about a file. `seed`: of weights and
// inputs.
std::string TargetFileReplay(absl::string_view target,
                             const std::vector<std::string>& variants,
                             uint64_t seed, absl::string_view file);

// The command that holds our engine against the live one on this case.
// `cloner`: empty: the target's own.
std::string FidelityReplay(const TargetCase& at, absl::string_view cloner,
                           uint32_t spoil_percent);

// The same on a file. `seed`: of weights and inputs.
std::string FidelityFileReplay(absl::string_view target,
                               absl::string_view cloner, uint64_t seed,
                               absl::string_view file);

}  // namespace clonecheck

#endif  // CLONECHECK_REPORTS_REPLAY_H_
