#include "core/graph/print_text.h"

#include <cstdint>
#include <utility>

#include "absl/strings/str_cat.h"
#include "core/graph/graph_names.h"
#include "core/graph/python_syntax.h"
#include "core/graph/statements.h"

namespace clonecheck {
namespace {

class Printer {
 public:
  Printer(const Graph& graph, const LayerFacts* facts)
      : graph_(graph), names_(graph, facts) {}

  std::string Print() {
    for (Statement statement : ReadableStatements(graph_)) {
      switch (statement.kind) {
        case Statement::Kind::kInput:
          PrintInput(statement.index);
          break;
        case Statement::Kind::kLayer:
          PrintLayer(statement.index);
          break;
        case Statement::Kind::kModel:
          absl::StrAppend(
              &text_, "model = ",
              graph_.model().is_layer()
                  ? absl::StrCat("l", graph_.model().layer)
                  : PythonModel(graph_.model_inputs(), graph_.model_outputs(),
                                graph_.model().name, names_.ref()),
              "\n");
          break;
        case Statement::Kind::kCall:
          PrintCall(statement.index);
          break;
      }
    }
    return std::move(text_);
  }

 private:
  void PrintInput(uint32_t index) {
    const InputDecl& input = graph_.inputs()[index];
    absl::StrAppend(&text_, "i", index, " = Input(",
                    input.batch_shape->ToString(), PythonInputEnd(input), "\n");
  }

  void PrintLayer(uint32_t index) {
    const LayerDecl& layer = graph_.layers()[index];
    absl::StrAppend(&text_, "l", index, " = ", names_.Construction(layer),
                    "\n");
  }

  void PrintCall(uint32_t index) {
    absl::StrAppend(&text_, "c", index, " = ",
                    PythonCall(graph_, graph_.calls()[index], names_.ref()));
    const int outputs = names_.outputs(index);
    if (outputs >= 0 && outputs != 1) {
      absl::StrAppend(&text_, "  # ", outputs, " outputs");
    }
    absl::StrAppend(&text_, "\n");
  }

  const Graph& graph_;
  const GraphNames names_;
  std::string text_;
};

}  // namespace

std::string GraphToText(const Graph& graph, const LayerFacts* facts) {
  return Printer(graph, facts).Print();
}

}  // namespace clonecheck
