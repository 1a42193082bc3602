#include "core/graph/order.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/graph/example_graphs.h"
#include "core/graph/fake_layer_facts.h"
#include "core/graph/json.h"
#include "core/graph/pool.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

// One input of shape (None, `size`), one layer called `calls` times in a row,
// with every knob that the order looks at.
struct Knobs {
  int size = 4;
  int calls = 2;
  int extra_inputs = 0;
  int extra_layers = 0;
  int outputs = 1;
  int kwargs = 0;
  const char* kind = "Dense";
  int units = 4;
  const char* name = nullptr;
  bool trainable = true;
  bool as_list = false;
  DType dtype = DType::kFloat32;
  bool from_input = false;  // the last call uses the input

  Graph Make(Pool& pool) const {
    GraphBuilder b;
    const TensorRef x =
        b.AddInput(pool.InternShape({kUnknownDim, size}), dtype);
    for (int i = 0; i < extra_inputs; ++i) {
      b.AddInput(pool.InternShape({kUnknownDim, size}));
    }
    const uint32_t layer = b.AddLayer(
        MakeConfig(pool, kind, {{"units", ConfigValue::Int(units)}}),
        name == nullptr ? nullptr : pool.InternName(name), trainable);
    for (int i = 0; i < extra_layers; ++i) b.AddLayer(DenseConfig(pool, 1));
    TensorRef last = x;
    for (int i = 0; i < calls; ++i) {
      const bool is_last = i + 1 == calls;
      last = b.AddCall(layer, {is_last && from_input ? x : last}, as_list);
      if (is_last) {
        for (int k = 0; k < kwargs; ++k) {
          b.AddKwarg(pool.InternName("k" + std::to_string(k)),
                     ConfigValue::None());
        }
      }
    }
    b.SetModel({x}, std::vector<TensorRef>(outputs, last));
    return std::move(b).Build();
  }
};

// Changes of one knob, each to something less simple.
std::vector<Knobs> LessSimple() {
  std::vector<Knobs> all;
  const auto add = [&](auto change) {
    all.emplace_back();
    change(all.back());
  };
  add([](Knobs& k) { k.size = 5; });
  add([](Knobs& k) { k.calls = 3; });
  add([](Knobs& k) { k.extra_inputs = 1; });
  add([](Knobs& k) { k.extra_layers = 1; });
  add([](Knobs& k) { k.outputs = 2; });
  add([](Knobs& k) { k.kwargs = 1; });
  add([](Knobs& k) { k.kind = "Later"; });
  add([](Knobs& k) { k.units = 5; });
  add([](Knobs& k) { k.name = "a"; });
  add([](Knobs& k) { k.trainable = false; });
  add([](Knobs& k) { k.as_list = true; });
  add([](Knobs& k) { k.dtype = DType::kInt32; });
  return all;
}

TEST(Order, each_complication_makes_a_graph_less_simple) {
  Pool pool;
  const Graph plain = Knobs().Make(pool);
  for (const Knobs& knobs : LessSimple()) {
    const Graph graph = knobs.Make(pool);
    EXPECT_LT(CompareGraphs(plain, graph), 0) << GraphToJson(graph);
    EXPECT_GT(CompareGraphs(graph, plain), 0) << GraphToJson(graph);
  }
  Knobs from_input;
  from_input.from_input = true;
  EXPECT_LT(CompareGraphs(from_input.Make(pool), plain), 0);
}

TEST(Order, fewer_calls_win_over_all_else) {
  Pool pool;
  Knobs one_call;
  one_call.calls = 1;
  one_call.size = 1000;
  one_call.extra_inputs = 5;
  one_call.extra_layers = 5;
  one_call.outputs = 5;
  one_call.kind = "Zzz";
  one_call.name = "long name";
  EXPECT_TRUE(SimplerThan(one_call.Make(pool), Knobs().Make(pool)));
}

TEST(Order, facts_rank_kinds) {
  Pool pool;
  Knobs dense;
  Knobs lambda;
  lambda.kind = "Lambda";
  const FakeLayerFacts facts;
  EXPECT_LT(CompareGraphs(dense.Make(pool), lambda.Make(pool)), 0);
  EXPECT_GT(CompareGraphs(dense.Make(pool), lambda.Make(pool), &facts), 0);
}

TEST(Order, is_total_on_a_variety_of_graphs) {
  Pool pool;
  std::vector<Graph> graphs = {SecondOfTwoOutputs(pool), EverythingAtOnce(pool),
                               Chain(pool, 0), Chain(pool, 2)};
  for (const Knobs& knobs : LessSimple()) {
    graphs.push_back(knobs.Make(pool));
    Knobs two = knobs;
    two.size = 6;
    graphs.push_back(two.Make(pool));
    two.name = "b";
    graphs.push_back(two.Make(pool));
  }
  const FakeLayerFacts facts;
  for (const LayerFacts* f : {static_cast<const LayerFacts*>(nullptr),
                              static_cast<const LayerFacts*>(&facts)}) {
    for (const Graph& a : graphs) {
      for (const Graph& b : graphs) {
        const int ab = CompareGraphs(a, b, f);
        EXPECT_EQ(ab == 0, a == b);
        EXPECT_EQ(ab < 0, CompareGraphs(b, a, f) > 0);
        for (const Graph& c : graphs) {
          if (ab <= 0 && CompareGraphs(b, c, f) <= 0) {
            EXPECT_LE(CompareGraphs(a, c, f), 0);
          }
        }
      }
    }
  }
}

TEST(Order, does_not_depend_on_the_order_of_interning) {
  Pool first;
  Pool second;
  // Other ids, other addresses.
  second.InternName("later");
  DenseConfig(second, 99);
  second.InternShape({9, 9, 9});
  std::vector<Graph> of_second;
  const std::vector<Knobs> knobs = LessSimple();
  for (size_t i = knobs.size(); i-- > 0;) {
    of_second.insert(of_second.begin(), knobs[i].Make(second));
  }
  for (size_t i = 0; i < knobs.size(); ++i) {
    EXPECT_EQ(CompareGraphs(knobs[i].Make(first), of_second[i]), 0);
    for (size_t j = 0; j < knobs.size(); ++j) {
      EXPECT_EQ(CompareGraphs(knobs[i].Make(first), knobs[j].Make(first)) < 0,
                CompareGraphs(of_second[i], of_second[j]) < 0);
    }
  }
  EXPECT_EQ(CompareGraphs(EverythingAtOnce(first), EverythingAtOnce(second)),
            0);
}

TEST(Order, a_single_difference_anywhere_is_seen) {
  // Each scalar of the big example changed, one at a time.
  Pool pool;
  const Graph graph = EverythingAtOnce(pool);
  nlohmann::json document = GraphToJsonValue(graph);
  int changed = 0;
  const auto change_all = [&](auto& self, nlohmann::json& part) -> void {
    if (part.is_structured()) {
      for (auto& child : part) self(self, child);
      return;
    }
    const nlohmann::json before = part;
    std::vector<nlohmann::json> others = {"c0", "i0", "other"};
    if (part.is_boolean()) others = {!part.get<bool>()};
    if (part.is_number_integer()) others = {part.get<int>() - 1};
    for (const nlohmann::json& other : others) {
      part = other;
      const auto read = GraphFromJsonValue(document, pool);
      if (!read.ok() || *read == graph) continue;
      ++changed;
      EXPECT_NE(CompareGraphs(graph, *read), 0) << document.dump();
      EXPECT_EQ(CompareGraphs(graph, *read) < 0,
                CompareGraphs(*read, graph) > 0);
    }
    part = before;
  };
  change_all(change_all, document);
  EXPECT_GT(changed, 60);
}

}  // namespace
}  // namespace clonecheck
