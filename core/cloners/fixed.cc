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
//   Masks that running a nested Model has written there are left out.
// - It rebuilds a nested Model from its config, and so forgets which layers it
//   shares with the rest. Here the construction of a Model is one more thing to
//   do again, and one layer map serves all levels.
// - It leaves tensors in keyword arguments as they are, of the original. Here
//   the calls that made them are repeated, too.
// - It stacks what `layers` of a Sequential shows. Here the calls that a
//   Sequential makes are counted, and its input and shape are kept.
// - It trusts get_config with everything, and Lambda's forgets the mask
//   function. Here such attributes are copied from layer to layer.
#include <algorithm>

#include "core/cloners/cloners.h"
#include "core/engine/cloner.h"
#include "core/engine/sequential.h"

namespace clonecheck {
namespace {

class Copier {
 public:
  explicit Copier(Session& session)
      : session_(session),
        layers_(session),
        tensors_(session),
        collected_(session) {}

  OrRefusal<Model*> Copy(Model& model, const Tensors* input_tensors) {
    if (input_tensors != nullptr) Give(model, *input_tensors);
    if (model.inbound_nodes().empty()) {
      // A Sequential that has not been built: no node says so.
      if (Refusal refusal = MakeSequential(*model.as_sequential())) {
        return refusal;
      }
      return layers_[&model]->as_model();
    }
    Collect(OwnNode(model));
    std::sort(nodes_.begin(), nodes_.end(),
              [](const Node* a, const Node* b) { return a->id() < b->id(); });
    for (Node* node : nodes_) {
      if (Refusal refusal = Repeat(node)) return refusal;
    }
    return layers_[&model]->as_model();
  }

 private:
  // The node that stands for a Model's construction.
  static Node* OwnNode(Layer& model) { return model.inbound_nodes()[0]; }
  // The node that made `tensor`. REQUIRES: it has a history.
  static Node* Source(const Tensor& tensor) {
    return tensor.layer->inbound_nodes()[tensor.node_index];
  }

  // The inputs of the copy, as far as they are given. Those that no layer
  // returned become inputs under the names of the original's.
  void Give(Model& model, Tensors given) {
    const size_t pairs = std::min(given.size(), model.inputs().size());
    for (size_t i = 0; i < pairs; ++i) {
      Layer* layer = model.input_layers()[i];
      if (given[i]->layer == nullptr) {
        session_.NewInputOn(given[i], layer->name());
      }
      layers_[layer] = given[i]->layer;
      tensors_[model.inputs()[i]] = given[i];
      collected_[Source(*model.inputs()[i])] = 1;
    }
  }

  // All nodes that `last` needs: those of a Model, of the Models nested in it,
  // and the calls that made tensors in keyword arguments, which belong to no
  // Model.
  void Collect(Node* last) {
    Add(last);
    for (size_t i = 0; i < nodes_.size(); ++i) {
      Node* node = nodes_[i];
      Layer* layer = node->outbound_layer();
      if (Model* model = layer->as_model()) {
        if (node->has_inbound_layers()) {
          Add(OwnNode(*model));
        } else if (model->as_sequential() != nullptr) {
          AddModelsIn(*model);
        } else {
          for (Node* inner : model->nodes()) Add(inner);
          for (Layer* input : model->input_layers()) {
            Add(input->inbound_nodes()[0]);
          }
        }
      }
      for (const Node::Inbound& input : node->inputs()) {
        if (input.layer != nullptr) {
          Add(input.layer->inbound_nodes()[input.node_index]);
        }
      }
      if (node->arguments() == nullptr) continue;
      for (const Dict::Entry& entry : node->arguments()->entries()) {
        AddSource(entry.value.tensor);
        if (entry.value.type != Value::Type::kTensorList) continue;
        for (const Tensor* tensor : entry.value.list()) AddSource(tensor);
      }
    }
  }
  void Add(Node* node) {
    if (collected_[node] != 0) return;
    collected_[node] = 1;
    nodes_.push_back(session_.arena(), node);
  }
  // Of a Sequential's calls, those that make Models. It makes its calls itself.
  void AddModelsIn(Model& sequential) {
    for (Node* inner : sequential.nodes()) {
      Layer* layer = inner->outbound_layer();
      if (layer->as_model() != nullptr) Add(OwnNode(*layer));
    }
  }
  void AddSource(const Tensor* tensor) {
    if (tensor != nullptr && tensor->layer != nullptr) Add(Source(*tensor));
  }

  // Does again what made the node: an input, a Model or a call.
  Refusal Repeat(Node* node) {
    Layer* original = node->outbound_layer();
    if (!node->has_inbound_layers()) {
      return original->is_input_layer() ? MakeInput(node) : MakeModel(original);
    }
    OrRefusal<Layer*> layer = CopyLayer(original);
    if (!layer.ok()) return layer.refusal;
    Tensors inputs = Map(node->inputs());
    const Dict* kwargs = nullptr;
    if (!node->arguments()->empty()) {
      // Keras 2.2.4 records states that are inputs as a keyword, too, but takes
      // them from one side only.
      const bool has_states =
          inputs.size() > 1 && original->spec().traits().num_states > 0;
      kwargs = MapArguments(*node->arguments(),
                            has_states ? session_.kInitialState : nullptr);
    }
    OrRefusal<Tensors> outputs = layer.value->Call(session_, inputs, kwargs);
    if (!outputs.ok()) return outputs.refusal;
    for (size_t k = 0; k < outputs.value.size(); ++k) {
      tensors_[node->output_tensors()[k]] = outputs.value[k];
    }
    return nullptr;
  }

  Refusal MakeInput(Node* node) {
    Layer* layer = node->outbound_layer();
    Tensor* input =
        session_.NewInput(layer->batch_input_shape(), layer->dtype(),
                          layer->sparse(), layer->name());
    layers_[layer] = input->layer;
    tensors_[node->output_tensors()[0]] = input;
    return nullptr;
  }

  Refusal MakeModel(Layer* layer) {
    Model* original = layer->as_model();
    if (Sequential* sequential = original->as_sequential()) {
      return MakeSequential(*sequential);
    }
    OrRefusal<Model*> model =
        Model::Make(session_, Map(original->inputs()), Map(original->outputs()),
                    original->name());
    if (!model.ok()) return model.refusal;
    model.value->set_trainable(session_, original->trainable());
    layers_[layer] = model.value;
    return nullptr;
  }

  // Stacks copies: as often as the original calls a layer, on an input of the
  // same name.
  Refusal MakeSequential(Sequential& original) {
    const bool built = !original.inputs().empty();
    // On a shape that it was told, a Sequential makes its input itself, unless
    // one is given.
    Layer* const input = built ? original.input_layers()[0] : nullptr;
    const bool makes_input =
        original.build_input_shape() != nullptr && layers_[input] == nullptr;
    ArenaVector<Layer*> stack;
    if (built && !makes_input) {
      if (layers_[input] == nullptr) {
        if (Refusal r = MakeInput(input->inbound_nodes()[0])) return r;
      }
      stack.push_back(session_.arena(), layers_[input]);
    }
    const auto push = [&](Layer* layer) -> Refusal {
      OrRefusal<Layer*> copy = CopyLayer(layer);
      if (copy.ok()) stack.push_back(session_.arena(), copy.value);
      return copy.refusal;
    };
    if (!built) {
      for (Layer* layer : original.layers()) {
        if (Refusal refusal = push(layer)) return refusal;
      }
    }
    // By depth, and so in the order of the calls.
    for (Node* node : original.nodes()) {
      if (!node->has_inbound_layers()) continue;
      if (Refusal refusal = push(node->outbound_layer())) return refusal;
    }
    OrRefusal<Sequential*> made = Sequential::Make(
        session_, absl::MakeConstSpan(stack.data(), stack.size()),
        original.name());
    if (!made.ok()) return made.refusal;
    Sequential& copy = *made.value;
    if (makes_input) {
      const Shape* shape = original.build_input_shape();
      if (Refusal r = copy.Build(session_, absl::MakeConstSpan(&shape, 1))) {
        return r;
      }
    }
    copy.set_trainable(session_, original.trainable());
    layers_[&original] = &copy;
    // Others may go on from the tensors inside.
    for (size_t i = 0; i < original.nodes().size(); ++i) {
      tensors_[original.nodes()[i]->output_tensors()[0]] =
          copy.nodes()[i]->output_tensors()[0];
    }
    return nullptr;
  }

  OrRefusal<Layer*> CopyLayer(Layer* layer) {
    if (layers_[layer] == nullptr && layer->as_model() != nullptr &&
        layer->as_model()->as_sequential() != nullptr) {
      // One that has not been built.
      if (Refusal refusal =
              MakeSequential(*layer->as_model()->as_sequential())) {
        return refusal;
      }
    }
    Layer*& copy = layers_[layer];
    if (copy != nullptr) return copy;
    OrRefusal<Layer*> made =
        Layer::FromConfig(session_, layer->GetConfig(session_));
    if (!made.ok()) return made;
    copy = made.value;
    copy->CopyUnsavedAttributes(*layer);
    return copy;
  }

  template <typename Items>
  Tensors Map(const Items& items) {
    Tensor** mapped = session_.arena().NewUnset<Tensor*>(items.size());
    for (size_t i = 0; i < items.size(); ++i) mapped[i] = MapTensor(items[i]);
    return Tensors(mapped, items.size());
  }
  Tensor* MapTensor(const Node::Inbound& input) {
    return MapTensor(input.tensor);
  }
  // A tensor of the original becomes its copy; anything else stays.
  Tensor* MapTensor(Tensor* tensor) {
    if (tensor == nullptr) return nullptr;
    Tensor** copy = tensors_.Find(tensor);
    return copy == nullptr || *copy == nullptr ? tensor : *copy;
  }

  // A mask that no call of the user made: running the graph of a Model on other
  // inputs writes its masks into arguments that are not empty.
  static bool IsReplayMask(const Value& value) {
    const auto is_made = [](const Tensor* tensor) {
      return tensor != nullptr && tensor->layer == nullptr;
    };
    if (value.type == Value::Type::kTensor) return is_made(value.tensor);
    if (value.type == Value::Type::kLiteral) return false;
    const Tensors list = value.list();
    return std::any_of(list.begin(), list.end(), is_made);
  }

  // All but the one named `left_out`, which may be null.
  const Dict* MapArguments(const Dict& arguments, const Name* left_out) {
    Dict* mapped = session_.NewDict();
    for (const Dict::Entry& entry : arguments.entries()) {
      if (entry.key == left_out) continue;
      if (entry.key == session_.kMask && IsReplayMask(entry.value)) continue;
      Value value = entry.value;
      if (value.type == Value::Type::kTensor) {
        value.tensor = MapTensor(value.tensor);
      } else if (value.type == Value::Type::kTensorList) {
        value = Value::List(Map(value.list()));
      }
      mapped->Set(session_, entry.key, value);
    }
    return mapped;
  }

  Session& session_;
  LayerMap<Layer*> layers_;
  TensorMap<Tensor*> tensors_;
  NodeMap<uint8_t> collected_;
  ArenaVector<Node*> nodes_;
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
