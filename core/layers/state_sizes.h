// The refusal of states that do not have the sizes of the cell, as the
// recurrent classes share it. Rules: Keras 2.2.4, keras/layers/recurrent.py,
// RNN.build.
#ifndef CLONECHECK_CORE_LAYERS_STATE_SIZES_H_
#define CLONECHECK_CORE_LAYERS_STATE_SIZES_H_

#include <cstdint>

#include "core/layers/layer_spec.h"

namespace clonecheck {

// For Build of a class with `num_states` states of `units` numbers each: null
// if the shapes after the first are such, or if there are none.
Refusal RefuseStateSizes(const BuildContext& context, int num_states,
                         int32_t units);

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_LAYERS_STATE_SIZES_H_
