// Models in Keras' own format, what `model.to_json()` gives, are read. Written
// they are by keras_json_write.h, which knows live models: a Graph can hold
// more than that format (see json.h of core/graph for the one that holds all of
// it).
#ifndef CLONECHECK_CORE_EXCHANGE_KERAS_JSON_H_
#define CLONECHECK_CORE_EXCHANGE_KERAS_JSON_H_

#include "absl/status/statusor.h"
#include "core/graph/graph.h"
#include "core/layers/catalogue.h"
#include "nlohmann/json.hpp"

namespace clonecheck {

// A program whose model is the model in the document, functional or Sequential,
// as Keras 2.2.4, 2.2.5 or 2.3.1 writes it, or a later one (see
// keras_upgrade.h); or an InvalidArgument error that names the place
// (`/config/layers/3 (layer "add_1")`) and what to do.
//
//   - Inputs and layers are in the file's order, with the file's names; what is
//     nested in a Model comes before it.
//   - A nested Model's calls come before it, and all of these before the calls
//     of the model around it. Within a model see OrderKerasCalls; each layer is
//     called in the order of its nodes in the file.
//   - Keyword arguments are kept. Those that hold tensors Keras itself leaves
//     out of the file.
//   - Lambdas are opaque, with as many outputs as the file uses; their
//     functions are bytecode. Lambdas of function_type "function" are taken for
//     the function of that name in clonecheck's own vocabulary.
//
// The Graph is valid (Validate), and the catalogue has resolved its configs.
// Not checked: whether Keras accepts the program, such as numbers of inputs and
// shapes; ResolveGraph and the engine do that.
absl::StatusOr<Graph> GraphFromKerasJson(nlohmann::json document,
                                         Catalogue& catalogue);

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_EXCHANGE_KERAS_JSON_H_
