// CaseBytes: what is written is read again as the same Graph. That any bytes
// are a Graph which builds is tested where the engine is known
// (campaign/byte_graphs_test.cc).
#include "core/search/case_bytes.h"

#include <cstdint>
#include <string>
#include <vector>

#include "core/graph/graph.h"
#include "core/graph/json.h"
#include "core/graph/pool.h"
#include "core/layers/catalogue.h"
#include "core/search/choice_source.h"
#include "core/search/generator.h"
#include "core/search/profile.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

class CaseBytesTest : public testing::Test {
 protected:
  void ExpectIdentity(const Graph& graph) {
    const std::vector<uint8_t> bytes = codec_.Encode(graph);
    const Graph again = codec_.Decode(bytes);
    ASSERT_TRUE(again == graph) << GraphToJson(graph) << GraphToJson(again);
    ASSERT_TRUE(codec_.Encode(again) == bytes);
  }

  Pool pool_;
  Catalogue catalogue_{pool_};
  const Profile profile_ = AllProfiles()[0];
  CaseBytes codec_{catalogue_, profile_, [](const Graph&) { return true; }};
};

TEST_F(CaseBytesTest, what_is_written_is_read_again_as_the_same_graph) {
  for (const Profile& profile : AllProfiles()) {
    Generator generator(catalogue_, profile);
    const uint64_t cases = profile.max_calls > 60 ? 2 : 1'000;
    for (uint64_t seed = 0; seed < cases; ++seed) {
      ChoiceSource choices(seed);
      ExpectIdentity(generator.Generate(choices));
      if (HasFatalFailure()) FAIL() << profile.name << ", seed " << seed;
    }
  }
}

// What the generator does not make: names of all sorts, dtypes, sparse inputs,
// configs that are not drawn, classes that are not known, unused layers.
TEST_F(CaseBytesTest, a_graph_out_of_the_ordinary_is_read_again_as_the_same) {
  const auto name = [&](const char* text) { return pool_.InternName(text); };
  GraphBuilder builder;
  const TensorRef x =
      builder.AddInput(pool_.InternShape({kUnknownDim, 1 << 20}),
                       DType::kFloat64, name("größe"), /*sparse=*/true);
  builder.AddInput(pool_.InternShape({7}), DType::kBool, name("name_63"));
  builder.AddInput(pool_.InternShape({7, 1}), DType::kInt64, name("name_64"));
  const ConfigList* list = pool_.InternList(
      {ConfigValue::None(), ConfigValue::Int(-7), ConfigValue::Double(-0.25),
       ConfigValue::Int(INT64_MIN), ConfigValue::Bool(true)});
  const Config* dict = pool_.InternConfig(
      nullptr, {{name("deep"), ConfigValue::List(list)},
                {name("text"),
                 ConfigValue::String(name(std::string(3'000, 'x').c_str()))}});
  const Config* config = pool_.InternConfig(
      name("Unheard"),
      {{name("a"), ConfigValue::Dict(dict)}, {name("b"), ConfigValue::None()}});
  const uint32_t layer = builder.AddLayer(
      catalogue_.Resolve(config).ok()
          ? catalogue_.Resolve(config).value()->config()
          : catalogue_
                .Resolve(pool_.InternConfig(
                    name("Dense"), {{name("units"), ConfigValue::Int(12345)}}))
                .value()
                ->config(),
      name("name_7"), /*trainable=*/false);
  builder.AddLayer(catalogue_.Resolve(pool_.InternConfig(name("Masking"), {}))
                       .value()
                       ->config());
  const TensorRef y = builder.AddCall(layer, {x}, /*as_list=*/true);
  builder.AddKwarg(name("foo"), ConfigValue::List(list));
  builder.AddKwarg(name("mask"), x);
  builder.AddKwarg(name("initial_state"), absl::MakeConstSpan(&x, 1));
  builder.AddCall(layer, {y});
  builder.SetModel({x}, {y, x}, name("the model"));
  builder.SetModelPosition(1);
  ExpectIdentity(builder.graph());
}

TEST_F(CaseBytesTest, an_even_tag_is_followed_by_choices) {
  Generator generator(catalogue_, profile_);
  for (uint8_t seed = 0; seed < 100; ++seed) {
    const std::vector<uint8_t> bytes = {4, seed, 17, seed, 200, 3, seed};
    ChoiceSource choices(absl::MakeConstSpan(bytes).subspan(1));
    EXPECT_TRUE(codec_.Decode(bytes) == generator.Generate(choices));
  }
}

TEST_F(CaseBytesTest, no_bytes_are_a_graph) {
  EXPECT_EQ(codec_.Decode({}).inputs().size(), 1u);
  const uint8_t tag[] = {1};
  EXPECT_EQ(codec_.Decode(tag).inputs().size(), 1u);
}

TEST_F(CaseBytesTest, the_graph_of_keras_12202_takes_few_bytes) {
  GraphBuilder builder;
  const TensorRef x = builder.AddInput(pool_.InternShape({kUnknownDim, 1}));
  const Config* config =
      pool_.InternConfig(pool_.InternName("Lambda"),
                         {{pool_.InternName("function"),
                           ConfigValue::String(pool_.InternName("two"))}});
  const uint32_t two =
      builder.AddLayer(catalogue_.Resolve(config).value()->config());
  builder.AddCall(two, {x});
  builder.SetModel({x}, {TensorRef::Call(0, 1)});
  EXPECT_LE(codec_.Encode(builder.graph()).size(), 25u);
}

}  // namespace
}  // namespace clonecheck
