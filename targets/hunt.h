// Hunt: random graphs against a live framework, judged by what its own
// operations (clone, save and load) do to them. What this finds is a bug of the
// framework, or a limit of it; every finding is made small and run once more
// from its printed script, in a process of its own.
//
// The same options give the same result whatever the number of jobs, as long as
// no worker fails and time does not run out.
#ifndef CLONECHECK_TARGETS_HUNT_H_
#define CLONECHECK_TARGETS_HUNT_H_

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "core/limits.h"
#include "core/oracle/verdict.h"
#include "core/search/features.h"
#include "core/search/profile.h"
#include "nlohmann/json.hpp"
#include "targets/hunt_finding.h"
#include "targets/kept_findings.h"
#include "targets/live_target.h"
#include "targets/target.h"
#include "targets/worker_failures.h"

namespace clonecheck {

struct HuntOptions {
  Target target;
  uint64_t seed = 1;
  uint64_t first_case = 0;
  uint64_t cases = 0;  // 0: as `seconds` say
  double seconds = 0;  // 0: as `cases` say; shrinking comes on top
  int jobs = 1;
  Profile profile;
  // Cases of 100 that are made in a way that a Graph cannot say, such as with
  // inputs in a dict, if the target knows such ways.
  uint32_t variant_percent = 30;
  // Operations of a case beside the first two, drawn.
  int drawn_operations = 2;
  LiveTarget::Limits limits;
  int shrink_evaluations = kDefaultLiveShrinkEvaluations;
  // Findings that are known are told, but neither shrunk nor run again.
  std::vector<KeptFinding> known;
};

struct HuntResult {
  std::string target;  // its name, with which all signatures begin
  TargetLanguage language = TargetLanguage::kPython;  // of scripts
  uint64_t cases = 0;                                 // generated
  uint64_t built = 0;  // by the target, and so judged
  uint64_t operations = 0;
  uint64_t nondeterministic = 0;
  // So far, for a progress line: signatures seen; of these, those to be made
  // simpler, once all cases were judged; and those that have been.
  size_t signatures = 0;
  size_t to_shrink = 0;
  size_t shrunk = 0;
  // Cases by Verdict. What is seen from outside is never proved; a case with
  // warnings and notes alone agrees.
  std::array<uint64_t, kNumVerdicts> verdicts{};
  // From when the workers had started to when all cases were judged.
  double seconds = 0;
  uint64_t asked = 0;         // cases that the target was asked about
  double worker_seconds = 0;  // that its workers say they took for these
  nlohmann::json versions;
  std::array<uint64_t, kNumFeatures> features{};  // of what was built
  // Why graphs were not sent, not built, not computed; how often.
  std::map<std::string, uint64_t> left_out, refused, not_computed;
  std::map<std::string, uint64_t> not_judged;  // operations
  std::vector<HuntFinding> findings;           // by severity, then by signature
  WorkerFailures failures;
};

using HuntProgress = std::function<void(const HuntResult& so_far)>;

// Errors: FailedPrecondition, the target does not start, or is not one to hunt
// in. `stop` is asked between cases; null: never.
absl::StatusOr<HuntResult> RunHunt(const HuntOptions& options,
                                   const HuntProgress& progress,
                                   const std::function<bool()>& stop);

}  // namespace clonecheck

#endif  // CLONECHECK_TARGETS_HUNT_H_
