// Shrink takes Models, Sequentials and wrappers apart.
#include <utility>
#include <vector>

#include "core/graph/graph.h"
#include "core/graph/json.h"
#include "core/graph/model_kinds.h"
#include "core/graph/pool.h"
#include "core/layers/catalogue.h"
#include "core/layers/resolve_graph.h"
#include "core/search/shrink.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

// More than any start of these tests needs.
constexpr int kPlenty = 5'000;

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
