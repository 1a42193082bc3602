// LoadGraph: a Graph from whatever file the user has: a case of clonecheck, or
// a model as Keras writes it. What a file holds decides, not what it is called.
#ifndef CLONECHECK_CORE_EXCHANGE_LOAD_CASE_H_
#define CLONECHECK_CORE_EXCHANGE_LOAD_CASE_H_

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "core/graph/graph.h"
#include "core/layers/catalogue.h"

namespace clonecheck {

// A valid Graph (Validate) that is ready for the engine (ResolveGraph), from
//   - an object with the key `clonecheck`: a case (core/graph/json.h);
//   - an object with the key `class_name` or `layers`: a Keras model
//     (keras_json.h).
// Otherwise, and where such a file has a fault, an InvalidArgument error that
// names the place and what to do. Never more: no text makes it crash, recurse
// without bound, or take memory out of proportion.
absl::StatusOr<Graph> LoadGraph(absl::string_view text, Catalogue& catalogue);

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_EXCHANGE_LOAD_CASE_H_
