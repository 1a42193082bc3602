// Inputs that do not fit the weights. A Model that is called runs its layers
// without the checks of a layer call, so that only TensorFlow stops them.
#ifndef CLONECHECK_CORE_LAYERS_BUILT_SIZE_H_
#define CLONECHECK_CORE_LAYERS_BUILT_SIZE_H_

#include <cstdint>

#include "core/graph/shape.h"
#include "core/layers/errors.h"
#include "core/layers/layer_spec.h"

namespace clonecheck {

// For Build: what to remember of a size that weights have, which is known.
inline uint32_t MemoOfSize(int32_t size) {
  return size == kUnknownDim ? 0 : static_cast<uint32_t>(size);
}

// For Call of a class whose memo is MemoOfSize: refuses if `size`, that of the
// input, is known and another.
inline Refusal RefuseOtherSize(const CallContext& context, int32_t size) {
  if (context.memo == 0 || size == kUnknownDim ||
      static_cast<uint32_t>(size) == context.memo) {
    return nullptr;
  }
  return context.Refuse(errors::kBackend,
                        ErrorArg::Of("a size that the weights do not have"));
}

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_LAYERS_BUILT_SIZE_H_
