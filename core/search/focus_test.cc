// Small cases about one thing: that they are small, and what they are about.
#include "core/search/focus.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/graph/pool.h"
#include "core/graph/validate.h"
#include "core/layers/catalogue.h"
#include "core/layers/catalogue_facts.h"
#include "core/search/choice_source.h"
#include "core/search/features.h"
#include "core/search/generator.h"
#include "core/search/profile.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

class FocusTest : public testing::Test {
 protected:
  static Profile Focused(uint32_t percent) {
    Profile profile = AllProfiles()[0];
    profile.focused = percent;
    return profile;
  }

  Pool pool_;
  Catalogue catalogue_{pool_};
  CatalogueFacts facts_{catalogue_};
};

TEST_F(FocusTest, cases_are_valid_and_small) {
  Generator generator(catalogue_, Focused(100));
  size_t most = 0;
  for (uint64_t seed = 0; seed < 20'000; ++seed) {
    ChoiceSource choices(seed);
    const Graph& graph = generator.Generate(choices);
    const absl::Status status = Validate(graph, &facts_);
    ASSERT_TRUE(status.ok()) << seed << ": " << status;
    ASSERT_LE(graph.calls().size(), kMostFocusedCalls) << seed;
    most = std::max(most, graph.calls().size());
  }
  EXPECT_EQ(most, kMostFocusedCalls);
}

TEST_F(FocusTest, each_thing_that_cases_are_about_is_frequent) {
  // Of 1,000 cases, at least so many have the feature.
  constexpr std::pair<Feature, int> kFloors[] = {
      {Feature::kMaskMade, 350},         {Feature::kRecurrent, 200},
      {Feature::kBidirectional, 40},     {Feature::kTimeDistributed, 120},
      {Feature::kTrainingArgument, 60},  {Feature::kMaskTensor, 25},
      {Feature::kSequential, 150},       {Feature::kNestedModel, 150},
      {Feature::kModelOverSteps, 80},    {Feature::kInputLayerCalled, 30},
      {Feature::kMultiOutputLayer, 400}, {Feature::kSharedLayer, 250},
  };
  constexpr int kCases = 20'000;
  Generator generator(catalogue_, Focused(100));
  std::array<uint64_t, kNumFeatures> counts{};
  for (uint64_t seed = 0; seed < kCases; ++seed) {
    ChoiceSource choices(seed);
    CountFeatures(generator.Generate(choices), catalogue_, &counts);
  }
  for (const auto& [feature, floor] : kFloors) {
    const uint64_t count = counts[static_cast<int>(feature)];
    EXPECT_GE(count * 1'000, static_cast<uint64_t>(floor) * kCases)
        << FeatureName(feature) << ": " << count;
  }
}

TEST_F(FocusTest, where_all_cases_are_larger_none_is_focused) {
  Profile profile = Focused(0);
  profile.min_calls = kMostFocusedCalls;
  Generator without(catalogue_, profile);
  profile.focused = 100;
  Generator with(catalogue_, profile);
  for (uint64_t seed = 0; seed < 1'000; ++seed) {
    ChoiceSource choices(seed);
    ChoiceSource same_choices(seed);
    ASSERT_TRUE(without.Generate(choices) == with.Generate(same_choices))
        << seed;
  }
}

TEST_F(FocusTest, what_the_profile_never_uses_is_in_no_case) {
  struct Use {
    uint32_t Profile::* share;
    std::vector<Feature> features;
  };
  const Use kUses[] = {
      {&Profile::models, {Feature::kNestedModel}},
      {&Profile::sequentials, {Feature::kSequential}},
      {&Profile::wrappers,
       {Feature::kBidirectional, Feature::kTimeDistributed}},
      {&Profile::states, {Feature::kStatesGiven}},
      {&Profile::training, {Feature::kTrainingArgument}},
      {&Profile::mask_tensor, {Feature::kMaskTensor}},
      {&Profile::input_layers, {Feature::kInputLayerCalled}},
      {&Profile::model_is_layer, {Feature::kModelIsLayer}},
  };
  for (const Use& use : kUses) {
    // A share that is not 0 is the focus's to say.
    for (const auto& [focused, share] :
         {std::pair{100u, 1u}, {100u, 0u}, {0u, 0u}}) {
      Profile profile = Focused(focused);
      profile.*use.share = share;
      Generator generator(catalogue_, profile);
      std::array<uint64_t, kNumFeatures> counts{};
      for (uint64_t seed = 0; seed < 3'000; ++seed) {
        ChoiceSource choices(seed);
        CountFeatures(generator.Generate(choices), catalogue_, &counts);
      }
      for (const Feature feature : use.features) {
        const uint64_t count = counts[static_cast<int>(feature)];
        EXPECT_EQ(count > 0, share > 0)
            << FeatureName(feature) << ", focused " << focused;
      }
    }
  }
}

TEST_F(FocusTest, without_a_share_of_mask_none_no_mask_is_none) {
  for (const uint32_t share : {1, 0}) {
    Profile profile = Focused(100);
    profile.mask_none = share;
    Generator generator(catalogue_, profile);
    int found = 0;
    for (uint64_t seed = 0; seed < 3'000; ++seed) {
      ChoiceSource choices(seed);
      const Graph& graph = generator.Generate(choices);
      for (const Call& call : graph.calls()) {
        for (const Kwarg& kwarg : graph.kwargs(call)) {
          found += kwarg.key->text == "mask" && kwarg.tensors.size == 0;
        }
      }
    }
    EXPECT_EQ(found > 0, share > 0) << found;
  }
}

}  // namespace
}  // namespace clonecheck
