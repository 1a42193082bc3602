// rc::Gen for Graphs: the project's own generator, seeded by RapidCheck, and
// its own shrinker in place of RapidCheck's shrinking of bytes. A property
// takes an AnyGraph:
//
//   RC_GTEST_PROP(Graphs, json_round_trip_is_identity, (const AnyGraph& any)) {
//     RC_ASSERT(GraphToJson(any.graph) == …);
//   }
//
// What it shrinks to: from each Graph to the Graphs about which Shrink asks in
// one step, in its order, the coarse ones first. RapidCheck takes the first
// that fails too, and goes on from there. Each is simpler in the total order,
// so this ends.
//
// All Graphs of a process share one Workbench, whose pool they refer to.
#ifndef CLONECHECK_PROPERTIES_GRAPH_GEN_H_
#define CLONECHECK_PROPERTIES_GRAPH_GEN_H_

#include <rapidcheck.h>

#include <ostream>
#include <vector>

#include "campaign/workbench.h"
#include "core/graph/graph.h"

namespace clonecheck {

// A Graph of the shared pool, made by the default profile.
struct AnyGraph {
  Graph graph;
};

// For RapidCheck's report: the JSON, ready for `clonecheck show`.
void showValue(const AnyGraph& any, std::ostream& out);

Workbench& SharedWorkbench();

// The Graphs of one step of Shrink from `graph`, each simpler than it.
std::vector<AnyGraph> OneStepSimpler(const AnyGraph& any);

// The size, 0 to 100, bounds the number of calls: 1 to 12.
rc::Gen<AnyGraph> GraphGen();

}  // namespace clonecheck

namespace rc {

template <>
struct Arbitrary<clonecheck::AnyGraph> {
  static Gen<clonecheck::AnyGraph> arbitrary() {
    return clonecheck::GraphGen();
  }
};

}  // namespace rc

#endif  // CLONECHECK_PROPERTIES_GRAPH_GEN_H_
