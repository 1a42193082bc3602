// `proposal-004`: a walk of its own, with three faults, one behind the other.
// 1. New inputs have the original's shape without its batch axis.
// 2. It walks from the outputs to the inputs, when nothing is computed yet, and
//    over as many depths as there are layers.
// 3. New inputs are those among `layers`, in that order, for the model's inputs
//    in theirs: one gets another's shape, one that no output needs another's
//    place; and dtype and name are forgotten.
// It gives given input tensors to the layers as they are, also those that no
// Keras layer returned, on which no model can be made.
// `proposal-004-repaired` has the first fault mended, `-2` the second, too.
#include <algorithm>

#include "core/cloners/cloners.h"
#include "core/cloners/sequential.h"
#include "core/engine/node_access.h"

namespace clonecheck {
namespace {

// keras/engine/input_layer.py, Input: an empty batch_shape counts as none.
constexpr ErrorTemplate kInputWithoutShape{
    ErrorType::kAssertionError, "input-without-shape",
    "Please provide to Input either a `shape` or a `batch_shape` argument. "
    "Note that `shape` does not include the batch dimension."};
// Python, a key that is not in a dict. $0: the key.
constexpr ErrorTemplate kNoSuchDepth{ErrorType::kKeyError, "no-such-depth",
                                     "$0"};
constexpr ErrorTemplate kNotInTensorMap{ErrorType::kKeyError,
                                        "output-not-in-tensor-map", "$0"};

// What is mended.
constexpr int kKeepsBatchAxis = 1;
constexpr int kWalksFromInputs = 2;

// Inputs in the shapes of the InputLayers among the layers.
OrRefusal<Tensors> NewInputs(Session& session, Model& model,
                             size_t first_axis) {
  Tensor** inputs = session.arena().NewUnset<Tensor*>(model.layers().size());
  size_t n = 0;
  for (Layer* layer : model.layers()) {
    if (!layer->is_input_layer()) continue;
    OrRefusal<absl::Span<const Shape* const>> shapes =
        GetShapes(session, *layer, NodeEnd::kInput);
    if (!shapes.ok()) return shapes.refusal;
    const auto dims = shapes.value[0]->dims();
    if (dims.size() <= first_axis) return session.Refuse(kInputWithoutShape);
    inputs[n++] = session.NewInput(
        session.pool().InternShape(dims.subspan(first_axis)), DType::kFloat32,
        /*sparse=*/false, /*name=*/nullptr);
  }
  return Tensors(inputs, n);
}

// One walk over the nodes of a model.
class Walk {
 public:
  explicit Walk(Session& session)
      : session_(session), layers_(session), tensors_(session) {}

  void Map(Tensor* original, Tensor* tensor) { tensors_[original] = tensor; }
  // Null: not computed.
  Tensor* Mapped(Tensor* original) { return tensors_[original]; }

  // Calls a copy of the node's layer, if its inputs are computed. Copies of
  // InputLayers are called as well, but once.
  Refusal Visit(Node* node) {
    Layer* original = node->outbound_layer();
    Layer*& copy = layers_[original];
    if (copy == nullptr) {
      OrRefusal<Layer*> made =
          Layer::FromConfig(session_, original->GetConfig(session_));
      if (!made.ok()) return made.refusal;
      copy = made.value;
    } else if (copy->is_input_layer()) {
      return nullptr;
    }
    const size_t n = node->inputs().size();
    Tensor** tensors = session_.arena().NewUnset<Tensor*>(n);
    for (size_t i = 0; i < n; ++i) {
      tensors[i] = Mapped(node->inputs()[i].tensor);
      if (tensors[i] == nullptr) return nullptr;
    }
    OrRefusal<Tensors> outputs =
        copy->Call(session_, Tensors(tensors, n), node->arguments());
    if (!outputs.ok()) return outputs.refusal;
    const size_t kept =
        std::min(node->output_tensors().size(), outputs.value.size());
    for (size_t k = 0; k < kept; ++k) {
      Map(node->output_tensors()[k], outputs.value[k]);
    }
    return nullptr;
  }

  // Visits the nodes at depth 0, 1, … up to the number of layers.
  Refusal FromOutputs(Model& model) {
    const auto depths = model.node_depths();
    for (size_t depth = 0; depth < model.layers().size(); ++depth) {
      const auto here =
          std::find(depths.begin(), depths.end(), static_cast<int>(depth));
      if (here == depths.end()) {
        return session_.Refuse(kNoSuchDepth,
                               ErrorArg::Of(static_cast<int64_t>(depth)));
      }
      for (auto it = here; it != depths.end() && *it == *here; ++it) {
        Node* node = model.nodes()[static_cast<size_t>(it - depths.begin())];
        if (Refusal refusal = Visit(node)) return refusal;
      }
    }
    return nullptr;
  }

 private:
  Session& session_;
  LayerMap<Layer*> layers_;
  TensorMap<Tensor*> tensors_;
};

// `tensor` as the key of a KeyError.
ErrorArg AsKey(const Tensor* tensor) {
  return ErrorArg{
      static_cast<const Symbol*>(tensor), 0, [](const ErrorArg& arg) {
        return static_cast<const Symbol*>(arg.pointer)->ToStringInList();
      }};
}

// The first `kRepairs` faults are mended.
template <int kRepairs>
OrRefusal<Model*> Clone(Session& session, Model& model,
                        const Tensors* input_tensors) {
  if (model.as_sequential() != nullptr) {
    return CloneSequential(session, model, input_tensors);
  }
  Walk walk(session);
  Tensors inputs;
  if (input_tensors != nullptr) {
    inputs = *input_tensors;
  } else {
    OrRefusal<Tensors> made =
        NewInputs(session, model, kRepairs < kKeepsBatchAxis ? 1 : 0);
    if (!made.ok()) return made.refusal;
    inputs = made.value;
  }
  const size_t pairs = std::min(inputs.size(), model.inputs().size());
  for (size_t i = 0; i < pairs; ++i) walk.Map(model.inputs()[i], inputs[i]);

  if (kRepairs < kWalksFromInputs) {
    if (Refusal refusal = walk.FromOutputs(model)) return refusal;
  } else {
    for (Node* node : model.nodes()) {
      if (Refusal refusal = walk.Visit(node)) return refusal;
    }
  }

  const size_t n = model.outputs().size();
  Tensor** outputs = session.arena().NewUnset<Tensor*>(n);
  for (size_t i = 0; i < n; ++i) {
    outputs[i] = walk.Mapped(model.outputs()[i]);
    if (outputs[i] == nullptr) {
      return session.Refuse(kNotInTensorMap, AsKey(model.outputs()[i]));
    }
  }
  return Model::Make(session, inputs, Tensors(outputs, n), model.name());
}

}  // namespace

Cloner Proposal004() {
  return {"proposal-004",
          "candidate 004: inputs without batch axis, walked from the outputs",
          {"2.2.4"},
          &Clone<0>};
}

Cloner Proposal004Repaired() {
  return {"proposal-004-repaired",
          "candidate 004 with batch axes: still walks from the outputs",
          {"2.2.4"},
          &Clone<kKeepsBatchAxis>};
}

Cloner Proposal004Repaired2() {
  return {"proposal-004-repaired-2",
          "candidate 004, walking from the inputs, too: inputs in wrong order",
          {"2.2.4"},
          &Clone<kWalksFromInputs>};
}

}  // namespace clonecheck
