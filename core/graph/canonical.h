// Canonicalize: one numbering of inputs and layers for Graphs that are the same
// program but for their numbering. Not a test of isomorphism: calls keep their
// order, because it is part of the program.
#ifndef CLONECHECK_CORE_GRAPH_CANONICAL_H_
#define CLONECHECK_CORE_GRAPH_CANONICAL_H_

#include "core/graph/graph.h"

namespace clonecheck {

// The same program with inputs and layers renumbered. Nothing is dropped or
// added: calls, positions, names, configs and unused statements stay.
//
//   - Inputs: first the inputs of the model under test, in its order; then
//     others in the order of first use, going through the statements in order
//     of execution (for a call: its inputs, then its keyword arguments; for a
//     nested Model: its inputs, then its outputs); then unused ones by content
//     (shape, dtype, sparse, name).
//   - Layers: by position; within a position in the order of first use, going
//     through the calls. The use of a layer is preceded by the use of its
//     children, in their order. Then layers that no call needs, by content
//     (config, name), their children before them.
//
// Renumbering moves automatic names: what was `dense_1` may become `dense_2`.
// This matters to nobody unless a declared name equals an automatic one. So
// where unnamed and declared names could meet (there is a declared name that
// ends in `_` and a number, and something unnamed), the Graph is returned as it
// is.
//
// Effects: Canonicalize(Canonicalize(g)) == Canonicalize(g). Two Graphs that
// differ by a renumbering of used inputs and layers only have one canonical
// form, except by the rule on names.
// REQUIRES: `graph` is valid (Validate).
Graph Canonicalize(const Graph& graph);

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_GRAPH_CANONICAL_H_
