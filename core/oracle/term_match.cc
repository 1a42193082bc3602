#include "core/oracle/term_match.h"

#include <algorithm>

namespace clonecheck {

void TermMatch::Start(Session& session, const Model& original,
                      const Model& clone) {
  session_ = &session;
  clone_ = &clone;
  weights_conflict_ = false;
  image_.assign(session.terms().size(), kNoTerm);
  original_weights_ = ArenaVector<Variable*>();
  clone_weights_ = ArenaVector<Variable*>();
  original.AppendModelWeights(session.arena(), &original_weights_);
  clone.AppendModelWeights(session.arena(), &clone_weights_);

  const size_t inputs =
      std::min(original.inputs().size(), clone.inputs().size());
  for (size_t i = 0; i < inputs; ++i) {
    image_[clone.inputs()[i]->term] = original.inputs()[i]->term;
  }
  weights_conflict_ = original_weights_.size() != clone_weights_.size();
  const size_t weights =
      std::min(original_weights_.size(), clone_weights_.size());
  for (size_t i = 0; i < weights; ++i) {
    // set_weights would refuse.
    weights_conflict_ |=
        clone_weights_[i]->shape != original_weights_[i]->shape;
    MapLeaf(clone_weights_[i]->term, original_weights_[i]->term);
  }
}

void TermMatch::MapLeaf(TermId clone_leaf, TermId original_leaf) {
  TermId& image = image_[clone_leaf];
  if (image != kNoTerm && image != original_leaf) weights_conflict_ = true;
  image = original_leaf;
}

TermId TermMatch::Translate(TermId clone_term) {
  if (clone_term == kNoTerm) return kNoTerm;
  // Terms that this match itself has added are images already.
  if (clone_term >= image_.size()) return clone_term;
  if (image_[clone_term] == kNoTerm) TranslateUpTo(clone_term);
  return image_[clone_term];
}

void TermMatch::TranslateUpTo(TermId last) {
  TermArena& terms = session_->terms();
  needed_.assign(last + 1, 0);
  needed_[last] = 1;
  for (TermId id = last; id > 0; --id) {
    if (needed_[id] == 0) continue;
    if (image_[id] != kNoTerm) {
      needed_[id] = 0;
      continue;
    }
    for (TermId operand : terms.operands(id)) needed_[operand] = 1;
  }
  for (TermId id = 1; id <= last; ++id) {
    if (needed_[id] == 0) continue;
    const Term term = terms[id];
    if (term.kind != TermKind::kApply) {
      // A leaf at no position of the clone stands for nothing of the original.
      image_[id] = terms.NewLeaf(term.kind);
      continue;
    }
    operands_.clear();
    for (TermId operand : terms.operands(id)) {
      operands_.push_back(operand == kNoTerm ? kNoTerm : image_[operand]);
    }
    image_[id] = terms.Apply(*term.op, operands_) + term.output;
  }
}

bool TermMatch::HasForeignPlaceholder(TermId clone_term) {
  if (clone_term == kNoTerm) return false;
  const TermArena& terms = session_->terms();
  needed_.assign(clone_term + 1, 0);
  needed_[clone_term] = 1;
  for (TermId id = clone_term; id > 0; --id) {
    if (needed_[id] == 0) continue;
    if (terms[id].kind == TermKind::kPlaceholder) {
      const Tensors inputs = clone_->inputs();
      if (std::none_of(inputs.begin(), inputs.end(),
                       [&](const Tensor* t) { return t->term == id; })) {
        return true;
      }
    }
    for (TermId operand : terms.operands(id)) needed_[operand] = 1;
  }
  return false;
}

}  // namespace clonecheck
