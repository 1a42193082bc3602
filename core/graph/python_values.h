// The values of a printed script: those that are given, as literals, or
// statements that draw some.
#ifndef CLONECHECK_CORE_GRAPH_PYTHON_VALUES_H_
#define CLONECHECK_CORE_GRAPH_PYTHON_VALUES_H_

#include <string>
#include <vector>

#include "absl/types/span.h"
#include "core/graph/graph.h"
#include "core/graph/python_dialect.h"

namespace clonecheck {

// The expression of the weights of `model`; `given`: in the order of
// get_weights(), empty: drawn.
std::string PythonWeights(const std::vector<std::string>& given);

// The statements that set `values`, indented by eight; `given`: one for each
// input of the model, empty: drawn, with steps that are zero, or one of
// `masked`: the other values whose steps a layer masks.
std::string PythonInputs(const Graph& graph,
                         const std::vector<std::string>& given,
                         absl::Span<const double> masked,
                         const PythonDialectText& dialect);

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_GRAPH_PYTHON_VALUES_H_
