// The parts of a printed Python script that are the same for every graph: how a
// clone is compared with its original, and what the script does when it is run.
#ifndef CLONECHECK_CORE_GRAPH_PYTHON_SCRIPT_H_
#define CLONECHECK_CORE_GRAPH_PYTHON_SCRIPT_H_

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"
#include "core/graph/python_dialect.h"
#include "core/graph/python_look.h"

namespace clonecheck {

// `def output(result, index)`: for calls of which nobody knows what they give.
absl::string_view PythonOutputFunction();

// `def drawn(rng, tensor)`: values for an input that only Keras knows.
std::string PythonDrawnFunction(const PythonDialectText& dialect);

// Everything that runs models and compares them. `sparse`: an input is sparse.
std::string PythonComparison(const PythonDialectText& dialect, bool sparse,
                             const PythonLook& look);

// How what PythonMain gives begins, and nothing before it does.
inline constexpr absl::string_view kPythonMainBegins = "\ndef main():\n";

// `def main()`, and its call. `weights`: an expression; `inputs`: statements
// that set `values`, indented by eight.
std::string PythonMain(uint32_t seed, const std::string& weights,
                       const std::string& inputs, const PythonLook& look);

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_GRAPH_PYTHON_SCRIPT_H_
