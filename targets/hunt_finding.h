// HuntFinding: what a hunt finds, made small against the live target, written
// as a script that needs nothing but the framework, and run once more from it.
#ifndef CLONECHECK_TARGETS_HUNT_FINDING_H_
#define CLONECHECK_TARGETS_HUNT_FINDING_H_

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "campaign/workbench.h"
#include "core/graph/graph.h"
#include "core/limits.h"
#include "nlohmann/json.hpp"
#include "targets/hunt_verdict.h"
#include "targets/kept_findings.h"
#include "targets/live_target.h"

namespace clonecheck {

struct HuntFinding {
  std::string signature;  // `keras-3.15.1/clone/completes/TypeError@…`
  HuntFault fault;        // of the shrunk case
  // Why it is a known one (targets/kept_findings.h), which is not shrunk again;
  // empty: it is new.
  std::string known;
  uint64_t count = 0;
  uint64_t first_case = 0;
  uint64_t seed = 0;  // of weights and inputs
  std::vector<std::string> variants;
  nlohmann::ordered_json graph;
  size_t calls = 0;
  std::string text;  // the graph, for people
  std::string shrink_status;
  int shrink_evaluations = 0;
  // Stands alone. Empty: the target could not print one.
  std::string script;
  // The script showed it again, in a fresh process.
  bool confirmed = false;
  std::string script_output;
};

// `TARGET/OPERATION/OBLIGATION/SYMPTOM`.
std::string HuntSignature(const std::string& target, const HuntFault& fault);

// Fills in what is told of the Graph.
void SetGraph(const Graph& graph, Catalogue& catalogue, HuntFinding* finding);

// What shrinking asks, and whom.
struct HuntShrinker {
  Workbench* workbench = nullptr;
  LiveTarget* live = nullptr;
  const Declaration* declaration = nullptr;
  int max_evaluations = kDefaultLiveShrinkEvaluations;
  // What is known: a Graph whose fault is of these does not stand for one that
  // is new. Null: nothing.
  const std::vector<KeptFinding>* known = nullptr;
  std::string target;
  // Polled before each worker call: true leaves out what is left, and the
  // status is `hurried`. Null: never.
  std::function<bool()> stopped = nullptr;

  // Makes the Graph of `finding`, which shows its fault on `start`, simpler,
  // without its variants if these are not needed, and runs its script.
  HuntFinding Shrink(HuntFinding finding, const Graph& start) const;
};

}  // namespace clonecheck

#endif  // CLONECHECK_TARGETS_HUNT_FINDING_H_
