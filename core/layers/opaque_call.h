// What the two layers share whose function nobody here knows (Opaque and the
// opaque Lambda): a call is an uninterpreted function of its operands, and its
// outputs are float32 tensors of unknown rank.
#ifndef CLONECHECK_CORE_LAYERS_OPAQUE_CALL_H_
#define CLONECHECK_CORE_LAYERS_OPAQUE_CALL_H_

#include "core/layers/layer_spec.h"

namespace clonecheck {

// For OutputShapes: as many unknown shapes as `op` has outputs.
void AddUnknownShapes(ShapeContext& context, const LayerSpec& op);

// For Call: one application of `op` on the inputs, the weights and, if it reads
// them and one of them is there, the masks.
void ApplyUnknown(CallContext& context, const LayerSpec& op, bool reads_masks,
                  const char* tf_op);

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_LAYERS_OPAQUE_CALL_H_
