// SimplerGraphs: goes through all Graphs that are simpler than a given one and
// made of the same parts: what a shrinker must have asked about before it may
// say that its witness is minimal. Not for going through a grammar: that is the
// Enumerator, which makes none twice and none in vain.
#ifndef CLONECHECK_CORE_SEARCH_SIMPLER_GRAPHS_H_
#define CLONECHECK_CORE_SEARCH_SIMPLER_GRAPHS_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/functional/function_ref.h"
#include "core/graph/graph.h"
#include "core/graph/layer_facts.h"
#include "core/layers/catalogue.h"
#include "core/layers/layer_spec.h"
#include "core/search/draft.h"
#include "core/search/witness_parts.h"

namespace clonecheck {

// Which parts the Graphs may have:
//   - inputs of the shapes and dtypes of the witness, and of `shapes`, as many
//     as the witness has;
//   - layers of `specs`; Models, Sequentials and wrappers, as many as the
//     witness has, with as many inputs, outputs and children. A Model is made
//     as soon as its outputs are there. No layer is without use;
//   - keywords that the witness has, on any tensors; lists of one, frozen
//     layers, models made before the last call, and a layer as the model, where
//     the witness has that;
//   - as many outputs of the model as the witness has, and one more;
//   - no names.
struct ProofScope {
  std::vector<const LayerSpec*> specs;  // of layers that hold no others
  std::vector<const Shape*> shapes;     // of further inputs, float32
};

class SimplerGraphs {
 public:
  // REQUIRES: `witness` is valid, canonical and resolved by `catalogue`; both,
  // and `facts`, outlive this.
  SimplerGraphs(const Graph& witness, Catalogue& catalogue,
                const LayerFacts& facts, ProofScope scope);

  // Calls `visit` on each such Graph of at most `max_calls` calls, some of them
  // more than once, in canonical form, until it returns false. Gives up after
  // `max_steps` Graphs, most of which are not simpler or not valid. True if all
  // were visited.
  bool ForEach(int64_t max_steps, size_t max_calls,
               absl::FunctionRef<bool(Graph)> visit);

 private:
  // Each does its part in every way and goes on to the next; false to stop.
  bool ChooseInputs(size_t main, size_t inner);
  bool ChooseCall(size_t call);
  bool ChooseModel(size_t call);
  bool ChooseModelOutputs(size_t call, uint32_t layer);
  bool ChooseChildren(size_t call, uint32_t layer, size_t most);
  bool CallLayer(size_t call, uint32_t layer);
  bool ChooseCallInputs(size_t call, size_t count);
  bool ChooseKeywords(size_t call, size_t next);
  bool ChooseTensors(size_t call, std::vector<TensorRef>* tensors, size_t count,
                     absl::FunctionRef<bool()> then);
  bool ChooseOutputs();
  bool Leaf();
  // Adds a layer for as long as `then` runs; frozen, too, if that occurs.
  bool WithLayer(Draft::DraftLayer layer,
                 absl::FunctionRef<bool(uint32_t)> then);

  // Tensors before call `calls`.
  std::vector<TensorRef> Tensors(size_t calls) const;
  int OutputsOf(uint32_t layer) const;
  const LayerSpec* SpecOf(uint32_t layer) const;
  bool MayBeSimplerSoFar() const;

  const Graph& witness_;
  Catalogue& catalogue_;
  const LayerFacts& facts_;
  const ProofScope scope_;
  const WitnessParts parts_;
  absl::FunctionRef<bool(Graph)>* visit_ = nullptr;
  int64_t steps_left_ = 0;

  Draft draft_;
  size_t calls_ = 0;
  size_t main_inputs_ = 0;
  size_t models_ = 0;
  size_t containers_ = 0;
};

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_SEARCH_SIMPLER_GRAPHS_H_
