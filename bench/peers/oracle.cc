// Answers peers that are other programs: reads cases, one in a line, and writes
// a line for each.
//
//   oracle SIGNATURE
//
// For {"clonecheck": 1, "inputs": …}: {"shows": …, "valid": …, "calls": …,
// "needed": …}: whether it shows the signature, whether Keras 2.2.4 builds it,
// how many calls it has, and how many of them some output needs. For
// {"canonical": CASE}: the case in canonical form.
#include <cstdio>
#include <iostream>
#include <string>

#include "absl/status/statusor.h"
#include "bench/peers/question.h"
#include "campaign/workbench.h"
#include "core/graph/canonical.h"
#include "core/graph/json.h"
#include "core/layers/resolve_graph.h"
#include "nlohmann/json.hpp"

using namespace clonecheck;  // NOLINT: a tool of its own

namespace {

absl::StatusOr<Graph> Read(const nlohmann::json& value, Workbench& bench) {
  absl::StatusOr<Graph> graph = GraphFromJsonValue(value, bench.pool());
  if (!graph.ok()) return graph;
  return ResolveGraph(*graph, bench.catalogue());
}

}  // namespace

int main(int argc, char** argv) {
  Workbench bench;
  absl::StatusOr<PeersQuestion> question =
      PeersQuestion::Parse(argc == 2 ? argv[1] : "", bench);
  if (!question.ok()) {
    std::fprintf(stderr, "oracle: %s\n", question.status().ToString().c_str());
    return 2;
  }
  std::string line;
  while (std::getline(std::cin, line)) {
    const auto asked = nlohmann::json::parse(line, nullptr, false);
    const bool canonical = asked.is_object() && asked.contains("canonical");
    const absl::StatusOr<Graph> graph =
        Read(canonical ? asked["canonical"] : asked, bench);
    if (!graph.ok()) {
      std::fprintf(stderr, "oracle: this is no case: %s\n%s\n", line.c_str(),
                   graph.status().ToString().c_str());
      return 2;
    }
    nlohmann::ordered_json answer;
    if (canonical) {
      answer = GraphToJsonValue(Canonicalize(*graph));
    } else {
      answer = {{"shows", question->Shows(*graph)},
                {"valid", bench.Builds(*graph)},
                {"calls", graph->calls().size()},
                {"needed", NeededCalls(*graph)}};
    }
    std::cout << answer.dump() << '\n' << std::flush;
  }
  return 0;
}
