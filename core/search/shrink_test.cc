// Tests of Shrink with predicates on the Graph alone. What it makes of failures
// of cloners: properties/witness_test.cc.
#include "core/search/shrink.h"

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/graph/canonical.h"
#include "core/graph/graph.h"
#include "core/graph/json.h"
#include "core/graph/model_kinds.h"
#include "core/graph/order.h"
#include "core/graph/pool.h"
#include "core/graph/validate.h"
#include "core/layers/catalogue.h"
#include "core/layers/catalogue_facts.h"
#include "core/layers/kinds.h"
#include "core/layers/resolve_graph.h"
#include "core/search/choice_source.h"
#include "core/search/generator.h"
#include "core/search/profile.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

// More than any start of these tests needs.
constexpr int kPlenty = 5'000;

bool UsesOutput(const Graph& graph, int32_t index) {
  for (TensorRef ref : graph.model_outputs()) {
    if (!ref.is_input() && ref.index == index) return true;
  }
  for (const Call& call : graph.calls()) {
    for (TensorRef ref : graph.call_inputs(call)) {
      if (!ref.is_input() && ref.index == index) return true;
    }
  }
  return false;
}

bool SharesLayer(const Graph& graph) {
  std::set<uint32_t> called;
  for (const Call& call : graph.calls()) {
    if (!called.insert(call.layer).second) return true;
  }
  return false;
}

// A call of whose outputs the model needs none, nor any other call.
bool HasCallOutside(const Graph& graph) {
  std::set<int32_t> used;
  for (TensorRef ref : graph.model_outputs()) used.insert(ref.producer);
  for (const Call& call : graph.calls()) {
    for (TensorRef ref : graph.call_inputs(call)) used.insert(ref.producer);
  }
  for (size_t i = 0; i < graph.calls().size(); ++i) {
    if (used.count(static_cast<int32_t>(i)) == 0) return true;
  }
  return false;
}

class ShrinkTest : public testing::Test {
 protected:
  Graph Start(uint64_t seed) {
    ChoiceSource choices(seed);
    return generator_.Generate(choices);
  }

  // Calls `visit` on the first `count` generated Graphs that are interesting.
  void ForEachStart(int count, const FailsAlike& interesting,
                    const std::function<void(const Graph&)>& visit) {
    for (uint64_t seed = 0; count > 0; ++seed) {
      ASSERT_LT(seed, 100'000u) << "hardly anything is interesting";
      const Graph start = Start(seed);
      if (!interesting(start)) continue;
      --count;
      visit(start);
      if (HasFatalFailure()) return;
    }
  }

  // The one witness of `interesting` from `count` starts, as JSON.
  void ExpectOneWitness(int count, const FailsAlike& interesting,
                        std::string* witness) {
    std::set<std::string> witnesses;
    ForEachStart(count, interesting, [&](const Graph& start) {
      const ShrinkResult result =
          Shrink(start, catalogue_, kPlenty, interesting);
      EXPECT_EQ(result.status, ShrinkStatus::kFixedPoint);
      witnesses.insert(GraphToJson(result.graph));
    });
    ASSERT_EQ(witnesses.size(), 1u)
        << *witnesses.begin() << *witnesses.rbegin();
    *witness = *witnesses.begin();
  }

  Pool pool_;
  Catalogue catalogue_{pool_};
  CatalogueFacts facts_{catalogue_};
  Generator generator_{catalogue_, AllProfiles().front()};
};

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

// As a planted fault needs it: any layer may be the one that is called again,
// but the one that has to be there anyway is the simplest.
TEST_F(ShrinkTest, one_layer_takes_over_the_calls_of_another) {
  const FailsAlike interesting = [&](const Graph& graph) {
    bool two = false;
    for (const LayerDecl& layer : graph.layers()) {
      two |= layer.config->kind->text == "Lambda";
    }
    const auto outputs = graph.model_outputs();
    if (!two || graph.calls().size() < 3 || outputs.size() != 2 ||
        outputs[0].is_input() || outputs[1].is_input()) {
      return false;
    }
    const Call& a = graph.calls()[static_cast<size_t>(outputs[0].producer)];
    const Call& b = graph.calls()[static_cast<size_t>(outputs[1].producer)];
    const auto last = [&](const Call& call) {
      return graph.call_inputs(call).back();
    };
    return &a != &b && a.layer == b.layer && last(a) == TensorRef::Call(0, 0) &&
           last(b) == TensorRef::Input(0);
  };
  const auto config = [&](const char* kind, std::vector<ConfigEntry> entries) {
    return catalogue_
        .Resolve(pool_.InternConfig(pool_.InternName(kind), std::move(entries)))
        .value()
        ->config();
  };
  const ConfigEntry function = {pool_.InternName("function"),
                                ConfigValue::String(pool_.InternName("two"))};
  for (const char* kind : {"Dense", "Concatenate"}) {
    const bool merge = std::string(kind) == "Concatenate";
    const ConfigEntry units = {pool_.InternName("units"), ConfigValue::Int(1)};
    GraphBuilder builder;
    const TensorRef x = builder.AddInput(pool_.InternShape({kUnknownDim, 1}));
    const uint32_t two = builder.AddLayer(config("Lambda", {function}));
    const uint32_t again =
        builder.AddLayer(merge ? config(kind, {}) : config(kind, {units}));
    const TensorRef y = builder.AddCall(two, {x});
    const std::vector<TensorRef> first =
        merge ? std::vector{x, y} : std::vector{y};
    const std::vector<TensorRef> second =
        merge ? std::vector{x, x} : std::vector{x};
    const TensorRef a = builder.AddCall(again, first);
    const TensorRef b = builder.AddCall(again, second);
    builder.SetModel({x}, {a, b});
    const Graph start = std::move(builder).Build();
    ASSERT_TRUE(interesting(start));
    const ShrinkResult result = Shrink(start, catalogue_, kPlenty, interesting);
    EXPECT_EQ(result.graph.layers().size(), 1u) << GraphToJson(result.graph);
    EXPECT_EQ(result.graph.calls().size(), 3u);
  }
}

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

TEST_F(ShrinkTest, a_later_output_in_use_is_told_with_lambda_two) {
  std::string witness;
  ExpectOneWitness(
      100, [](const Graph& graph) { return UsesOutput(graph, 1); }, &witness);
  EXPECT_EQ(witness,
            "{\n"
            "  \"clonecheck\": 1,\n"
            "  \"inputs\": [\n"
            "    {\"shape\": [null, 1]}\n"
            "  ],\n"
            "  \"layers\": [\n"
            "    {\"class\": \"Lambda\", \"config\": {\"function\": \"two\"}}\n"
            "  ],\n"
            "  \"calls\": [\n"
            "    {\"layer\": 0, \"inputs\": [\"i0\"]}\n"
            "  ],\n"
            "  \"model\": {\"inputs\": [\"i0\"], \"outputs\": [\"c0.1\"]}\n"
            "}\n");
}

TEST_F(ShrinkTest, a_shared_layer_has_one_witness) {
  std::string witness;
  ExpectOneWitness(100, SharesLayer, &witness);
}

TEST_F(ShrinkTest, a_call_outside_of_the_model_has_one_witness) {
  std::string witness;
  ExpectOneWitness(100, HasCallOutside, &witness);
}

TEST_F(ShrinkTest, a_called_input_layer_gives_way_to_a_plain_one) {
  std::string ends[2];
  for (const char* kind : {"InputLayer", "BatchNormalization"}) {
    std::vector<ConfigEntry> entries;
    GraphBuilder builder;
    const TensorRef x = builder.AddInput(pool_.InternShape({kUnknownDim, 1}));
    const Config* config = pool_.InternConfig(pool_.InternName(kind), entries);
    builder.AddCall(
        builder.AddLayer(catalogue_.Resolve(config).value()->config()), {x});
    builder.SetModel({x}, {x});
    const Graph start = std::move(builder).Build();
    const ShrinkResult result =
        Shrink(start, catalogue_, kPlenty, HasCallOutside);
    ends[kind[0] == 'I'] = GraphToJson(result.graph);
  }
  EXPECT_EQ(ends[0], ends[1]);
}

TEST_F(ShrinkTest, a_layer_gives_up_outputs_that_nobody_uses) {
  const auto interesting = [&](const Graph& graph) {
    for (TensorRef ref : graph.model_outputs()) {
      if (ref.is_input() || ref.index == 0) continue;
      const Call& call = graph.calls()[static_cast<size_t>(ref.producer)];
      const LayerSpec* spec =
          catalogue_.FindLayer(graph, graph.layers()[call.layer]);
      if (&spec->kind() == &MultiOutMaskedKind()) return true;
    }
    return false;
  };
  std::string witness;
  ExpectOneWitness(30, interesting, &witness);
  const Graph graph = GraphFromJson(witness, pool_).value();
  EXPECT_EQ(catalogue_.Find(graph.layers()[0].config)->num_outputs(), 2);
  EXPECT_EQ(graph.model_outputs()[0], TensorRef::Call(0, 1));
}

TEST_F(ShrinkTest, statuses_have_names) {
  EXPECT_EQ(ShrinkStatusName(ShrinkStatus::kFixedPoint), "fixed_point");
  EXPECT_EQ(ShrinkStatusName(ShrinkStatus::kBudget), "budget");
  EXPECT_EQ(ShrinkStatusName(ShrinkStatus::kHurried), "hurried");
  EXPECT_EQ(ShrinkStatusName(ShrinkStatus::kNotInteresting), "not_interesting");
}

// ---- Layers that hold others ----

class ShrinkNestingTest : public testing::Test {
 protected:
  const Config* Resolved(absl::string_view kind,
                         std::vector<ConfigEntry> entries = {}) {
    const Config* config =
        pool_.InternConfig(pool_.InternName(kind), std::move(entries));
    return catalogue_.Resolve(config).value()->config();
  }
  static bool Holds(const Graph& graph, absl::string_view kind) {
    for (const Call& call : graph.calls()) {
      if (KindName(graph.layers()[call.layer]) == kind) return true;
    }
    return false;
  }
  static bool HoldsNesting(const Graph& graph) {
    for (const LayerDecl& layer : graph.layers()) {
      if (IsModel(layer) || layer.children.size > 0) return true;
    }
    return false;
  }

  Pool pool_;
  Catalogue catalogue_{pool_};
  const Shape* const shape_ = pool_.InternShape({kUnknownDim, 3, 4});
};

TEST_F(ShrinkNestingTest, a_model_is_replaced_by_its_calls) {
  GraphBuilder builder;
  const TensorRef x = builder.AddInput(shape_);
  const TensorRef own = builder.AddInput(shape_);
  const uint32_t swap = builder.AddLayer(Resolved("Swap"));
  const TensorRef swapped = builder.AddCall(swap, {own, own});
  LayerDecl decl;
  decl.config = Resolved("Model");
  decl.position = 1;
  const uint32_t model = builder.AddLayer(decl, {}, {own}, {swapped});
  const TensorRef y = builder.AddCall(model, {x});
  builder.SetModel({x}, {y});
  // The Swap is needed by the model, at whatever level.
  const auto fails = [](const Graph& graph) {
    for (TensorRef ref : graph.model_outputs()) {
      if (ref.is_input()) continue;
      const LayerDecl& layer =
          graph.layers()[graph.calls()[ref.producer].layer];
      if (IsModel(layer) || KindName(layer) == "Swap") {
        return Holds(graph, "Swap");
      }
    }
    return false;
  };
  const ShrinkResult result =
      Shrink(std::move(builder).Build(), catalogue_, kPlenty, fails);
  EXPECT_EQ(result.status, ShrinkStatus::kFixedPoint);
  EXPECT_FALSE(HoldsNesting(result.graph)) << GraphToJson(result.graph);
  EXPECT_EQ(result.graph.calls().size(), 1u) << GraphToJson(result.graph);
  EXPECT_EQ(result.graph.inputs().size(), 1u) << GraphToJson(result.graph);
}

TEST_F(ShrinkNestingTest, a_wrapper_is_replaced_by_what_it_wraps) {
  GraphBuilder builder;
  const TensorRef x = builder.AddInput(shape_);
  LayerDecl inner;
  inner.config =
      Resolved("GRU", {{pool_.InternName("units"), ConfigValue::Int(2)}});
  const uint32_t gru = builder.AddLayer(inner, {}, {}, {});
  LayerDecl decl;
  decl.config = pool_.InternConfig(pool_.InternName("Bidirectional"), {});
  const uint32_t wrapper = builder.AddLayer(decl, {gru}, {}, {});
  builder.SetModel({x}, {builder.AddCall(wrapper, {x})});
  Graph start = ResolveGraph(std::move(builder).Build(), catalogue_).value();
  const auto fails = [](const Graph& graph) {
    return Holds(graph, "GRU") || Holds(graph, "Bidirectional");
  };
  const ShrinkResult result = Shrink(start, catalogue_, kPlenty, fails);
  EXPECT_EQ(result.status, ShrinkStatus::kFixedPoint);
  EXPECT_TRUE(Holds(result.graph, "GRU")) << GraphToJson(result.graph);
  EXPECT_EQ(result.graph.layers().size(), 1u) << GraphToJson(result.graph);
}

TEST_F(ShrinkNestingTest, a_sequential_loses_what_is_not_needed) {
  GraphBuilder builder;
  const TensorRef x = builder.AddInput(shape_);
  std::vector<uint32_t> children;
  for (const char* kind : {"Masking", "MaskProducer", "Masking"}) {
    children.push_back(builder.AddLayer(Resolved(kind)));
  }
  LayerDecl decl;
  decl.config = Resolved("Sequential");
  const uint32_t stack = builder.AddLayer(decl, children, {}, {});
  builder.SetModel({x}, {builder.AddCall(stack, {x})});
  // A Sequential with a MaskProducer.
  const auto fails = [](const Graph& graph) {
    for (const LayerDecl& layer : graph.layers()) {
      for (uint32_t child : graph.children(layer)) {
        if (KindName(graph.layers()[child]) == "MaskProducer") return true;
      }
    }
    return false;
  };
  const ShrinkResult result =
      Shrink(std::move(builder).Build(), catalogue_, kPlenty, fails);
  EXPECT_EQ(result.status, ShrinkStatus::kFixedPoint);
  EXPECT_EQ(result.graph.layers().size(), 2u) << GraphToJson(result.graph);
}

}  // namespace
}  // namespace clonecheck
