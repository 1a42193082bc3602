// `clonecheck show`: a graph as text, as a case, or as a Python script.
#include <cstdio>
#include <string>

#include "campaign/workbench.h"
#include "cli/command.h"
#include "cli/files.h"
#include "cli/options.h"
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
  command->add_option("--as", options->as, "text, json or python")
      ->check(CLI::IsMember({"text", "json", "python"}))
      ->capture_default_str();
  command->footer("Example: clonecheck show case.json --as python > case.py");
  command->callback([options, exit_code] { *exit_code = Run(*options); });
}

}  // namespace clonecheck
