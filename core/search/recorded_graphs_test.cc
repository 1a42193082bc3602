// What generators, the enumerator and Spoil make is what was recorded.
#include "core/search/recorded_graphs.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "core/digest.h"
#include "core/graph/json.h"
#include "core/graph/pool.h"
#include "core/layers/catalogue.h"
#include "core/recorded.h"
#include "core/search/builds.h"
#include "core/search/choice_source.h"
#include "core/search/enumerator.h"
#include "core/search/features.h"
#include "core/search/generator.h"
#include "core/search/grammar.h"
#include "core/search/profile.h"
#include "core/search/spoil.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

class RecordedResults : public testing::Test {
 protected:
  std::string FeaturesOf(const Graph& graph) {
    std::array<uint64_t, kNumFeatures> counts = {};
    CountFeatures(graph, catalogue_, &counts);
    std::vector<absl::string_view> names;
    for (int i = 0; i < kNumFeatures; ++i) {
      if (counts[static_cast<size_t>(i)] > 0) {
        names.push_back(FeatureName(static_cast<Feature>(i)));
      }
    }
    return absl::StrJoin(names, " ");
  }

  Pool pool_;
  Catalogue catalogue_{pool_};
};

// A line has the results of two hundred seeds, with their features.
TEST_F(RecordedResults, of_the_generator) {
  Recorded recorded("core/search/recorded/generator.txt");
  for (const Profile& profile : AllProfiles()) {
    Generator generator(catalogue_, profile);
    const bool large = profile.max_calls > 60;
    const uint64_t step = large ? 1 : 200;
    for (uint64_t seed = 0; seed < (large ? 2 : 4'000);) {
      std::string all;
      const uint64_t first = seed;
      for (; seed < first + step; ++seed) {
        ChoiceSource choices(seed);
        const Graph& graph = generator.Generate(choices);
        absl::StrAppend(&all, GraphToJson(graph), FeaturesOf(graph));
      }
      recorded.Add(absl::StrCat(profile.name, " ", first), DigestOf(all));
    }
  }
  EXPECT_TRUE(recorded.AreSame());
}

// Which draws nothing for what the vocabulary leaves out.
TEST_F(RecordedResults, of_the_generator_within_a_vocabulary) {
  Recorded recorded("core/search/recorded/vocabulary.txt");
  const auto layer = [&](const char* kind) {
    for (const DomainEntry& entry :
         catalogue_.FindKind(pool_.InternName(kind))->Domain(pool_)) {
      return catalogue_.Resolve(entry.config).value();
    }
    return static_cast<const LayerSpec*>(nullptr);
  };
  const Vocabulary vocabulary = {
      {layer("Activation"), layer("Lambda"), layer("Add"), layer("Masking")},
      {pool_.InternShape({kUnknownDim, 2}),
       pool_.InternShape({kUnknownDim, 3, 2})}};
  Generator generator(catalogue_, ProfileWithin(vocabulary));
  for (uint64_t first = 0; first < 200; first += 50) {
    std::string all;
    for (uint64_t seed = first; seed < first + 50; ++seed) {
      ChoiceSource choices(seed);
      absl::StrAppend(&all, GraphToJson(generator.Generate(choices)));
    }
    recorded.Add(absl::StrCat(first), DigestOf(all));
  }
  EXPECT_TRUE(recorded.AreSame());
}

TEST_F(RecordedResults, of_the_features_of_small_graphs) {
  Recorded recorded("core/search/recorded/features.txt");
  for (const NamedGraph& named : RecordedGraphs(catalogue_)) {
    recorded.Add(named.name, FeaturesOf(named.graph));
  }
  const Builds always = [](const Graph&) { return true; };
  const std::vector<NamedGraph> mutants =
      RecordedMutants(catalogue_, always, /*each=*/6);
  for (size_t i = 0; i < mutants.size(); ++i) {
    recorded.Add(absl::StrCat("mutated ", mutants[i].name, " ", i),
                 FeaturesOf(mutants[i].graph));
  }
  EXPECT_TRUE(recorded.AreSame());
}

TEST_F(RecordedResults, of_the_enumerator) {
  Recorded recorded("core/search/recorded/enumerator.txt");
  for (const Grammar& grammar : AllGrammars()) {
    for (int calls = 0; calls <= 2; ++calls) {
      Enumerator enumerator(grammar, catalogue_);
      std::string all;
      int graphs = 0;
      enumerator.Run(calls, [&] {
        absl::StrAppend(&all, GraphToJson(enumerator.graph()));
        return ++graphs < 3'000;
      });
      recorded.Add(absl::StrCat(grammar.name, ", ", calls, " calls"),
                   absl::StrCat(graphs, " graphs, ", DigestOf(all)));
    }
  }
  EXPECT_TRUE(recorded.AreSame());
}

TEST_F(RecordedResults, of_spoiling) {
  Recorded recorded("core/search/recorded/spoiled.txt");
  for (const NamedGraph& named : RecordedGraphs(catalogue_)) {
    if (named.graph.calls().empty()) continue;
    std::string all;
    for (uint64_t seed = 0; seed < 100; ++seed) {
      ChoiceSource choices(seed);
      absl::StrAppend(&all, GraphToJson(Spoil(named.graph, pool_, choices)));
    }
    recorded.Add(named.name, DigestOf(all));
  }
  EXPECT_TRUE(recorded.AreSame());
}

}  // namespace
}  // namespace clonecheck
