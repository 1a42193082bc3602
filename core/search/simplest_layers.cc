#include "core/search/simplest_layers.h"

#include <algorithm>
#include <utility>

#include "core/graph/order.h"
#include "core/layers/kinds.h"

namespace clonecheck {

const std::vector<const LayerSpec*>& SimplestLayers::all() {
  if (!all_.empty()) return all_;
  // Complexity first: to look it up takes longer than to compare it.
  std::vector<std::pair<int, const LayerSpec*>> ranked;
  for (const LayerKind* kind : AllLayerKinds()) {
    for (const DomainEntry& entry : kind->Domain(catalogue_.pool())) {
      const LayerSpec* spec = catalogue_.Resolve(entry.config).value();
      ranked.emplace_back(facts_.Complexity(*spec->config()), spec);
    }
  }
  std::sort(ranked.begin(), ranked.end(), [](const auto& a, const auto& b) {
    return a.first != b.first
               ? a.first < b.first
               : CompareConfigs(*a.second->config(), *b.second->config()) < 0;
  });
  for (const auto& [complexity, spec] : ranked) all_.push_back(spec);
  return all_;
}

bool SimplestLayers::IsDrawn(const LayerKind& kind) {
  const auto [it, is_new] = drawn_.try_emplace(&kind);
  if (is_new) it->second = !kind.Domain(catalogue_.pool()).empty();
  return it->second;
}

}  // namespace clonecheck
