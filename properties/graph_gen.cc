#include "properties/graph_gen.h"

#include <algorithm>

#include "core/graph/json.h"
#include "core/search/choice_source.h"
#include "core/search/generator.h"
#include "core/search/profile.h"
#include "core/search/shrink.h"

namespace clonecheck {
namespace {

// Enough for all questions of one step about a Graph of 12 calls.
constexpr int kMaxSteps = 2'000;

AnyGraph Generate(uint64_t seed, int size) {
  Profile profile = AllProfiles().front();
  const auto share = static_cast<uint32_t>(std::clamp(size, 0, 100));
  profile.max_calls = 1 + (profile.max_calls - 1) * share / 100;
  Generator generator(SharedWorkbench().catalogue(), profile);
  ChoiceSource choices(seed);
  return AnyGraph{generator.Generate(choices)};
}

}  // namespace

void showValue(const AnyGraph& any, std::ostream& out) {
  out << GraphToJson(any.graph);
}

Workbench& SharedWorkbench() {
  static auto* const bench = new Workbench;
  return *bench;
}

std::vector<AnyGraph> OneStepSimpler(const AnyGraph& any) {
  // A predicate that refuses everything but the start hears of all of them.
  std::vector<AnyGraph> simpler;
  bool start = true;
  Shrink(any.graph, SharedWorkbench().catalogue(), kMaxSteps,
         [&](const Graph& graph) {
           if (start) {
             start = false;
             return true;
           }
           simpler.push_back(AnyGraph{graph});
           return false;
         });
  return simpler;
}

rc::Gen<AnyGraph> GraphGen() {
  return [](const rc::Random& random, int size) {
    rc::Random source(random);
    return rc::shrinkable::shrinkRecur(
        Generate(source.next(), size), [](const AnyGraph& any) {
          return rc::seq::fromContainer(OneStepSimpler(any));
        });
  };
}

}  // namespace clonecheck
