#include "core/oracle/drawn_sizes.h"

namespace clonecheck {

int32_t DrawnBatch(Tensors inputs) {
  for (const Tensor* input : inputs) {
    if (input->static_shape->rank > 0 &&
        input->static_shape->dim[0] != kUnknownDim) {
      return input->static_shape->dim[0];
    }
  }
  return kAnyBatch;
}

}  // namespace clonecheck
