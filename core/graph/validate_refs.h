// The references of a Graph: each is to a tensor that is there, and made before
// it is used. A part of Validate.
#ifndef CLONECHECK_CORE_GRAPH_VALIDATE_REFS_H_
#define CLONECHECK_CORE_GRAPH_VALIDATE_REFS_H_

#include <cstddef>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/graph/graph.h"
#include "core/graph/layer_facts.h"
#include "core/graph/places.h"

namespace clonecheck {

// OK if the list is not too long and its tensors are inputs, or outputs of the
// first `calls` calls. `what` names one of them in the message.
absl::Status CheckRefs(const Graph& graph, Place place, absl::string_view what,
                       absl::Span<const TensorRef> refs, size_t calls);

// OK if each output of a call that is used anywhere exists, as far as the
// number of outputs is known. REQUIRES: all references passed CheckRefs.
absl::Status CheckOutputIndices(const Graph& graph, const LayerFacts* facts);

// OK, or why there are too many of `what` at a place.
absl::Status CheckLimit(const Graph& graph, Place place, absl::string_view what,
                        size_t count, size_t limit);

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_GRAPH_VALIDATE_REFS_H_
