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
#include <algorithm>

#include "core/cloners/cloners.h"
#include "core/cloners/sequential.h"
#include "core/cloners/upstream.h"
#include "core/engine/errors.h"

namespace clonecheck {
namespace {

// TensorFlow 2's class; in TensorFlow 1 it is `Tensor`.
constexpr ErrorTemplate kTensorHasNoCall{
    ErrorType::kAttributeError, "tensor-has-no-call",
    "'SymbolicTensor' object has no attribute 'call'"};

struct Computed {
  Tensor* tensor;
  Tensor* mask;
};

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
  Arena& arena = session.arena();
  LayerMap<Layer*> layer_map(session);
  TensorMap<Computed> tensor_map(session);

  Tensors inputs;
  if (input_tensors != nullptr) {
    OrRefusal<Tensors> wrapped =
        WrapGivenInputs(session, model, *input_tensors);
    if (!wrapped.ok()) return wrapped.refusal;
    inputs = wrapped.value;
  } else {
    inputs = NewInputsLike(session, model);
    for (size_t i = 0; i < inputs.size(); ++i) {
      layer_map[model.input_layers()[i]] = inputs[i]->layer;
    }
  }
  const size_t pairs = std::min(inputs.size(), model.inputs().size());
  for (size_t i = 0; i < pairs; ++i) {
    tensor_map[model.inputs()[i]] = Computed{inputs[i], nullptr};
  }

  for (Node* node : model.nodes()) {
    Layer* layer = node->outbound_layer();
    Layer*& copy = layer_map[layer];
    if (copy == nullptr) {
      OrRefusal<Layer*> made =
          Layer::FromConfig(session, layer->GetConfig(session));
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

    const size_t n = node->inputs().size();
    Tensor** tensors = arena.NewUnset<Tensor*>(n);
    Symbol** masks = arena.NewUnset<Symbol*>(n);
    bool complete = true;
    for (size_t i = 0; i < n && complete; ++i) {
      const Computed& computed = tensor_map[node->inputs()[i].tensor];
      tensors[i] = computed.tensor;
      masks[i] = computed.mask;
      complete = computed.tensor != nullptr;
    }
    if (!complete) continue;

    // The original's arguments, if it has any; an explicit mask in them is
    // overwritten.
    Dict* kwargs = node->arguments();
    if (kwargs == nullptr || kwargs->empty()) kwargs = session.NewDict();
    if (layer->takes_mask()) {
      const size_t outputs = node->output_tensors().size();
      kwargs->Set(
          session, session.kMask,
          Value::List(Tensors(arena.NewArray<Tensor*>(outputs), outputs)));
    }
    const bool is_list = n != 1 || kRepairs < kCallsOnBareTensors;
    OrRefusal<Tensors> outputs =
        layer->Call(session, Tensors(tensors, n), is_list, kwargs);
    if (!outputs.ok()) return outputs.refusal;
    OrRefusal<MaskValue> output_masks = layer->ComputeMask(
        session, Tensors(tensors, n),
        is_list ? MaskValue::List(absl::MakeConstSpan(masks, n))
                : MaskValue::Single(masks[0]));
    if (!output_masks.ok()) return output_masks.refusal;
    const size_t kept =
        std::min({node->output_tensors().size(), outputs.value.size(),
                  output_masks.value.list_size()});
    for (size_t k = 0; k < kept; ++k) {
      tensor_map[node->output_tensors()[k]] = Computed{
          outputs.value[k], static_cast<Tensor*>(output_masks.value.item(k))};
    }
  }

  const size_t n = model.outputs().size();
  Tensor** outputs = arena.NewUnset<Tensor*>(n);
  for (size_t i = 0; i < n; ++i) {
    outputs[i] = tensor_map[model.outputs()[i]].tensor;
    if (outputs[i] == nullptr) {
      return session.Refuse(
          errors::kCouldNotComputeOutput,
          ErrorArg::Of(static_cast<Symbol*>(model.outputs()[i])));
    }
  }
  return Model::Make(session, inputs, Tensors(outputs, n), model.name());
}

}  // namespace

Cloner Proposal002() {
  return {"proposal-002",
          "candidate 002: takes an input's tensor for its layer, always raises",
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
