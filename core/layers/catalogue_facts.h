// CatalogueFacts: the layer catalogue's answers to what the Graph room asks of
// layer classes (layer_facts.h). Nothing here knows a class: all of it follows
// from what a kind says about itself, so that a new one needs no line here.
// What later Keras says otherwise is in later_keras.cc.
//
// Not thread-safe, as little as the catalogue.
#ifndef CLONECHECK_CORE_LAYERS_CATALOGUE_FACTS_H_
#define CLONECHECK_CORE_LAYERS_CATALOGUE_FACTS_H_

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "core/graph/config.h"
#include "core/graph/graph.h"
#include "core/graph/layer_facts.h"
#include "core/graph/python_dialect.h"
#include "core/layers/catalogue.h"
#include "core/layers/layer_spec.h"

namespace clonecheck {

// Configs may belong to any Pool. Those of the catalogue's own are found by
// address, others by content.
class CatalogueFacts final : public LayerFacts {
 public:
  // REQUIRES: `catalogue` outlives this.
  explicit CatalogueFacts(Catalogue& catalogue) : catalogue_(catalogue) {}

  // -1 for a layer that the catalogue does not take, and for a wrapper, whose
  // outputs depend on what it wraps.
  int NumOutputs(const Graph& graph, const LayerDecl& layer) const override;

  // A class that the catalogue does not know is written with all its arguments.
  PythonLayer ToPython(const Config& config,
                       PythonDialect dialect) const override;

  // What it takes to say what the layer does:
  //   1. the fewer lines of Python have to be defined for it, and the less it
  //      has to do with lists and masks, the simpler: 1 for a line, 4 for each
  //      output beyond the first, 2 if `call` takes a mask, 2 if it makes one
  //      out of nothing, 1 for a class that the generator draws seldom. So
  //      Activation, Dense and Add come before Masking, this
  //      before Lambdas, Lambdas of one output before those of two, and classes
  //      of the harness last;
  //   2. within this, the order in which the kind offers its configs to the
  //      generator: a linear Activation before others, Dense(1) before
  //      Dense(2), Lambda(two) before the other functions of two outputs.
  //      Configs that are never drawn come after those that are.
  // So keras#12202, the smallest graph that uses a second output without a
  // mask, is told with Lambda(two). Between kinds of one rank the order of
  // configs decides (CompareGraphs). What the catalogue does not take comes
  // after everything else.
  int Complexity(const Config& config) const override;

  // Are its outputs masked though no input is?
  bool MakesMask(const LayerSpec& spec) const;

 private:
  // Null for what the catalogue does not take.
  const LayerSpec* SpecOf(const Config& config) const;
  int ComplexityOf(const LayerSpec& spec) const;
  void RankDomain(const LayerKind& kind) const;

  Catalogue& catalogue_;
  // Answers of before; the position in the domain of every drawn spec, and the
  // kinds whose domain has been gone through.
  mutable absl::flat_hash_map<const LayerSpec*, int> complexities_;
  mutable absl::flat_hash_map<const LayerSpec*, int> positions_;
  mutable absl::flat_hash_set<const LayerKind*> ranked_;
};

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_LAYERS_CATALOGUE_FACTS_H_
