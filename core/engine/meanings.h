// Meanings: whether a clone means what its original means, term by term. For
// tests; the oracle has a judgement of its own.
#ifndef CLONECHECK_CORE_ENGINE_MEANINGS_H_
#define CLONECHECK_CORE_ENGINE_MEANINGS_H_

#include "absl/container/flat_hash_map.h"
#include "core/engine/model.h"
#include "core/engine/session.h"
#include "core/engine/tensor.h"
#include "core/term/term_arena.h"

namespace clonecheck {

// Whether the term `in_clone` becomes `in_original` when the clone's inputs and
// weights are replaced, by position, by the original's. Slow and plain.
class Meanings {
 public:
  // REQUIRES: both outlive this.
  Meanings(Session& session, const Model& original, const Model& clone);

  bool Same(TermId in_original, TermId in_clone);
  // Null stands for None.
  bool Same(const Tensor* in_original, const Tensor* in_clone);
  // For all outputs, of which there are as many.
  bool SameOutputs();

 private:
  const TermArena& terms_;
  const Model& original_;
  const Model& clone_;
  bool one_to_one_ = true;
  absl::flat_hash_map<TermId, TermId> original_of_;
};

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_ENGINE_MEANINGS_H_
