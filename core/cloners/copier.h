// Copier: how `fixed` clones; see fixed.cc for what it does and why. Its steps
// are virtual so that planted faults (mutant_copier.h) can go wrong in one of
// them.
#ifndef CLONECHECK_CORE_CLONERS_COPIER_H_
#define CLONECHECK_CORE_CLONERS_COPIER_H_

#include "core/engine/cloner.h"
#include "core/engine/sequential.h"

namespace clonecheck {

class Copier {
 public:
  explicit Copier(Session& session);
  virtual ~Copier() = default;
  Copier(const Copier&) = delete;
  Copier& operator=(const Copier&) = delete;

  // The clone of `model`; `input_tensors` null: on inputs of its own.
  OrRefusal<Model*> Copy(Model& model, const Tensors* input_tensors);

 protected:
  // ---- Steps ----

  // The order in which calls are made again.
  virtual void Order(absl::Span<Node*> nodes);
  // The copy of a layer; the same one whenever it is asked for.
  virtual OrRefusal<Layer*> CopyLayer(Layer* layer);
  virtual OrRefusal<Layer*> CopyWrapper(const Layer& layer);
  virtual OrRefusal<Layer*> CopySequential(Sequential& original);
  // Does again what made the node: an input, a Model or a call.
  virtual Refusal Repeat(Node* node);
  // `layer(inputs, **kwargs)`, in the place of the call `node`.
  virtual OrRefusal<Tensors> CallCopy(Node& node, Layer& layer, Tensors inputs,
                                      const Dict* kwargs);
  // The keyword arguments for the copy of a call; null: none.
  virtual const Dict* MapArguments(const Node& node);
  // Notes what the outputs of a call have become.
  virtual void MapOutputs(const Node& node, Tensors outputs);
  virtual Refusal MakeInput(Node* node);
  virtual OrRefusal<Model*> MakeModel(Model& original, Tensors inputs,
                                      Tensors outputs);
  // Takes the given tensors as the inputs of the copy.
  virtual void Give(Model& model, Tensors given);

  // ---- What the steps are made of ----

  // The node that stands for a Model's construction.
  static Node* OwnNode(Layer& model) { return model.inbound_nodes()[0]; }
  // The node that made `tensor`. REQUIRES: it has a history.
  static Node* Source(const Tensor& tensor) {
    return tensor.layer->inbound_nodes()[tensor.node_index];
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
  absl::Span<Node* const> nodes() const {
    return absl::MakeConstSpan(nodes_.data(), nodes_.size());
  }

  Session& session_;
  LayerMap<Layer*> layers_;
  TensorMap<Tensor*> tensors_;

 private:
  void Collect(Node* last);
  void AddConstruction(Layer& layer);
  absl::Span<Layer* const> Stack(Sequential& model);
  void Add(Node* node);
  void AddSource(const Tensor* tensor);
  Refusal RepeatModel(Layer* layer);

  NodeMap<uint8_t> collected_;
  ArenaVector<Node*> nodes_;
};

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_CLONERS_COPIER_H_
