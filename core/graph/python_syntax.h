// The parts of a program's text that people and Python read alike: calls with
// their arguments, inputs, models. What differs, how a tensor is written, is
// given.
#ifndef CLONECHECK_CORE_GRAPH_PYTHON_SYNTAX_H_
#define CLONECHECK_CORE_GRAPH_PYTHON_SYNTAX_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/types/span.h"
#include "core/graph/graph.h"

namespace clonecheck {

// Writes one tensor: `i0`, `c2[1]`.
using RefPrinter = absl::FunctionRef<std::string(TensorRef)>;

// `'x'`, quoted and escaped.
std::string PythonText(const Name* name);

// `[i0, c2[1]]`
std::string PythonRefs(absl::Span<const TensorRef> refs, RefPrinter ref);

// What follows `i0 = Input(` after the shape: `, dtype='int32', name='x')`.
std::string PythonInputEnd(const InputDecl& input);

// How the inputs of a call are written.
enum class CallForm : uint8_t {
  kList,             // `l0([c0, c1])`
  kStatesByKeyword,  // `l0(c0, initial_state=[c1])`
};

// `l0(i0, training=False)`. Where `initial_state` is given anyhow, inputs are a
// list.
std::string PythonCall(const Graph& graph, const Call& call, RefPrinter ref,
                       CallForm form = CallForm::kList);

// `Model(inputs=[i0], outputs=[c0], name='m')`; `name` may be null. With
// `bare`, one tensor stands without a list: `Model(inputs=i0, …`.
std::string PythonModel(absl::Span<const TensorRef> inputs,
                        absl::Span<const TensorRef> outputs, const Name* name,
                        RefPrinter ref, bool bare = false);

// `constructor`, `Bidirectional(merge_mode='sum')`, with the layer's children
// in front and `extra` arguments behind: `Bidirectional(l0, merge_mode='sum',
// name='b')`. A Sequential's children are one list: `Sequential([l0, l1])`;
// `input`, if not empty, stands before them.
std::string PythonConstruction(const Graph& graph, const LayerDecl& layer,
                               const std::string& constructor,
                               const std::vector<std::string>& extra,
                               const std::string& input = "");

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_GRAPH_PYTHON_SYNTAX_H_
