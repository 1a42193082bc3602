// `completes`: the cloner returns a Model where the original could be built.
#include "core/engine/errors.h"
#include "core/engine/model_config.h"
#include "core/oracle/obligation.h"

namespace clonecheck {
namespace {

Judgement Judge(Subject& subject) {
  Judgement judgement;
  if (subject.clone != nullptr) return judgement;
  const KerasError& error = *subject.refusal;
  judgement.verdict = error.form == &errors::kPassesForEver ? Verdict::kHangs
                                                            : Verdict::kRaised;
  judgement.symptom = error.form->id;
  judgement.error = &error;
  const Tensor* lost = nullptr;
  if (error.form == &errors::kCouldNotComputeOutput) {
    // The first argument is the original's tensor, a Tensor like all Symbols.
    lost = static_cast<const Tensor*>(
        static_cast<const Symbol*>(error.args[0].pointer));
  }
  const Layer* where = subject.parting.OfRaise(
      subject.session, subject.trial.first_new_layer(), subject.original, lost);
  judgement.where = where == nullptr ? nullptr : &where->spec().kind();
  return judgement;
}

}  // namespace

const Obligation kCompletes{
    "completes", "the cloner returns a model, unless the original is refused",
    Severity::kError, &Judge};

}  // namespace clonecheck
