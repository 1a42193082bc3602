// MutantCopier: our own clone with some of its steps gone wrong. Each step's
// faults stand in a file of their own; a step that has none of the faults at
// hand does what Copier does.
#ifndef CLONECHECK_CORE_CLONERS_MUTANT_COPIER_H_
#define CLONECHECK_CORE_CLONERS_MUTANT_COPIER_H_

#include <bitset>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/types/span.h"
#include "core/cloners/copier.h"
#include "core/cloners/mutants.h"

namespace clonecheck {

class MutantCopier : public Copier {
 public:
  // Of faults, by their place in the enumeration.
  using Set = std::bitset<128>;

  MutantCopier(Session& session, Model& model, Set set);

  // The clone of the model; `given` null: on inputs of its own.
  OrRefusal<Model*> CopyMutated(const Tensors* given);

 protected:
  bool Has(PlantedFault fault) const {
    return set_[static_cast<size_t>(fault)];
  }
  // Copies of `tensors`, to be edited.
  absl::Span<Tensor*> Writable(Tensors tensors);
  Tensors Reversed(Tensors tensors);

  // ---- Order (mutant_order.cc) ----

  void Order(absl::Span<Node*> nodes) override;
  void OrderDepthFirst(absl::Span<Node*> nodes);
  // What has to be there before `node` can be made again.
  std::vector<Node*> Needed(const Node& node);
  // The nodes that stand for the construction of Models in `layer`.
  static void AddConstruction(Layer& layer, std::vector<Node*>* needed);

  // ---- The model, its inputs and outputs (mutant_model.cc) ----

  // Model(inputs, original(inputs)).
  OrRefusal<Model*> CallOriginal(const Tensors* given);
  void Give(Model& model, Tensors given) override;
  Refusal MakeInput(Node* node) override;
  OrRefusal<Model*> MakeModel(Model& original, Tensors inputs,
                              Tensors outputs) override;
  // Of `inputs` those whose layers some call uses or that are outputs.
  Tensors Used(Tensors inputs, Tensors outputs);

  // ---- Layers (mutant_layers.cc) ----

  bool IsStateless(const Layer& layer);
  bool Unshares(Layer& layer);
  // Whether an older Model has its name.
  bool IsCopy(const Model& model) const;
  // Whether its outputs go to Lambdas only that look at no mask.
  bool IsMaskUnused(const Layer& layer) const;
  OrRefusal<Layer*> CopyLayer(Layer* layer) override;
  OrRefusal<Layer*> FromConfig(Layer* layer);
  OrRefusal<Layer*> CopySequential(Sequential& original) override;
  OrRefusal<Layer*> CopyWrapper(const Layer& layer) override;

  // ---- Calls (mutant_calls.cc) ----

  Refusal Repeat(Node* node) override;
  OrRefusal<Tensors> CallCopy(Node& node, Layer& layer, Tensors inputs,
                              const Dict* kwargs) override;
  // The one call of a Model with one layer.
  OrRefusal<Tensors> Inline(Model& nested, Tensors inputs);
  void MapOutputs(const Node& node, Tensors outputs) override;

  // ---- Keyword arguments (mutant_arguments.cc) ----

  // The keyword arguments with another `mask`.
  const Dict* EditMasks(const Node& node, const Layer& layer,
                        const Dict* kwargs);
  const Dict* MapArguments(const Node& node) override;

 private:
  Model& model_;
  const Set set_;
  LayerMap<uint32_t> calls_;
  LayerMap<uint8_t> from_config_;
  int copies_ = 0;
  bool given_ = false;
  // A given input → what an InputLayer makes of it. Only looked up.
  absl::flat_hash_map<Tensor*, Tensor*> called_;
  // Of this clone, in order: originals and their copies.
  std::vector<std::pair<Layer*, Layer*>> made_;
};

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_CLONERS_MUTANT_COPIER_H_
