// Validate: is a Graph a program at all? Every reference exists and is made
// before it is used, and no limit is passed. Not the question whether Keras
// accepts the program: redundant model inputs, equal names or wrong shapes are
// Keras' to refuse, and such Graphs are wanted as cases.
#ifndef CLONECHECK_CORE_GRAPH_VALIDATE_H_
#define CLONECHECK_CORE_GRAPH_VALIDATE_H_

#include "absl/status/status.h"
#include "core/graph/graph.h"
#include "core/graph/layer_facts.h"

namespace clonecheck {

// OK if all of this holds; otherwise an InvalidArgument error that names the
// first place that is wrong and what to do there.
//   - Numbers, lists, names and sizes are within core/limits.h.
//   - An input has a shape of known rank (1 to kMaxRank), sizes of 1 or more.
//   - A layer has a class. Classes, config keys and keywords are Python
//     identifiers; names are not empty, and UTF-8.
//   - Children of a layer are constructed before it: an earlier position, or
//     the same and a lower number.
//   - A layer of class Model has inputs and outputs and no children; other
//     layers have neither inputs nor outputs.
//   - A call uses a layer whose position it has reached; its tensors are inputs
//     and outputs of earlier calls. Its keywords are distinct.
//   - A Model, and the model under test, use inputs and outputs of calls before
//     their position. Each has at least one input and one output.
//   - Models and wrappers are not nested too deeply.
//   - An output of a call exists, as far as the number of outputs is known:
//     from the Graph itself for Models and Sequentials, otherwise from `facts`,
//     which may be null.
absl::Status Validate(const Graph& graph, const LayerFacts* facts = nullptr);

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_GRAPH_VALIDATE_H_
