#include "core/oracle/drawn_sizes.h"

namespace clonecheck {

int32_t DrawnBatch(Tensors inputs) {
  for (const Tensor* input : inputs) {
    if (input->shape->rank > 0 && input->shape->dim[0] != kUnknownDim) {
      return input->shape->dim[0];
    }
  }
  return kAnyBatch;
}

}  // namespace clonecheck
