// A Graph as program text for people: short, in the order in which it is
// executed, close to Python, but not to be run (print_python.h is).
//
//   i0 = Input((None, 4))
//   l0 = Lambda(function='two')
//   c0 = l0(i0)  # 2 outputs
//   model = Model(inputs=[i0], outputs=[c0.1])
#ifndef CLONECHECK_CORE_GRAPH_PRINT_TEXT_H_
#define CLONECHECK_CORE_GRAPH_PRINT_TEXT_H_

#include <string>

#include "core/graph/graph.h"
#include "core/graph/layer_facts.h"

namespace clonecheck {

// Layers stand just before their first use (see ReadableStatements). `facts`
// tells numbers of outputs and may be null: then `c0.0` is written where some
// other output of the call is used, and `c0` elsewhere. Ends with a newline.
// REQUIRES: `graph` is valid (Validate).
std::string GraphToText(const Graph& graph, const LayerFacts* facts = nullptr);

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_GRAPH_PRINT_TEXT_H_
