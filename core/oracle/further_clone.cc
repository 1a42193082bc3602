#include "core/oracle/further_clone.h"

namespace clonecheck {

Judgement JudgeFurtherClone(Subject& subject, Session::Trial& trial,
                            const OrRefusal<Model*>& result) {
  Subject further{subject.session, trial,          subject.original,
                  subject.cloner,  result.value,   result.refusal,
                  *subject.spare,  subject.parting};
  further.details = subject.details;
  further.proofs = subject.proofs;
  further.comparison.paired = false;
  Judgement weakest = kCompletes.judge(further);
  if (IsFailure(weakest.verdict)) return weakest;
  further.match().Start(subject.session, subject.original, *further.clone);
  for (const Obligation* obligation :
       {&kOutputs, &kMasks, &kWeightsFresh, &kSharing}) {
    const Judgement judgement = obligation->judge(further);
    if (IsFailure(judgement.verdict)) return judgement;
    if (judgement.verdict != Verdict::kAgree) weakest = judgement;
  }
  return weakest;
}

}  // namespace clonecheck
