#include "core/graph/layer_facts.h"

#include "core/graph/model_kinds.h"

namespace clonecheck {

int NumOutputs(const Graph& graph, const LayerDecl& layer,
               const LayerFacts* facts) {
  const LayerDecl* last = &layer;
  while (IsSequential(*last)) {
    if (last->children.size == 0) return -1;
    last = &graph.layers()[graph.children(*last).back()];
  }
  if (IsModel(*last)) return static_cast<int>(last->model_outputs.size);
  return facts == nullptr ? -1 : facts->NumOutputs(graph, *last);
}

}  // namespace clonecheck
