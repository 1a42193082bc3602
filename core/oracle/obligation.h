// Obligation: one property that a clone owes to its original. Judged from
// outside, by what the live objects are; knows no cloner.
//
// A new obligation is a file of its own and a line in all_obligations.inc.
#ifndef CLONECHECK_CORE_ORACLE_OBLIGATION_H_
#define CLONECHECK_CORE_ORACLE_OBLIGATION_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "core/engine/cloner.h"
#include "core/engine/model.h"
#include "core/engine/session.h"
#include "core/graph/python_look.h"
#include "core/oracle/numbers.h"
#include "core/oracle/pairing.h"
#include "core/oracle/parting.h"
#include "core/oracle/proofs.h"
#include "core/oracle/term_match.h"
#include "core/oracle/verdict.h"

namespace clonecheck {

// Why an obligation fails, in words and numbers.
struct Details {
  // `AssertionError: Could not compute output …`; empty if nothing was raised.
  std::string error;
  // What differs, `the name of layer 'dense_1'`; empty where the terms below
  // are those of outputs.
  std::string what;
  // The two unequal values as text: terms, names, entries of a config.
  std::string original;
  std::string clone;
  // What both compute on concrete inputs, and what the numbers are: `output`,
  // `mask`.
  std::optional<Numbers> numbers;
  std::string numbers_of;
  // Why there are none, where there should be.
  std::string no_numbers;
};

// Working memory for one clone, used again for clone after clone.
struct Comparison {
  TermMatch match;
  Pairing pairing;
  bool paired = false;
};

// One run of a cloner, to be judged.
struct Subject {
  Session& session;
  Session::Trial& trial;  // from before the clone was made
  Model& original;
  const CloneFunction& cloner;  // what made the clone, to ask it again
  Model* clone = nullptr;       // null if it was refused
  Refusal refusal = nullptr;    // why
  // Whether the clone's terms are the original's; ready if there is a clone.
  Comparison& comparison;
  Parting& parting;
  // For further clones within a judgement; null where this is such a clone.
  Comparison* spare = nullptr;
  // To be filled by an obligation that fails; null: nobody wants to know.
  Details* details = nullptr;
  // Where comparisons of values are counted; null: nowhere.
  const ProofLog* proofs = nullptr;

  TermMatch& match() { return comparison.match; }
  // REQUIRES: there is a clone.
  Pairing& pairing() {
    if (!comparison.paired) {
      comparison.pairing.Start(session, original, *clone);
      comparison.paired = true;
    }
    return comparison.pairing;
  }
};

// A failure in which no exception was raised. `where`: the layer of the
// original where the two first part; null: no layer is to blame.
Judgement Differ(const char* symptom, const Layer* where);
// The same, with words for whoever asked for them.
Judgement Differ(Subject& subject, const char* symptom, const Layer* where,
                 absl::string_view what, absl::string_view original,
                 absl::string_view clone);

struct Obligation {
  absl::string_view name;
  absl::string_view summary;  // one line of help
  Severity severity = Severity::kError;
  // REQUIRES: subject.clone is set, for all but `completes`. What it makes or
  // changes it takes back.
  Judgement (*judge)(Subject& subject);
  // What shows a failure in a script for a real Keras; null: what every script
  // compares does.
  PythonLook (*look)() = nullptr;
};

// extern const Obligation kCompletes; and so on.
#define OBLIGATION(name) extern const Obligation name;
#include "core/oracle/all_obligations.inc"
#undef OBLIGATION

// All of them, in the order in which a failure is charged: errors come before
// warnings, and those before notes.
const std::vector<const Obligation*>& AllObligations();

// A comma-separated list of names, in the order of AllObligations. Errors:
// InvalidArgument that names what there is.
absl::StatusOr<std::vector<const Obligation*>> FindObligations(
    absl::string_view list);

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_ORACLE_OBLIGATION_H_
