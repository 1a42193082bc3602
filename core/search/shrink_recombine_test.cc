// The passes that call the layers of a small Graph anew in every way come to
// what no edit of one call does.
#include <cstdint>
#include <string>

#include "core/graph/canonical.h"
#include "core/graph/json.h"
#include "core/graph/pool.h"
#include "core/layers/catalogue.h"
#include "core/layers/catalogue_facts.h"
#include "core/layers/resolve_graph.h"
#include "core/search/recorded_graphs.h"
#include "core/search/shrink.h"
#include "core/search/shrink_passes.h"
#include "core/search/shrinker.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

class ShrinkRecombineTest : public testing::Test {
 protected:
  // What one use of the pass makes of `start`, JSON; empty if nothing.
  std::string Taken(bool (*pass)(Shrinker&), const std::string& start,
                    const FailsAlike& fails_alike) {
    const Graph graph = GraphFromJson(start, pool_).value();
    const ShrinkOptions options;
    Shrinker shrinker(Canonicalize(ResolveGraph(graph, catalogue_).value()),
                      catalogue_, /*max_evaluations=*/10'000, fails_alike,
                      options);
    return pass(shrinker) ? OneLine(shrinker.best(), facts_) : "";
  }
  static bool IsCallOf(const Graph& graph, size_t call, const char* kind,
                       TensorRef input) {
    const Call& made = graph.calls()[call];
    return graph.layers()[made.layer].config->kind->text == kind &&
           graph.call_inputs(made)[0] == input;
  }

  Pool pool_;
  Catalogue catalogue_{pool_};
  CatalogueFacts facts_{catalogue_};
};

constexpr char kTwoCalls[] = R"({"clonecheck": 1,
  "inputs": [{"shape": [null, 2]}],
  "layers": [{"class": "Dense", "config": {"units": 2}},
             {"class": "Activation", "config": {"activation": "relu"}}],
  "calls": [{"layer": 0, "inputs": ["i0"]},
            {"layer": 1, "inputs": ["c0"]}],
  "model": {"inputs": ["i0"], "outputs": ["c1"]}})";

TEST_F(ShrinkRecombineTest, calls_of_two_layers_become_calls_of_one) {
  const FailsAlike on_its_own_output = [](const Graph& graph) {
    return graph.calls()[0].layer == graph.calls()[1].layer &&
           graph.call_inputs(graph.calls()[1])[0] == TensorRef::Call(0, 0);
  };
  EXPECT_EQ(Taken(&RecombineCalls, kTwoCalls, on_its_own_output),
            "i0 = Input((None, 2)); l0 = Dense(units=2); c0 = l0(i0); "
            "c1 = l0(c0); model = Model(inputs=[i0], outputs=[c0])");
}

TEST_F(ShrinkRecombineTest, what_a_wrapper_holds_is_called_by_itself) {
  const FailsAlike beside_the_wrapper = [](const Graph& graph) {
    return IsCallOf(graph, 0, "TimeDistributed", TensorRef::Input(0)) &&
           IsCallOf(graph, 1, "Dense", TensorRef::Input(0));
  };
  EXPECT_EQ(Taken(&RecombineCalls, R"({"clonecheck": 1,
                    "inputs": [{"shape": [null, 3, 2]}],
                    "layers": [{"class": "Dense", "config": {"units": 2}},
                               {"class": "TimeDistributed", "children": [0]},
                               {"class": "Dense", "config": {"units": 2}},
                               {"class": "TimeDistributed", "children": [2]}],
                    "calls": [{"layer": 1, "inputs": ["i0"]},
                              {"layer": 3, "inputs": ["c0"]}],
                    "model": {"inputs": ["i0"], "outputs": ["c1"]}})",
                  beside_the_wrapper),
            "i0 = Input((None, 3, 2)); l0 = Dense(units=2); "
            "l1 = TimeDistributed(l0); c0 = l1(i0); l2 = Dense(units=2); "
            "c1 = l2(i0); model = Model(inputs=[i0], outputs=[c0])");
}

TEST_F(ShrinkRecombineTest, one_of_two_layers_is_any_other_of_its_kind) {
  const FailsAlike other_activation_on_the_input = [&](const Graph& graph) {
    return IsCallOf(graph, 0, "Dense", TensorRef::Input(0)) &&
           IsCallOf(graph, 1, "Activation", TensorRef::Input(0)) &&
           OneLine(graph, facts_).find("relu") == std::string::npos;
  };
  EXPECT_EQ(Taken(&RecombineRetyped, kTwoCalls, other_activation_on_the_input),
            "i0 = Input((None, 2)); l0 = Dense(units=2); c0 = l0(i0); "
            "l1 = Activation(activation='linear'); c1 = l1(i0); "
            "model = Model(inputs=[i0], outputs=[c0])");
}

TEST_F(ShrinkRecombineTest, graphs_with_Models_or_of_many_calls_are_left) {
  const FailsAlike always = [](const Graph&) { return true; };
  for (const NamedGraph& named : RecordedGraphs(catalogue_)) {
    const bool small = named.graph.calls().size() <= 3;
    bool has_model = false;
    for (const LayerDecl& layer : named.graph.layers()) {
      has_model |= layer.config->kind->text == "Model";
    }
    if (small && !has_model) continue;
    const std::string text = GraphToJson(named.graph);
    EXPECT_EQ(Taken(&RecombineCalls, text, always), "") << named.name;
    EXPECT_EQ(Taken(&RecombineRetyped, text, always), "") << named.name;
  }
}

}  // namespace
}  // namespace clonecheck
