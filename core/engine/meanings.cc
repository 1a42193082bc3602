#include "core/engine/meanings.h"

#include <algorithm>

namespace clonecheck {

Meanings::Meanings(Session& session, const Model& original, const Model& clone)
    : terms_(session.terms()), original_(original), clone_(clone) {
  auto map = [&](TermId in_clone, TermId in_original) {
    auto [it, is_new] = original_of_.emplace(in_clone, in_original);
    one_to_one_ &= is_new || it->second == in_original;
  };
  map(kNoTerm, kNoTerm);
  for (size_t i = 0;
       i < std::min(original.inputs().size(), clone.inputs().size()); ++i) {
    map(clone.inputs()[i]->term, original.inputs()[i]->term);
  }
  ArenaVector<Variable*> of_original;
  ArenaVector<Variable*> of_clone;
  original.AppendModelWeights(session.arena(), &of_original);
  clone.AppendModelWeights(session.arena(), &of_clone);
  one_to_one_ &= of_original.size() == of_clone.size();
  for (size_t i = 0; i < std::min(of_original.size(), of_clone.size()); ++i) {
    map(of_clone[i]->term, of_original[i]->term);
  }
}

bool Meanings::Same(TermId in_original, TermId in_clone) {
  if (auto it = original_of_.find(in_clone); it != original_of_.end()) {
    return it->second == in_original;
  }
  const Term a = terms_[in_original];
  const Term b = terms_[in_clone];
  if (a.kind != TermKind::kApply || b.kind != TermKind::kApply ||
      a.op != b.op || a.output != b.output ||
      a.num_operands != b.num_operands) {
    return false;
  }
  for (size_t i = 0; i < a.num_operands; ++i) {
    if (!Same(terms_.operands(in_original)[i], terms_.operands(in_clone)[i])) {
      return false;
    }
  }
  original_of_.emplace(in_clone, in_original);
  return true;
}

bool Meanings::Same(const Tensor* in_original, const Tensor* in_clone) {
  if (in_original == nullptr || in_clone == nullptr) {
    return in_original == in_clone;
  }
  return Same(in_original->term, in_clone->term);
}

bool Meanings::SameOutputs() {
  if (!one_to_one_ || original_.outputs().size() != clone_.outputs().size()) {
    return false;
  }
  for (size_t i = 0; i < original_.outputs().size(); ++i) {
    const Tensor* a = original_.outputs()[i];
    const Tensor* b = clone_.outputs()[i];
    if (a->shape != b->shape || a->dtype != b->dtype || !Same(a, b)) {
      return false;
    }
  }
  return true;
}

}  // namespace clonecheck
