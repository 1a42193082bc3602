// The two layer classes whose structure a Graph itself describes: `Model`,
// which has input and output tensors, and `Sequential`, which has layers as
// children. All other classes are the layer catalogue's.
#ifndef CLONECHECK_CORE_GRAPH_MODEL_KINDS_H_
#define CLONECHECK_CORE_GRAPH_MODEL_KINDS_H_

#include "absl/strings/string_view.h"
#include "core/graph/graph.h"

namespace clonecheck {

inline constexpr absl::string_view kModelKind = "Model";
inline constexpr absl::string_view kSequentialKind = "Sequential";

// The layer's class; empty if it has none, which Validate refuses.
inline absl::string_view KindName(const LayerDecl& layer) {
  return layer.config == nullptr || layer.config->kind == nullptr
             ? absl::string_view()
             : layer.config->kind->text;
}
inline bool IsModel(const LayerDecl& layer) {
  return KindName(layer) == kModelKind;
}
inline bool IsSequential(const LayerDecl& layer) {
  return KindName(layer) == kSequentialKind;
}

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_GRAPH_MODEL_KINDS_H_
