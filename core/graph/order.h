// "Simpler than": a total order on Graphs by their content. What a shrinker
// goes down, and what picks one witness out of many.
#ifndef CLONECHECK_CORE_GRAPH_ORDER_H_
#define CLONECHECK_CORE_GRAPH_ORDER_H_

#include "core/graph/graph.h"
#include "core/graph/layer_facts.h"

namespace clonecheck {

// Negative, zero or positive as `a` is simpler than, the same as, or less
// simple than `b`. Zero only for the same program, statement for statement. In
// this order, the first difference decides:
//   1. fewer calls (a layer that is the model counts as one, and so does each
//      layer that it holds), layers, inputs; fewer outputs and inputs of the
//      model
//   2. fewer references to tensors and layers; fewer keyword arguments
//   3. less out of the ordinary: declared names, frozen layers, dtypes other
//      than float32, sparse inputs, lists of one, a model made before the last
//      call, layers constructed after the first one
//   4. lower sum of complexities of the layers, by `facts`; without: no matter
//   5. fewer config entries
//   6. lower ranks, then lower sizes of the inputs' shapes; an unknown size
//      counts as 0
//   7. the layers, one after the other: complexity, config, …
//   8. the inputs, the calls, the model, one after the other
// Where texts decide, the shorter one is simpler; where references decide,
// inputs come before calls, and lower numbers before higher ones.
//
// Depends on nothing but content: not on addresses, ids, or the order of
// interning. `a` and `b` may belong to different Pools. The order is total for
// each fixed `facts`, which may be null.
int CompareGraphs(const Graph& a, const Graph& b,
                  const LayerFacts* facts = nullptr);

inline bool SimplerThan(const Graph& a, const Graph& b,
                        const LayerFacts* facts = nullptr) {
  return CompareGraphs(a, b, facts) < 0;
}

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_GRAPH_ORDER_H_
