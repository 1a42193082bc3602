// What later Keras says otherwise than Keras 2.2.4 of a layer's constructor:
// arguments with another default, under another name, or gone, and classes that
// are gone. For printed scripts; what is read of later Keras is the exchange
// room's.
#ifndef CLONECHECK_CORE_LAYERS_LATER_KERAS_H_
#define CLONECHECK_CORE_LAYERS_LATER_KERAS_H_

#include "core/graph/config.h"
#include "core/graph/layer_facts.h"
#include "core/graph/pool.h"
#include "core/graph/python_dialect.h"
#include "core/layers/layer_kind.h"

namespace clonecheck {

// A layer of this kind and config in a dialect, so that it computes what Keras
// 2.2.4 computes of it. REQUIRES: the kind takes the config, which is in `pool`
// or outlives it.
PythonLayer LayerInDialect(const LayerKind& kind, const Config& config,
                           PythonDialect dialect, Pool& pool);

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_LAYERS_LATER_KERAS_H_
