// A Graph as a drawing in Graphviz' language: inputs on top, a box a call,
// layers that are called several times in one colour, outputs below.
#ifndef CLONECHECK_CORE_GRAPH_PRINT_DOT_H_
#define CLONECHECK_CORE_GRAPH_PRINT_DOT_H_

#include <string>
#include <vector>

#include "core/graph/graph.h"
#include "core/graph/layer_facts.h"

namespace clonecheck {

struct DotOptions {
  // Of the drawing, for those who cannot see it; empty: none.
  std::string title;
  // Drawn as the place to look at: these tensors, and what makes them.
  std::vector<TensorRef> marked;
};

// `facts` tells numbers of outputs and may be null. Texts are cut to what fits
// into a box; whatever characters they have, the result is a valid drawing. The
// elements have the ids `i0`, `c0` and `o0`, and the class `marked` where they
// are. REQUIRES: `graph` is valid (Validate).
std::string GraphToDot(const Graph& graph, const LayerFacts* facts = nullptr,
                       const DotOptions& options = {});

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_GRAPH_PRINT_DOT_H_
