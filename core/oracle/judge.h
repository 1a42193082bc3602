// Judge: runs a cloner on an original and holds the clone against the
// obligations. The original is as before when it is done.
#ifndef CLONECHECK_CORE_ORACLE_JUDGE_H_
#define CLONECHECK_CORE_ORACLE_JUDGE_H_

#include <functional>
#include <vector>

#include "core/engine/cloner.h"
#include "core/engine/model.h"
#include "core/engine/session.h"
#include "core/oracle/obligation.h"
#include "core/oracle/parting.h"
#include "core/oracle/term_match.h"
#include "core/oracle/verdict.h"

namespace clonecheck {

// What the obligations say together.
struct CaseVerdict {
  // The first failure's; without one, the weakest of the agreements.
  Verdict verdict = Verdict::kAgree;
  Signature signature;  // of the first failure
  // Bit i: obligation i of the list also fails.
  uint32_t implied = 0;

  bool failed() const { return IsFailure(verdict); }
};

class Judge {
 public:
  // What a caller may look at while clone and original are both alive.
  using Inspect =
      std::function<void(Subject& subject, const Judgement& judgement)>;

  // Clones `original` and judges in the order of `obligations`. With `inspect`,
  // it is called for the first failure, or, where nothing fails, never.
  CaseVerdict Run(Session& session, Model& original, CloneFunction clone,
                  absl::Span<const Obligation* const> obligations,
                  const Inspect* inspect = nullptr);

 private:
  TermMatch match_;
  Parting parting_;
};

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_ORACLE_JUDGE_H_
