// Obligation: one property that a clone owes to its original. Judged from
// outside, by what the live objects are; knows no cloner.
//
// A new obligation is a file of its own, a line here, and a line in
// registry.cc.
#ifndef CLONECHECK_CORE_ORACLE_OBLIGATION_H_
#define CLONECHECK_CORE_ORACLE_OBLIGATION_H_

#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "core/engine/cloner.h"
#include "core/engine/model.h"
#include "core/engine/session.h"
#include "core/oracle/parting.h"
#include "core/oracle/term_match.h"
#include "core/oracle/verdict.h"

namespace clonecheck {

// One run of a cloner, to be judged.
struct Subject {
  Session& session;
  Session::Trial& trial;
  Model& original;
  CloneFunction cloner;       // what made the clone, to ask it again
  Model* clone = nullptr;     // null if it was refused
  Refusal refusal = nullptr;  // why
  // Whether the clone's terms are the original's; ready if there is a clone.
  TermMatch& match;
  Parting& parting;
};

struct Obligation {
  absl::string_view name;
  absl::string_view summary;  // one line of help
  Severity severity = Severity::kError;
  // REQUIRES: subject.clone is set, for all but `completes`.
  Judgement (*judge)(Subject& subject);
};

// Obligations
extern const Obligation kCompletes;
extern const Obligation kOutputs;

// All of them, in the order in which a failure is charged.
const std::vector<const Obligation*>& AllObligations();

// A comma-separated list of names, in the order of AllObligations. Errors:
// InvalidArgument that names what there is.
absl::StatusOr<std::vector<const Obligation*>> FindObligations(
    absl::string_view list);

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_ORACLE_OBLIGATION_H_
