// A Graph as a Python script for a real Keras, of a dialect: it builds the
// model, clones it with clone_model, compares the two and says what differs. It
// stands alone: to be run, read, and pasted into a bug report.
//
// The script says what the Graph means in Keras 2: arguments of which a later
// Keras has another default are written out, and what it says in other words
// is said in these. Later Keras' own rules, of masks say, stay its own.
#ifndef CLONECHECK_CORE_GRAPH_PRINT_PYTHON_H_
#define CLONECHECK_CORE_GRAPH_PRINT_PYTHON_H_

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "core/graph/graph.h"
#include "core/graph/layer_facts.h"
#include "core/graph/python_dialect.h"
#include "core/graph/python_look.h"

namespace clonecheck {

struct PythonScriptOptions {
  PythonDialect dialect = PythonDialect::kKeras2;
  // Shown in the header; empty: left out.
  std::string signature;
  std::string replay_command;
  // The values of the model's inputs, in their order, as Python literals:
  // `[[0.5, -1.0]]`. Empty: drawn by the script, with zero steps and a zero
  // sample. REQUIRES: of our own making; they become part of the script.
  std::vector<std::string> inputs;
  // The weights in the order of get_weights() of Keras 2, as Python literals.
  // Empty: drawn by the script.
  std::vector<std::string> weights;
  // For what the script draws.
  uint32_t seed = 0;
  // What is compared. REQUIRES: nothing given, in other dialects than kKeras2.
  PythonLook look;
};

// The script. Its exit code: 0 the clone agrees in everything that the script
// compares (without a look: outputs, their masks, weights, names), 1 it differs
// or clone_model raises, 2 the original cannot be built or evaluated.
// REQUIRES: `graph` is valid (Validate), and the dialect can say it.
std::string GraphToPython(const Graph& graph, const LayerFacts& facts,
                          const PythonScriptOptions& options = {});

// Such a script with statements of one's own right before its main(): they may
// put something else in the place of what that calls.
// REQUIRES: `script` is what GraphToPython gave.
std::string WithBeforeMain(absl::string_view script,
                           absl::string_view statements);

// InvalidArgument, with what to do, for a graph that the dialect cannot say.
absl::Status CheckPythonDialect(const Graph& graph, const LayerFacts& facts,
                                PythonDialect dialect);

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_GRAPH_PRINT_PYTHON_H_
