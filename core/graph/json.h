// A Graph as JSON text: the format of cases and witnesses. Stable, versioned,
// and made to be read and edited: one input, layer or call a line. Not Keras'
// own model JSON, which cannot hold all that a Graph holds.
//
//   {
//     "clonecheck": 1,
//     "inputs": [
//       {"shape": [null, 4]}
//     ],
//     "layers": [
//       {"class": "Lambda", "config": {"function": "two"}}
//     ],
//     "calls": [
//       {"layer": 0, "inputs": ["i0"]}
//     ],
//     "model": {"inputs": ["i0"], "outputs": ["c0.1"]}
//   }
//
// Tensors are `i0` (input 0), `c2` (first output of call 2), `c2.1` (its
// second). Layers are referred to by number, counted from 0. What has its
// default value is left out:
//   input   shape; dtype ("float32"), name, sparse (false)
//   layer   class; config ({}), name, trainable (true), position (0), children
//           ([], layer numbers); of a Model also inputs and outputs
//   call    layer, inputs; kwargs ([]), as_list (false)
//   kwarg   name; one of value (a literal), tensor, tensors
//   model   inputs, outputs; name, position (the number of calls); or, in place
//           of the first three, layer: the number of a Model or Sequential
// JSON has no NaN and no infinities: within a config or a literal they are
// {"$float": "nan"}, "inf" or "-inf"; a key of a dict that begins with `$` gets
// another `$`.
#ifndef CLONECHECK_CORE_GRAPH_JSON_H_
#define CLONECHECK_CORE_GRAPH_JSON_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "core/graph/graph.h"
#include "core/graph/pool.h"
#include "nlohmann/json.hpp"

namespace clonecheck {

// The version of the format that is written, and the only one that is read.
inline constexpr int kGraphJsonVersion = 1;

// Ends with a newline. Reading it back gives the same Graph, and printing that
// the same bytes, if the Graph is valid (Validate).
std::string GraphToJson(const Graph& graph);

// The Graph, valid by Validate without facts; or an InvalidArgument error that
// names the place (`line 3, column 14`, `/calls/3/inputs/1`) and what to do.
absl::StatusOr<Graph> GraphFromJson(absl::string_view text, Pool& pool);

// The same within another document. The value has its keys in the order above;
// it converts to a plain nlohmann::json.
nlohmann::ordered_json GraphToJsonValue(const Graph& graph);
absl::StatusOr<Graph> GraphFromJsonValue(const nlohmann::json& value,
                                         Pool& pool);

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_GRAPH_JSON_H_
