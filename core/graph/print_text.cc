#include "core/graph/print_text.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "core/graph/model_kinds.h"
#include "core/graph/python_syntax.h"
#include "core/graph/statements.h"

namespace clonecheck {
namespace {

class Printer {
 public:
  Printer(const Graph& graph, const LayerFacts* facts)
      : graph_(graph), outputs_(graph.calls().size(), -1) {
    for (size_t i = 0; i < outputs_.size(); ++i) {
      outputs_[i] =
          NumOutputs(graph, graph.layers()[graph.calls()[i].layer], facts);
    }
    used_ = outputs_;
    for (const Call& call : graph.calls()) {
      Use(call.inputs);
      for (const Kwarg& kwarg : graph.kwargs(call)) Use(kwarg.tensors);
    }
    for (const LayerDecl& layer : graph.layers()) {
      Use(layer.model_inputs);
      Use(layer.model_outputs);
    }
    Use(graph.model().inputs);
    Use(graph.model().outputs);
  }

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
                                graph_.model().name, ref_),
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
  // Notes that these outputs exist, whatever is known otherwise.
  void Use(Range range) {
    for (TensorRef ref : graph_.tensors(range)) {
      if (ref.is_input()) continue;
      used_[ref.producer] = std::max(used_[ref.producer], ref.index + 1);
    }
  }

  std::string Ref(TensorRef ref) const {
    if (ref.is_input()) return absl::StrCat("i", ref.input());
    if (used_[ref.producer] <= 1) return absl::StrCat("c", ref.producer);
    return absl::StrCat("c", ref.producer, ".", ref.index);
  }

  void PrintInput(uint32_t index) {
    const InputDecl& input = graph_.inputs()[index];
    absl::StrAppend(&text_, "i", index, " = Input(",
                    input.batch_shape->ToString(), PythonInputEnd(input), "\n");
  }

  void PrintLayer(uint32_t index) {
    const LayerDecl& layer = graph_.layers()[index];
    absl::StrAppend(&text_, "l", index, " = ", Construction(layer), "\n");
  }

  std::string Construction(const LayerDecl& layer) {
    std::vector<std::string> extra;
    if (layer.name != nullptr) {
      extra.push_back(absl::StrCat("name=", PythonText(layer.name)));
    }
    if (!layer.trainable) extra.push_back("trainable=False");
    std::string own;
    if (IsModel(layer)) {
      own = absl::StrCat(
          "inputs=", PythonRefs(graph_.tensors(layer.model_inputs), ref_),
          ", outputs=", PythonRefs(graph_.tensors(layer.model_outputs), ref_));
    } else {
      own = absl::StrJoin(layer.config->entries, ", ",
                          [](std::string* out, const ConfigEntry& entry) {
                            absl::StrAppend(out, entry.key->text, "=",
                                            ConfigValueToPython(entry.value));
                          });
    }
    return PythonConstruction(
        graph_, layer, absl::StrCat(KindName(layer), "(", own, ")"), extra);
  }

  void PrintCall(uint32_t index) {
    absl::StrAppend(&text_, "c", index, " = ",
                    PythonCall(graph_, graph_.calls()[index], ref_));
    if (outputs_[index] >= 0 && outputs_[index] != 1) {
      absl::StrAppend(&text_, "  # ", outputs_[index], " outputs");
    }
    absl::StrAppend(&text_, "\n");
  }

  const Graph& graph_;
  std::vector<int> outputs_;  // by call; -1: not known
  std::vector<int> used_;     // by call: at least so many outputs
  std::string text_;
  const std::function<std::string(TensorRef)> ref_ = [this](TensorRef ref) {
    return Ref(ref);
  };
};

}  // namespace

std::string GraphToText(const Graph& graph, const LayerFacts* facts) {
  return Printer(graph, facts).Print();
}

}  // namespace clonecheck
