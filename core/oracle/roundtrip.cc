// `roundtrip`: the clone survives get_config and from_config where the original
// does.
#include "absl/strings/str_cat.h"
#include "core/engine/model_config.h"
#include "core/oracle/obligation.h"
#include "core/oracle/script_parts.h"

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
    return judgement;
  }
  if (details != nullptr) *details = Details();
  return Judgement();
}

constexpr absl::string_view kLook = R"py(
def reload(model):
    """The model from its config."""
    from keras.utils import CustomObjectScope
    with CustomObjectScope({name: value for name, value in globals().items() if callable(value)}):
        return type(model).from_config(model.get_config())


def look(model, clone, values, expected):
    found = []
    for reloaded in (model, clone):
        try:
            found.append(list(value_faults(model, reload(reloaded), values, expected)))
        except Exception as error:
            found.append(['%s: %s' % (type(error).__name__, error)])
    # Owed only as far as the original keeps it.
    return ['the clone from its config: ' + fault for fault in found[1] if not found[0]]
)py";

PythonLook Look() {
  return {absl::StrCat(FaultsPython(), kLook),
          "what is left of it in its config"};
}

}  // namespace

extern const Obligation kRoundtrip{
    "roundtrip",
    "the clone can be reloaded from its config if the original can",
    Severity::kError, &Judge, &Look};

}  // namespace clonecheck
