// Upstream's way to clone a functional model: walk the nodes by depth, call a
// copy of each layer on the mapped tensors, and carry masks along. One walk,
// shared by the versions, which differ in one step.
// Source of the rules: Keras 2.2.4 and 2.3.1, keras/models.py,
// _clone_functional_model.
#ifndef CLONECHECK_CORE_CLONERS_UPSTREAM_H_
#define CLONECHECK_CORE_CLONERS_UPSTREAM_H_

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

// `input_tensors` as inputs of the clone: those that no Keras layer returned
// become inputs, `input_wrapper_for_…`. Refuses one of these for which the
// model has no input.
OrRefusal<Tensors> WrapGivenInputs(Session& session, Model& model,
                                   Tensors given);
// Inputs of the same kind and name as the model's, in their order.
Tensors NewInputsLike(Session& session, Model& model);

// What a walk has made, before it becomes a model.
struct Replay {
  Tensors inputs;
  Tensors outputs;  // one an output of the model; null: not computed
};
OrRefusal<Replay> ReplayUpstream(Session& session, Model& model,
                                 const Tensors* input_tensors,
                                 ReplayMasks replay_masks);

// The walk, a refusal of the first output that was not computed, the model.
OrRefusal<Model*> CloneUpstream(Session& session, Model& model,
                                const Tensors* input_tensors,
                                ReplayMasks replay_masks);

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_CLONERS_UPSTREAM_H_
