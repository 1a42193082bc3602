// Graphs with opaque layers: which they are, and the two readings of them.
#ifndef CLONECHECK_CORE_LAYERS_OPAQUE_READING_H_
#define CLONECHECK_CORE_LAYERS_OPAQUE_READING_H_

#include <cstdint>
#include <optional>

#include "core/graph/graph.h"
#include "core/layers/catalogue.h"

namespace clonecheck {

// The first layer whose class, or whose function, nobody here knows.
std::optional<uint32_t> FirstOpaqueLayer(const Graph& graph);

// The same program where all layers of class Opaque pass masks; nothing if it
// has none that does not. A Lambda has no second reading: without a mask
// function it drops masks, whatever it computes.
// REQUIRES: the catalogue has resolved the graph.
std::optional<Graph> AsPassingMasks(const Graph& graph, Catalogue& catalogue);

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_LAYERS_OPAQUE_READING_H_
