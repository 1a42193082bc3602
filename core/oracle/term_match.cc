#include "core/oracle/term_match.h"

#include <algorithm>

namespace clonecheck {
namespace {

// Whether the original's weight may have this shape: of what was built on a
// tensor of which nothing is known, sizes are not known.
bool MayBe(const Shape& original, const Shape& shape) {
  if (&original == &shape || !original.known_rank()) return true;
  return std::equal(original.dims().begin(), original.dims().end(),
                    shape.dims().begin(), shape.dims().end(),
                    [](int32_t size, int32_t found) {
                      return size == found || size == kUnknownDim;
                    });
}

}  // namespace

void TermMatch::Start(Session& session, const Model& original,
                      const Model& clone, Tensors original_inputs,
                      Tensors clone_inputs) {
  session_ = &session;
  original_inputs_ = original_inputs;
  clone_inputs_ = clone_inputs;
  weights_conflict_ = false;
  Arena& arena = session.arena();
  const size_t terms = session.terms().size();
  image_ = absl::MakeSpan(arena.NewArray<TermId>(terms), terms);
  needed_ = arena.NewArray<uint8_t>(terms);
  original_weights_ = ArenaVector<Variable*>();
  clone_weights_ = ArenaVector<Variable*>();
  original.AppendModelWeights(arena, &original_weights_);
  clone.AppendModelWeights(arena, &clone_weights_);

  const size_t inputs = std::min(original_inputs.size(), clone_inputs.size());
  for (size_t i = 0; i < inputs; ++i) {
    image_[clone_inputs[i]->term] = original_inputs[i]->term;
  }
  weights_conflict_ = original_weights_.size() != clone_weights_.size();
  const size_t weights =
      std::min(original_weights_.size(), clone_weights_.size());
  for (size_t i = 0; i < weights; ++i) {
    // set_weights would refuse.
    weights_conflict_ |=
        !MayBe(*original_weights_[i]->shape, *clone_weights_[i]->shape);
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
  if (image_[clone_term] == kNoTerm) {
    needed_[clone_term] = 1;
    TranslateNeeded(clone_term, 1);
  }
  return image_[clone_term];
}

void TermMatch::TranslateAll(absl::Span<const TermId> clone_terms) {
  TermId last = kNoTerm;
  size_t missing = 0;
  for (const TermId term : clone_terms) {
    if (term == kNoTerm || term >= image_.size() || image_[term] != kNoTerm ||
        needed_[term] != 0) {
      continue;
    }
    needed_[term] = 1;
    ++missing;
    last = std::max(last, term);
  }
  if (missing > 0) TranslateNeeded(last, missing);
}

void TermMatch::TranslateNeeded(TermId last, size_t missing) {
  TermArena& terms = session_->terms();
  // Marks what has no image and is needed, downwards until nothing is missing.
  TermId id = last;
  for (; missing > 0; --id) {
    if (needed_[id] == 0) continue;
    --missing;
    for (TermId operand : terms.operands(id)) {
      if (operand == kNoTerm || image_[operand] != kNoTerm ||
          needed_[operand] != 0) {
        continue;
      }
      needed_[operand] = 1;
      ++missing;
    }
  }
  // The same upwards: operands have their images first.
  while (++id <= last) {
    if (needed_[id] == 0) continue;
    needed_[id] = 0;
    const Term term = terms[id];
    if (term.kind != TermKind::kApply) {
      // A leaf at no position of the clone stands for nothing of the original.
      image_[id] = terms.NewLeaf(term.kind);
      continue;
    }
    operands_.resize(term.num_operands);
    TermId* image = operands_.data();
    for (TermId operand : terms.operands(id)) *image++ = image_[operand];
    // Most clones are made like their original, term by term.
    const TermId guess = last_image_ + (id - last_translated_);
    image_[id] = terms.Is(guess, *term.op, operands_) &&
                         terms[guess].output == term.output
                     ? guess
                     : terms.Apply(*term.op, operands_) + term.output;
    last_translated_ = id;
    last_image_ = image_[id];
  }
}

bool TermMatch::NeedsOther(Session& session, absl::Span<const TermId> needing,
                           Tensors inputs) {
  TermId last = kNoTerm;
  for (const TermId term : needing) last = std::max(last, term);
  const TermArena& terms = session.terms();
  uint8_t* needed = session.arena().NewArray<uint8_t>(last + 1);
  for (const TermId term : needing) needed[term] = 1;
  for (TermId id = last; id > 0; --id) {
    if (needed[id] == 0) continue;
    if (terms[id].kind == TermKind::kPlaceholder) {
      if (std::none_of(inputs.begin(), inputs.end(),
                       [&](const Tensor* t) { return t->term == id; })) {
        return true;
      }
    }
    for (TermId operand : terms.operands(id)) needed[operand] = 1;
  }
  return false;
}

}  // namespace clonecheck
