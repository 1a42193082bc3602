// `clonecheck show`: a graph as text, as a case, as a Python script, or as the
// JSON that Keras 2 writes of its model.
#include <cstdio>
#include <string>

#include "campaign/workbench.h"
#include "cli/buildable.h"
#include "cli/command.h"
#include "cli/files.h"
#include "cli/options.h"
#include "core/exchange/keras_json_write.h"
#include "core/graph/json.h"
#include "core/graph/print_python.h"
#include "core/graph/print_text.h"
#include "core/layers/catalogue_facts.h"

namespace clonecheck {
namespace {

struct ShowOptions {
  std::string file;
  std::string as = "text";
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

int Run(const ShowOptions& flags) {
  Workbench workbench;
  absl::StatusOr<Graph> graph = ReadGraph(flags.file, workbench.catalogue());
  if (!graph.ok()) return BadInput(graph.status());
  const CatalogueFacts facts(workbench.catalogue());
  std::string text;
  if (flags.as == "json") {
    text = GraphToJson(*graph);
  } else if (flags.as == "python") {
    text = GraphToPython(*graph, facts);
  } else if (flags.as == "keras-json") {
    absl::StatusOr<std::string> json = KerasJson(workbench, flags.file, *graph);
    if (!json.ok()) return BadInput(json.status());
    text = *std::move(json);
  } else {
    text = GraphToText(*graph, &facts);
  }
  std::fputs(text.c_str(), stdout);
  return kExitNothingFound;
}

}  // namespace

void AddShowCommand(CLI::App& app, int* exit_code) {
  CLI::App* command = app.add_subcommand("show", "print a graph");
  auto options = std::make_shared<ShowOptions>();
  command->add_option("case", options->file, "a case or a model")->required();
  command->add_option("--as", options->as, "text, json, python or keras-json")
      ->check(CLI::IsMember({"text", "json", "python", "keras-json"}))
      ->capture_default_str();
  command->footer("Example: clonecheck show case.json --as python > case.py");
  command->callback([options, exit_code] { *exit_code = Run(*options); });
}

}  // namespace clonecheck
