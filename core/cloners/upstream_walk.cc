#include "core/cloners/upstream_walk.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "core/engine/errors.h"

namespace clonecheck {
namespace {

// `input_tensors` as inputs of the clone: those that no Keras layer returned
// become inputs, `input_wrapper_for_…`. Refuses one of these for which the
// model has no input.
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

// Inputs of the same kind and name as the model's, in their order.
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

}  // namespace

Refusal UpstreamWalk::TakeInputs(const Tensors* input_tensors) {
  if (input_tensors != nullptr) {
    OrRefusal<Tensors> wrapped =
        WrapGivenInputs(session_, model_, *input_tensors);
    if (!wrapped.ok()) return wrapped.refusal;
    inputs_ = wrapped.value;
  } else {
    inputs_ = NewInputsLike(session_, model_);
    for (size_t i = 0; i < inputs_.size(); ++i) {
      copies_[model_.input_layers()[i]] = inputs_[i]->layer;
    }
  }
  const size_t pairs = std::min(inputs_.size(), model_.inputs().size());
  for (size_t i = 0; i < pairs; ++i) {
    map_[model_.inputs()[i]] = Computed{inputs_[i], nullptr};
  }
  return nullptr;
}

bool UpstreamWalk::Collect(const Node& node, Given* given) {
  const size_t n = node.inputs().size();
  Tensor** tensors = session_.arena().NewUnset<Tensor*>(n);
  Symbol** masks = session_.arena().NewUnset<Symbol*>(n);
  for (size_t i = 0; i < n; ++i) {
    const Computed& computed = map_[node.inputs()[i].tensor];
    if (computed.tensor == nullptr) return false;
    tensors[i] = computed.tensor;
    masks[i] = computed.mask;
  }
  *given = {Tensors(tensors, n), absl::MakeConstSpan(masks, n)};
  return true;
}

void UpstreamWalk::Map(const Node& node, Tensors outputs, MaskValue masks,
                       size_t num_masks) {
  const size_t kept =
      std::min({node.output_tensors().size(), outputs.size(), num_masks});
  for (size_t k = 0; k < kept; ++k) {
    map_[node.output_tensors()[k]] =
        Computed{outputs[k], static_cast<Tensor*>(masks.item(k))};
  }
}

Tensors UpstreamWalk::Outputs() {
  const size_t n = model_.outputs().size();
  Tensor** outputs = session_.arena().NewUnset<Tensor*>(n);
  for (size_t i = 0; i < n; ++i) outputs[i] = map_[model_.outputs()[i]].tensor;
  return Tensors(outputs, n);
}

OrRefusal<Model*> UpstreamWalk::Finish() {
  const Tensors outputs = Outputs();
  for (size_t i = 0; i < outputs.size(); ++i) {
    if (outputs[i] != nullptr) continue;
    return session_.Refuse(
        errors::kCouldNotComputeOutput,
        ErrorArg::Of(static_cast<Symbol*>(model_.outputs()[i])));
  }
  return Model::Make(session_, inputs_, outputs, model_.name());
}

}  // namespace clonecheck
