// Which graphs are bad input: those that Keras itself refuses, and, if asked
// for, those with layers that clonecheck does not know.
#ifndef CLONECHECK_CAMPAIGN_BUILDABLE_H_
#define CLONECHECK_CAMPAIGN_BUILDABLE_H_

#include <string>

#include "absl/status/status.h"
#include "campaign/workbench.h"
#include "core/cloners/cloners.h"
#include "core/graph/graph.h"

namespace clonecheck {

// OK if the cloner's engine builds `graph`; otherwise an InvalidArgument error
// with the file, the place in it, Keras' own error text and what to do.
absl::Status CheckBuildable(Workbench& workbench, const std::string& file,
                            const Graph& graph, const ClonerOnEngine& cloner);

// Why `--strict` refuses a graph; OK if it has no opaque layer.
absl::Status CheckTransparent(const std::string& file, const Graph& graph);

}  // namespace clonecheck

#endif  // CLONECHECK_CAMPAIGN_BUILDABLE_H_
