// Minimal Graphs: what failures of all cloners came down to before. The
// shrinker asks about these, too, so that a start which would end elsewhere
// ends where others did.
#ifndef CLONECHECK_CAMPAIGN_MINIMAL_GRAPHS_H_
#define CLONECHECK_CAMPAIGN_MINIMAL_GRAPHS_H_

#include <vector>

#include "core/graph/graph.h"
#include "core/layers/catalogue.h"

namespace clonecheck {

// Those of campaign/minimal_graphs.txt, which the program brings along: valid,
// canonical, of `catalogue` and its Pool, the simplest first.
std::vector<Graph> ReadMinimalGraphs(Catalogue& catalogue);

}  // namespace clonecheck

#endif  // CLONECHECK_CAMPAIGN_MINIMAL_GRAPHS_H_
