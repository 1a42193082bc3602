// What a model may have that a cloner cannot make again. Every kind of layer
// then fails in a way of its own, so that fuzz targets go by the cause, not by
// what corpus/known.json lists.
#ifndef CLONECHECK_FUZZ_KNOWN_CAUSES_H_
#define CLONECHECK_FUZZ_KNOWN_CAUSES_H_

#include "core/engine/layer.h"
#include "core/engine/model.h"

namespace clonecheck {

// Whether the layer is, or holds, a Model that calls one of its InputLayers on
// a tensor. Its config counts these calls from 0, which in what is made of it
// is the InputLayer's own placeholder, so that calls are taken for others
// (keras/engine/network.py, get_config and from_config, in 2.2.4 to 2.3.1).
bool CallsAnInputLayer(Layer& layer);

// Whether the layer is, or holds, a Model with an input that none of its
// outputs needs, which what is made of its config has not (the same place).
bool HasUnneededInput(Layer& layer);

// Whether the layer is, or holds, a Model in which one tensor was given twice.
// By two calls: of a Model that was called on the same again, which Keras gives
// from its cache. The tensor then says that the last call made it; and from a
// config other calls may come before that (keras/engine/network.py, call). Or
// by one call: of a recurrent layer that is unrolled without a mask, whose
// output is its state. The tensor then says that it is the last of them
// (keras/engine/base_layer.py, Node).
bool HasATensorGivenTwice(Layer& layer);

// Whether the model has a layer whose cell was built again for a Bidirectional
// that is no part of the model: it has the weights of both builds, and no clone
// has so many (docs/fidelity.md).
bool HasWeightsFromOutside(const Model& model);

// Whether a Model in the model was run on masks: Keras wrote one into the
// arguments of a call, where it stands for those of all further runs, of other
// Models with that call, too (keras/engine/network.py, run_internal_graph). A
// clone does not make the runs outside of the model (docs/obligations.md).
bool KeepsMasksOfRuns(const Model& model);

}  // namespace clonecheck

#endif  // CLONECHECK_FUZZ_KNOWN_CAUSES_H_
