#include "core/cloners/upstream.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "core/engine/errors.h"

namespace clonecheck {
namespace {

// What the tensor map holds for an original tensor.
struct Computed {
  Tensor* tensor;
  Tensor* mask;
};

}  // namespace

OrRefusal<Tensors> WrapGivenInputs(Session& session, Model& model,
                                   Tensors given) {
  Tensor** inputs = session.arena().NewUnset<Tensor*>(given.size());
  for (size_t i = 0; i < given.size(); ++i) {
    inputs[i] = given[i];
    if (given[i]->layer != nullptr) continue;
    if (i >= model.input_layers().size()) {
      return session.Refuse(errors::kListIndex);
    }
    // The layer map is then told that the new InputLayer's copy is itself,
    // which nobody asks it.
    session.NewInputOn(given[i], session.pool().InternName(absl::StrCat(
                                     "input_wrapper_for_",
                                     model.input_layers()[i]->name()->text)));
  }
  return Tensors(inputs, given.size());
}

Tensors NewInputsLike(Session& session, Model& model) {
  const size_t n = model.input_layers().size();
  Tensor** fresh = session.arena().NewUnset<Tensor*>(n);
  for (size_t i = 0; i < n; ++i) {
    const Layer& layer = *model.input_layers()[i];
    fresh[i] = session.NewInput(layer.batch_input_shape(), layer.dtype(),
                                layer.sparse(), layer.name());
  }
  return Tensors(fresh, n);
}

OrRefusal<Replay> ReplayUpstream(Session& session, Model& model,
                                 const Tensors* input_tensors,
                                 ReplayMasks replay_masks) {
  if (model.as_sequential() != nullptr) {
    return session.Refuse(errors::kCloneNeedsFunctional);
  }
  Arena& arena = session.arena();
  LayerMap<Layer*> layer_map(session);
  TensorMap<Computed> tensor_map(session);

  // Inputs: new ones of the same kind and name, or the given ones. In the
  // second case no original InputLayer enters the layer map.
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
    Layer* original = node->outbound_layer();
    Layer*& copy = layer_map[original];
    if (copy == nullptr) {
      OrRefusal<Layer*> made =
          Layer::FromConfig(session, original->GetConfig(session));
      if (!made.ok()) return made.refusal;
      copy = made.value;
    } else if (copy->is_input_layer()) {
      continue;
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
    // A node that hangs on a lost tensor is skipped without a word.
    if (!complete) continue;
    const MaskValue replay =
        n == 1 ? MaskValue::Single(masks[0])
               : MaskValue::List(absl::MakeConstSpan(masks, n));

    // The *original's* arguments, if it has any: a mask that is written here
    // stays there, and the next clone finds it.
    Dict* kwargs = node->arguments();
    if (kwargs == nullptr || kwargs->empty()) {
      kwargs = copy->takes_mask() ? session.NewDict() : nullptr;
    }
    if (copy->takes_mask() && kwargs->Find(session.kMask) == nullptr) {
      kwargs->Set(session, session.kMask, Value::OfMask(replay));
    }
    OrRefusal<Tensors> outputs =
        copy->Call(session, Tensors(tensors, n), kwargs);
    if (!outputs.ok()) return outputs.refusal;

    MaskValue output_masks = MaskValue::None();
    size_t num_masks = outputs.value.size();
    if (replay_masks == ReplayMasks::kFromComputeMask ||
        copy->supports_masking()) {
      OrRefusal<MaskValue> result =
          copy->ComputeMask(session, Tensors(tensors, n), replay);
      if (!result.ok()) return result.refusal;
      output_masks = result.value;
      num_masks = output_masks.list_size();
    }
    // Up to the shortest of the three lists: here outputs are lost.
    const size_t kept = std::min(
        {node->output_tensors().size(), outputs.value.size(), num_masks});
    for (size_t k = 0; k < kept; ++k) {
      Symbol* mask = output_masks.is_none() ? nullptr : output_masks.item(k);
      tensor_map[node->output_tensors()[k]] =
          Computed{outputs.value[k], static_cast<Tensor*>(mask)};
    }
  }

  const size_t n = model.outputs().size();
  Tensor** outputs = arena.NewUnset<Tensor*>(n);
  for (size_t i = 0; i < n; ++i) {
    outputs[i] = tensor_map[model.outputs()[i]].tensor;
  }
  return Replay{inputs, Tensors(outputs, n)};
}

OrRefusal<Model*> CloneUpstream(Session& session, Model& model,
                                const Tensors* input_tensors,
                                ReplayMasks replay_masks) {
  OrRefusal<Replay> replay =
      ReplayUpstream(session, model, input_tensors, replay_masks);
  if (!replay.ok()) return replay.refusal;
  const Tensors outputs = replay.value.outputs;
  for (size_t i = 0; i < outputs.size(); ++i) {
    if (outputs[i] != nullptr) continue;
    return session.Refuse(
        errors::kCouldNotComputeOutput,
        ErrorArg::Of(static_cast<Symbol*>(model.outputs()[i])));
  }
  return Model::Make(session, replay.value.inputs, outputs, model.name());
}

}  // namespace clonecheck
