// `proposal-002`: the reference's walk with four faults, one behind the other.
// 1. Its layer map has the new input's *tensor* where the InputLayer belongs,
//    and asks it for `call`. Given input tensors are not in the layer map, so
//    they lead past this fault.
// 2. A layer is copied when it is first met, but that call goes to the
// original.
// 3. One input is given as a list of one, which most layers refuse.
// 4. Every layer that takes a mask is given a list of None instead, one an
//    output, over whatever the original call was given; and outputs are still
//    paired with what compute_mask returns (keras#12202).
// `proposal-002-repaired` has the first fault mended, `-2` and `-3` the next.
#include "core/cloners/cloners.h"
#include "core/cloners/sequential.h"
#include "core/cloners/upstream_walk.h"

namespace clonecheck {
namespace {

// TensorFlow 2's class; in TensorFlow 1 it is `Tensor`.
constexpr ErrorTemplate kTensorHasNoCall{
    ErrorType::kAttributeError, "tensor-has-no-call",
    "'SymbolicTensor' object has no attribute 'call'"};

// What is mended.
constexpr int kMapsInputLayers = 1;
constexpr int kCallsCopies = 2;
constexpr int kCallsOnBareTensors = 3;

// The first `kRepairs` faults are mended.
template <int kRepairs>
OrRefusal<Model*> Clone(Session& session, Model& model,
                        const Tensors* input_tensors) {
  if (model.as_sequential() != nullptr) {
    return CloneSequential(session, model, input_tensors);
  }
  UpstreamWalk walk(session, model);
  if (Refusal refusal = walk.TakeInputs(input_tensors)) return refusal;
  for (Node* node : model.nodes()) {
    Layer* layer = node->outbound_layer();
    Layer*& copy = walk.Copy(layer);
    if (copy == nullptr) {
      OrRefusal<Layer*> made = walk.NewCopy(layer);
      if (!made.ok()) return made.refusal;
      copy = made.value;
      if (kRepairs >= kCallsCopies) layer = copy;
    } else if (copy->is_input_layer()) {
      // The first node is that of an input: with the tensor in the map, the
      // walk ends here.
      if (kRepairs < kMapsInputLayers && input_tensors == nullptr) {
        return session.Refuse(kTensorHasNoCall);
      }
      continue;
    } else {
      layer = copy;
    }

    UpstreamWalk::Given given;
    if (!walk.Collect(*node, &given)) continue;

    // The original's arguments, if it has any; an explicit mask in them is
    // overwritten.
    Dict* kwargs = node->arguments();
    if (kwargs == nullptr || kwargs->empty()) kwargs = session.NewDict();
    if (layer->takes_mask()) {
      const size_t outputs = node->output_tensors().size();
      kwargs->Set(session, session.kMask,
                  Value::List(Tensors(
                      session.arena().NewArray<Tensor*>(outputs), outputs)));
    }
    const bool is_list =
        given.tensors.size() != 1 || kRepairs < kCallsOnBareTensors;
    OrRefusal<Tensors> outputs =
        layer->Call(session, given.tensors, is_list, kwargs);
    if (!outputs.ok()) return outputs.refusal;
    OrRefusal<MaskValue> masks =
        layer->ComputeMask(session, given.tensors,
                           is_list ? MaskValue::List(given.masks)
                                   : MaskValue::Single(given.masks[0]));
    if (!masks.ok()) return masks.refusal;
    walk.Map(*node, outputs.value, masks.value);
  }
  return walk.Finish();
}

}  // namespace

Cloner Proposal002() {
  return {"proposal-002",
          "candidate 002: takes an input's tensor for its layer, raises for "
          "every functional model",
          {"2.2.4"},
          &Clone<0>};
}

Cloner Proposal002Repaired() {
  return {"proposal-002-repaired",
          "candidate 002 with input layers: calls the originals, on lists",
          {"2.2.4"},
          &Clone<kMapsInputLayers>};
}

Cloner Proposal002Repaired2() {
  return {
      "proposal-002-repaired-2",
      "candidate 002, calling copies, too: still calls them on lists of one",
      {"2.2.4"},
      &Clone<kCallsCopies>};
}

Cloner Proposal002Repaired3() {
  return {"proposal-002-repaired-3",
          "candidate 002, on bare tensors, too: drops masks, loses outputs",
          {"2.2.4"},
          &Clone<kCallsOnBareTensors>};
}

}  // namespace clonecheck
