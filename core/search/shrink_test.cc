// What Shrink asks about, with predicates on the Graph alone.
#include "core/search/shrink.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "core/graph/canonical.h"
#include "core/graph/graph.h"
#include "core/graph/json.h"
#include "core/graph/order.h"
#include "core/graph/validate.h"
#include "core/layers/resolve_graph.h"
#include "core/search/shrink_test_fixture.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

TEST_F(ShrinkTest, a_start_that_does_not_fail_is_not_interesting) {
  const Graph start = Start(1);
  const ShrinkResult result =
      Shrink(start, catalogue_, kPlenty, [](const Graph&) { return false; });
  EXPECT_EQ(result.status, ShrinkStatus::kNotInteresting);
  EXPECT_EQ(result.evaluations, 1);
  EXPECT_EQ(result.proof_evaluations, 0);
  EXPECT_TRUE(result.graph == Canonicalize(start));
}

TEST_F(ShrinkTest, what_always_fails_becomes_an_input_alone_or_one_call) {
  const ShrinkResult result =
      Shrink(Start(1), catalogue_, kPlenty, [](const Graph&) { return true; });
  EXPECT_EQ(result.status, ShrinkStatus::kFixedPoint);
  EXPECT_LE(result.graph.calls().size(), 1u);
  EXPECT_EQ(result.graph.inputs().size(), 1u);
}

TEST_F(ShrinkTest, every_graph_asked_about_is_valid_resolved_and_canonical) {
  for (const FailsAlike& interesting :
       {FailsAlike(SharesLayer), FailsAlike(HasCallOutside),
        FailsAlike([](const Graph& g) { return UsesOutput(g, 1); })}) {
    ForEachStart(10, interesting, [&](const Graph& start) {
      Shrink(start, catalogue_, kPlenty, [&](const Graph& graph) {
        EXPECT_TRUE(Validate(graph, &facts_).ok()) << GraphToJson(graph);
        const auto resolved = ResolveGraph(graph, catalogue_);
        EXPECT_TRUE(resolved.ok() && *resolved == graph) << GraphToJson(graph);
        EXPECT_TRUE(Canonicalize(graph) == graph) << GraphToJson(graph);
        return interesting(graph);
      });
    });
  }
}

TEST_F(ShrinkTest, no_graph_is_asked_about_twice) {
  ForEachStart(10, SharesLayer, [&](const Graph& start) {
    std::set<std::string> asked;
    Shrink(start, catalogue_, kPlenty, [&](const Graph& graph) {
      EXPECT_TRUE(asked.insert(GraphToJson(graph)).second)
          << GraphToJson(graph);
      return SharesLayer(graph);
    });
  });
}

TEST_F(ShrinkTest, what_other_failures_came_down_to_is_asked_about) {
  // Two Graphs fail, and nothing on the way from one to the other.
  std::vector<Graph> graphs;
  ForEachStart(
      20, [](const Graph&) { return true; },
      [&](const Graph& graph) { graphs.push_back(Canonicalize(graph)); });
  std::sort(graphs.begin(), graphs.end(), [&](const Graph& a, const Graph& b) {
    return SimplerThan(a, b, &facts_);
  });
  const Graph start = graphs.back();
  const Graph end = graphs[10];
  const FailsAlike interesting = [&](const Graph& graph) {
    return graph == start || graph == end;
  };
  EXPECT_TRUE(Shrink(start, catalogue_, kPlenty, interesting).graph == start);
  ShrinkOptions options;
  options.minimal_graphs = &graphs;
  EXPECT_TRUE(Shrink(start, catalogue_, kPlenty, interesting, options).graph ==
              end);
  // From below, what is not simpler is not asked about.
  int asked = 0;
  Shrink(
      graphs[0], catalogue_, kPlenty,
      [&](const Graph& graph) {
        asked += graph == end ? 1 : 0;
        return true;
      },
      options);
  EXPECT_EQ(asked, 0);
}

TEST_F(ShrinkTest, every_step_goes_down_in_the_order) {
  ForEachStart(10, SharesLayer, [&](const Graph& start) {
    Graph best = Canonicalize(start);
    bool first = true;
    const ShrinkResult result =
        Shrink(start, catalogue_, kPlenty, [&](const Graph& graph) {
          EXPECT_TRUE(first || SimplerThan(graph, best, &facts_));
          first = false;
          if (!SharesLayer(graph)) return false;
          best = graph;
          return true;
        });
    EXPECT_TRUE(result.graph == best);
    EXPECT_LE(CompareGraphs(result.graph, Canonicalize(start), &facts_), 0);
  });
}

TEST_F(ShrinkTest, a_witness_stays_as_it_is) {
  ForEachStart(6, SharesLayer, [&](const Graph& start) {
    const Graph once = Shrink(start, catalogue_, kPlenty, SharesLayer).graph;
    const Graph twice = Shrink(once, catalogue_, kPlenty, SharesLayer).graph;
    EXPECT_TRUE(once == twice) << GraphToJson(once) << GraphToJson(twice);
  });
}

TEST_F(ShrinkTest, shrinks_that_share_layers_end_as_others_do) {
  SimplestLayers layers(catalogue_);
  ShrinkOptions shared;
  shared.layers = &layers;
  ForEachStart(6, SharesLayer, [&](const Graph& start) {
    const ShrinkResult alone = Shrink(start, catalogue_, kPlenty, SharesLayer);
    const ShrinkResult other =
        Shrink(start, catalogue_, kPlenty, SharesLayer, shared);
    EXPECT_TRUE(alone.graph == other.graph) << GraphToJson(other.graph);
    EXPECT_EQ(alone.evaluations, other.evaluations);
    EXPECT_EQ(alone.proof_evaluations, other.proof_evaluations);
  });
}

TEST_F(ShrinkTest, statuses_have_names) {
  EXPECT_EQ(ShrinkStatusName(ShrinkStatus::kFixedPoint), "fixed_point");
  EXPECT_EQ(ShrinkStatusName(ShrinkStatus::kBudget), "budget");
  EXPECT_EQ(ShrinkStatusName(ShrinkStatus::kHurried), "hurried");
  EXPECT_EQ(ShrinkStatusName(ShrinkStatus::kNotInteresting), "not_interesting");
}

}  // namespace
}  // namespace clonecheck
