// Infer: the static shapes and dtypes of the tensors of a Graph, and whether
// they are masked, by the layer kinds' own rules.
#ifndef CLONECHECK_CORE_SEARCH_INFER_H_
#define CLONECHECK_CORE_SEARCH_INFER_H_

#include <vector>

#include "absl/container/inlined_vector.h"
#include "core/graph/graph.h"
#include "core/layers/catalogue.h"
#include "core/layers/layer_spec.h"

namespace clonecheck {

// What is known of the outputs of a call, of which there are mostly one or two.
using TensorInfos = absl::InlinedVector<TensorInfo, 3>;

// Per call, one entry an output; empty for a call whose shapes are not known (a
// nested Model's, say) and for all calls below it.
std::vector<TensorInfos> InferTensors(const Graph& graph, Catalogue& catalogue);

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_SEARCH_INFER_H_
