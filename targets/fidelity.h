// Fidelity: our engine against a live framework, on random graphs or given
// ones, field by field. What this finds is a bug of ours (the live one is
// right), so every difference is shrunk and shown.
//
// The same options give the same result whatever the number of jobs, as long as
// no worker fails.
#ifndef CLONECHECK_TARGETS_FIDELITY_H_
#define CLONECHECK_TARGETS_FIDELITY_H_

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "core/limits.h"
#include "core/search/profile.h"
#include "nlohmann/json.hpp"
#include "targets/compare.h"
#include "targets/target.h"
#include "targets/worker_failures.h"
#include "worker/worker.h"

namespace clonecheck {

struct FidelityOptions {
  Target target;
  uint64_t seed = 1;
  uint64_t first_case = 0;
  uint64_t cases = 0;
  // Cases as LoadGraph reads them, which they must, in place of drawn ones:
  // case 0 is the first. All get the weights and inputs of case 0, so that one
  // alone shows what it shows among others. Needed: `first_case` 0, and as many
  // `cases`.
  std::vector<std::string> given;
  int jobs = 1;
  Profile profile;
  // Cases of 100 that are spoiled in one place, so that Keras may refuse them.
  uint32_t spoil_percent = 15;
  // Seconds that one step of a case may take in a worker.
  double step_seconds = kFidelityStepSeconds;
  Worker::Limits limits;
  // Worker calls that shrinking one difference may take.
  int shrink_evaluations = kDefaultLiveShrinkEvaluations;
};

struct FieldCount {
  uint64_t agree = 0;
  uint64_t differ = 0;
  uint64_t not_compared = 0;
};

// One kind of difference: a field, and where in it.
struct Difference {
  size_t field = 0;  // in AllFidelityFields()
  std::string kind;  // `where`, numbers and names taken out
  uint64_t count = 0;
  uint64_t first_case = 0;
  // Of the shrunk case, or of the first if that could not be shrunk.
  FieldResult result;
  nlohmann::ordered_json graph;
  std::string text;  // the graph, for people
  std::string shrink_status;
  int shrink_evaluations = 0;
};

struct FidelityResult {
  uint64_t cases = 0;
  uint64_t refused = 0;         // by the live side, while building
  uint64_t clones_refused = 0;  // by the live side
  double seconds = 0;
  nlohmann::json versions;  // what the worker says of itself
  std::vector<FieldCount> fields;
  // Why fields were not compared, beyond that a step before was refused.
  std::map<std::string, uint64_t> reasons;
  std::vector<Difference> differences;  // by field, then by first case
  WorkerFailures failures;

  bool agrees() const { return differences.empty() && failures.empty(); }
};

// Called now and then, from one thread at a time.
using FidelityProgress = std::function<void(const FidelityResult& so_far)>;

// `stop` is asked between cases; null: never.
FidelityResult RunFidelity(const FidelityOptions& options,
                           const FidelityProgress& progress,
                           const std::function<bool()>& stop);

}  // namespace clonecheck

#endif  // CLONECHECK_TARGETS_FIDELITY_H_
