// CallsAnInputLayer: which layers Keras itself does not make again from their
// configs.
#ifndef CLONECHECK_FUZZ_INPUT_LAYER_CALLS_H_
#define CLONECHECK_FUZZ_INPUT_LAYER_CALLS_H_

#include "core/engine/layer.h"

namespace clonecheck {

// Whether the layer is, or holds, a Model that calls one of its InputLayers on
// a tensor. Its config counts these calls from 0, which in what is made of it
// is the InputLayer's own placeholder, so that calls are taken for others
// (keras/engine/network.py, get_config and from_config, in 2.2.4 to 2.3.1).
bool CallsAnInputLayer(Layer& layer);

}  // namespace clonecheck

#endif  // CLONECHECK_FUZZ_INPUT_LAYER_CALLS_H_
