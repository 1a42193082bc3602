// PythonDefinitions: what a printed script needs besides Keras' own layers: the
// functions and classes of its layers, its imports, and what Keras must be told
// of them.
#ifndef CLONECHECK_CORE_GRAPH_PYTHON_DEFINITIONS_H_
#define CLONECHECK_CORE_GRAPH_PYTHON_DEFINITIONS_H_

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/graph/graph.h"
#include "core/graph/layer_facts.h"
#include "core/graph/python_dialect.h"

namespace clonecheck {

class PythonDefinitions {
 public:
  // `layers`: those of `graph`, by number. REQUIRES: all outlive this.
  PythonDefinitions(const Graph& graph, absl::Span<const PythonLayer> layers,
                    const PythonDialectText& dialect);

  // The imports from Keras, a line each.
  std::string Imports() const;
  // Functions and classes, each once, in the order of their first use, with an
  // empty line before and after; and the statement by which Keras knows them,
  // so that a config that names them can be read.
  std::string Definitions() const;

 private:
  bool Defines(absl::string_view name) const;
  std::vector<absl::string_view> Registered() const;
  // Whether functions come back from their bytecode, and that must be allowed.
  bool NeedsUnsafe() const;

  const Graph& graph_;
  const absl::Span<const PythonLayer> layers_;
  const PythonDialectText& dialect_;
  // In the order of their first use, each once.
  std::vector<absl::string_view> texts_;
  // What these define, `class` or `def`.
  std::vector<absl::string_view> classes_;
  std::vector<absl::string_view> functions_;
};

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_GRAPH_PYTHON_DEFINITIONS_H_
