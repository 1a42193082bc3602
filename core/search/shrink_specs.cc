#include "core/search/shrink_specs.h"

#include <algorithm>

namespace clonecheck {

std::vector<const LayerSpec*> OneOfEachKind(const Shrinker& s) {
  std::vector<const LayerSpec*> specs;
  for (const LayerSpec* spec : s.domain()) {
    if (spec->traits().min_inputs > 1) continue;
    const bool seen =
        std::any_of(specs.begin(), specs.end(), [&](const LayerSpec* other) {
          return &other->kind() == &spec->kind();
        });
    if (!seen) specs.push_back(spec);
  }
  return specs;
}

bool HasKind(const Shrinker& s, const LayerKind& kind) {
  return std::any_of(s.best().layers().begin(), s.best().layers().end(),
                     [&](const LayerDecl& layer) {
                       return layer.config->kind->text == kind.class_name();
                     });
}

}  // namespace clonecheck
