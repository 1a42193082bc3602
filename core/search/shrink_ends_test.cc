// Shrink ends early where it is told to, with the best so far.
#include <limits>
#include <optional>
#include <vector>

#include "core/graph/graph.h"
#include "core/graph/order.h"
#include "core/layers/kinds.h"
#include "core/search/shrink.h"
#include "core/search/shrink_test_fixture.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

TEST_F(ShrinkTest, in_a_hurry_the_passes_end_and_nothing_follows) {
  const FailsAlike interesting = SharesLayer;
  ShrinkOptions hurried;
  hurried.max_proof_graphs = 2'000;
  hurried.hurry = [] { return true; };
  ForEachStart(6, interesting, [&](const Graph& start) {
    const ShrinkResult result =
        Shrink(start, catalogue_, kPlenty, interesting, hurried);
    EXPECT_EQ(result.status, ShrinkStatus::kHurried);
    EXPECT_EQ(result.proof, ProofStatus::kNotTried);
    EXPECT_EQ(result.proof_evaluations, 0);
    EXPECT_FALSE(result.proved_minimal);
    EXPECT_TRUE(interesting(result.graph));
    EXPECT_FALSE(SimplerThan(start, result.graph, &facts_));
  });
}

TEST_F(ShrinkTest, a_hurry_that_comes_later_cuts_the_proof) {
  const FailsAlike interesting = SharesLayer;
  ForEachStart(3, interesting, [&](const Graph& start) {
    int polled = 0;
    ShrinkOptions later;
    later.max_proof_graphs = 2'000;
    later.hurry = [&] { return ++polled > 100; };
    const ShrinkResult result =
        Shrink(start, catalogue_, kPlenty, interesting, later);
    EXPECT_EQ(result.status, ShrinkStatus::kHurried);
    EXPECT_GT(result.proof_evaluations, 0);
    EXPECT_LE(result.proof_evaluations, 100);
    EXPECT_FALSE(result.proved_minimal);
    EXPECT_EQ(polled, 101) << "asked on after it was told to hurry";
  });
}

// Also in the middle of the passes that go down from another start.
TEST_F(ShrinkTest, a_hurry_ends_it_whenever_it_comes) {
  constexpr int kTimes = 25;
  constexpr int kAfterwards = 100'000;  // polls of an end that is none
  const FailsAlike interesting = SharesLayer;
  ForEachStart(2, interesting, [&](const Graph& start) {
    const auto shrink = [&](int at, int* polls) {
      int afterwards = 0;
      ShrinkOptions options;
      options.max_proof_graphs = 2'000;
      options.hurry = [&] { return ++*polls >= at; };
      options.stop = [&] {
        afterwards += *polls >= at ? 1 : 0;
        return afterwards > kAfterwards;
      };
      const ShrinkResult result =
          Shrink(start, catalogue_, kPlenty, interesting, options);
      EXPECT_LE(afterwards, kAfterwards) << "hurried at poll " << at;
      return result.status;
    };
    int all = 0;
    EXPECT_EQ(shrink(std::numeric_limits<int>::max(), &all),
              ShrinkStatus::kFixedPoint);
    for (int i = 0; i < kTimes; ++i) {
      int polls = 0;
      EXPECT_EQ(shrink(1 + i * (all - 1) / kTimes, &polls),
                ShrinkStatus::kHurried);
    }
  });
}

TEST_F(ShrinkTest,
       told_to_stop_it_asks_nothing_more_and_gives_the_best_so_far) {
  const FailsAlike interesting = SharesLayer;
  ForEachStart(3, interesting, [&](const Graph& start) {
    for (const int questions : {1, 5, 20}) {
      int asked = 0;
      bool asked_on = false;
      std::optional<Graph> best;
      ShrinkOptions options;
      options.max_proof_graphs = 2'000;
      options.stop = [&] { return asked >= questions; };
      const ShrinkResult result = Shrink(
          start, catalogue_, kPlenty,
          [&](const Graph& graph) {
            asked_on = asked_on || asked >= questions;
            ++asked;
            if (!interesting(graph)) return false;
            best = graph;
            return true;
          },
          options);
      EXPECT_FALSE(asked_on);
      EXPECT_EQ(result.status, ShrinkStatus::kHurried);
      EXPECT_FALSE(result.proved_minimal);
      EXPECT_TRUE(result.graph == *best);
    }
  });
}

// Of which no part can go: to make all its drafts takes minutes.
TEST_F(ShrinkTest,
       of_a_large_graph_no_drafts_are_made_that_nobody_is_asked_about) {
  constexpr size_t kCalls = 1'000;
  const LayerSpec* layer =
      catalogue_.Resolve(ActivationKind().Domain(pool_).front().config).value();
  GraphBuilder builder;
  constexpr int32_t kDims[] = {kUnknownDim, 4};
  const TensorRef input = builder.AddInput(pool_.InternShape(kDims));
  TensorRef last = input;
  for (size_t i = 0; i < kCalls; ++i) {
    last = builder.AddCall(builder.AddLayer(layer->config()), {last});
  }
  builder.SetModel({input}, {last});
  const Graph start = std::move(builder).Build();
  int asked = 0;
  const FailsAlike whole = [&](const Graph& graph) {
    ++asked;
    return graph.calls().size() == kCalls;
  };
  EXPECT_EQ(Shrink(start, catalogue_, /*max_evaluations=*/5, whole).status,
            ShrinkStatus::kBudget);
  asked = 0;
  ShrinkOptions options;
  options.stop = [&] { return asked >= 5; };
  EXPECT_EQ(Shrink(start, catalogue_, kPlenty, whole, options).status,
            ShrinkStatus::kHurried);
}

TEST_F(ShrinkTest, the_budget_ends_it_with_the_best_so_far) {
  const FailsAlike interesting = SharesLayer;
  ForEachStart(6, interesting, [&](const Graph& start) {
    const ShrinkResult whole = Shrink(start, catalogue_, kPlenty, interesting);
    const int needed = whole.evaluations + whole.proof_evaluations;
    ASSERT_EQ(whole.status, ShrinkStatus::kFixedPoint);
    std::optional<Graph> before;
    for (int budget : {1, 2, 5, needed - 1, needed}) {
      if (budget > needed) continue;
      int asked = 0;
      const ShrinkResult result =
          Shrink(start, catalogue_, budget, [&](const Graph& graph) {
            ++asked;
            return interesting(graph);
          });
      EXPECT_EQ(result.status, budget < needed ? ShrinkStatus::kBudget
                                               : ShrinkStatus::kFixedPoint);
      EXPECT_EQ(result.evaluations + result.proof_evaluations, budget);
      EXPECT_EQ(asked, budget);
      EXPECT_TRUE(interesting(result.graph));
      EXPECT_FALSE(before.has_value() &&
                   SimplerThan(*before, result.graph, &facts_))
          << "a larger budget gave a larger graph";
      before = result.graph;
    }
  });
}

}  // namespace
}  // namespace clonecheck
