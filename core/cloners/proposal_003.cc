// `proposal-003`: the reference's walk without masks: they follow from the
// histories of the new tensors, and no output is lost. But its layer map has
// the new input's *tensor* where the InputLayer belongs, and calls it. Given
// input tensors are not in the layer map, so they lead past this fault;
// `proposal-003-repaired` has it mended.
#include "core/cloners/cloners.h"
#include "core/cloners/sequential.h"
#include "core/cloners/upstream_walk.h"

namespace clonecheck {
namespace {

// TensorFlow 2's class; in TensorFlow 1 it is `Tensor`.
constexpr ErrorTemplate kTensorNotCallable{
    ErrorType::kTypeError, "tensor-not-callable",
    "'SymbolicTensor' object is not callable"};

template <bool kMapsInputLayers>
OrRefusal<Model*> Clone(Session& session, Model& model,
                        const Tensors* input_tensors) {
  if (model.as_sequential() != nullptr) {
    return CloneSequential(session, model, input_tensors);
  }
  UpstreamWalk walk(session, model);
  if (Refusal refusal = walk.TakeInputs(input_tensors)) return refusal;
  for (Node* node : model.nodes()) {
    Layer* original = node->outbound_layer();
    Layer*& copy = walk.Copy(original);
    if (copy == nullptr) {
      OrRefusal<Layer*> made = walk.NewCopy(original);
      if (!made.ok()) return made.refusal;
      copy = made.value;
    } else if (copy->is_input_layer()) {
      // The first node is that of an input: with the tensor in the map, the
      // walk ends here.
      if (!kMapsInputLayers && input_tensors == nullptr) {
        return session.Refuse(kTensorNotCallable);
      }
      continue;
    }
    UpstreamWalk::Given given;
    if (!walk.Collect(*node, &given)) continue;
    OrRefusal<Tensors> outputs =
        copy->Call(session, given.tensors, node->arguments());
    if (!outputs.ok()) return outputs.refusal;
    walk.Map(*node, outputs.value);
  }
  return walk.Finish();
}

}  // namespace

Cloner Proposal003() {
  return {"proposal-003",
          "candidate 003: calls an input's tensor, raises for every functional "
          "model",
          {"2.2.4"},
          &Clone<false>};
}

Cloner Proposal003Repaired() {
  return {"proposal-003-repaired",
          "candidate 003 with input layers: loses no outputs, makes no masks",
          {"2.2.4"},
          &Clone<true>};
}

}  // namespace clonecheck
