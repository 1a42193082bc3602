// Later formats of Keras' JSON, rewritten as Keras 2.2.4 to 2.3.1 write it:
//   - tf-keras 2.x: class "Functional", call arguments that are tensors, flat
//     nodes of TensorFlow functions, "module" and "registered_name";
//   - Keras 3: nodes as {"args", "kwargs"} with `__keras_tensor__` objects,
//     "batch_shape", dtype policies, nodes of models counted from 0.
// The format is seen from the document itself.
//
// A layer becomes one of class Opaque (core/layers/opaque_layer.cc), whose
// config holds class and config as they were, where
//   - the catalogue does not know its class, in any format;
//   - it is a function (TFOpLambda, SlicingOpLambda, an operation of Keras 3);
//   - Keras 2's class does not know one of its arguments, unless that says
//     nothing there: null, false, an empty list, `groups: 1`, or a seed;
//   - Keras 2's class refuses the value of one, or its dtype policy is mixed;
//   - a call gives it keyword arguments, or several positional ones, that Keras
//     2's class does not take.
// Inputs of an opaque layer are all tensors of the call, wherever they stand;
// what else its calls give is kept in its config, each way once.
//
// Keras 3 writes masks that it propagates as keyword arguments `mask`, and the
// operations that make them as layers. The keyword is dropped, for Keras 2
// propagates masks again; a mask that the user gave is lost by that, too. So is
// `training=False`, which Keras 3 also writes where nobody gave it.
//
// tf-keras and Keras 3 always write the InputLayer of a Sequential. It becomes
// the first layer's `batch_input_shape`, as Keras 2 writes it.
#ifndef CLONECHECK_CORE_EXCHANGE_KERAS_UPGRADE_H_
#define CLONECHECK_CORE_EXCHANGE_KERAS_UPGRADE_H_

#include "core/layers/catalogue.h"
#include "nlohmann/json.hpp"

namespace clonecheck {

// Whether the document is of a later format, or has layers of unknown classes.
bool NeedsUpgrade(const nlohmann::json& document, Catalogue& catalogue);

// What is malformed stays as it is, for the reader of the result to tell.
void UpgradeKerasDocument(nlohmann::json* document, Catalogue& catalogue);

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_EXCHANGE_KERAS_UPGRADE_H_
