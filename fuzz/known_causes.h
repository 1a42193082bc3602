// What a Model within a model may have that Keras does not make again from its
// config. Every kind of layer in such a Model then fails in a way of its own,
// so that fuzz targets go by the cause, not by what corpus/known.json lists.
#ifndef CLONECHECK_FUZZ_NESTED_MODELS_H_
#define CLONECHECK_FUZZ_NESTED_MODELS_H_

#include "core/engine/layer.h"

namespace clonecheck {

// Whether the layer is, or holds, a Model that calls one of its InputLayers on
// a tensor. Its config counts these calls from 0, which in what is made of it
// is the InputLayer's own placeholder, so that calls are taken for others
// (keras/engine/network.py, get_config and from_config, in 2.2.4 to 2.3.1).
bool CallsAnInputLayer(Layer& layer);

// Whether the layer is, or holds, a Model with an input that none of its
// outputs needs, which what is made of its config has not (the same place).
bool HasUnneededInput(Layer& layer);

}  // namespace clonecheck

#endif  // CLONECHECK_FUZZ_NESTED_MODELS_H_
