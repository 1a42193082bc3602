// FillWithMaskRoots: steps at which what a mask is made of is masked. A mask
// that a layer computes of what others computed is all True on numbers drawn
// blindly, and what it does never shows.
#ifndef CLONECHECK_CORE_ORACLE_MASK_ROOTS_H_
#define CLONECHECK_CORE_ORACLE_MASK_ROOTS_H_

#include "absl/types/span.h"
#include "core/engine/model.h"
#include "core/random.h"
#include "core/term/evaluate.h"
#include "core/term/term_arena.h"

namespace clonecheck {

// Fills about a quarter of the steps of each float input that has some with a
// number at which the operand of a mask that `roots` need would be what is
// masked, were it an affine function of one number. Leaves all as it is where
// there is no such number. `leaves`: all that `roots` need; the inputs are
// among them.
void FillWithMaskRoots(const TermArena& terms, absl::Span<const TermId> roots,
                       Tensors inputs, SplitMix64& random, LeafValues* leaves);

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_ORACLE_MASK_ROOTS_H_
