// `clonecheck show`: a graph as text, as a case, as a Python script, as the
// JSON that Keras 2 writes of its model, or as a drawing.
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "campaign/buildable.h"
#include "campaign/workbench.h"
#include "cli/checks.h"
#include "cli/command.h"
#include "cli/options.h"
#include "cli/terminal_text.h"
#include "core/exchange/keras_json_write.h"
#include "core/graph/json.h"
#include "core/graph/layer_facts.h"
#include "core/graph/print_dot.h"
#include "core/graph/print_python.h"
#include "core/graph/print_text.h"
#include "core/graph/python_dialect.h"
#include "core/layers/catalogue_facts.h"
#include "reports/drawing.h"
#include "reports/files.h"

namespace clonecheck {
namespace {

struct ShowOptions {
  std::string file;
  std::string as = "text";
  std::string dialect;  // empty: not given
};

// What to_json of Keras 2.2.4 gives of the model.
absl::StatusOr<std::string> KerasJson(Workbench& workbench,
                                      const std::string& file,
                                      const Graph& graph) {
  absl::StatusOr<ClonerOnEngine> keras = FindCloner("keras-2.2.4");
  if (!keras.ok()) return keras.status();
  if (absl::Status status = CheckBuildable(workbench, file, graph, *keras);
      !status.ok()) {
    return status;
  }
  absl::StatusOr<Built> built = workbench.Build(graph, *keras->engine);
  if (!built.ok()) return built.status();
  return ModelToKerasJson(workbench.session(*keras->engine), *built->model);
}

absl::StatusOr<std::string> Python(const ShowOptions& flags, const Graph& graph,
                                   const LayerFacts& facts) {
  PythonScriptOptions options;
  if (!flags.dialect.empty()) {
    options.dialect = *ParsePythonDialect(flags.dialect);
  }
  if (absl::Status status = CheckPythonDialect(graph, facts, options.dialect);
      !status.ok()) {
    return status;
  }
  return GraphToPython(graph, facts, options);
}

// A graph is shown, whatever Keras says of it; that it refuses it is said
// beside.
void TellRefusal(Workbench& workbench, const std::string& file,
                 const Graph& graph) {
  const absl::StatusOr<ClonerOnEngine> keras = FindCloner("keras-2.2.4");
  if (!keras.ok()) return;
  const absl::Status status = CheckBuildable(workbench, file, graph, *keras);
  if (!status.ok()) BadInput(status);
}

int Run(const ShowOptions& flags) {
  if (!flags.dialect.empty() && flags.as != "python") {
    return BadInput(absl::InvalidArgumentError(
        "--for says for which Keras a script is; give --as python with it"));
  }
  Workbench workbench;
  absl::StatusOr<Graph> graph = ReadGraph(flags.file, workbench.catalogue());
  if (!graph.ok()) return BadInput(graph.status());
  const CatalogueFacts facts(workbench.catalogue());
  std::string text;
  if (flags.as == "json") {
    text = GraphToJson(*graph);
  } else if (flags.as == "python") {
    absl::StatusOr<std::string> python = Python(flags, *graph, facts);
    if (!python.ok()) return BadInput(python.status());
    text = *std::move(python);
  } else if (flags.as == "keras-json") {
    absl::StatusOr<std::string> json = KerasJson(workbench, flags.file, *graph);
    if (!json.ok()) return BadInput(json.status());
    text = *std::move(json);
  } else if (flags.as == "dot") {
    text = GraphToDot(*graph, &facts);
  } else if (flags.as == "svg") {
    absl::StatusOr<std::string> svg =
        Drawer().ToSvg(GraphToDot(*graph, &facts));
    if (!svg.ok()) return BadInput(svg.status());
    text = *std::move(svg);
  } else {
    text = TerminalText(GraphToText(*graph, &facts));
  }
  std::fputs(text.c_str(), stdout);
  std::fflush(stdout);
  TellRefusal(workbench, flags.file, *graph);
  return kExitNothingFound;
}

}  // namespace

void AddShowCommand(CLI::App& app, int* exit_code) {
  CLI::App* command = app.add_subcommand("show", "print a graph");
  auto options = std::make_shared<ShowOptions>();
  command->add_option("CASE", options->file, "a case or a model")->required();
  command
      ->add_option("--as", options->as,
                   "text, json, python, keras-json, dot or svg")
      ->check(OneOf({"text", "json", "python", "keras-json", "dot", "svg"}))
      ->capture_default_str();
  std::vector<std::string> dialects;
  for (PythonDialect dialect : PythonDialects()) {
    dialects.emplace_back(TextOf(dialect).name);
  }
  command
      ->add_option("--for", options->dialect,
                   "the Keras of --as python: keras-2 (if not given), tf-keras "
                   "or keras-3")
      ->check(OneOf(dialects));
  command->footer(
      "Example: clonecheck show case.json --as python --for tf-keras > "
      "case.py\n"
      "Exit code: 0, or 2 for bad usage, bad input, or a graph that cannot be "
      "printed so.");
  command->callback([options, exit_code] { *exit_code = Run(*options); });
}

}  // namespace clonecheck
