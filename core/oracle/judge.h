// Judge: runs a cloner on an original and holds the clone against the
// obligations. The original is as before when it is done.
#ifndef CLONECHECK_CORE_ORACLE_JUDGE_H_
#define CLONECHECK_CORE_ORACLE_JUDGE_H_

#include <vector>

#include "core/engine/cloner.h"
#include "core/engine/model.h"
#include "core/engine/session.h"
#include "core/oracle/obligation.h"
#include "core/oracle/parting.h"
#include "core/oracle/verdict.h"

namespace clonecheck {

// What the obligations say together.
struct CaseVerdict {
  // The first failure's, if that is an error; otherwise the weakest of the
  // agreements. A warning or a note does not make a case differ.
  Verdict verdict = Verdict::kAgree;
  Signature signature;  // of the first failure, an error or not
  // Bit i: obligation i of the list also fails.
  uint32_t implied = 0;
  // Bit i: obligation i holds on samples of numbers only.
  uint32_t on_samples = 0;

  // Some obligation fails, of whatever severity.
  bool failed() const { return signature.obligation != nullptr; }
};

class Judge {
 public:
  // Clones `original` and judges in the order of `obligations`. `details`, if
  // not null, is filled for the first failure; `proofs`, if not null, counts
  // the comparisons of values.
  CaseVerdict Run(Session& session, Model& original, const CloneFunction& clone,
                  absl::Span<const Obligation* const> obligations,
                  Details* details = nullptr, const ProofLog* proofs = nullptr);

  // The signature that Run gives, without looking at what is implied: most of
  // the work of a case that fails. Its obligation is null if nothing fails.
  Signature FirstFailure(Session& session, Model& original,
                         const CloneFunction& clone,
                         absl::Span<const Obligation* const> obligations);

 private:
  CaseVerdict Run(Session& session, Model& original, const CloneFunction& clone,
                  absl::Span<const Obligation* const> obligations,
                  Details* details, const ProofLog* proofs, bool only_first);

  Comparison comparison_;
  Comparison spare_;
  Parting parting_;
};

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_ORACLE_JUDGE_H_
