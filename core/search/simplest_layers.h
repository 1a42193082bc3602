// SimplestLayers: every layer that a generator draws, simplest first: what the
// shrinker tries in place of others.
#ifndef CLONECHECK_CORE_SEARCH_SIMPLEST_LAYERS_H_
#define CLONECHECK_CORE_SEARCH_SIMPLEST_LAYERS_H_

#include <vector>

#include "absl/container/flat_hash_map.h"
#include "core/layers/catalogue.h"
#include "core/layers/catalogue_facts.h"
#include "core/layers/layer_spec.h"

namespace clonecheck {

// To put them in order takes as long as some dozens of questions to the
// shrinker's predicate. So that is done when they are first asked for, and who
// shrinks again and again keeps one (ShrinkOptions). Not thread-safe.
class SimplestLayers {
 public:
  // REQUIRES: `catalogue` outlives this.
  explicit SimplestLayers(Catalogue& catalogue)
      : catalogue_(catalogue), facts_(catalogue) {}
  SimplestLayers(const SimplestLayers&) = delete;
  SimplestLayers& operator=(const SimplestLayers&) = delete;

  // By complexity (CatalogueFacts), then by config.
  const std::vector<const LayerSpec*>& all();
  // A kind that the generator draws; not a nested Model, say.
  bool IsDrawn(const LayerKind& kind);
  // What says how complex a layer is; it remembers.
  const CatalogueFacts& facts() const { return facts_; }

 private:
  Catalogue& catalogue_;
  CatalogueFacts facts_;
  std::vector<const LayerSpec*> all_;  // empty: not asked for yet
  absl::flat_hash_map<const LayerKind*, bool> drawn_;  // IsDrawn's answers
};

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_SEARCH_SIMPLEST_LAYERS_H_
