#include "core/layers/opaque_reading.h"

#include <utility>

#include "gtest/gtest.h"

namespace clonecheck {
namespace {

class OpaqueReading : public testing::Test {
 protected:
  Graph Calling(absl::string_view kind, std::vector<ConfigEntry> entries) {
    GraphBuilder builder;
    const TensorRef x = builder.AddInput(pool_.InternShape({kUnknownDim, 4}));
    const Config* config =
        pool_.InternConfig(pool_.InternName(kind), std::move(entries));
    const TensorRef y = builder.AddCall(
        builder.AddLayer(catalogue_.Resolve(config).value()->config()), {x});
    builder.SetModel({x}, {y});
    return std::move(builder).Build();
  }
  ConfigEntry Text(absl::string_view key, absl::string_view value) {
    return {pool_.InternName(key),
            ConfigValue::String(pool_.InternName(value))};
  }

  Pool pool_;
  Catalogue catalogue_{pool_};
};

TEST_F(OpaqueReading, a_known_layer_has_one) {
  const Graph graph = Calling("Activation", {Text("activation", "relu")});
  EXPECT_EQ(FirstOpaqueLayer(graph), std::nullopt);
  EXPECT_FALSE(AsPassingMasks(graph, catalogue_).has_value());
}

TEST_F(OpaqueReading, an_unknown_function_is_opaque_but_has_one) {
  const Graph graph = Calling("Lambda", {Text("bytecode", "4wE=")});
  EXPECT_EQ(FirstOpaqueLayer(graph), 0u);
  EXPECT_FALSE(AsPassingMasks(graph, catalogue_).has_value());
}

TEST_F(OpaqueReading, an_unknown_class_has_two) {
  const Graph graph = Calling("Opaque", {Text("class_name", "Mystery")});
  EXPECT_EQ(FirstOpaqueLayer(graph), 0u);
  const std::optional<Graph> passing = AsPassingMasks(graph, catalogue_);
  ASSERT_TRUE(passing.has_value());
  const auto supports_masking = [this](const Graph& g) {
    return catalogue_.Find(g.layers()[0].config)->traits().supports_masking;
  };
  EXPECT_FALSE(supports_masking(graph));
  EXPECT_TRUE(supports_masking(*passing));
  EXPECT_EQ(passing->model_outputs()[0], graph.model_outputs()[0]);
}

}  // namespace
}  // namespace clonecheck
