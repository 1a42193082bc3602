// What messages call the parts of a Graph: `call 3 (layer 2, Add)`.
#ifndef CLONECHECK_CORE_GRAPH_PLACES_H_
#define CLONECHECK_CORE_GRAPH_PLACES_H_

#include <cstdint>
#include <string>

#include "core/graph/graph.h"

namespace clonecheck {

// A part of a Graph. Its text is put together only for a message.
struct Place {
  enum class Kind : uint8_t { kInput, kLayer, kCall, kModel };
  Kind kind = Kind::kModel;
  uint32_t index = 0;  // among its kind; nothing for the model
};

// `input 0`, `layer 1 (Add "sum")`, `call 3 (layer 2, Add)`, `the model`. The
// Graph need not be valid, but has a part of that number.
std::string PlaceText(const Graph& graph, Place place);

// Within the text of another place: `layer 2, Add`, or `layer "add_1"` where it
// is named. REQUIRES: there is a layer of that number.
std::string LayerText(const Graph& graph, uint32_t index);

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_GRAPH_PLACES_H_
