// The statements of a Graph, in the order in which they are executed (see
// graph.h) or in one that is easier to read and does the same. For everything
// that prints or runs a Graph.
#ifndef CLONECHECK_CORE_GRAPH_STATEMENTS_H_
#define CLONECHECK_CORE_GRAPH_STATEMENTS_H_

#include <cstdint>
#include <vector>

#include "core/graph/graph.h"

namespace clonecheck {

struct Statement {
  enum class Kind : uint8_t { kInput, kLayer, kModel, kCall };

  Kind kind = Kind::kInput;
  uint32_t index = 0;  // of the input, layer or call; 0 for the model

  friend bool operator==(Statement a, Statement b) {
    return a.kind == b.kind && a.index == b.index;
  }
};

// The numbers of all layers in the order in which they are constructed: by
// position, then by number.
std::vector<uint32_t> ConstructionOrder(const Graph& graph);

// All statements in the order of execution. At one position layers come first,
// then the model under test, then the call.
std::vector<Statement> Statements(const Graph& graph);

// The same program with each plain layer constructed just before its first use.
// Only the moment of construction of layers changes, and only where nobody can
// tell:
//   - models, Sequentials and wrappers stay where they are: their construction
//     looks at layers and tensors as they are at that moment;
//   - a layer that nobody uses stays where it is;
//   - if it would change the order of unnamed layers of one class, and with it
//     their automatic names, all layers of this class stay where they are.
std::vector<Statement> ReadableStatements(const Graph& graph);

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_GRAPH_STATEMENTS_H_
