// Kept findings: what hunts have found and somebody has looked into, each with
// the case that shows it. A hunt tells known findings from new ones by them,
// and `replay --target` sees what a release still does.
//
// A file of corpus/findings/ (docs/findings.md says what each row is):
//   {"clonecheck_finding": 1, "row": "P4", "says": "…",
//    "targets": ["keras-3*"], "operation": "clone",
//    "signatures": ["*/usable/*"], "needs": ["Lambda"],
//    "seed": 7, "variants": [], "graph": {…}}
// A signature is OPERATION/OBLIGATION/SYMPTOM; `*` stands for anything, there
// and in `targets`. All signatures are known, and the case shows one of them
// after `operation`. A signature says little of a cause, so `needs` says what
// else a case must have to be of this finding: one of the traits (TraitsOf) of
// each text, in which they are parted by `|`.
#ifndef CLONECHECK_TARGETS_KEPT_FINDINGS_H_
#define CLONECHECK_TARGETS_KEPT_FINDINGS_H_

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/graph/graph.h"
#include "core/layers/catalogue.h"
#include "nlohmann/json.hpp"
#include "targets/hunt_verdict.h"

namespace clonecheck {

struct KeptFinding {
  std::string name;  // of the file, without its ending
  std::string row;   // of docs/findings.md
  std::string says;
  std::vector<std::string> targets;
  std::string operation;
  std::vector<std::string> signatures;
  std::vector<std::string> needs;
  uint64_t seed = 1;
  std::vector<std::string> variants;
  nlohmann::json graph;

  bool IsOf(absl::string_view target) const;
  // The fault is of this finding's signatures.
  bool Shows(const HuntFault& fault) const;
  // A case with these traits has all that is needed.
  bool CanBe(const std::set<std::string>& traits) const;
};

// What a case has that a fault may need: the classes of its layers, its
// variants, its features (core/search/features.h), and
// `layer_twice_in_sequential`. REQUIRES: its configs were resolved by
// `catalogue`.
std::set<std::string> TraitsOf(const Graph& graph, const Catalogue& catalogue,
                               absl::Span<const std::string> variants);

// Whether a text is meant to be one, or a list of them: it is JSON, and says
// so.
bool LooksLikeKeptFindings(absl::string_view text);

// One finding, or a list. `name`: of the file, for errors, which say what is
// missing (InvalidArgument).
absl::StatusOr<std::vector<KeptFinding>> ParseKeptFindings(
    absl::string_view name, absl::string_view text);

// Those that come with clonecheck, in the order of their names.
const std::vector<KeptFinding>& OurKeptFindings();

nlohmann::ordered_json KeptFindingJson(const KeptFinding& finding);

// Row and sentence of the first that has this fault, in a case with these
// traits; empty: it is new.
std::string KeptReason(const std::vector<KeptFinding>& kept,
                       absl::string_view target, const HuntFault& fault,
                       const std::set<std::string>& traits);

// What became of a finding in the target at hand.
enum class KeptState {
  kThere,    // as it was
  kGone,     // the operation keeps every obligation
  kChanged,  // something else is wrong with it, or it is not built
  kFailed,   // the worker did not answer
};
// `there`, `gone`, `changed`, `failed`.
absl::string_view KeptStateName(KeptState state);

struct KeptOutcome {
  KeptState state = KeptState::kFailed;
  std::string detail;  // what was seen, for people
};

// `steps` is the `steps` of an answer to the finding's case, with the steps
// build, predict and its operation.
KeptOutcome JudgeKept(const KeptFinding& finding, const nlohmann::json& steps);

}  // namespace clonecheck

#endif  // CLONECHECK_TARGETS_KEPT_FINDINGS_H_
