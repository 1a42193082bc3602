#include "core/oracle/judge.h"

namespace clonecheck {
namespace {

// Whether the original needs a placeholder that is none of its inputs, so that
// nobody can evaluate it.
bool IsUnfed(Session& session, Model& original) {
  const Tensors outputs = original.outputs();
  TermId* terms = session.arena().NewUnset<TermId>(outputs.size());
  for (size_t i = 0; i < outputs.size(); ++i) terms[i] = outputs[i]->term;
  return TermMatch::NeedsOther(
      session, absl::MakeConstSpan(terms, outputs.size()), original.inputs());
}

}  // namespace

CaseVerdict Judge::Run(Session& session, Model& original,
                       const CloneFunction& clone,
                       absl::Span<const Obligation* const> obligations,
                       Details* details, const ProofLog* proofs) {
  return Run(session, original, clone, obligations, details, proofs,
             /*only_first=*/false);
}

Signature Judge::FirstFailure(Session& session, Model& original,
                              const CloneFunction& clone,
                              absl::Span<const Obligation* const> obligations) {
  return Run(session, original, clone, obligations, nullptr, nullptr,
             /*only_first=*/true)
      .signature;
}

CaseVerdict Judge::Run(Session& session, Model& original,
                       const CloneFunction& clone,
                       absl::Span<const Obligation* const> obligations,
                       Details* details, const ProofLog* proofs,
                       bool only_first) {
  Session::Trial trial(session);
  OrRefusal<Model*> result = clone(session, original, nullptr);
  Subject subject{session,      trial,          original,    clone,
                  result.value, result.refusal, comparison_, parting_,
                  &spare_,      details,        proofs};
  comparison_.paired = false;
  if (result.ok()) comparison_.match.Start(session, original, *result.value);

  CaseVerdict verdict;
  for (size_t i = 0; i < obligations.size(); ++i) {
    const Obligation& obligation = *obligations[i];
    // Without a clone there is nothing to hold the others against.
    if (subject.clone == nullptr && &obligation != &kCompletes) continue;
    const Judgement judgement = obligation.judge(subject);
    if (judgement.verdict == Verdict::kAgreeNumerically) {
      verdict.on_samples |= 1u << i;
    }
    if (IsFailure(judgement.verdict)) {
      if (verdict.failed()) {
        verdict.implied |= 1u << i;
        continue;
      }
      if (IsUnfed(session, original)) {
        verdict.verdict = Verdict::kBothRefuse;
        break;
      }
      if (obligation.severity == Severity::kError) {
        verdict.verdict = judgement.verdict;
      }
      verdict.signature =
          Signature{&obligation, judgement.symptom, judgement.where};
      if (only_first) break;
      subject.details = nullptr;
    } else if (!verdict.failed() && judgement.verdict != Verdict::kAgree) {
      verdict.verdict = judgement.verdict;
    }
  }
  // A cloner that raises while nobody asks whether it completes.
  if (subject.clone == nullptr && verdict.verdict == Verdict::kAgree) {
    verdict.verdict = Verdict::kUnjudged;
  }
  return verdict;
}

}  // namespace clonecheck
