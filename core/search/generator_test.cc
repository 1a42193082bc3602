// Generator: every Graph is valid, every feature and kind is reached, limits
// are kept, and the same choices give the same Graph. That Keras accepts the
// Graphs is a matter of the engine, and tested where both are known.
#include "core/search/generator.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/graph/json.h"
#include "core/graph/model_kinds.h"
#include "core/graph/pool.h"
#include "core/graph/validate.h"
#include "core/layers/catalogue.h"
#include "core/layers/catalogue_facts.h"
#include "core/random.h"
#include "core/search/features.h"
#include "core/search/profile.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

class GeneratorTest : public testing::Test {
 protected:
  const Graph& Generate(Generator& generator, uint64_t seed) {
    ChoiceSource choices(seed);
    return generator.Generate(choices);
  }
  const Graph& Generate(Generator& generator,
                        const std::vector<uint8_t>& bytes) {
    ChoiceSource choices{absl::Span<const uint8_t>(bytes)};
    return generator.Generate(choices);
  }

  static bool WrapsModel(const Graph& graph, const LayerDecl& layer) {
    if (layer.children.size != 1) return false;
    const LayerDecl& inner = graph.layers()[graph.children(layer)[0]];
    return IsModel(inner) || IsSequential(inner);
  }

  Pool pool_;
  Catalogue catalogue_{pool_};
  CatalogueFacts facts_{catalogue_};
  const Profile profile_ = AllProfiles()[0];
  Generator generator_{catalogue_, profile_};
};

// ---- Determinism ----

TEST_F(GeneratorTest, the_same_seed_gives_the_same_graph) {
  Generator other(catalogue_, profile_);
  for (uint64_t seed = 0; seed < 2'000; ++seed) {
    const Graph graph = Generate(generator_, seed);
    // Whatever came before.
    Generate(generator_, seed + 17);
    ASSERT_TRUE(Generate(generator_, seed) == graph) << seed;
    ASSERT_TRUE(Generate(other, seed) == graph) << seed;
  }
}

TEST_F(GeneratorTest, another_pool_gives_the_same_text) {
  Pool pool;
  // Names, shapes and configs get other addresses and numbers there.
  for (int i = 0; i < 1'000; ++i) pool.InternName(absl::StrCat("other_", i));
  Catalogue catalogue(pool);
  Generator other(catalogue, profile_);
  for (uint64_t seed = 0; seed < 500; ++seed) {
    ASSERT_EQ(GraphToJson(Generate(generator_, seed)),
              GraphToJson(Generate(other, seed)))
        << seed;
  }
}

TEST_F(GeneratorTest, seeds_give_many_different_graphs) {
  std::set<std::string> texts;
  for (uint64_t seed = 0; seed < 1'000; ++seed) {
    texts.insert(GraphToJson(Generate(generator_, seed)));
  }
  EXPECT_GT(texts.size(), 950u);
}

// ---- Validity and limits ----

TEST_F(GeneratorTest, within_a_vocabulary_nothing_else_is_drawn) {
  const auto spec = [&](absl::string_view name,
                        std::vector<ConfigEntry> entries = {}) {
    return catalogue_
        .Resolve(pool_.InternConfig(pool_.InternName(name), std::move(entries)))
        .value();
  };
  const ConfigEntry relu = {pool_.InternName("activation"),
                            ConfigValue::String(pool_.InternName("relu"))};
  const Vocabulary vocabulary = {
      {spec("Activation", {relu}), spec("Add"), spec("Concatenate")},
      {pool_.InternShape({kUnknownDim, 2}),
       pool_.InternShape({kUnknownDim, 3})}};
  Profile profile = ProfileWithin(vocabulary);
  profile.third_input = 0;
  Generator generator(catalogue_, profile);
  std::set<const Config*> configs;
  std::set<const Shape*> shapes;
  for (uint64_t seed = 0; seed < 3'000; ++seed) {
    const Graph& graph = Generate(generator, seed);
    const absl::Status status = Validate(graph, &facts_);
    ASSERT_TRUE(status.ok()) << seed << ": " << status;
    for (const LayerDecl& layer : graph.layers()) {
      configs.insert(layer.config);
      ASSERT_TRUE(layer.name == nullptr && layer.trainable) << seed;
    }
    for (const InputDecl& input : graph.inputs()) {
      shapes.insert(input.batch_shape);
      ASSERT_EQ(input.dtype, DType::kFloat32) << seed;
    }
    for (const Call& call : graph.calls()) {
      ASSERT_EQ(call.kwargs.size, 0u) << seed;
      ASSERT_LE(call.inputs.size, 2u) << seed;
    }
    ASSERT_FALSE(graph.model().is_layer()) << seed;
    ASSERT_EQ(graph.model().position, graph.calls().size()) << seed;
  }
  EXPECT_EQ(configs.size(), vocabulary.layers.size());
  EXPECT_EQ(shapes.size(), vocabulary.input_shapes.size());
  for (const LayerSpec* layer : vocabulary.layers) {
    EXPECT_TRUE(configs.contains(layer->config()));
  }
}

TEST_F(GeneratorTest, graphs_of_every_profile_are_valid_and_keep_its_limits) {
  for (const Profile& profile : AllProfiles()) {
    Generator generator(catalogue_, profile);
    const uint64_t cases = profile.max_calls > 60   ? 4
                           : profile.max_calls > 20 ? 3'000
                                                    : 20'000;
    uint32_t fewest = profile.max_calls;
    uint32_t most = 0;
    for (uint64_t seed = 0; seed < cases; ++seed) {
      const Graph& graph = Generate(generator, seed);
      const absl::Status status = Validate(graph, &facts_);
      ASSERT_TRUE(status.ok())
          << profile.name << ", " << seed << ": " << status;
      const uint32_t calls = static_cast<uint32_t>(graph.calls().size());
      ASSERT_GE(calls, profile.min_calls) << seed;
      ASSERT_LE(calls, profile.max_calls) << seed;
      fewest = std::min(fewest, calls);
      most = std::max(most, calls);
      ASSERT_GE(graph.inputs().size(), 1u) << seed;
      ASSERT_LE(graph.model_inputs().size(), profile.max_inputs) << seed;
      ASSERT_GE(graph.inputs().size(), graph.model_inputs().size()) << seed;
      if (graph.model().is_layer()) continue;
      ASSERT_GE(graph.model_outputs().size(), 1u) << seed;
      ASSERT_LE(graph.model_outputs().size(), 9u) << seed;
    }
    if (profile.max_calls > 60) continue;
    EXPECT_EQ(fewest, profile.min_calls) << profile.name;
    EXPECT_EQ(most, profile.max_calls) << profile.name;
  }
}

// How many Models and Sequentials are within each other.
uint32_t Depth(const Graph& graph, const LayerDecl& layer) {
  uint32_t depth = 0;
  for (uint32_t child : graph.children(layer)) {
    depth = std::max(depth, Depth(graph, graph.layers()[child]));
  }
  std::vector<bool> needed(graph.calls().size(), false);
  const auto need = [&](Range range) {
    for (TensorRef ref : graph.tensors(range)) {
      if (!ref.is_input()) needed[static_cast<size_t>(ref.producer)] = true;
    }
  };
  need(layer.model_outputs);
  for (size_t i = needed.size(); i-- > 0;) {
    if (!needed[i]) continue;
    const Call& call = graph.calls()[i];
    need(call.inputs);
    depth = std::max(depth, Depth(graph, graph.layers()[call.layer]));
  }
  return IsModel(layer) || IsSequential(layer) ? depth + 1 : depth;
}

TEST_F(GeneratorTest, nesting_goes_as_deep_as_it_may_and_no_deeper) {
  for (const uint32_t most : {1, 2, 3, 4}) {
    Profile profile = FindProfile("nested").value();
    profile.max_depth = most;
    profile.sequentials = 90;
    Generator generator(catalogue_, profile);
    uint32_t deepest = 0;
    for (uint64_t seed = 0; seed < 4'000; ++seed) {
      const Graph& graph = Generate(generator, seed);
      for (const LayerDecl& layer : graph.layers()) {
        const uint32_t depth = Depth(graph, layer);
        ASSERT_LE(depth, most) << seed;
        deepest = std::max(deepest, depth);
      }
    }
    EXPECT_EQ(deepest, most);
  }
}

// Each Model has inputs of its own, of which a Graph may not have any number.
TEST_F(GeneratorTest, models_without_number_have_at_most_500_inputs_together) {
  Profile profile = FindProfile("nested").value();
  profile.min_calls = profile.max_calls = 3'000;
  profile.models = 100;
  Generator generator(catalogue_, profile);
  size_t most = 0;
  for (uint64_t seed = 0; seed < 10; ++seed) {
    const Graph& graph = Generate(generator, seed);
    size_t inner = 0;
    for (const LayerDecl& layer : graph.layers()) {
      inner += layer.model_inputs.size;
    }
    most = std::max(most, inner);
  }
  EXPECT_GT(most, 490u);
  EXPECT_LE(most, 500u);
}

TEST_F(GeneratorTest, every_layer_is_called_or_part_of_another) {
  for (uint64_t seed = 0; seed < 5'000; ++seed) {
    const Graph& graph = Generate(generator_, seed);
    std::vector<bool> used(graph.layers().size(), false);
    for (const Call& call : graph.calls()) used[call.layer] = true;
    for (const LayerDecl& layer : graph.layers()) {
      for (uint32_t child : graph.children(layer)) used[child] = true;
    }
    for (size_t i = 0; i < used.size(); ++i) ASSERT_TRUE(used[i]) << seed;
  }
}

TEST_F(GeneratorTest, plain_layers_are_made_at_the_start) {
  for (uint64_t seed = 0; seed < 5'000; ++seed) {
    const Graph& graph = Generate(generator_, seed);
    for (const LayerDecl& layer : graph.layers()) {
      if (IsModel(layer) || IsSequential(layer)) continue;
      ASSERT_TRUE(layer.position == 0 || WrapsModel(graph, layer)) << seed;
    }
  }
}

TEST_F(GeneratorTest, any_bytes_are_a_valid_graph) {
  SplitMix64 random(5);
  std::vector<uint8_t> bytes;
  for (int i = 0; i < 20'000; ++i) {
    bytes.resize(random.Next() % 200);
    // Some strings are random, some are mostly one byte.
    const uint8_t base = static_cast<uint8_t>(random.Next());
    for (uint8_t& byte : bytes) {
      byte = i % 2 == 0 || random.Next() % 8 == 0
                 ? static_cast<uint8_t>(random.Next())
                 : base;
    }
    const Graph& graph = Generate(generator_, bytes);
    const absl::Status status = Validate(graph, &facts_);
    ASSERT_TRUE(status.ok()) << i << ": " << status;
    ASSERT_LE(graph.calls().size(), profile_.max_calls);
    ASSERT_LE(graph.model_outputs().size(), 9u);
  }
}

TEST_F(GeneratorTest, no_bytes_are_the_simplest_graph) {
  const Graph& graph = Generate(generator_, std::vector<uint8_t>());
  EXPECT_TRUE(Validate(graph, &facts_).ok());
  EXPECT_EQ(graph.inputs().size(), 1u);
  EXPECT_EQ(graph.calls().size(), 1u);
  EXPECT_EQ(graph.model_outputs().size(), 1u);
}

TEST_F(GeneratorTest, bytes_that_run_out_go_on_as_zeros) {
  SplitMix64 random(6);
  for (int i = 0; i < 200; ++i) {
    std::vector<uint8_t> bytes(random.Next() % 40);
    for (uint8_t& byte : bytes) byte = static_cast<uint8_t>(random.Next());
    const Graph graph = Generate(generator_, bytes);
    bytes.resize(bytes.size() + 400, 0);
    ASSERT_TRUE(Generate(generator_, bytes) == graph) << i;
  }
}

// ---- Distribution ----

TEST_F(GeneratorTest, reaches_every_feature_often) {
  // Of 1,000 cases, at least so many have the feature.
  constexpr std::pair<Feature, int> kFloors[] = {
      {Feature::kMultiOutputLayer, 500},  {Feature::kLaterOutputUsed, 400},
      {Feature::kSharedLayer, 400},       {Feature::kMergeOfOneTensor, 200},
      {Feature::kSeveralInputs, 500},     {Feature::kSeveralOutputs, 500},
      {Feature::kInputIsOutput, 10},      {Feature::kRepeatedOutput, 40},
      {Feature::kCallOutsideOfModel, 80}, {Feature::kMaskMade, 350},
      {Feature::kKeywordArgument, 10},    {Feature::kGivenName, 300},
      {Feature::kFrozenLayer, 100},       {Feature::kRecurrent, 50},
      {Feature::kStatesGiven, 10},        {Feature::kBidirectional, 10},
      {Feature::kTimeDistributed, 10},    {Feature::kNestedModel, 30},
      {Feature::kModelInModel, 10},       {Feature::kModelCalledAgain, 5},
      {Feature::kSequential, 30},         {Feature::kSharedAcrossLevels, 10},
      {Feature::kTrainingArgument, 10},   {Feature::kMaskTensor, 20},
      {Feature::kCallAfterModel, 10},     {Feature::kModelOverSteps, 5},
      {Feature::kInputLayerCalled, 5},    {Feature::kComputedMask, 5},
      {Feature::kWrappedLayerCalled, 5},  {Feature::kEmbeddingFirst, 5},
      {Feature::kModelIsLayer, 5},
  };
  constexpr int kCases = 20'000;
  std::array<uint64_t, kNumFeatures> counts{};
  for (uint64_t seed = 0; seed < kCases; ++seed) {
    CountFeatures(Generate(generator_, seed), catalogue_, &counts);
  }
  EXPECT_EQ(std::size(kFloors), kNumFeatures);
  for (const auto& [feature, floor] : kFloors) {
    const uint64_t count = counts[static_cast<int>(feature)];
    EXPECT_GE(count * 1'000, static_cast<uint64_t>(floor) * kCases)
        << FeatureName(feature) << ": " << count;
    // Nor is there one in all cases.
    EXPECT_LE(count * 100, 95u * kCases) << FeatureName(feature);
  }
}

TEST_F(GeneratorTest, draws_every_config_of_every_kind) {
  std::map<const Config*, int> counts;
  for (uint64_t seed = 0; seed < 75'000; ++seed) {
    for (const LayerDecl& layer : Generate(generator_, seed).layers()) {
      ++counts[layer.config];
    }
  }
  int kinds = 0;
  for (const LayerKind* kind : AllLayerKinds()) {
    const std::vector<DomainEntry> domain = kind->Domain(pool_);
    kinds += domain.empty() ? 0 : 1;
    for (const DomainEntry& entry : domain) {
      const Config* config = catalogue_.Resolve(entry.config).value()->config();
      EXPECT_GE(counts[config], 12) << GraphToJson([&] {
        GraphBuilder builder;
        builder.AddLayer(config);
        return std::move(builder).Build();
      }());
    }
  }
  EXPECT_GE(kinds, 13);
}

TEST_F(GeneratorTest, draws_every_merge_mode_of_bidirectional) {
  std::map<std::string, int> modes;
  for (uint64_t seed = 0; seed < 5'000; ++seed) {
    for (const LayerDecl& layer : Generate(generator_, seed).layers()) {
      if (layer.config->kind->text != "Bidirectional") continue;
      const ConfigValue* mode = layer.config->Find("merge_mode");
      ++modes[mode == nullptr ? "concat" : ConfigValueToPython(*mode)];
    }
  }
  EXPECT_EQ(modes.size(), 5u);
  for (const auto& [mode, count] : modes) EXPECT_GE(count, 12) << mode;
}

TEST_F(GeneratorTest, calls_layers_up_to_four_times_and_more) {
  std::map<int, int> histogram;
  for (uint64_t seed = 0; seed < 5'000; ++seed) {
    const Graph& graph = Generate(generator_, seed);
    std::vector<int> calls(graph.layers().size(), 0);
    for (const Call& call : graph.calls()) ++calls[call.layer];
    for (int count : calls) ++histogram[count];
  }
  for (int count : {1, 2, 3, 4}) EXPECT_GE(histogram[count], 10) << count;
}

TEST_F(GeneratorTest, keeps_a_case_from_some_kinds) {
  // Swarm: of two kinds, there are cases with either and without the other.
  std::map<absl::string_view, int> without;
  for (uint64_t seed = 0; seed < 2'000; ++seed) {
    std::set<absl::string_view> kinds;
    const Graph& graph = Generate(generator_, seed);
    if (graph.calls().size() < profile_.max_calls) continue;
    for (const LayerDecl& layer : graph.layers()) {
      kinds.insert(layer.config->kind->text);
    }
    for (absl::string_view kind : {"Lambda", "Dense", "Activation"}) {
      without[kind] += kinds.count(kind) == 0 ? 1 : 0;
    }
  }
  for (const auto& [kind, count] : without) EXPECT_GE(count, 20) << kind;
}

// ---- Features ----

TEST(Features, have_a_name_of_their_own_each) {
  std::set<std::string> names;
  for (int i = 0; i < kNumFeatures; ++i) {
    const std::string name(FeatureName(static_cast<Feature>(i)));
    EXPECT_FALSE(name.empty()) << i;
    EXPECT_TRUE(names.insert(name).second) << name;
  }
}

// ---- Profiles ----

TEST(Profiles, are_found_by_name) {
  for (const Profile& profile : AllProfiles()) {
    absl::StatusOr<Profile> found = FindProfile(profile.name);
    ASSERT_TRUE(found.ok());
    EXPECT_EQ(found->max_calls, profile.max_calls);
    EXPECT_FALSE(profile.summary.empty());
  }
  EXPECT_EQ(FindProfile("none").status(),
            absl::InvalidArgumentError("There is no profile \"none\"; choose "
                                       "from default, deep, wide, masks, "
                                       "nested, recurrent, large."));
}

}  // namespace
}  // namespace clonecheck
