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
// - It writes into the original's keyword arguments. Here they are copied, and
//   what Keras itself wrote there (masks when a Model is run, states that are
//   inputs, too) is left out.
// - It rebuilds a nested Model, a Sequential or a wrapper from its config, and
//   so forgets which layers it shares with the rest. Here the construction of
//   each is one more thing to do again, and one layer map serves all levels.
// - It leaves tensors in keyword arguments as they are, of the original. Here
//   the calls that made them are repeated, too.
// - It stacks what `layers` of a Sequential shows. Here the calls that a
//   Sequential makes are counted, and its input and shape are kept.
// - It trusts get_config with everything, and Lambda's forgets the mask
//   function, a merge's whether it was built on equal ranks and so leaves its
//   inputs as they are, a PReLU's the sizes of its weights: the call that built
//   it may be no part of the model. Here such attributes are copied from layer
//   to layer, and the copy is built on what the original was built on.
#include <algorithm>

#include "core/cloners/cloners.h"
#include "core/cloners/copier.h"

namespace clonecheck {

Copier::Copier(Session& session)
    : session_(session),
      layers_(session),
      tensors_(session),
      collected_(session) {}

OrRefusal<Model*> Copier::Copy(Model& model, const Tensors* input_tensors) {
  if (input_tensors != nullptr) Give(model, *input_tensors);
  if (model.inbound_nodes().empty()) {
    // A Sequential that has not been built: no node says so.
    OrRefusal<Layer*> copy = CopyLayer(&model);
    if (!copy.ok()) return copy.refusal;
    return copy.value->as_model();
  }
  Collect(OwnNode(model));
  Order(absl::MakeSpan(nodes_.data(), nodes_.size()));
  for (Node* node : nodes_) {
    if (Refusal refusal = Repeat(node)) return refusal;
  }
  return layers_[&model]->as_model();
}

void Copier::Order(absl::Span<Node*> nodes) {
  std::sort(nodes.begin(), nodes.end(),
            [](const Node* a, const Node* b) { return a->id() < b->id(); });
}

// The inputs of the copy, as far as they are given. Those that no layer
// returned become inputs under the names of the original's.
void Copier::Give(Model& model, Tensors given) {
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
void Copier::Collect(Node* last) {
  Add(last);
  for (size_t i = 0; i < nodes_.size(); ++i) {
    Node* node = nodes_[i];
    Layer* layer = node->outbound_layer();
    if (Model* model = layer->as_model()) {
      if (node->has_inbound_layers() || model->as_sequential() != nullptr) {
        AddConstruction(*model);
      } else {
        for (Node* inner : model->nodes()) Add(inner);
        for (Layer* input : model->input_layers()) {
          Add(input->inbound_nodes()[0]);
        }
      }
    }
    if (layer->inner() != nullptr) AddConstruction(*layer->inner());
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

// The construction of a Model, or of that within a wrapper. A Sequential makes
// the calls of its layers by itself, when it is constructed or first called: it
// counts as a node only where it is constructed complete.
void Copier::AddConstruction(Layer& layer) {
  if (layer.inner() != nullptr) AddConstruction(*layer.inner());
  Model* model = layer.as_model();
  if (model == nullptr) return;
  Sequential* sequential = model->as_sequential();
  if (sequential == nullptr) return Add(OwnNode(layer));
  for (Layer* child : Stack(*sequential)) AddConstruction(*child);
  if (!sequential->inputs().empty() &&
      sequential->build_input_shape() == nullptr) {
    Add(OwnNode(layer));
  }
}

// Its layers in the order in which they are called. Once the graph is known,
// `layers` has each once, however often it is called.
absl::Span<Layer* const> Copier::Stack(Sequential& model) {
  if (model.inputs().empty()) return model.layers();
  ArenaVector<Layer*> stack;
  for (Node* node : model.nodes()) {
    if (!node->has_inbound_layers()) continue;
    stack.push_back(session_.arena(), node->outbound_layer());
  }
  return absl::MakeConstSpan(stack.data(), stack.size());
}

void Copier::Add(Node* node) {
  if (collected_[node] != 0) return;
  collected_[node] = 1;
  nodes_.push_back(session_.arena(), node);
}

void Copier::AddSource(const Tensor* tensor) {
  if (tensor != nullptr && tensor->layer != nullptr) Add(Source(*tensor));
}

Refusal Copier::Repeat(Node* node) {
  Layer* original = node->outbound_layer();
  if (!node->has_inbound_layers()) {
    return original->is_input_layer() ? MakeInput(node) : RepeatModel(original);
  }
  OrRefusal<Layer*> layer = CopyLayer(original);
  if (!layer.ok()) return layer.refusal;
  const Dict* kwargs = nullptr;
  if (!node->arguments()->empty()) kwargs = MapArguments(*node);
  OrRefusal<Tensors> outputs =
      CallCopy(*node, *layer.value, Map(node->inputs()), kwargs);
  if (!outputs.ok()) return outputs.refusal;
  MapOutputs(*node, outputs.value);
  return nullptr;
}

OrRefusal<Tensors> Copier::CallCopy(Node&, Layer& layer, Tensors inputs,
                                    const Dict* kwargs) {
  return layer.Call(session_, inputs, kwargs);
}

void Copier::MapOutputs(const Node& node, Tensors outputs) {
  for (size_t k = 0; k < outputs.size(); ++k) {
    tensors_[node.output_tensors()[k]] = outputs[k];
  }
}

Refusal Copier::MakeInput(Node* node) {
  Layer* layer = node->outbound_layer();
  Tensor* input = session_.NewInput(layer->batch_input_shape(), layer->dtype(),
                                    layer->sparse(), layer->name());
  layers_[layer] = input->layer;
  tensors_[node->output_tensors()[0]] = input;
  return nullptr;
}

Refusal Copier::RepeatModel(Layer* layer) {
  Model& original = *layer->as_model();
  if (original.as_sequential() != nullptr) return CopyLayer(layer).refusal;
  OrRefusal<Model*> model =
      MakeModel(original, Map(original.inputs()), Map(original.outputs()));
  if (!model.ok()) return model.refusal;
  model.value->set_trainable(session_, original.trainable());
  layers_[layer] = model.value;
  return nullptr;
}

OrRefusal<Model*> Copier::MakeModel(Model& original, Tensors inputs,
                                    Tensors outputs) {
  return Model::Make(session_, inputs, outputs, original.name());
}

OrRefusal<Layer*> Copier::CopyLayer(Layer* layer) {
  if (layers_[layer] != nullptr) return layers_[layer];
  Model* model = layer->as_model();
  OrRefusal<Layer*> made =
      model != nullptr ? CopySequential(*model->as_sequential())
      : layer->inner() != nullptr
          ? CopyWrapper(*layer)
          : Layer::FromConfig(session_, layer->GetConfig(session_));
  if (!made.ok()) return made;
  layers_[layer] = made.value;
  if (model == nullptr) {
    if (Refusal r = made.value->CopyUnsavedAttributes(session_, *layer)) {
      return r;
    }
  }
  return made;
}

OrRefusal<Layer*> Copier::CopyWrapper(const Layer& layer) {
  OrRefusal<Layer*> inner = CopyLayer(layer.inner());
  if (!inner.ok()) return inner;
  return session_.NewLayer(layer.spec(), layer.name(), layer.trainable(),
                           inner.value);
}

// Stacks copies: as often as the original calls a layer, on an input of the
// same name.
OrRefusal<Layer*> Copier::CopySequential(Sequential& original) {
  const bool built = !original.inputs().empty();
  // On a shape that it was told, a Sequential makes its input itself, unless
  // one is given.
  Layer* const input = built ? original.input_layers()[0] : nullptr;
  const bool makes_input = built && original.build_input_shape() != nullptr &&
                           layers_[input] == nullptr;
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
  return static_cast<Layer*>(made.value);
}

const Dict* Copier::MapArguments(const Node& node) {
  Dict* mapped = session_.NewDict();
  for (const Dict::Entry& entry : node.arguments()->entries()) {
    Value value = entry.value;
    // The copy's Models will write there what they compute.
    if (value.was_computed()) continue;
    // States that are inputs of the node are given as such.
    if (entry.key == session_.kInitialState && node.inputs().size() > 1) {
      continue;
    }
    if (value.type == Value::Type::kTensor) {
      value.tensor = MapTensor(value.tensor);
    } else if (value.type == Value::Type::kTensorList) {
      value = Value::List(Map(value.list()));
    }
    mapped->Set(session_, entry.key, value);
  }
  return mapped;
}

Cloner Fixed() {
  return {"fixed",
          "our own: the same calls again, in the order of their creation",
          {"2.2.4", "2.2.5", "2.3.1"},
          [](Session& session, Model& model, const Tensors* input_tensors) {
            return Copier(session).Copy(model, input_tensors);
          }};
}

}  // namespace clonecheck
