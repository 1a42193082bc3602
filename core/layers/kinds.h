// The layer classes, one accessor each. A new class is a file of its own and a
// line in all_kinds.inc.
#ifndef CLONECHECK_CORE_LAYERS_KINDS_H_
#define CLONECHECK_CORE_LAYERS_KINDS_H_

#include "core/layers/layer_kind.h"

namespace clonecheck {

// const LayerKind& DenseKind(); and so on.
#define LAYER_KIND(name) const LayerKind& name##Kind();
#include "core/layers/all_kinds.inc"
#undef LAYER_KIND

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_LAYERS_KINDS_H_
