// ResolveGraph: a Graph whose layers the catalogue knows, each with its
// canonical config: what the engine executes. The step after Validate, which
// knows no layer class.
#ifndef CLONECHECK_CORE_LAYERS_RESOLVE_GRAPH_H_
#define CLONECHECK_CORE_LAYERS_RESOLVE_GRAPH_H_

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "core/graph/graph.h"
#include "core/layers/catalogue.h"

namespace clonecheck {

// The same program with canonical configs; or an InvalidArgument error that
// names the layer or call and what to do there, if
//   - the catalogue does not know a class, or not one of its arguments;
//   - a call has fewer or more inputs than its class takes. Of a Model only
//     Keras knows how many these are, and may refuse the call;
//   - an output of a call is used that the class does not have.
// Effects: ResolveGraph(ResolveGraph(g)) == ResolveGraph(g).
// REQUIRES: `graph` is valid (Validate) and its Pool is the catalogue's.
absl::StatusOr<Graph> ResolveGraph(Graph graph, Catalogue& catalogue);

// For messages: `layer 2 (Add)`; `layer "sum" (Add)` if it has a name, since
// whoever wrote that does not know our numbers.
std::string DescribeLayer(const Graph& graph, uint32_t index);

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_LAYERS_RESOLVE_GRAPH_H_
