#include "campaign/minimal_graphs.h"

#include <algorithm>

#include "absl/status/statusor.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "campaign/minimal_graphs_text.h"
#include "core/graph/canonical.h"
#include "core/graph/json.h"
#include "core/graph/order.h"
#include "core/layers/catalogue_facts.h"
#include "core/layers/resolve_graph.h"

namespace clonecheck {

std::vector<Graph> ReadMinimalGraphs(Catalogue& catalogue) {
  std::vector<Graph> graphs;
  for (absl::string_view line :
       absl::StrSplit(kMinimalGraphsText, '\n', absl::SkipEmpty())) {
    // A line that cannot be read is an error of the build: a test looks at all.
    graphs.push_back(Canonicalize(
        ResolveGraph(GraphFromJson(line, catalogue.pool()).value(), catalogue)
            .value()));
  }
  const CatalogueFacts facts(catalogue);
  std::sort(graphs.begin(), graphs.end(), [&](const Graph& a, const Graph& b) {
    return SimplerThan(a, b, &facts);
  });
  return graphs;
}

}  // namespace clonecheck
