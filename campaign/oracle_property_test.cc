// The oracle against itself, over generated Graphs and many wrong cloners: its
// proofs, another comparison of meanings, and numbers must agree.
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "campaign/workbench.h"
#include "core/engine/meanings.h"
#include "core/engine/testing.h"
#include "core/graph/json.h"
#include "core/oracle/model_numbers.h"
#include "core/oracle/numbers.h"
#include "core/oracle/planted_cloners.h"
#include "core/oracle/term_match.h"
#include "core/random.h"
#include "core/search/generator.h"
#include "core/search/profile.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

constexpr uint64_t kGraphs = 5'000;

struct Counts {
  int refused = 0;
  int agree = 0;
  int agree_numerically = 0;
  int differ = 0;
};

TEST(OracleProperty, terms_and_numbers_never_contradict_each_other) {
  Workbench workbench;
  // The planted cloners repeat the calls of plain layers only.
  Profile profile = AllProfiles()[0];
  profile.models = 0;
  profile.sequentials = 0;
  profile.wrappers = 0;
  profile.states = 0;
  profile.mask_tensor = 0;
  Generator generator(workbench.catalogue(), profile);
  const EngineRules& engine = kEngineRules[0];
  TermMatch match;
  std::map<std::string, Counts> counts;
  int not_to_be_evaluated = 0;
  for (uint64_t seed = 0; seed < kGraphs; ++seed) {
    ChoiceSource choices(CaseSeed(21, seed));
    const Graph& graph = generator.Generate(choices);
    const Built built = *workbench.Build(graph, engine);
    Session& session = workbench.session(engine);
    const Model& original = *built.model;
    match.Start(session, original, original);
    if (!EvaluateBoth(session.terms(), original, original, match, seed).ok()) {
      // Sizes that are not known and turn out not to fit.
      ++not_to_be_evaluated;
      continue;
    }
    for (const PlantedCloner& planted : PlantedCloners()) {
      Session::Trial trial(session);
      Counts& count = counts[std::string(planted.name)];
      OrRefusal<Model*> result = planted.clone(session, *built.model, nullptr);
      if (!result.ok()) {
        ++count.refused;
        continue;
      }
      Model& clone = *result.value;
      match.Start(session, original, clone);
      if (match.weights_conflict() ||
          original.outputs().size() != clone.outputs().size()) {
        ++count.differ;
        EXPECT_FALSE(Meanings(session, original, clone).SameOutputs());
        continue;
      }
      // Output by output, the match and a plain comparison.
      Meanings meanings(session, original, clone);
      bool proved = true;
      bool fed = true;
      std::vector<bool> same;
      for (size_t i = 0; i < original.outputs().size(); ++i) {
        const Tensor* a = original.outputs()[i];
        const Tensor* b = clone.outputs()[i];
        same.push_back(match.Translate(b->term) == a->term);
        ASSERT_EQ(same.back(), meanings.Same(a, b))
            << planted.name << ", seed " << seed << GraphToJson(graph);
        proved &= same.back();
        fed &= !match.HasForeignPlaceholder(b->term);
      }
      absl::StatusOr<Numbers> numbers =
          EvaluateBoth(session.terms(), original, clone, match, seed);
      if (!numbers.ok()) {
        // Numbers fail for a reason: a placeholder that nobody feeds, or (a
        // fault makes shapes that Keras' rules do not see) misfits.
        EXPECT_FALSE(proved) << planted.name << ", seed " << seed << ": "
                             << numbers.status() << GraphToJson(graph);
        ++count.differ;
        continue;
      }
      EXPECT_TRUE(fed) << planted.name << ", seed " << seed;
      for (size_t i = 0; i < same.size(); ++i) {
        if (!same[i]) continue;
        // The same operations on the same numbers: no rounding, either.
        ASSERT_EQ(MaxDifference(numbers->original[i], numbers->clone[i]), 0)
            << planted.name << ", seed " << seed << GraphToJson(graph);
      }
      const bool agrees =
          proved || AgreeOnSamples(session.terms(), original, clone, match);
      ++(proved   ? count.agree
         : agrees ? count.agree_numerically
                  : count.differ);
    }
  }

  int judged = 0;
  int numerically = 0;
  for (const auto& [name, count] : counts) {
    RecordProperty(name + "_differ", count.differ);
    RecordProperty(name + "_agree_numerically", count.agree_numerically);
    judged += count.agree + count.agree_numerically + count.differ;
    numerically += count.agree_numerically;
  }
  EXPECT_LT(not_to_be_evaluated * 100, static_cast<int>(kGraphs));
  const int evaluated = static_cast<int>(kGraphs) - not_to_be_evaluated;
  EXPECT_EQ(counts["none"].agree, evaluated);
  EXPECT_EQ(counts["renames_layers"].agree, evaluated);
  EXPECT_EQ(counts["keeps_original_layers"].differ, 0);
  // Every fault in values shows on some Graphs.
  for (const PlantedCloner& planted : PlantedCloners()) {
    const Counts& count = counts[std::string(planted.name)];
    switch (planted.fault) {
      case Fault::kNone:
      case Fault::kRenamesLayers:
      case Fault::kKeepsOriginalLayers:
        break;
      case Fault::kRaisesAtDense:
        EXPECT_GT(count.refused, 100);
        break;
      default:
        EXPECT_GT(count.differ, 5) << planted.name;
    }
  }
  // Other terms with equal values are rare, but there are such: an Add of
  // exchanged inputs, a difference of a tensor and itself.
  EXPECT_LT(numerically * 50, judged) << numerically << " of " << judged;
}

}  // namespace
}  // namespace clonecheck
