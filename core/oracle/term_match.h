// TermMatch: decides whether a clone's tensors mean what the original's mean:
// rewrites the clone's terms under the map of leaves (placeholders by input
// position, variables by position in get_weights) and compares ids. A proof for
// all inputs and all weights, linear in the size of the graph.
#ifndef CLONECHECK_CORE_ORACLE_TERM_MATCH_H_
#define CLONECHECK_CORE_ORACLE_TERM_MATCH_H_

#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "core/engine/model.h"
#include "core/engine/session.h"
#include "core/term/arena.h"
#include "core/term/term_arena.h"

namespace clonecheck {

class TermMatch {
 public:
  // Prepares to compare `clone` with `original`. Valid until the session is
  // rolled back to before.
  void Start(Session& session, const Model& original, const Model& clone) {
    Start(session, original, clone, original.inputs(), clone.inputs());
  }
  // The same where the models are used on other inputs, in pairs: called on
  // them, say.
  void Start(Session& session, const Model& original, const Model& clone,
             Tensors original_inputs, Tensors clone_inputs);

  // A variable of the clone stands at two positions for two different variables
  // of the original, or for one of another shape, as far as that is
  // known, or there are not as many.
  bool weights_conflict() const { return weights_conflict_; }

  // The original's term that means what `clone_term` means; a term that occurs
  // nowhere in the original if there is none. kNoTerm for kNoTerm.
  TermId Translate(TermId clone_term);
  // Makes later calls of Translate for these terms, of the clone, a look-up.
  // One sweep over the terms for all, where each alone may take one.
  void TranslateAll(absl::Span<const TermId> clone_terms);
  // What Translate has found for a term of the clone; kNoTerm if it was not
  // asked.
  TermId image(TermId clone_term) const {
    return clone_term < image_.size() ? image_[clone_term] : kNoTerm;
  }

  // Whether `clone_term` needs a placeholder that is no input of the clone:
  // TensorFlow would say "You must feed a value for placeholder tensor".
  bool HasForeignPlaceholder(TermId clone_term) {
    return NeedsOther(*session_, absl::MakeConstSpan(&clone_term, 1),
                      clone_inputs_);
  }
  // The same of the original.
  bool OriginalHasForeignPlaceholder(TermId original_term) {
    return NeedsOther(*session_, absl::MakeConstSpan(&original_term, 1),
                      original_inputs_);
  }

  // Whether any of `terms` (kNoTerm: none) needs a placeholder that is none of
  // `inputs`.
  static bool NeedsOther(Session& session, absl::Span<const TermId> terms,
                         Tensors inputs);

  const ArenaVector<Variable*>& original_weights() const {
    return original_weights_;
  }
  const ArenaVector<Variable*>& clone_weights() const { return clone_weights_; }

 private:
  void MapLeaf(TermId clone_leaf, TermId original_leaf);
  // Finds the images of the marked terms, `missing` many, `last` the largest,
  // and of all that they need.
  void TranslateNeeded(TermId last, size_t missing);

  Session* session_ = nullptr;
  Tensors original_inputs_;
  Tensors clone_inputs_;
  bool weights_conflict_ = false;
  ArenaVector<Variable*> original_weights_;
  ArenaVector<Variable*> clone_weights_;
  // By the terms that there were at the start: the image, or kNoTerm if there
  // is none yet, and a mark that is 0 between two searches.
  absl::Span<TermId> image_;
  uint8_t* needed_ = nullptr;
  std::vector<TermId> operands_;
  // The last term that was translated, and its image: the next is likely to
  // be as far from there.
  TermId last_translated_ = kNoTerm;
  TermId last_image_ = kNoTerm;
};

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_ORACLE_TERM_MATCH_H_
