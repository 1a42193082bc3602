// Mutation: what an operator of the Mutator works on: the Graph, a draft of it
// to be edited, and what is known of its tensors. Private to the Mutator and to
// the reader of bytes.
#ifndef CLONECHECK_CORE_SEARCH_MUTATION_H_
#define CLONECHECK_CORE_SEARCH_MUTATION_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/graph/graph.h"
#include "core/layers/catalogue.h"
#include "core/layers/layer_spec.h"
#include "core/random.h"
#include "core/search/builds.h"
#include "core/search/draft.h"
#include "core/search/infer.h"
#include "core/search/layer_domain.h"

namespace clonecheck {

// Outputs of the model, at most: as many as the generator makes.
inline constexpr size_t kMostModelOutputs = 9;

// What is known of the tensors of a Graph.
class TensorTable {
 public:
  TensorTable(const Graph& graph, Catalogue& catalogue);

  // Shape, dtype and mask; null if not known.
  const TensorInfo* Info(TensorRef ref) const;
  // The Model inside of which a tensor is: the layer's number, or kMain. A call
  // belongs where its inputs are.
  static constexpr int32_t kMain = -1;
  int32_t Scope(TensorRef ref) const;
  int32_t ScopeOfCall(size_t call) const { return scope_of_calls_[call]; }
  // All of `scope` that there are before call number `position`.
  std::vector<TensorRef> AtHand(size_t position, int32_t scope) const;

 private:
  std::vector<TensorInfo> inputs_;
  std::vector<TensorInfos> calls_;
  std::vector<int32_t> scope_of_inputs_;
  std::vector<int32_t> scope_of_calls_;
};

// Are two tensors of one type: shape and dtype, whatever their masks?
inline bool SameType(const TensorInfo& a, const TensorInfo& b) {
  return a.shape == b.shape && a.dtype == b.dtype;
}

// May an input be declared with this shape?
bool CanBeInput(const TensorInfo& info);

class Mutation {
 public:
  Mutation(const Graph& graph, const Graph* other, Catalogue& catalogue,
           LayerDomain& domain, size_t max_calls);

  // The choices of one operator, whatever others have drawn before.
  void Seed(uint64_t seed) { random_ = SplitMix64(seed); }
  // Every try begins with a new draft.
  void Restart() { draft = Draft::From(graph); }

  // ---- Choices
  uint32_t Below(size_t n) {
    return static_cast<uint32_t>(((random_.Next() >> 32) * n) >> 32);
  }
  bool Percent(uint32_t percent) { return Below(100) < percent; }
  template <typename T>
  const T& OneOf(const std::vector<T>& items) {
    return items[Below(items.size())];
  }

  // ---- Of the Graph
  // The spec of a layer that holds no others, and is none that a Graph itself
  // describes; otherwise null.
  const LayerSpec* PlainSpec(uint32_t layer) const;
  // What a call is given: its inputs, then its states. Empty if not all of them
  // are known.
  std::vector<TensorInfo> Given(size_t call) const;
  bool HasRoom(size_t calls = 1) const {
    return graph.calls().size() + calls <= max_calls;
  }

  const Graph& graph;
  const Graph* other;
  Catalogue& catalogue;
  LayerDomain& domain;
  const size_t max_calls;
  const TensorTable tensors;
  Draft draft;

 private:
  SplitMix64 random_{0};
};

// Would each call of a layer that the Graph does not describe itself take its
// inputs, as far as they are known? Cautious, as LayerSpec::Accepts. And is
// each tensor that is given as `mask` one that the generator might give: a
// number a step, outside of Models, computed without weights? Keras takes
// others, too, but such a model can then not be run, or hangs on weights that
// are not its own. Does each Bidirectional have a layer of its own? And is a
// Sequential that is the model called? Otherwise it
// may be without inputs, with weights all the same.
bool LooksGenerated(const Graph& graph, Catalogue& catalogue);

// The canonical form of what was proposed, if it is a valid program of known
// layers, looks generated, and builds.
std::optional<Graph> Admit(Graph proposed, Catalogue& catalogue,
                           const Builds& builds);

// ---- Edits that several operators need

// A use of a tensor of type `info` and of `scope` that comes after call
// `position` becomes `tensor`; false if there is none. For drafts of m.graph
// into which `inserted` calls were put after `position`.
bool UseInPlace(Mutation& m, const TensorInfo& info, int32_t scope,
                size_t position, size_t inserted, TensorRef tensor);
// Adds an output to the model, if it is one of tensors and has few.
bool AddModelOutput(Mutation& m, TensorRef tensor);
// Drops what an edit made useless, but not what was useless before.
// `inserted` calls at `position` are new, and stay.
void DropNewlyUnused(Mutation& m, size_t position = 0, size_t inserted = 0);

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_SEARCH_MUTATION_H_
