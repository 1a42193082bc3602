// How deeply Models and wrappers are nested in a Graph. A part of Validate.
#ifndef CLONECHECK_CORE_GRAPH_VALIDATE_NESTING_H_
#define CLONECHECK_CORE_GRAPH_VALIDATE_NESTING_H_

#include "absl/status/status.h"
#include "core/graph/graph.h"

namespace clonecheck {

// OK if no layer is nested more than kMaxNesting levels deep and none makes
// more than kMaxCalls calls when it is called once, or the first one that is or
// does. REQUIRES: references and children are valid.
absl::Status CheckNesting(const Graph& graph);

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_GRAPH_VALIDATE_NESTING_H_
