// The end of shrinking, too: starts that others would have, too. A number of
// small Graphs, the same for each start of a signature, are drawn by a
// generator that favours the kind of layer which the signature names; from
// those that fail alike the passes go down as well, and the lowest end counts.
// So one start ends no higher than another one would, as far as these go. And
// what failures of others came down to is asked about.
#include <utility>

#include "core/graph/canonical.h"
#include "core/graph/order.h"
#include "core/search/choice_source.h"
#include "core/search/focus.h"
#include "core/search/generator.h"
#include "core/search/profile.h"
#include "core/search/shrinker.h"

namespace clonecheck {
namespace {

// Graphs that are asked about, and of these such that fail alike and are
// shrunk: with all obligations some 0.1 s each.
constexpr int kOtherStarts = 2'000;
constexpr int kShrunkStarts = 24;
// Graphs that are drawn for it, where most are known not to fail alike.
constexpr uint64_t kDrawn = 20'000;
// Of layers that are drawn, those of the kind that the signature names.
constexpr uint32_t kFavouritePercent = 30;

Profile SmallProfile(const LayerKind* favourite) {
  Profile profile = AllProfiles().front();
  profile.max_calls = kMostFocusedCalls;
  profile.explicit_name = 0;
  profile.frozen = 1;
  profile.favourite = favourite;
  profile.favourite_share = kFavouritePercent;
  return profile;
}

}  // namespace

// The first that fails alike is the simplest one.
bool Shrinker::TryMinimalGraphs() {
  if (options_.minimal_graphs == nullptr) return false;
  for (const Graph& graph : *options_.minimal_graphs) {
    if (Over() || !SimplerThan(graph, best_, &facts_)) return false;
    if (Ask(graph, &proof_evaluations_)) return true;
  }
  return false;
}

bool Shrinker::ShrinkOthers() {
  if (options_.max_proof_graphs == 0 || others_shrunk_) return false;
  // All simpler Graphs than one of one call of one layer were asked about.
  if (best_.calls().size() < 2 && best_.layers().size() < 2) return false;
  others_shrunk_ = true;
  const Graph witness = best_;
  Graph lowest = witness;
  Generator generator(catalogue_, SmallProfile(options_.kind));
  int asked = 0;
  int shrunk = 0;
  for (uint64_t i = 0;
       i < kDrawn && asked < kOtherStarts && shrunk < kShrunkStarts && !Ended();
       ++i) {
    ChoiceSource choices(i);
    const Graph& graph = generator.Generate(choices);
    if (options_.may_fail && !options_.may_fail(graph)) continue;
    ++asked;
    if (!StartFrom(Canonicalize(graph))) continue;
    ++shrunk;
    RunPasses();
    if (SimplerThan(best_, lowest, &facts_)) lowest = best_;
  }
  best_ = std::move(lowest);
  return SimplerThan(best_, witness, &facts_) && !Ended();
}

}  // namespace clonecheck
