// Graphs of the generator in the engine: all of them build, and what the
// generator believes of tensors while it chooses is true.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "campaign/workbench.h"
#include "core/engine/build.h"
#include "core/graph/json.h"
#include "core/graph/model_kinds.h"
#include "core/random.h"
#include "core/search/generator.h"
#include "core/search/profile.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

class GeneratedGraphs : public testing::Test {
 protected:
  // Builds and checks one Graph; false after a failure.
  bool Check(const Graph& graph, const EngineRules& engine) {
    absl::StatusOr<Built> built = workbench_.Build(graph, engine);
    EXPECT_TRUE(built.ok()) << built.status();
    if (!built.ok()) return false;
    EXPECT_EQ(built->refusal, nullptr) << built->refusal->ToString() << "\nat "
                                       << DescribePlace(graph, *built);
    return built->refusal == nullptr && CheckBeliefs(graph, *built);
  }

  // Whether tensors are masked, as specs predict it for the generator, against
  // the masks that the nodes have. Of Models and Sequentials no spec knows
  // that, nor of what runs on their steps, and a Sequential calls its layers by
  // itself.
  bool CheckBeliefs(const Graph& graph, const Built& built) {
    std::vector<bool> checked(graph.layers().size(), true);
    for (size_t i = 0; i < graph.layers().size(); ++i) {
      const LayerDecl& layer = graph.layers()[i];
      const bool has_graph = IsModel(layer) || IsSequential(layer);
      if (has_graph) checked[i] = false;
      for (uint32_t child : graph.children(layer)) {
        const LayerDecl& inner = graph.layers()[child];
        if (IsSequential(layer)) checked[child] = false;
        if (IsModel(inner) || IsSequential(inner)) checked[i] = false;
      }
    }
    std::vector<size_t> next(graph.layers().size(), 0);
    for (size_t i = 0; i < graph.calls().size(); ++i) {
      const Call& call = graph.calls()[i];
      if (!checked[call.layer]) continue;
      const Layer& layer = *built.layers[call.layer];
      const Node& node = *layer.inbound_nodes()[next[call.layer]++];
      std::vector<TensorInfo> infos;
      for (const Node::Inbound& input : node.inputs()) {
        infos.push_back(
            {input.tensor->shape, input.tensor->dtype, input.mask != nullptr});
        // And the generator's precondition held.
        EXPECT_TRUE(layer.spec().Accepts(
            absl::MakeConstSpan(infos).first(infos.size() - 1), infos.back()))
            << "call " << i << ", input " << infos.size() - 1;
      }
      EXPECT_EQ(static_cast<int>(node.output_tensors().size()),
                layer.spec().num_outputs());
      for (size_t k = 0; k < node.output_tensors().size(); ++k) {
        EXPECT_LT(k, node.num_output_masks()) << "call " << i;
        if (k >= node.num_output_masks()) return false;
        EXPECT_EQ(node.output_mask(k) != nullptr,
                  layer.spec().OutputMasked(infos, static_cast<int>(k)))
            << "call " << i << ", output " << k;
      }
      if (testing::Test::HasFailure()) return false;
    }
    return true;
  }

  Workbench workbench_;
};

// A full run has a million seeds; .ci/run sets that.
TEST_F(GeneratedGraphs, of_100_000_seeds_or_more_build_on_both_engines) {
  constexpr uint64_t kSeeds = 100'000;
  constexpr uint64_t kFull = 1'000'000;
  const char* const wanted = std::getenv("CLONECHECK_GENERATED_GRAPHS");
  const uint64_t seeds =
      wanted == nullptr ? kSeeds : std::strtoull(wanted, nullptr, 10);
  ASSERT_GE(seeds, kSeeds);
  std::printf("%llu seeds, 1/%llu of a full run\n",
              static_cast<unsigned long long>(seeds),
              static_cast<unsigned long long>(kFull / seeds));
  Generator generator(workbench_.catalogue(), AllProfiles()[0]);
  for (uint64_t seed = 0; seed < seeds; ++seed) {
    ChoiceSource choices(CaseSeed(1, seed));
    const Graph& graph = generator.Generate(choices);
    for (absl::string_view version : {"2.2.4", "2.3.1"}) {
      ASSERT_TRUE(Check(graph, *FindEngineRules(version)))
          << "seed " << seed << ", engine " << version << "\n"
          << GraphToJson(graph);
    }
  }
}

TEST_F(GeneratedGraphs, of_other_profiles_build) {
  for (const Profile& profile : AllProfiles()) {
    Generator generator(workbench_.catalogue(), profile);
    const uint64_t cases = profile.max_calls > 60   ? 20
                           : profile.max_calls > 20 ? 4'000
                                                    : 20'000;
    for (uint64_t seed = 0; seed < cases; ++seed) {
      ChoiceSource choices(CaseSeed(2, seed));
      const Graph& graph = generator.Generate(choices);
      ASSERT_TRUE(Check(graph, kEngineRules[0]))
          << profile.name << ", seed " << seed << "\n"
          << GraphToJson(graph);
    }
  }
}

TEST_F(GeneratedGraphs, of_20_000_byte_strings_build) {
  Generator plain(workbench_.catalogue(), AllProfiles()[0]);
  Generator nested(workbench_.catalogue(), FindProfile("nested").value());
  SplitMix64 random(3);
  std::vector<uint8_t> bytes;
  for (int i = 0; i < 20'000; ++i) {
    Generator& generator = i % 2 == 0 ? plain : nested;
    bytes.resize(i == 0 ? 0 : random.Next() % 300);
    for (uint8_t& byte : bytes) byte = static_cast<uint8_t>(random.Next());
    ChoiceSource choices{absl::MakeConstSpan(bytes)};
    const Graph& graph = generator.Generate(choices);
    ASSERT_TRUE(Check(graph, kEngineRules[0])) << i << "\n"
                                               << GraphToJson(graph);
  }
}

}  // namespace
}  // namespace clonecheck
