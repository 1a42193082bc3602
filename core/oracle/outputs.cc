// `outputs`: as many outputs as the original's, equal in dtype and, for all
// weights and inputs, in value; in shape, too, where no call has written over
// one.
#include <algorithm>

#include "absl/strings/str_cat.h"
#include "core/graph/dtype.h"
#include "core/oracle/meaning.h"
#include "core/oracle/obligation.h"

namespace clonecheck {
namespace {

// Whether a call, of the model or outside, has given a tensor of the model back
// with another Keras shape. What that tensor says of itself is then a matter of
// that call, and so is what was inferred from it.
bool HasReshapedTensor(const Model& model) {
  return std::any_of(
      model.nodes().begin(), model.nodes().end(), [](const Node* node) {
        const auto is_reshaped = [](const Tensor* tensor) {
          return tensor->reshaped;
        };
        const Tensors outputs = node->output_tensors();
        return std::any_of(outputs.begin(), outputs.end(), is_reshaped) ||
               std::any_of(node->inputs().begin(), node->inputs().end(),
                           [&](const Node::Inbound& input) {
                             return is_reshaped(input.tensor);
                           });
      });
}

Judgement Judge(Subject& subject) {
  const Tensors original = subject.original.outputs();
  const Tensors clone = subject.clone->outputs();
  if (original.size() != clone.size()) {
    const size_t first = std::min(original.size(), clone.size());
    const Layer* where =
        first < original.size() ? original[first]->layer : nullptr;
    // A Sequential has the outputs of its last layer, whatever that is.
    if (subject.original.as_sequential() != nullptr) where = &subject.original;
    return Differ(subject, "number-of-outputs", where, "the number of outputs",
                  absl::StrCat(original.size()), absl::StrCat(clone.size()));
  }
  Arena& arena = subject.session.arena();
  TermId* const original_terms = arena.NewUnset<TermId>(original.size());
  TermId* const clone_terms = arena.NewUnset<TermId>(original.size());
  for (size_t i = 0; i < original.size(); ++i) {
    original_terms[i] = original[i]->term;
    clone_terms[i] = clone[i]->term;
  }
  const Question question{subject.original,
                          *subject.clone,
                          subject.original.inputs(),
                          subject.clone->inputs(),
                          absl::MakeConstSpan(original_terms, original.size()),
                          absl::MakeConstSpan(clone_terms, clone.size())};
  if (subject.match().weights_conflict()) {
    return Differ(
        subject, "weights-do-not-correspond", nullptr, "get_weights()",
        absl::StrCat(subject.match().original_weights().size(), " weights"),
        absl::StrCat(subject.match().clone_weights().size(),
                     " weights that cannot stand for these one by one"));
  }
  const Meaning meaning = CompareMeanings(subject, question, subject.match());
  if (meaning == Meaning::kOther || meaning == Meaning::kUnfed) {
    ExplainMeanings(subject.session, question, subject.match(), "output",
                    subject.details);
    // A placeholder gets in where it is given, whatever becomes of masks.
    const bool unfed = meaning == Meaning::kUnfed;
    return Differ(unfed ? "unfed-placeholder" : "output-values",
                  subject.parting.OfOutputs(
                      subject.session, subject.original, *subject.clone,
                      subject.match(), unfed ? nullptr : &subject.pairing()));
  }
  // Of equal values, so these are matters of their own.
  for (size_t i = 0; i < original.size(); ++i) {
    if (original[i]->shape != clone[i]->shape &&
        !HasReshapedTensor(subject.original)) {
      return Differ(subject, "output-shape", original[i]->layer,
                    absl::StrCat("the shape of output ", i),
                    original[i]->shape->ToString(),
                    clone[i]->shape->ToString());
    }
    if (original[i]->dtype != clone[i]->dtype) {
      return Differ(subject, "output-dtype", original[i]->layer,
                    absl::StrCat("the dtype of output ", i),
                    DTypeName(original[i]->dtype), DTypeName(clone[i]->dtype));
    }
  }
  Judgement judgement;
  if (meaning == Meaning::kOnSamples) {
    judgement.verdict = Verdict::kAgreeNumerically;
  }
  return judgement;
}

}  // namespace

extern const Obligation kOutputs{
    "outputs",
    "same outputs for all weights and inputs, same shapes and dtypes",
    Severity::kError, &Judge};

}  // namespace clonecheck
