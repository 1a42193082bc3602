// What tests of Shrink ask of a Graph alone.
#ifndef CLONECHECK_CORE_SEARCH_TEST_PREDICATES_H_
#define CLONECHECK_CORE_SEARCH_TEST_PREDICATES_H_

#include <cstddef>
#include <cstdint>
#include <set>

#include "core/graph/graph.h"

namespace clonecheck {

inline bool UsesOutput(const Graph& graph, int32_t index) {
  for (TensorRef ref : graph.model_outputs()) {
    if (!ref.is_input() && ref.index == index) return true;
  }
  for (const Call& call : graph.calls()) {
    for (TensorRef ref : graph.call_inputs(call)) {
      if (!ref.is_input() && ref.index == index) return true;
    }
  }
  return false;
}

inline bool SharesLayer(const Graph& graph) {
  std::set<uint32_t> called;
  for (const Call& call : graph.calls()) {
    if (!called.insert(call.layer).second) return true;
  }
  return false;
}

// A call of whose outputs the model needs none, nor any other call.
inline bool HasCallOutside(const Graph& graph) {
  std::set<int32_t> used;
  for (TensorRef ref : graph.model_outputs()) used.insert(ref.producer);
  for (const Call& call : graph.calls()) {
    for (TensorRef ref : graph.call_inputs(call)) used.insert(ref.producer);
  }
  for (size_t i = 0; i < graph.calls().size(); ++i) {
    if (used.count(static_cast<int32_t>(i)) == 0) return true;
  }
  return false;
}

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_SEARCH_TEST_PREDICATES_H_
