// `outputs`: as many outputs as the original's, equal in shape, dtype and, for
// all weights and inputs, in value.
#include "core/oracle/numbers.h"
#include "core/oracle/obligation.h"

namespace clonecheck {
namespace {

Judgement Differ(const char* symptom, const Layer* where) {
  Judgement judgement;
  judgement.verdict = Verdict::kDiffer;
  judgement.symptom = symptom;
  judgement.where = where == nullptr ? nullptr : &where->spec().kind();
  return judgement;
}

Judgement Judge(Subject& subject) {
  const Tensors original = subject.original.outputs();
  const Tensors clone = subject.clone->outputs();
  if (original.size() != clone.size()) {
    const size_t first = std::min(original.size(), clone.size());
    return Differ("number-of-outputs",
                  first < original.size() ? original[first]->layer : nullptr);
  }
  if (subject.match.weights_conflict()) {
    return Differ("weights-do-not-correspond", nullptr);
  }
  bool proved = true;
  bool fed = true;
  for (size_t i = 0; i < original.size(); ++i) {
    const TermId term = clone[i]->term;
    if (subject.match.Translate(term) == original[i]->term) continue;
    proved = false;
    fed &= !subject.match.HasForeignPlaceholder(term);
  }
  if (!proved &&
      (!fed || !AgreeOnSamples(subject.session.terms(), subject.original,
                               *subject.clone, subject.match))) {
    return Differ(fed ? "output-values" : "unfed-placeholder",
                  subject.parting.OfOutputs(subject.session, subject.original,
                                            *subject.clone, subject.match));
  }
  // Of equal values, so these are matters of their own.
  for (size_t i = 0; i < original.size(); ++i) {
    if (original[i]->shape != clone[i]->shape) {
      return Differ("output-shape", original[i]->layer);
    }
    if (original[i]->dtype != clone[i]->dtype) {
      return Differ("output-dtype", original[i]->layer);
    }
  }
  Judgement judgement;
  if (!proved) judgement.verdict = Verdict::kAgreeNumerically;
  return judgement;
}

}  // namespace

const Obligation kOutputs{
    "outputs",
    "same outputs for all weights and inputs, same shapes and dtypes",
    Severity::kError, &Judge};

}  // namespace clonecheck
