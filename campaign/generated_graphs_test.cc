// Graphs of the generator in the engine: all of them build, and what the
// generator believes of tensors while it chooses is true.
#include <cstdint>
#include <string>
#include <vector>

#include "campaign/workbench.h"
#include "core/engine/build.h"
#include "core/graph/json.h"
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
    return built->refusal == nullptr && CheckBeliefs(graph, engine);
  }

  // Whether tensors are masked, as specs predict it for the generator, against
  // the masks that the nodes have.
  bool CheckBeliefs(const Graph& graph, const EngineRules& engine) {
    Session& session = workbench_.session(engine);
    // Calls in their order are all nodes with inbound layers, by number.
    std::vector<const Node*> nodes(graph.calls().size(), nullptr);
    std::vector<size_t> next(session.layers().size(), 0);
    size_t first_layer = graph.inputs().size();
    std::vector<const Layer*> layers(session.layers().begin() + first_layer,
                                     session.layers().end());
    std::vector<std::vector<bool>> masked(graph.calls().size());
    for (size_t i = 0; i < graph.calls().size(); ++i) {
      const Call& call = graph.calls()[i];
      const Layer& layer = *layers[call.layer];
      const Node& node = *layer.inbound_nodes()[next[call.layer]++];
      std::vector<TensorInfo> infos;
      for (size_t k = 0; k < node.inputs().size(); ++k) {
        const TensorRef ref = graph.call_inputs(call)[k];
        const Tensor& tensor = *node.inputs()[k].tensor;
        infos.push_back({tensor.shape, tensor.dtype,
                         !ref.is_input() && masked[ref.producer][ref.index]});
        // And the generator's precondition held.
        EXPECT_TRUE(
            layer.spec().Accepts(absl::MakeConstSpan(infos).first(k), infos[k]))
            << "call " << i << ", input " << k;
      }
      EXPECT_EQ(static_cast<int>(node.output_tensors().size()),
                layer.spec().num_outputs());
      for (size_t k = 0; k < node.output_tensors().size(); ++k) {
        masked[i].push_back(
            layer.spec().OutputMasked(infos, static_cast<int>(k)));
        EXPECT_LT(k, node.num_output_masks()) << "call " << i;
        if (k >= node.num_output_masks()) return false;
        EXPECT_EQ(node.output_mask(k) != nullptr, masked[i][k])
            << "call " << i << ", output " << k;
      }
      if (testing::Test::HasFailure()) return false;
    }
    return true;
  }

  Workbench workbench_;
};

TEST_F(GeneratedGraphs, of_100_000_seeds_build_on_both_engines) {
  Generator generator(workbench_.catalogue(), AllProfiles()[0]);
  for (uint64_t seed = 0; seed < 100'000; ++seed) {
    ChoiceSource choices(CaseSeed(1, seed));
    const Graph& graph = generator.Generate(choices);
    for (absl::string_view version : {"2.2.4", "2.3.1"}) {
      ASSERT_TRUE(Check(graph, *FindEngineRules(version)))
          << "seed " << seed << ", engine " << version << "\n"
          << GraphToJson(graph);
    }
  }
}

TEST_F(GeneratedGraphs, of_larger_profiles_build) {
  for (const Profile& profile : AllProfiles()) {
    if (profile.max_calls < 20) continue;
    Generator generator(workbench_.catalogue(), profile);
    for (uint64_t seed = 0; seed < 4'000; ++seed) {
      ChoiceSource choices(CaseSeed(2, seed));
      const Graph& graph = generator.Generate(choices);
      ASSERT_TRUE(Check(graph, kEngineRules[0]))
          << profile.name << ", seed " << seed << "\n"
          << GraphToJson(graph);
    }
  }
}

TEST_F(GeneratedGraphs, of_20_000_byte_strings_build) {
  Generator generator(workbench_.catalogue(), AllProfiles()[0]);
  SplitMix64 random(3);
  std::vector<uint8_t> bytes;
  for (int i = 0; i < 20'000; ++i) {
    bytes.resize(i == 0 ? 0 : random.Next() % 200);
    for (uint8_t& byte : bytes) byte = static_cast<uint8_t>(random.Next());
    ChoiceSource choices{absl::MakeConstSpan(bytes)};
    const Graph& graph = generator.Generate(choices);
    ASSERT_TRUE(Check(graph, kEngineRules[0])) << i << "\n"
                                               << GraphToJson(graph);
  }
}

}  // namespace
}  // namespace clonecheck
