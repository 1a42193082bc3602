// The opaque Lambda: a function that is known by its bytecode only, from a
// model that somebody else has written. Not for the vocabulary
// (lambda_functions.h).
//
// It is uninterpreted: equal on equal operands, its outputs are float32 tensors
// of unknown rank, it drops masks and has no numbers.
#ifndef CLONECHECK_CORE_LAYERS_OPAQUE_LAMBDA_H_
#define CLONECHECK_CORE_LAYERS_OPAQUE_LAMBDA_H_

#include <memory>

#include "absl/strings/string_view.h"
#include "core/graph/config.h"
#include "core/layers/layer_kind.h"
#include "core/layers/layer_spec.h"

namespace clonecheck {

// The spec of a config with the argument `bytecode`: the code in base64, as
// Keras writes it. It reads masks only if a parameter may be named `mask`.
std::unique_ptr<LayerSpec> NewOpaqueLambda(const LayerKind& kind, int outputs,
                                           absl::string_view bytecode);

// Python that loads the function anew. It may run only on the version of Python
// that wrote the bytecode.
LayerKind::Python OpaqueToPython(const Config& config);

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_LAYERS_OPAQUE_LAMBDA_H_
