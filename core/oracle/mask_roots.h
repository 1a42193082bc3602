// MaskRoots: steps at which what a mask is made of is masked. A mask
// that a layer computes of what others computed is all True on numbers drawn
// blindly, and what it does never shows.
#ifndef CLONECHECK_CORE_ORACLE_MASK_ROOTS_H_
#define CLONECHECK_CORE_ORACLE_MASK_ROOTS_H_

#include <vector>

#include "absl/types/span.h"
#include "core/engine/model.h"
#include "core/random.h"
#include "core/term/evaluate.h"
#include "core/term/term_arena.h"

namespace clonecheck {

class MaskRoots {
 public:
  // Of the masks that `roots` need. Does not own `terms`.
  MaskRoots(const TermArena& terms, absl::Span<const TermId> roots);

  // Fills about a quarter of the steps of each float input that has some with a
  // number at which the operand of such a mask would be what is masked, were it
  // an affine function of one number. Leaves all as it is where there is no
  // such number. `leaves`: all that the roots need; the inputs are among them.
  void Fill(Tensors inputs, SplitMix64& random, LeafValues* leaves);

 private:
  // The first number of each operand where each float input is `value`
  // throughout; NaN where there is none. False where that cannot be computed.
  bool FirstsAt(double value, Tensors inputs, LeafValues* leaves,
                std::vector<double>* firsts);

  std::vector<double> masked_;  // what is masked where an operand is that
  Evaluator operands_;
  // In use while Fill works.
  std::vector<std::vector<double>> kept_;
  std::vector<double> at_0_;
  std::vector<double> at_1_;
  std::vector<double> found_;
};

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_ORACLE_MASK_ROOTS_H_
