// Any byte string is a case: a Graph that is valid and that the engine builds.
#include <cstdint>
#include <cstdio>
#include <utility>
#include <vector>

#include "campaign/workbench.h"
#include "core/graph/json.h"
#include "core/graph/validate.h"
#include "core/layers/catalogue_facts.h"
#include "core/layers/resolve_graph.h"
#include "core/random.h"
#include "core/search/byte_mutator.h"
#include "core/search/case_bytes.h"
#include "core/search/generator.h"
#include "core/search/profile.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

class ByteGraphs : public testing::Test {
 protected:
  void ExpectGood(const Graph& graph) {
    ASSERT_TRUE(Validate(graph, &facts_).ok()) << GraphToJson(graph);
    const auto resolved = ResolveGraph(graph, workbench_.catalogue());
    ASSERT_TRUE(resolved.ok() && *resolved == graph) << GraphToJson(graph);
    ASSERT_TRUE(workbench_.Builds(graph)) << GraphToJson(graph);
  }

  Workbench workbench_;
  CatalogueFacts facts_{workbench_.catalogue()};
  CaseBytes codec_{
      workbench_.catalogue(), AllProfiles()[0],
      [this](const Graph& graph) { return workbench_.Builds(graph); }};
};

TEST_F(ByteGraphs, of_100_000_random_strings_are_valid_and_build) {
  constexpr int kStrings = 100'000;
  SplitMix64 random(6);
  std::vector<uint8_t> bytes;
  uint64_t calls = 0;
  int compact = 0;
  for (int i = 0; i < kStrings; ++i) {
    bytes.resize(random.Next() % 160);
    // Some are of any bytes, some of small ones, which are numbers of things.
    const uint8_t mask = i % 3 == 0 ? 255 : i % 3 == 1 ? 63 : 7;
    for (uint8_t& byte : bytes) {
      byte = static_cast<uint8_t>(random.Next()) & mask;
    }
    const Graph graph = codec_.Decode(bytes);
    ExpectGood(graph);
    if (HasFatalFailure()) FAIL() << "string " << i;
    if (!bytes.empty() && bytes[0] % 2 == 1) {
      ++compact;
      calls += graph.calls().size();
    }
  }
  // Repair leaves something, of strings that seldom have room for a call.
  std::printf("%d graphs in the compact form have %.2f calls on average\n",
              compact, static_cast<double>(calls) / compact);
  EXPECT_GE(compact, kStrings / 3);
  EXPECT_GE(calls * 5, static_cast<uint64_t>(compact));
}

// One or a few bytes of a good string are others: what libFuzzer does.
TEST_F(ByteGraphs, of_damaged_strings_are_valid_and_build) {
  Generator generator(workbench_.catalogue(), FindProfile("nested").value());
  SplitMix64 random(7);
  for (uint64_t seed = 0; seed < 10'000; ++seed) {
    ChoiceSource choices(seed);
    std::vector<uint8_t> bytes = codec_.Encode(generator.Generate(choices));
    for (uint64_t k = 0; k <= seed % 3; ++k) {
      bytes[1 + random.Next() % (bytes.size() - 1)] ^=
          static_cast<uint8_t>(1u << random.Next() % 8);
    }
    ExpectGood(codec_.Decode(bytes));
    if (HasFatalFailure()) FAIL() << "seed " << seed;
  }
}

TEST_F(ByteGraphs, what_is_written_is_read_again_as_the_same) {
  for (const char* profile : {"default", "nested", "masks", "recurrent"}) {
    Generator generator(workbench_.catalogue(), FindProfile(profile).value());
    for (uint64_t seed = 0; seed < 3'000; ++seed) {
      ChoiceSource choices(seed);
      const Graph graph = generator.Generate(choices);
      ASSERT_TRUE(codec_.Decode(codec_.Encode(graph)) == graph)
          << profile << ", seed " << seed << "\n"
          << GraphToJson(graph);
    }
  }
}

TEST_F(ByteGraphs, that_are_mutated_keep_the_limit_of_size_and_are_graphs) {
  ByteMutator mutator(
      workbench_.catalogue(), AllProfiles()[0], 24,
      [this](const Graph& graph) { return workbench_.Builds(graph); });
  SplitMix64 random(8);
  ByteMutator::Bytes bytes;
  ByteMutator::Bytes other = {2, 40, 80, 120, 160};
  for (uint64_t seed = 0; seed < 4'000; ++seed) {
    const size_t limit = random.Next() % 10 == 0 ? random.Next() % 40 : 256;
    const ByteMutator::Bytes mutated =
        seed % 4 == 3 ? mutator.CrossOver(bytes, other, limit, seed)
                      : mutator.Mutate(bytes, limit, seed);
    ASSERT_LE(mutated.size(), limit);
    ASSERT_EQ(mutated, seed % 4 == 3
                           ? mutator.CrossOver(bytes, other, limit, seed)
                           : mutator.Mutate(bytes, limit, seed));
    if (mutated.empty()) {
      ASSERT_LT(limit, 16u);
      continue;
    }
    ASSERT_EQ(mutated[0], 1) << "not the compact form";
    const Graph graph = codec_.Decode(mutated);
    ExpectGood(graph);
    if (HasFatalFailure()) FAIL() << "seed " << seed;
    ASSERT_EQ(codec_.Encode(graph), mutated);
    other = std::exchange(bytes, mutated);
  }
}

TEST_F(ByteGraphs, from_nothing_are_soon_as_large_as_what_is_generated) {
  ByteMutator mutator(
      workbench_.catalogue(), AllProfiles()[0], 24,
      [this](const Graph& graph) { return workbench_.Builds(graph); });
  int large = 0;
  for (uint64_t seed = 0; seed < 200; ++seed) {
    const Graph graph = codec_.Decode(mutator.Mutate({}, 256, seed));
    ExpectGood(graph);
    large += graph.calls().size() >= 6 ? 1 : 0;
  }
  EXPECT_GE(large, 10);
  EXPECT_LE(large, 60);  // most are a step away
}

}  // namespace
}  // namespace clonecheck
