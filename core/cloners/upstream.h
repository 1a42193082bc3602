// Upstream's way to clone a functional model: walk the nodes by depth, call a
// copy of each layer on the mapped tensors, and carry masks along. One walk,
// shared by the versions, which differ in one step.
// Source of the rules: Keras 2.2.4 and 2.3.1, keras/models.py,
// _clone_functional_model.
#ifndef CLONECHECK_CORE_CLONERS_UPSTREAM_H_
#define CLONECHECK_CORE_CLONERS_UPSTREAM_H_

#include "core/cloners/upstream_walk.h"
#include "core/engine/cloner.h"

namespace clonecheck {

enum class ReplayMasks {
  // compute_mask is asked once more, and its answer listified: one mask or None
  // for a layer with several outputs is a list of one (2.2.4).
  kFromComputeMask,
  // As above if the layer supports masking; otherwise one None an output. The
  // fix of keras#12202 (2.2.5, 2.3.1).
  kNoneUnlessSupported,
};

// The walk alone, into the tables of `walk`, which is new.
Refusal ReplayUpstream(Session& session, Model& model,
                       const Tensors* input_tensors, ReplayMasks replay_masks,
                       UpstreamWalk* walk);

// The walk, a refusal of the first output that was not computed, the model.
OrRefusal<Model*> CloneUpstream(Session& session, Model& model,
                                const Tensors* input_tensors,
                                ReplayMasks replay_masks);

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_CLONERS_UPSTREAM_H_
