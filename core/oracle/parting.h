// Parting: the place where a clone and its original first part, in the
// original's topological order. Names the layer kind in a signature.
#ifndef CLONECHECK_CORE_ORACLE_PARTING_H_
#define CLONECHECK_CORE_ORACLE_PARTING_H_

#include <vector>

#include "core/engine/model.h"
#include "core/engine/session.h"
#include "core/layers/layer_kind.h"
#include "core/oracle/term_match.h"

namespace clonecheck {

class Parting {
 public:
  // Where the outputs' meanings part: the layer of the first node of the
  // original one of whose outputs means something else in the clone. Tensors
  // are paired by walking both models from their outputs along the histories.
  const Layer* OfOutputs(Session& session, Model& original, Model& clone,
                         TermMatch& match);

  // Where a cloner that raised went wrong, from what it left behind: the layers
  // it made (paired by name) and their nodes. Looks for the first node of the
  // original that the clone does not have; if later nodes are there, the node
  // was skipped, and the layer whose output it missed is to blame; if not, the
  // node itself. `lost` (may be null): the original's tensor that the error
  // names.
  const Layer* OfRaise(Session& session, size_t first_new_layer, Model& original,
                       const Tensor* lost);

 private:
  std::vector<Layer*> by_name_;  // by Name::id; only entries of this run
  std::vector<const Name*> used_names_;
};

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_ORACLE_PARTING_H_
