// What tests of Shrink have in common: starts that a predicate on the Graph
// alone finds interesting.
#ifndef CLONECHECK_CORE_SEARCH_SHRINK_TEST_FIXTURE_H_
#define CLONECHECK_CORE_SEARCH_SHRINK_TEST_FIXTURE_H_

#include <functional>
#include <set>
#include <string>

#include "core/graph/graph.h"
#include "core/graph/json.h"
#include "core/graph/pool.h"
#include "core/layers/catalogue.h"
#include "core/layers/catalogue_facts.h"
#include "core/search/choice_source.h"
#include "core/search/generator.h"
#include "core/search/profile.h"
#include "core/search/shrink.h"
#include "core/search/test_predicates.h"
#include "gtest/gtest.h"

namespace clonecheck {

// More than any start of these tests needs.
inline constexpr int kPlenty = 5'000;

class ShrinkTest : public testing::Test {
 protected:
  Graph Start(uint64_t seed) {
    ChoiceSource choices(seed);
    return generator_.Generate(choices);
  }

  // Calls `visit` on the first `count` generated Graphs that are interesting.
  void ForEachStart(int count, const FailsAlike& interesting,
                    const std::function<void(const Graph&)>& visit) {
    for (uint64_t seed = 0; count > 0; ++seed) {
      ASSERT_LT(seed, 100'000u) << "hardly anything is interesting";
      const Graph start = Start(seed);
      if (!interesting(start)) continue;
      --count;
      visit(start);
      if (HasFatalFailure()) return;
    }
  }

  // The one witness of `interesting` from `count` starts, as JSON.
  void ExpectOneWitness(int count, const FailsAlike& interesting,
                        std::string* witness) {
    std::set<std::string> witnesses;
    ForEachStart(count, interesting, [&](const Graph& start) {
      const ShrinkResult result =
          Shrink(start, catalogue_, kPlenty, interesting);
      EXPECT_EQ(result.status, ShrinkStatus::kFixedPoint);
      witnesses.insert(GraphToJson(result.graph));
    });
    ASSERT_EQ(witnesses.size(), 1u)
        << *witnesses.begin() << *witnesses.rbegin();
    *witness = *witnesses.begin();
  }

  Pool pool_;
  Catalogue catalogue_{pool_};
  CatalogueFacts facts_{catalogue_};
  Generator generator_{catalogue_, AllProfiles().front()};
};

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_SEARCH_SHRINK_TEST_FIXTURE_H_
