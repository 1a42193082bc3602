// `completes`: the cloner returns a Model where the original could be built.
#include "core/engine/errors.h"
#include "core/engine/model_config.h"
#include "core/oracle/obligation.h"

namespace clonecheck {
namespace {

// The original's tensor that the error says could not be computed, or null.
Tensor* NamedTensor(const KerasError& error) {
  if (error.form != &errors::kCouldNotComputeOutput) return nullptr;
  return static_cast<Tensor*>(
      const_cast<Symbol*>(static_cast<const Symbol*>(error.args[0].pointer)));
}

// Whether the cloner loses `tensor` in a model that ends there.
bool IsLost(Subject& subject, Tensor* tensor) {
  Session::Trial trial(subject.session);
  OrRefusal<Model*> model =
      Model::Make(subject.session, subject.original.inputs(),
                  Tensors(&tensor, 1), subject.original.name());
  if (!model.ok()) return false;
  OrRefusal<Model*> clone =
      subject.cloner(subject.session, *model.value, nullptr);
  return !clone.ok() && NamedTensor(*clone.refusal) == tensor;
}

Judgement Judge(Subject& subject) {
  Judgement judgement;
  if (subject.clone != nullptr) return judgement;
  const KerasError& error = *subject.refusal;
  judgement.verdict = error.form == &errors::kPassesForEver ? Verdict::kHangs
                                                            : Verdict::kRaised;
  judgement.symptom = error.form->id;
  if (subject.details != nullptr) subject.details->error = error.ToString();
  Tensor* lost = NamedTensor(error);
  const Layer* where =
      lost == nullptr
          ? Parting::OfError(subject.original, error)
          : subject.parting.OfLoss(
                subject.session, subject.trial.first_new_layer(),
                subject.original, lost,
                [&](Tensor* tensor) { return IsLost(subject, tensor); });
  judgement.where = where == nullptr ? nullptr : &where->spec().kind();
  return judgement;
}

}  // namespace

extern const Obligation kCompletes{
    "completes", "the cloner returns a model, unless the original is refused",
    Severity::kError, &Judge};

}  // namespace clonecheck
