#include "core/cloners/sequential.h"

#include "absl/strings/str_cat.h"
#include "core/engine/errors.h"
#include "core/engine/sequential.h"

namespace clonecheck {
namespace {

// The InputLayer of the one given tensor.
OrRefusal<Layer*> GivenInput(Session& session, Tensors given) {
  if (given.size() != 1) return session.Refuse(errors::kOneTensorForSequential);
  Tensor* const x = given[0];
  if (x->layer != nullptr) {
    if (!x->layer->is_input_layer()) {
      return session.Refuse(errors::kSequentialOnTopOfLayer);
    }
    return x->layer;
  }
  session.NewInputOn(x, session.pool().InternName(absl::StrCat(
                            "input_wrapper_for_", x->PrintedName())));
  return x->layer;
}

}  // namespace

OrRefusal<Model*> CloneSequential(Session& session, Model& model,
                                  const Tensors* input_tensors) {
  if (model.as_sequential() == nullptr) {
    return session.Refuse(errors::kCloneNeedsSequential);
  }
  const absl::Span<Layer* const> originals = model.layers();
  // Room for an input in front.
  Layer** layers = session.arena().NewUnset<Layer*>(originals.size() + 1);
  size_t n = 1;
  for (Layer* original : originals) {
    OrRefusal<Layer*> copy =
        Layer::FromConfig(session, original->GetConfig(session));
    if (!copy.ok()) return copy.refusal;
    layers[n++] = copy.value;
  }
  size_t first = 1;
  if (input_tensors != nullptr) {
    OrRefusal<Layer*> input = GivenInput(session, *input_tensors);
    if (!input.ok()) return input.refusal;
    layers[--first] = input.value;
  }
  OrRefusal<Sequential*> clone = Sequential::Make(
      session, absl::MakeConstSpan(layers + first, n - first), model.name());
  if (!clone.ok()) return clone.refusal;
  return static_cast<Model*>(clone.value);
}

}  // namespace clonecheck
