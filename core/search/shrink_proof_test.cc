// The proof at the end of Shrink: it asks about every simpler Graph of the same
// parts, or says why it does not.
#include <set>
#include <string>
#include <vector>

#include "core/graph/canonical.h"
#include "core/graph/graph.h"
#include "core/graph/json.h"
#include "core/graph/order.h"
#include "core/graph/pool.h"
#include "core/graph/validate.h"
#include "core/layers/catalogue.h"
#include "core/layers/catalogue_facts.h"
#include "core/limits.h"
#include "core/search/shrink.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

class ShrinkProofTest : public testing::Test {
 protected:
  const Config* Layer(const char* kind, std::vector<ConfigEntry> entries = {}) {
    const Config* config =
        pool_.InternConfig(pool_.InternName(kind), std::move(entries));
    return catalogue_.Resolve(config).value()->config();
  }
  const Config* Two() {
    return Layer("Lambda", {{pool_.InternName("function"),
                             ConfigValue::String(pool_.InternName("two"))}});
  }
  // x -> Lambda(two) -> the second output: the witness of keras#12202.
  Graph SecondOutput(const Name* name = nullptr) {
    GraphBuilder builder;
    const TensorRef x = builder.AddInput(pool_.InternShape({kUnknownDim, 1}));
    const uint32_t two = builder.AddLayer(Two(), name);
    builder.AddCall(two, {x});
    builder.SetModel({x}, {TensorRef::Call(0, 1)});
    return std::move(builder).Build();
  }
  // Two layers, each called once, and a second output of each.
  Graph TwoCalls() {
    GraphBuilder builder;
    const TensorRef x = builder.AddInput(pool_.InternShape({kUnknownDim, 1}));
    builder.AddCall(builder.AddLayer(Two()), {x});
    builder.AddCall(builder.AddLayer(Two()), {TensorRef::Call(0, 1)});
    builder.SetModel({x}, {TensorRef::Call(1, 1), TensorRef::Call(0, 1)});
    return std::move(builder).Build();
  }
  ShrinkResult Prove(const Graph& start, const FailsAlike& fails, int graphs) {
    ShrinkOptions options;
    options.max_proof_graphs = graphs;
    return Shrink(start, catalogue_, kDefaultShrinkEvaluations, fails, options);
  }

  Pool pool_;
  Catalogue catalogue_{pool_};
  CatalogueFacts facts_{catalogue_};
};

TEST_F(ShrinkProofTest, the_second_output_of_lambda_two_is_proved_minimal) {
  const auto fails = [](const Graph& graph) {
    for (TensorRef ref : graph.model_outputs()) {
      if (!ref.is_input() && ref.index > 0) return true;
    }
    return false;
  };
  const ShrinkResult result = Prove(SecondOutput(), fails, 2'000);
  EXPECT_TRUE(result.graph == SecondOutput()) << GraphToJson(result.graph);
  EXPECT_TRUE(result.proved_minimal);
  EXPECT_EQ(result.proof, ProofStatus::kAllOfKinds);
  EXPECT_EQ(result.slips, 0);
  EXPECT_GT(result.proof_evaluations, 100);
}

TEST_F(ShrinkProofTest, without_a_limit_nothing_is_proved) {
  const auto always = [](const Graph&) { return true; };
  EXPECT_EQ(Prove(SecondOutput(), always, 0).proof, ProofStatus::kNotTried);
  EXPECT_FALSE(Prove(SecondOutput(), always, 0).proved_minimal);
}

TEST_F(ShrinkProofTest, more_graphs_than_are_affordable_are_not_asked_about) {
  // Nothing simpler than the start fails.
  const Graph start = TwoCalls();
  const auto fails = [&](const Graph& graph) { return graph == start; };
  const ShrinkResult result = Prove(start, fails, 1);
  EXPECT_EQ(result.proof, ProofStatus::kTooMany);
  EXPECT_FALSE(result.proved_minimal);
}

TEST_F(ShrinkProofTest, given_names_have_no_end) {
  const Graph start = SecondOutput(pool_.InternName("a_name"));
  const auto fails = [](const Graph& graph) {
    return !graph.layers().empty() && graph.layers()[0].name != nullptr;
  };
  const ShrinkResult result = Prove(start, fails, 2'000);
  EXPECT_EQ(result.proof, ProofStatus::kNames);
  EXPECT_FALSE(result.proved_minimal);
}

// What no pass leads to: a layer that is called on its own output, from one
// that is called on both of its outputs.
TEST_F(ShrinkProofTest, a_simpler_graph_that_passes_miss_is_found) {
  const Graph start = TwoCalls();
  const Graph aim = [&] {
    GraphBuilder b;
    const TensorRef input = b.AddInput(pool_.InternShape({kUnknownDim, 1}));
    const uint32_t layer = b.AddLayer(Two());
    b.AddCall(layer, {input});
    b.AddCall(layer, {TensorRef::Call(0, 0)});
    b.SetModel({input}, {TensorRef::Call(0, 1), TensorRef::Call(0, 1)});
    return std::move(b).Build();
  }();
  const auto fails = [&](const Graph& graph) {
    return graph == Canonicalize(start) || graph == Canonicalize(aim);
  };
  EXPECT_TRUE(Prove(start, fails, 0).graph == start);
  const ShrinkResult result = Prove(start, fails, 2'000);
  EXPECT_TRUE(result.graph == Canonicalize(aim)) << GraphToJson(result.graph);
  EXPECT_EQ(result.slips, 1);
  EXPECT_TRUE(result.proved_minimal);
}

TEST_F(ShrinkProofTest,
       all_that_is_asked_about_is_valid_and_asked_once_and_nearly_all_simpler) {
  const Graph start = SecondOutput();
  std::set<std::string> asked;
  int less_simple = 0;
  const auto fails = [&](const Graph& graph) {
    EXPECT_TRUE(Validate(graph, &facts_).ok()) << GraphToJson(graph);
    EXPECT_TRUE(Canonicalize(graph) == graph) << GraphToJson(graph);
    less_simple += CompareGraphs(graph, start, &facts_) > 0 ? 1 : 0;
    EXPECT_TRUE(asked.insert(GraphToJson(graph)).second) << GraphToJson(graph);
    return graph == start;
  };
  const ShrinkResult result = Prove(start, fails, 2'000);
  EXPECT_EQ(static_cast<size_t>(result.evaluations + result.proof_evaluations),
            asked.size());
  EXPECT_EQ(result.proof, ProofStatus::kAllOfKinds);
  // What the start was perturbed to.
  EXPECT_GT(less_simple, 0);
  EXPECT_LE(less_simple, 64);
}

TEST_F(ShrinkProofTest, what_may_not_fail_is_not_asked_about) {
  ShrinkOptions options;
  options.max_proof_graphs = 2'000;
  options.may_fail = [](const Graph& graph) {
    return !graph.layers().empty() &&
           graph.layers()[0].config->kind->text == "Lambda";
  };
  const Graph start = SecondOutput();
  bool first = true;
  Shrink(
      start, catalogue_, kDefaultShrinkEvaluations,
      [&](const Graph& graph) {
        EXPECT_TRUE(first || options.may_fail(graph));
        first = false;
        return graph == start;
      },
      options);
}

}  // namespace
}  // namespace clonecheck
