#include "core/cloners/upstream.h"

#include "core/engine/errors.h"

namespace clonecheck {

Refusal ReplayUpstream(Session& session, Model& model,
                       const Tensors* input_tensors, ReplayMasks replay_masks,
                       UpstreamWalk* walk) {
  if (model.as_sequential() != nullptr) {
    return session.Refuse(errors::kCloneNeedsFunctional);
  }
  if (Refusal refusal = walk->TakeInputs(input_tensors)) return refusal;
  for (Node* node : model.nodes()) {
    Layer* original = node->outbound_layer();
    Layer*& copy = walk->Copy(original);
    if (copy == nullptr) {
      OrRefusal<Layer*> made = walk->NewCopy(original);
      if (!made.ok()) return made.refusal;
      copy = made.value;
    } else if (copy->is_input_layer()) {
      continue;
    }

    UpstreamWalk::Given given;
    if (!walk->Collect(*node, &given)) continue;
    const MaskValue replay = given.masks.size() == 1
                                 ? MaskValue::Single(given.masks[0])
                                 : MaskValue::List(given.masks);

    // The *original's* arguments, if it has any: a mask that is written here
    // stays there, and the next clone finds it.
    Dict* kwargs = node->arguments();
    const bool takes_mask = copy->takes_mask();
    if (kwargs == nullptr || kwargs->empty()) {
      kwargs = takes_mask ? session.NewDict() : nullptr;
    }
    if (takes_mask && kwargs->Find(session.kMask) == nullptr) {
      kwargs->Set(session, session.kMask, Value::OfMask(replay));
    }
    OrRefusal<Tensors> outputs = copy->Call(session, given.tensors, kwargs);
    if (!outputs.ok()) return outputs.refusal;

    if (replay_masks == ReplayMasks::kNoneUnlessSupported &&
        !copy->supports_masking()) {
      walk->Map(*node, outputs.value);
      continue;
    }
    OrRefusal<MaskValue> masks =
        copy->ComputeMask(session, given.tensors, replay);
    if (!masks.ok()) return masks.refusal;
    // Up to the shorter list: here outputs are lost.
    walk->Map(*node, outputs.value, masks.value);
  }
  return nullptr;
}

OrRefusal<Model*> CloneUpstream(Session& session, Model& model,
                                const Tensors* input_tensors,
                                ReplayMasks replay_masks) {
  UpstreamWalk walk(session, model);
  if (Refusal refusal =
          ReplayUpstream(session, model, input_tensors, replay_masks, &walk)) {
    return refusal;
  }
  return walk.Finish();
}

}  // namespace clonecheck
