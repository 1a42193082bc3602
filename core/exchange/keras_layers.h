// The layers of a Keras model as a Graph declares them: what the file says of
// one layer, apart from its calls.
#ifndef CLONECHECK_CORE_EXCHANGE_KERAS_LAYERS_H_
#define CLONECHECK_CORE_EXCHANGE_KERAS_LAYERS_H_

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "core/exchange/json_reader.h"
#include "core/exchange/keras_document.h"
#include "core/graph/graph.h"
#include "core/graph/pool.h"
#include "core/layers/catalogue.h"
#include "core/layers/layer_spec.h"

namespace clonecheck {

// Errors of all these begin with `place`, and say what to do.

// An InputLayer. A missing name stays missing.
absl::StatusOr<InputDecl> ReadKerasInput(const KerasLayer& layer,
                                         const JsonPath& place, Pool& pool);

// Any other layer but a Model or a Sequential, with its canonical config.
// `name` and `trainable` leave the config; the class' own arguments stay,
// without those that equal their default.
//
// A Lambda holds bytecode in the file, which cannot be looked into: it becomes
// an opaque Lambda with as many outputs as `used_outputs`, the number of
// outputs that the file uses. Equal bytecode, arguments and output shape are
// one function.
//
// An Opaque layer has as many outputs as the file uses, too. `children`: the
// specs of the layers inside a wrapper.
absl::StatusOr<LayerDecl> ReadKerasLayer(
    const KerasLayer& layer, const JsonPath& place, int used_outputs,
    absl::Span<const LayerSpec* const> children, Catalogue& catalogue);

// A Sequential, without its layers.
absl::StatusOr<LayerDecl> ReadKerasSequential(const KerasLayer& layer,
                                              const JsonPath& place,
                                              Catalogue& catalogue);

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_EXCHANGE_KERAS_LAYERS_H_
