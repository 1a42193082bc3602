#include "core/oracle/judge.h"

namespace clonecheck {

CaseVerdict Judge::Run(Session& session, Model& original, CloneFunction clone,
                       absl::Span<const Obligation* const> obligations,
                       const Inspect* inspect) {
  Session::Trial trial(session);
  OrRefusal<Model*> result = clone(session, original, nullptr);
  Subject subject{session,      trial,          original, clone,
                  result.value, result.refusal, match_,   parting_};
  if (result.ok()) match_.Start(session, original, *result.value);

  CaseVerdict verdict;
  for (size_t i = 0; i < obligations.size(); ++i) {
    const Obligation& obligation = *obligations[i];
    // Without a clone there is nothing to hold the others against.
    if (subject.clone == nullptr && &obligation != &kCompletes) continue;
    const Judgement judgement = obligation.judge(subject);
    if (IsFailure(judgement.verdict)) {
      if (verdict.failed()) {
        verdict.implied |= 1u << i;
        continue;
      }
      verdict.verdict = judgement.verdict;
      verdict.signature =
          Signature{&obligation, judgement.symptom, judgement.where};
      if (inspect != nullptr) (*inspect)(subject, judgement);
    } else if (!verdict.failed() && judgement.verdict != Verdict::kAgree) {
      verdict.verdict = judgement.verdict;
    }
  }
  // A cloner that raises while nobody asks whether it completes.
  if (subject.clone == nullptr && !verdict.failed()) {
    verdict.verdict = Verdict::kUnjudged;
  }
  return verdict;
}

}  // namespace clonecheck
