// Proves the global minimum of a signature in the peers' vocabulary.
//
//   minimum SIGNATURE < CASES
//
// CASES: one in a line. Of those that show the signature the simplest
// (core/graph/order.h) is held against all simpler graphs of the vocabulary
// that have at most its calls and inputs, and one output more; should one show
// it, that is taken instead. Prints {"minimum": CASE, "questions": …,
// "proved": …}, or null if no case shows it.
#include <cstdint>
#include <cstdio>
#include <iostream>
#include <optional>
#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "bench/peers/question.h"
#include "bench/peers/vocabulary.h"
#include "campaign/workbench.h"
#include "core/graph/canonical.h"
#include "core/graph/json.h"
#include "core/graph/order.h"
#include "core/layers/catalogue_facts.h"
#include "core/layers/resolve_graph.h"
#include "core/search/simpler_graphs.h"
#include "nlohmann/json.hpp"

using namespace clonecheck;  // NOLINT: a tool of its own

namespace {

// Graphs that are looked at, most of which are not simpler: some minutes.
constexpr int64_t kMostSteps = 200'000'000;

struct Search {
  Workbench bench;
  CatalogueFacts facts{bench.catalogue()};
  Vocabulary vocabulary = PeersVocabulary(bench.catalogue());
  int64_t questions = 0;
  bool complete = true;

  bool Shows(const Graph& graph, PeersQuestion& question) {
    ++questions;
    return IsWithin(vocabulary, graph) && question.Shows(graph);
  }

  // One that is simpler and shows it.
  std::optional<Graph> Simpler(const Graph& witness, PeersQuestion& question) {
    std::optional<Graph> found;
    SimplerGraphs graphs(
        witness, bench.catalogue(), facts,
        ProofScope{vocabulary.layers, vocabulary.input_shapes});
    for (size_t calls = 0; calls <= witness.calls().size(); ++calls) {
      const bool all = graphs.ForEach(kMostSteps, calls, [&](Graph graph) {
        if (Shows(graph, question)) found = std::move(graph);
        return !found.has_value();
      });
      if (found.has_value()) break;
      complete &= all;
    }
    return found;
  }
};

}  // namespace

int main(int argc, char** argv) {
  Search search;
  absl::StatusOr<PeersQuestion> question =
      PeersQuestion::Parse(argc == 2 ? argv[1] : "", search.bench);
  if (!question.ok()) {
    std::fprintf(stderr, "minimum: %s\n", question.status().ToString().c_str());
    return 2;
  }
  std::optional<Graph> best;
  for (std::string line; std::getline(std::cin, line);) {
    const auto value = nlohmann::json::parse(line, nullptr, false);
    const absl::StatusOr<Graph> graph =
        GraphFromJsonValue(value, search.bench.pool());
    if (!graph.ok()) {
      std::fprintf(stderr, "minimum: this is no case: %s\n", line.c_str());
      return 2;
    }
    Graph canonical =
        Canonicalize(ResolveGraph(*graph, search.bench.catalogue()).value());
    const bool simpler =
        !best.has_value() || SimplerThan(canonical, *best, &search.facts);
    if (simpler && search.Shows(canonical, *question)) {
      best = std::move(canonical);
    }
  }
  if (!best.has_value()) {
    std::printf("null\n");
    return 0;
  }
  while (std::optional<Graph> simpler = search.Simpler(*best, *question)) {
    best = Canonicalize(*simpler);
  }
  const nlohmann::ordered_json answer = {{"minimum", GraphToJsonValue(*best)},
                                         {"questions", search.questions},
                                         {"proved", search.complete}};
  std::printf("%s\n", answer.dump().c_str());
  return 0;
}
