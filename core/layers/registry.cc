// The registry: every layer class.
#include "core/layers/kinds.h"

namespace clonecheck {

const std::vector<const LayerKind*>& AllLayerKinds() {
  static const auto& kinds = *new std::vector<const LayerKind*>{
#define LAYER_KIND(name) &name##Kind(),
#include "core/layers/all_kinds.inc"
#undef LAYER_KIND
  };
  return kinds;
}

}  // namespace clonecheck
