#include "core/graph/python_values.h"

#include <cstddef>
#include <cstdint>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace clonecheck {
namespace {

// Sizes of what is unknown in an input's shape, where the script draws values:
// enough samples for a zero one, enough steps for a zero one at the beginning.
constexpr int kDrawnBatch = 3;
constexpr int kDrawnSteps = 5;

std::vector<int> DrawnDims(const Graph& graph, const InputDecl& input) {
  // One batch size for all inputs: a fixed one, if there is any.
  int batch = kDrawnBatch;
  for (const InputDecl& other : graph.inputs()) {
    if (other.batch_shape->dim[0] != kUnknownDim) {
      batch = other.batch_shape->dim[0];
      break;
    }
  }
  std::vector<int> dims;
  for (int32_t dim : input.batch_shape->dims()) {
    const int unknown = dims.empty() ? batch : kDrawnSteps;
    dims.push_back(dim == kUnknownDim ? unknown : dim);
  }
  return dims;
}

std::string DrawnShape(const Graph& graph, const InputDecl& input) {
  const std::vector<int> dims = DrawnDims(graph, input);
  return absl::StrCat("(", absl::StrJoin(dims, ", "),
                      dims.size() == 1 ? ",)" : ")");
}

// The value of an input; `given`: a literal, or null for drawn values.
std::string Value(const Graph& graph, const InputDecl& input,
                  const std::string* given) {
  const std::string dtype =
      absl::StrCat("'", std::string(DTypeName(input.dtype)), "'");
  std::string value;
  if (given != nullptr) {
    value = absl::StrCat("np.array(", *given, ", ", dtype, ")");
  } else if (IsFloat(input.dtype)) {
    value = absl::StrCat("rng.uniform(-1, 1, ", DrawnShape(graph, input),
                         ").astype(", dtype, ")");
  } else {
    // 0 and 1 are indices of every Embedding.
    value = absl::StrCat("rng.randint(0, 2, ", DrawnShape(graph, input),
                         ").astype(", dtype, ")");
  }
  if (!input.sparse) return value;
  return absl::StrCat("sparse(", value, ")");
}

// Statements that make some steps of the input at `position` masked ones.
std::string MaskedSteps(const Graph& graph, const InputDecl& input,
                        size_t position, absl::Span<const double> masked) {
  const std::string value = absl::StrCat("        values[", position, "]");
  std::string text;
  const bool has_steps = input.batch_shape->rank > 2;
  if (has_steps) absl::StrAppend(&text, value, "[0, 0] = 0\n");
  absl::StrAppend(&text, value, "[-1] = 0\n");
  if (!has_steps || !IsFloat(input.dtype)) return text;
  // After the first step, as many as there is room for.
  const int steps = DrawnDims(graph, input)[1];
  for (size_t i = 0; i < masked.size() && static_cast<int>(i) + 1 < steps;
       ++i) {
    absl::StrAppend(&text, value, "[0, ", i + 1,
                    "] = ", ConfigValueToPython(ConfigValue::Double(masked[i])),
                    "\n");
  }
  return text;
}

// For a model that is a layer: only Keras knows its inputs.
std::string InputsOfLayer(const std::vector<std::string>& given,
                          const PythonDialectText& dialect) {
  if (given.empty()) {
    return "        values = [drawn(rng, tensor) for tensor in "
           "model.inputs or []]\n";
  }
  return absl::StrCat("        values = [np.array(value, ", dialect.dtype,
                      ") for value, tensor "
                      "in zip([\n            ",
                      absl::StrJoin(given, ",\n            "),
                      ",\n        ], model.inputs)]\n");
}

}  // namespace

std::string PythonWeights(const std::vector<std::string>& given) {
  if (given.empty()) {
    // Positive, because some are variances.
    return "[rng.uniform(0.1, 1, w.shape) for w in model.get_weights()]";
  }
  return absl::StrCat(
      "[\n",
      absl::StrJoin(given, "",
                    [](std::string* out, const std::string& weight) {
                      absl::StrAppend(out, "            np.array(", weight,
                                      "),\n");
                    }),
      "        ]");
}

std::string PythonInputs(const Graph& graph,
                         const std::vector<std::string>& given,
                         absl::Span<const double> masked,
                         const PythonDialectText& dialect) {
  if (graph.model().is_layer()) return InputsOfLayer(given, dialect);
  std::string text = "        values = [\n";
  std::string steps;
  const absl::Span<const TensorRef> inputs = graph.model_inputs();
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (!inputs[i].is_input()) continue;  // which Keras refuses
    const InputDecl& input = graph.inputs()[inputs[i].input()];
    absl::StrAppend(&text, "            ",
                    Value(graph, input, i < given.size() ? &given[i] : nullptr),
                    ",\n");
    if (i < given.size() || input.sparse) continue;
    absl::StrAppend(&steps, MaskedSteps(graph, input, i, masked));
  }
  return absl::StrCat(text, "        ]\n", steps);
}

}  // namespace clonecheck
