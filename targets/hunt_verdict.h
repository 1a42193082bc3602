// What an answer of a hunted target means: which obligations the operations
// under test did not keep. The only place where facts of a worker become faults
// (docs/targets.md says what an answer holds).
#ifndef CLONECHECK_TARGETS_HUNT_VERDICT_H_
#define CLONECHECK_TARGETS_HUNT_VERDICT_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "core/oracle/verdict.h"
#include "nlohmann/json.hpp"

namespace clonecheck {

// Values agree if |a - b| <= kHuntAtol + kHuntRtol * |b|: both were computed in
// float32, by the same operations but not always in the same order.
inline constexpr double kHuntRtol = 1e-4;
inline constexpr double kHuntAtol = 1e-5;

struct HuntFault {
  std::string step;        // the operation: `clone`, `roundtrip`, …
  std::string obligation;  // `completes`, `outputs`, …
  Severity severity = Severity::kError;
  // The same whatever the size of the graph: the type of an exception and where
  // in the framework it came from, or the place of a difference.
  std::string symptom;
  // What the script that shows it looks at (targets/python/worker.py).
  std::string look;
  std::string type;    // of an exception; empty: none
  std::string detail;  // for people

  // What tells it from others: `completes/TypeError@…`.
  std::string Key() const { return obligation + "/" + symptom; }
};

// Faults of the answered steps, in their order. At most one a step: its first
// by the order of obligations, unless a step before it shows the same.
// REQUIRES: `steps` is the `steps` of an answer.
std::vector<HuntFault> JudgeSteps(const nlohmann::json& steps);

// The same without leaving out what a step before shows.
std::vector<HuntFault> JudgeEveryStep(const nlohmann::json& steps);

// Whether two draws of the original gave different values: nothing was judged
// of them then.
bool IsNondeterministic(const nlohmann::json& steps);

// The first place where two values differ: `/#/dtype`; empty if nowhere.
// Numbers are compared with tolerance.
std::string FirstDifference(const nlohmann::json& a, const nlohmann::json& b);

}  // namespace clonecheck

#endif  // CLONECHECK_TARGETS_HUNT_VERDICT_H_
