// `fixed`: our own correct clone, the shortest statement of what cloning is:
// copy every layer once, then make the same calls, in the order in which they
// were made, on the mapped tensors with the mapped keyword arguments.
//
// Why upstream's way goes wrong where this does not:
// - It walks by depth, so a layer's calls may come in another order than the
//   original's. Order of creation is an order in which inputs always exist.
// - It computes masks itself and passes them as keywords, beside those that the
//   layer call collects anyway. Here a keyword is passed only if the original
//   call had it; masks follow from the histories of the new tensors.
// - It pairs outputs with masks up to the shorter list (keras#12202). Here
//   outputs are paired with outputs.
// - It writes into the original's keyword arguments. Here they are copied.
// - It rebuilds a nested Model from its config, and so forgets which layers it
//   shares with the rest. Here one layer map serves all levels.
// - It trusts get_config with everything, and Lambda's forgets the mask
//   function. Here such attributes are copied from layer to layer.
#include <algorithm>

#include "core/cloners/cloners.h"
#include "core/engine/cloner.h"

namespace clonecheck {
namespace {

class Copier {
 public:
  explicit Copier(Session& session)
      : session_(session), layers_(session), tensors_(session) {}

  OrRefusal<Model*> Copy(Model& model, const Tensors* input_tensors) {
    Arena& arena = session_.arena();
    const size_t num_inputs = model.inputs().size();
    Tensor** inputs = arena.NewArray<Tensor*>(num_inputs);
    for (size_t i = 0; i < num_inputs; ++i) {
      Layer* layer = model.input_layers()[i];
      if (input_tensors != nullptr && i < input_tensors->size()) {
        inputs[i] = (*input_tensors)[i];
      } else if (Layer* copy = layers_[layer]) {
        // The input of a nested Model that was copied before it.
        inputs[i] = copy->inbound_nodes()[0]->output_tensors()[0];
      } else {
        inputs[i] =
            session_.NewInput(layer->batch_input_shape(), layer->dtype(),
                              layer->sparse(), layer->name());
      }
      layers_[layer] = inputs[i]->layer;
      tensors_[model.inputs()[i]] = inputs[i];
    }
    // Layers in the order in which the original has them, then the calls in the
    // order in which they were made.
    absl::Span<Node* const> nodes = InOrderOfCreation(model.nodes());
    for (Node* node : nodes) {
      if (!node->has_inbound_layers()) continue;
      if (Refusal refusal = Repeat(node)) return refusal;
    }
    const size_t num_outputs = model.outputs().size();
    Tensor** outputs = arena.NewArray<Tensor*>(num_outputs);
    for (size_t i = 0; i < num_outputs; ++i) {
      outputs[i] = tensors_[model.outputs()[i]];
    }
    return Model::Make(session_, Tensors(inputs, num_inputs),
                       Tensors(outputs, num_outputs), model.name());
  }

 private:
  OrRefusal<Layer*> CopyLayer(Layer* layer) {
    Layer*& copy = layers_[layer];
    if (copy != nullptr) return copy;
    if (Model* model = layer->as_model()) {
      OrRefusal<Model*> nested = Copy(*model, nullptr);
      if (!nested.ok()) return nested.refusal;
      copy = nested.value;
      return copy;
    }
    OrRefusal<Layer*> made =
        Layer::FromConfig(session_, layer->GetConfig(session_));
    if (!made.ok()) return made;
    copy = made.value;
    copy->CopyUnsavedAttributes(*layer);
    return copy;
  }

  // Makes the same call again.
  Refusal Repeat(Node* node) {
    // Done already, for a layer that is shared with a nested Model.
    if (tensors_[node->output_tensors()[0]] != nullptr) return nullptr;
    OrRefusal<Layer*> layer = CopyLayer(node->outbound_layer());
    if (!layer.ok()) return layer.refusal;
    const size_t n = node->inputs().size();
    Tensor** inputs = session_.arena().NewArray<Tensor*>(n);
    for (size_t i = 0; i < n; ++i) {
      inputs[i] = tensors_[node->inputs()[i].tensor];
    }
    const Dict* kwargs = nullptr;
    if (node->arguments() != nullptr && !node->arguments()->empty()) {
      kwargs = MapArguments(*node->arguments());
    }
    OrRefusal<Tensors> outputs =
        layer.value->Call(session_, Tensors(inputs, n), kwargs);
    if (!outputs.ok()) return outputs.refusal;
    for (size_t k = 0; k < outputs.value.size(); ++k) {
      tensors_[node->output_tensors()[k]] = outputs.value[k];
    }
    return nullptr;
  }

  // A tensor of the original becomes its copy; anything else stays.
  Tensor* MapTensor(Tensor* tensor) {
    if (tensor == nullptr) return nullptr;
    Tensor** copy = tensors_.Find(tensor);
    return copy == nullptr || *copy == nullptr ? tensor : *copy;
  }

  const Dict* MapArguments(const Dict& arguments) {
    Dict* mapped = session_.NewDict();
    for (const Dict::Entry& entry : arguments.entries()) {
      Value value = entry.value;
      if (value.type == Value::Type::kTensor) {
        value.tensor = MapTensor(value.tensor);
      } else if (value.type == Value::Type::kTensorList) {
        Tensor** items = session_.arena().NewArray<Tensor*>(value.size);
        for (size_t i = 0; i < value.size; ++i) {
          items[i] = MapTensor(value.items[i]);
        }
        value = Value::List(Tensors(items, value.size));
      }
      mapped->Set(session_, entry.key, value);
    }
    return mapped;
  }

  absl::Span<Node* const> InOrderOfCreation(absl::Span<Node* const> nodes) {
    Node** sorted = session_.arena().NewArray<Node*>(nodes.size());
    std::copy(nodes.begin(), nodes.end(), sorted);
    std::sort(sorted, sorted + nodes.size(),
              [](const Node* a, const Node* b) { return a->id() < b->id(); });
    return absl::MakeConstSpan(sorted, nodes.size());
  }

  Session& session_;
  LayerMap<Layer*> layers_;
  TensorMap<Tensor*> tensors_;
};

OrRefusal<Model*> Clone(Session& session, Model& model,
                        const Tensors* input_tensors) {
  return Copier(session).Copy(model, input_tensors);
}

}  // namespace

Cloner Fixed() {
  return {"fixed",
          "our own: the same calls again, in the order of their creation",
          {"2.2.4", "2.2.5", "2.3.1"},
          &Clone};
}

}  // namespace clonecheck
