// Small graphs for tests that record what search makes of each: every sort of
// thing that a Graph may have is in one of them, and not much else. And what a
// few steps of a Mutator make of them, which no generator would.
#ifndef CLONECHECK_CORE_SEARCH_RECORDED_GRAPHS_H_
#define CLONECHECK_CORE_SEARCH_RECORDED_GRAPHS_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/graph/graph.h"
#include "core/layers/catalogue.h"
#include "core/layers/catalogue_facts.h"
#include "core/search/builds.h"

namespace clonecheck {

struct NamedGraph {
  const char* name;
  Graph graph;
};

// In one line, for people.
std::string OneLine(const Graph& graph, const CatalogueFacts& facts);

std::vector<NamedGraph> RecordedGraphs(Catalogue& catalogue);

// `each` of every graph that builds.
std::vector<NamedGraph> RecordedMutants(Catalogue& catalogue,
                                        const Builds& builds, uint64_t each);

// `count` of each profile that makes such small ones, of 2 to `most_calls`
// calls, which have few simpler ones; from the seed `from` on.
std::vector<Graph> GeneratedForShrinking(Catalogue& catalogue, uint64_t from,
                                         size_t count, size_t most_calls);

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_SEARCH_RECORDED_GRAPHS_H_
