// `roundtrip`: the clone survives get_config and from_config where the original
// does.
#include "core/engine/model_config.h"
#include "core/oracle/further_clone.h"

namespace clonecheck {
namespace {

// Completes, outputs and masks, held against the original.
Judgement JudgeReloaded(Subject& subject, Session::Trial& trial, Model& model) {
  const OrRefusal<Model*> result = Reload(subject.session, model);
  Subject reloaded{subject.session, trial,          subject.original,
                   subject.cloner,  result.value,   result.refusal,
                   *subject.spare,  subject.parting};
  reloaded.details = subject.details;
  reloaded.proofs = subject.proofs;
  reloaded.comparison.paired = false;
  if (!result.ok()) {
    Judgement judgement;
    judgement.verdict = result.refusal->form == &errors::kPassesForEver
                            ? Verdict::kHangs
                            : Verdict::kRaised;
    judgement.symptom = result.refusal->form->id;
    judgement.error = result.refusal;
    const Layer* where = Parting::OfError(subject.original, *result.refusal);
    if (where != nullptr) judgement.where = &where->spec().kind();
    if (subject.details != nullptr) {
      subject.details->what = "reloading the clone from its config";
      subject.details->error = result.refusal->ToString();
    }
    return judgement;
  }
  reloaded.match().Start(subject.session, subject.original, *result.value);
  const Judgement outputs = kOutputs.judge(reloaded);
  if (IsFailure(outputs.verdict)) return outputs;
  const Judgement masks = kMasks.judge(reloaded);
  return outputs.verdict == Verdict::kAgree ? masks : outputs;
}

Judgement Judge(Subject& subject) {
  Details* const details = subject.details;
  Judgement judgement;
  {
    Session::Trial trial(subject.session);
    judgement = JudgeReloaded(subject, trial, *subject.clone);
  }
  if (judgement.verdict == Verdict::kAgree) return judgement;
  // Owed only as far as the original keeps it.
  Session::Trial trial(subject.session);
  subject.details = nullptr;
  const Judgement owed = JudgeReloaded(subject, trial, subject.original);
  subject.details = details;
  if (owed.verdict == Verdict::kAgree ||
      IsFailure(judgement.verdict) > IsFailure(owed.verdict)) {
    // The refusal is gone with its trial; `details` has its text.
    judgement.error = nullptr;
    return judgement;
  }
  if (details != nullptr) *details = Details();
  return Judgement();
}

}  // namespace

const Obligation kRoundtrip{
    "roundtrip",
    "the clone can be reloaded from its config if the original can",
    Severity::kError, &Judge};

}  // namespace clonecheck
