#include "core/graph/print_python.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "core/graph/model_kinds.h"
#include "core/graph/python_definitions.h"
#include "core/graph/python_script.h"
#include "core/graph/python_syntax.h"
#include "core/graph/python_values.h"
#include "core/graph/statements.h"

namespace clonecheck {
namespace {

// One comment line, whatever the text holds: Python takes no NUL anywhere, and
// ends lines at several control characters.
std::string Comment(absl::string_view text) {
  std::string line = absl::StrCat("# ", text, "\n");
  std::replace_if(
      line.begin(), line.end() - 1,
      [](char c) { return absl::ascii_iscntrl(static_cast<unsigned char>(c)); },
      ' ');
  return line;
}

absl::Status CannotSay(const PythonDialectText& dialect, size_t index,
                       const LayerDecl& layer, absl::string_view why) {
  return absl::InvalidArgumentError(
      absl::StrCat(dialect.name, " cannot say layer ", index, ", ",
                   KindName(layer), ": ", why));
}

class Printer {
 public:
  Printer(const Graph& graph, const LayerFacts& facts,
          const PythonScriptOptions& options)
      : graph_(graph), options_(options), dialect_(TextOf(options.dialect)) {
    layers_.reserve(graph.layers().size());
    outputs_.reserve(graph.layers().size());
    for (const LayerDecl& layer : graph.layers()) {
      layers_.push_back(IsModel(layer) || IsSequential(layer)
                            ? PythonLayer{}
                            : facts.ToPython(*layer.config, options.dialect));
      outputs_.push_back(NumOutputs(graph, layer, &facts));
    }
  }

  std::string Print() {
    // Printed first, because it tells what the rest must provide.
    const std::string build = Build();
    const PythonDefinitions definitions(graph_, layers_, dialect_);
    std::string text = Header();
    absl::StrAppend(&text, "import sys\n\nimport numpy as np\n",
                    definitions.Imports(), "\n", definitions.Definitions());
    if (needs_output_) absl::StrAppend(&text, PythonOutputFunction());
    const bool sparse =
        std::any_of(graph_.inputs().begin(), graph_.inputs().end(),
                    [](const InputDecl& input) { return input.sparse; });
    if (sparse) absl::StrAppend(&text, dialect_.sparse);
    if (graph_.model().is_layer() && options_.inputs.empty()) {
      absl::StrAppend(&text, PythonDrawnFunction(dialect_));
    }
    absl::StrAppend(
        &text, build, PythonComparison(dialect_, sparse, options_.look),
        PythonMain(
            options_.seed, PythonWeights(options_.weights),
            PythonInputs(graph_, options_.inputs, MaskedValues(), dialect_),
            options_.look));
    return text;
  }

 private:
  // Values other than zero, none twice.
  std::vector<double> MaskedValues() const {
    std::vector<double> values;
    for (const PythonLayer& layer : layers_) {
      const double value = layer.masked_value;
      if (value != 0 &&
          std::find(values.begin(), values.end(), value) == values.end()) {
        values.push_back(value);
      }
    }
    return values;
  }

  std::string Header() {
    std::string text;
    if (!options_.signature.empty()) {
      absl::StrAppend(
          &text, Comment(absl::StrCat("clonecheck: ", options_.signature)));
    }
    if (!options_.replay_command.empty()) {
      absl::StrAppend(
          &text, Comment(absl::StrCat("Replay: ", options_.replay_command)));
    }
    absl::StrAppend(
        &text,
        Comment(absl::StrCat("For ", dialect_.title,
                             ". Exit code: 0 the clone agrees, 1 it differs or "
                             "clone_model")),
        Comment("raises, 2 the original does not work, 3 the two cannot be "
                "compared."));
    return text;
  }

  // The function that builds the model under test.
  std::string Build() {
    std::string text = "\ndef build():\n";
    for (Statement statement : ReadableStatements(graph_)) {
      absl::StrAppend(&text, "    ", StatementText(statement), "\n");
    }
    absl::StrAppend(&text, "    return model\n\n");
    return text;
  }

  std::string StatementText(Statement statement) {
    const uint32_t i = statement.index;
    switch (statement.kind) {
      case Statement::Kind::kInput:
        return absl::StrCat("i", i, " = ", InputText(graph_.inputs()[i]));
      case Statement::Kind::kLayer:
        return absl::StrCat("l", i, " = ", Layer(i));
      case Statement::Kind::kModel:
        if (graph_.model().is_layer()) {
          return absl::StrCat("model = l", graph_.model().layer);
        }
        return absl::StrCat("model = ",
                            Model(graph_.model_inputs(), graph_.model_outputs(),
                                  graph_.model().name));
      case Statement::Kind::kCall:
        return absl::StrCat("c", i, " = ", CallText(graph_.calls()[i]));
    }
    return "";
  }

  std::string CallText(const Call& call) {
    return PythonCall(graph_, call, ref_,
                      layers_[call.layer].states_by_keyword
                          ? CallForm::kStatesByKeyword
                          : CallForm::kList);
  }

  std::string Model(absl::Span<const TensorRef> inputs,
                    absl::Span<const TensorRef> outputs, const Name* name) {
    return PythonModel(inputs, outputs, name, ref_,
                       /*bare=*/dialect_.keeps_lists_of_one);
  }

  std::string Layer(uint32_t index) {
    const LayerDecl& layer = graph_.layers()[index];
    // These constructors take no `trainable`.
    const bool set_trainable = IsModel(layer) || IsSequential(layer) ||
                               KindName(layer) == "InputLayer" ||
                               !layers_[index].takes_trainable;
    const std::string after =
        set_trainable && !layer.trainable
            ? absl::StrCat("\n    l", index, ".trainable = False")
            : "";
    if (IsModel(layer)) {
      return Model(graph_.tensors(layer.model_inputs),
                   graph_.tensors(layer.model_outputs), layer.name) +
             after;
    }
    std::vector<std::string> extra;
    if (layer.name != nullptr) {
      extra.push_back(absl::StrCat("name=", PythonText(layer.name)));
    }
    if (!layer.trainable && !set_trainable) extra.push_back("trainable=False");
    return PythonConstruction(graph_, layer,
                              IsSequential(layer) ? "Sequential()"
                                                  : layers_[index].constructor,
                              extra, FirstInput(layer)) +
           BuildText(index) + after;
  }

  // The input of a Sequential, where its first layer cannot say it.
  std::string FirstInput(const LayerDecl& layer) const {
    if (!dialect_.shapes_by_input || !IsSequential(layer)) return "";
    const LayerDecl* first = &layer;
    while (IsSequential(*first) && first->children.size > 0) {
      const uint32_t index = graph_.children(*first)[0];
      first = &graph_.layers()[index];
      if (!layers_[index].input.empty()) return layers_[index].input;
    }
    if (!IsModel(*first) || first->model_inputs.size != 1) return "";
    const TensorRef input = graph_.tensors(first->model_inputs)[0];
    if (!input.is_input()) return "";
    InputDecl unnamed = graph_.inputs()[input.input()];
    unnamed.name = nullptr;
    return InputText(unnamed);
  }

  static std::string InputText(const InputDecl& input) {
    return absl::StrCat("Input(batch_shape=", input.batch_shape->ToString(),
                        PythonInputEnd(input));
  }

  // Builds a Sequential that knows the shape of its input from its config only.
  std::string BuildText(uint32_t index) const {
    const ConfigValue* shape =
        IsSequential(graph_.layers()[index])
            ? graph_.layers()[index].config->Find("build_input_shape")
            : nullptr;
    if (shape == nullptr) return "";
    return absl::StrCat("\n    l", index, ".build(tuple(",
                        ConfigValueToPython(*shape), "))");
  }

  std::string Ref(TensorRef ref) {
    if (ref.is_input()) return absl::StrCat("i", ref.input());
    const int outputs = outputs_[graph_.calls()[ref.producer].layer];
    if (outputs == 1) return absl::StrCat("c", ref.producer);
    if (outputs > 1 || ref.index > 0) {
      return absl::StrCat("c", ref.producer, "[", ref.index, "]");
    }
    needs_output_ = true;
    return absl::StrCat("output(c", ref.producer, ", 0)");
  }

  const Graph& graph_;
  const PythonScriptOptions& options_;
  const PythonDialectText& dialect_;
  std::vector<PythonLayer> layers_;  // by layer
  std::vector<int> outputs_;         // by layer; -1: not known
  bool needs_output_ = false;
  const std::function<std::string(TensorRef)> ref_ = [this](TensorRef ref) {
    return Ref(ref);
  };
};

}  // namespace

absl::Status CheckPythonDialect(const Graph& graph, const LayerFacts& facts,
                                PythonDialect dialect) {
  const PythonDialectText& text = TextOf(dialect);
  for (size_t i = 0; i < graph.layers().size(); ++i) {
    const LayerDecl& layer = graph.layers()[i];
    if (IsModel(layer) || IsSequential(layer)) continue;
    const std::string problem = facts.ToPython(*layer.config, dialect).problem;
    if (!problem.empty()) return CannotSay(text, i, layer, problem);
  }
  for (const Call& call : graph.calls()) {
    const LayerDecl& layer = graph.layers()[call.layer];
    if (text.input_layer_is_no_function && KindName(layer) == "InputLayer") {
      return CannotSay(text, call.layer, layer,
                       "an InputLayer cannot be called there; print it for "
                       "keras-2 or tf-keras");
    }
  }
  return absl::OkStatus();
}

std::string GraphToPython(const Graph& graph, const LayerFacts& facts,
                          const PythonScriptOptions& options) {
  return Printer(graph, facts, options).Print();
}

std::string WithBeforeMain(absl::string_view script,
                           absl::string_view statements) {
  const size_t main = script.rfind(kPythonMainBegins);
  return absl::StrCat(script.substr(0, main), statements, script.substr(main));
}

}  // namespace clonecheck
