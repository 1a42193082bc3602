// `proposal-003`: the reference's walk without masks: they follow from the
// histories of the new tensors, and no output is lost. But its layer map has
// the new input's *tensor* where the InputLayer belongs, and calls it. Given
// input tensors are not in the layer map, so they lead past this fault;
// `proposal-003-repaired` has it mended.
#include <algorithm>

#include "core/cloners/cloners.h"
#include "core/cloners/sequential.h"
#include "core/cloners/upstream.h"
#include "core/engine/errors.h"

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
  Arena& arena = session.arena();
  LayerMap<Layer*> layer_map(session);
  TensorMap<Tensor*> tensor_map(session);

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
  for (size_t i = 0; i < pairs; ++i) tensor_map[model.inputs()[i]] = inputs[i];

  for (Node* node : model.nodes()) {
    Layer* original = node->outbound_layer();
    Layer*& copy = layer_map[original];
    if (copy == nullptr) {
      OrRefusal<Layer*> made =
          Layer::FromConfig(session, original->GetConfig(session));
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
    const size_t n = node->inputs().size();
    Tensor** tensors = arena.NewUnset<Tensor*>(n);
    bool complete = true;
    for (size_t i = 0; i < n && complete; ++i) {
      tensors[i] = tensor_map[node->inputs()[i].tensor];
      complete = tensors[i] != nullptr;
    }
    if (!complete) continue;
    OrRefusal<Tensors> outputs =
        copy->Call(session, Tensors(tensors, n), node->arguments());
    if (!outputs.ok()) return outputs.refusal;
    const size_t kept =
        std::min(node->output_tensors().size(), outputs.value.size());
    for (size_t k = 0; k < kept; ++k) {
      tensor_map[node->output_tensors()[k]] = outputs.value[k];
    }
  }

  const size_t n = model.outputs().size();
  Tensor** outputs = arena.NewUnset<Tensor*>(n);
  for (size_t i = 0; i < n; ++i) {
    outputs[i] = tensor_map[model.outputs()[i]];
    if (outputs[i] == nullptr) {
      return session.Refuse(
          errors::kCouldNotComputeOutput,
          ErrorArg::Of(static_cast<Symbol*>(model.outputs()[i])));
    }
  }
  return Model::Make(session, inputs, Tensors(outputs, n), model.name());
}

}  // namespace

Cloner Proposal003() {
  return {"proposal-003",
          "candidate 003: calls an input's tensor, always raises",
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
