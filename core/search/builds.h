// Builds: the question that search asks its caller, since it knows no engine.
#ifndef CLONECHECK_CORE_SEARCH_BUILDS_H_
#define CLONECHECK_CORE_SEARCH_BUILDS_H_

#include <functional>

#include "core/graph/graph.h"

namespace clonecheck {

// Does the engine build the Graph without refusal? Never asked about a Graph
// that is not valid, or whose layers the catalogue does not know.
using Builds = std::function<bool(const Graph&)>;

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_SEARCH_BUILDS_H_
