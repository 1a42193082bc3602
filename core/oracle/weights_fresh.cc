// `weights_fresh`: no weight of the clone is a weight of the original.
#include <algorithm>

#include "absl/strings/str_cat.h"
#include "core/oracle/obligation.h"

namespace clonecheck {
namespace {

// The layer of `model`, nested ones included, that holds `variable` itself.
const Layer* OwnerOf(Session& session, Model& model, const Variable* variable) {
  for (Layer* layer : model.layers()) {
    ArenaVector<Variable*> weights;
    layer->AppendWeights(session.arena(), &weights);
    if (std::find(weights.begin(), weights.end(), variable) != weights.end()) {
      Model* nested = layer->as_model();
      return nested == nullptr ? layer : OwnerOf(session, *nested, variable);
    }
  }
  return nullptr;
}

Judgement Judge(Subject& subject) {
  const auto& weights = subject.match().clone_weights();
  for (size_t i = 0; i < weights.size(); ++i) {
    const Variable* variable = weights[i];
    // Variables are numbered in order of creation.
    if (variable->id >= subject.trial.first_new_variable()) continue;
    const Layer* owner = OwnerOf(subject.session, subject.original, variable);
    return Differ(subject, "shared-variable", owner,
                  absl::StrCat("weight ", i, " (", variable->role, ")"),
                  owner == nullptr ? "a variable that was there before"
                                   : absl::StrCat("the variable of '",
                                                  owner->name()->text, "'"),
                  "the same variable, so training one trains both");
  }
  return Judgement();
}

}  // namespace

extern const Obligation kWeightsFresh{
    "weights_fresh", "no weight of the clone is the original's",
    Severity::kError, &Judge};

}  // namespace clonecheck
