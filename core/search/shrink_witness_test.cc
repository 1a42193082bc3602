// Shrink comes to one witness from many starts, by predicates on the Graph
// alone. What it makes of failures of cloners: properties/witness_test.cc.
#include <string>
#include <utility>
#include <vector>

#include "core/graph/graph.h"
#include "core/graph/json.h"
#include "core/layers/kinds.h"
#include "core/search/shrink.h"
#include "core/search/shrink_test_fixture.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

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

// Shapes that are tried have three axes at most; what needs more keeps no more
// than it needs.
TEST_F(ShrinkTest, an_input_loses_axes_one_by_one) {
  const FailsAlike interesting = [](const Graph& graph) {
    return graph.inputs()[0].batch_shape->dims().size() >= 4;
  };
  std::string witness;
  for (const std::vector<int32_t>& dims :
       {std::vector{kUnknownDim, kUnknownDim, kUnknownDim, kUnknownDim, 1},
        std::vector{kUnknownDim, 2, 3, 1, 5, 2}, std::vector{2, 1, 1, 2, 2}}) {
    GraphBuilder builder;
    const TensorRef x = builder.AddInput(pool_.InternShape(dims));
    builder.SetModel({x}, {x});
    const ShrinkResult result =
        Shrink(std::move(builder).Build(), catalogue_, kPlenty, interesting);
    EXPECT_EQ(result.graph.inputs()[0].batch_shape->dims().size(), 4u);
    const std::string text = GraphToJson(result.graph);
    if (witness.empty()) witness = text;
    EXPECT_EQ(text, witness);
  }
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

}  // namespace
}  // namespace clonecheck
