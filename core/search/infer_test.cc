// Tests of InferTensors.
#include "core/search/infer.h"

#include <cstdint>
#include <utility>
#include <vector>

#include "core/graph/graph.h"
#include "core/graph/layer_facts.h"
#include "core/graph/pool.h"
#include "core/layers/catalogue.h"
#include "core/layers/catalogue_facts.h"
#include "core/search/choice_source.h"
#include "core/search/generator.h"
#include "core/search/profile.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

TEST(InferTest, every_tensor_of_a_generated_graph_has_a_shape) {
  Pool pool;
  Catalogue catalogue(pool);
  const CatalogueFacts facts(catalogue);
  Generator generator(catalogue, FindProfile("nested").value());
  for (uint64_t seed = 0; seed < 300; ++seed) {
    ChoiceSource choices(seed);
    const Graph& graph = generator.Generate(choices);
    const auto tensors = InferTensors(graph, catalogue);
    ASSERT_EQ(tensors.size(), graph.calls().size());
    for (size_t i = 0; i < tensors.size(); ++i) {
      const LayerDecl& layer = graph.layers()[graph.calls()[i].layer];
      EXPECT_EQ(static_cast<int>(tensors[i].size()),
                NumOutputs(graph, layer, &facts))
          << "seed " << seed << ", call " << i;
    }
  }
}

class InferDenseTest : public testing::Test {
 protected:
  // Two calls of one Dense, each on an input of its own.
  std::vector<TensorInfos> Infer(const Shape* first, const Shape* second) {
    const Config* config =
        pool_.InternConfig(pool_.InternName("Dense"),
                           {{pool_.InternName("units"), ConfigValue::Int(3)}});
    GraphBuilder builder;
    const TensorRef x = builder.AddInput(first);
    const TensorRef y = builder.AddInput(second);
    const uint32_t layer =
        builder.AddLayer(catalogue_.Resolve(config).value()->config());
    const TensorRef a = builder.AddCall(layer, {x});
    const TensorRef b = builder.AddCall(layer, {y});
    builder.SetModel({x, y}, {a, b});
    return InferTensors(builder.graph(), catalogue_);
  }

  Pool pool_;
  Catalogue catalogue_{pool_};
};

TEST_F(InferDenseTest, the_last_dimension_becomes_the_units) {
  const auto tensors = Infer(pool_.InternShape({kUnknownDim, 4}),
                             pool_.InternShape({kUnknownDim, 7, 4}));
  ASSERT_EQ(tensors[0].size(), 1u);
  ASSERT_EQ(tensors[1].size(), 1u);
  EXPECT_EQ(tensors[0][0].shape, pool_.InternShape({kUnknownDim, 3}));
  EXPECT_EQ(tensors[1][0].shape, pool_.InternShape({kUnknownDim, 7, 3}));
}

TEST_F(InferDenseTest, what_build_refuses_has_no_tensors) {
  const auto tensors = Infer(pool_.InternShape({kUnknownDim, kUnknownDim}),
                             pool_.InternShape({kUnknownDim, 4}));
  EXPECT_TRUE(tensors[0].empty());
}

// Models in Models, 40 deep, each of which calls the one inside twice: 2^40
// calls of the Dense, if each were looked at.
TEST_F(InferDenseTest, deep_models_that_are_called_twice_take_no_time) {
  const Shape* shape = pool_.InternShape({kUnknownDim, 3});
  const auto config = [&](const char* kind,
                          std::vector<ConfigEntry> arguments = {}) {
    const Config* unresolved =
        pool_.InternConfig(pool_.InternName(kind), std::move(arguments));
    return catalogue_.Resolve(unresolved).value()->config();
  };
  GraphBuilder builder;
  uint32_t inner = builder.AddLayer(
      config("Dense", {{pool_.InternName("units"), ConfigValue::Int(3)}}));
  for (int level = 0; level < 40; ++level) {
    const TensorRef x = builder.AddInput(shape);
    const TensorRef y = builder.AddCall(inner, {x});
    const TensorRef z = builder.AddCall(inner, {y});
    LayerDecl model;
    model.config = config("Model");
    model.position = static_cast<uint32_t>(z.producer) + 1;
    inner = builder.AddLayer(model, {}, {x}, {z});
  }
  const TensorRef x = builder.AddInput(shape);
  builder.SetModel({x}, {builder.AddCall(inner, {x})});
  const auto tensors = InferTensors(builder.graph(), catalogue_);
  ASSERT_EQ(tensors.back().size(), 1u);
  EXPECT_EQ(tensors.back()[0].shape, shape);
}

}  // namespace
}  // namespace clonecheck
