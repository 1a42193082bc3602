// Measures the tools that are within this process. One JSON value a line.
//
//   measure generate TOOL SEED COUNT
//   measure find TOOL SIGNATURE SEED SEEDS CASES
//   measure shrink TOOL SIGNATURE SEED STARTS CASES
//
// `generate` times COUNT graphs, and says of as many what they are. `find`
// counts the cases until the first that shows the signature, for SEEDS seeds
// from SEED on, null after CASES cases. `shrink` shrinks the first that shows
// it of each of STARTS seeds.
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>

#include "bench/measured.h"
#include "bench/peers/question.h"
#include "bench/peers/tools.h"
#include "campaign/workbench.h"
#include "core/graph/canonical.h"
#include "core/graph/json.h"
#include "nlohmann/json.hpp"

using namespace clonecheck;  // NOLINT: a tool of its own

namespace {

using Json = nlohmann::ordered_json;

void Generate(PeerTool& tool, Workbench& bench, uint64_t seed, uint64_t count) {
  tool.Make(seed, 0);  // what is made once
  const double start = ProcessorSeconds();
  for (uint64_t i = 0; i < count; ++i) tool.Make(seed, i);
  const double seconds = ProcessorSeconds() - start;
  uint64_t valid = 0;
  uint64_t calls = 0;
  uint64_t needed = 0;
  for (uint64_t i = 0; i < count; ++i) {
    tool.Make(seed, i);
    const Graph graph = tool.Made();
    valid += bench.Builds(graph) ? 1 : 0;
    calls += graph.calls().size();
    needed += NeededCalls(graph);
  }
  Say({{"graphs", count},
       {"seconds", seconds},
       {"valid", valid},
       {"calls", calls},
       {"needed", needed}});
}

// The number of the first case that shows it, counted from 1; 0: none does.
uint64_t FirstFind(PeerTool& tool, PeersQuestion& question, uint64_t seed,
                   uint64_t cases) {
  for (uint64_t i = 0; i < cases; ++i) {
    tool.Make(seed, i);
    if (question.Shows(tool.Made())) return i + 1;
  }
  return 0;
}

void Shrink(PeerTool& tool, PeersQuestion& question) {
  const Shrunk shrunk = tool.Shrink(question);
  Say({{"start_calls", shrunk.start_calls},
       {"questions", shrunk.questions},
       {"proof_questions", shrunk.proof_questions},
       {"proved", shrunk.proved},
       {"minimum", GraphToJsonValue(Canonicalize(shrunk.minimum))}});
}

int Usage() {
  std::fputs("See the comment at the top of bench/peers/measure.cc.\n", stderr);
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 5) return Usage();
  const std::string task = argv[1];
  Workbench bench;
  auto tool = FindPeerTool(argv[2], bench);
  if (!tool.ok()) {
    std::fprintf(stderr, "measure: %s\n", tool.status().ToString().c_str());
    return 2;
  }
  if (task == "generate") {
    Generate(**tool, bench, std::strtoull(argv[3], nullptr, 10),
             std::strtoull(argv[4], nullptr, 10));
    return 0;
  }
  if (argc < 7 || (task != "find" && task != "shrink")) return Usage();
  absl::StatusOr<PeersQuestion> question = PeersQuestion::Parse(argv[3], bench);
  if (!question.ok()) {
    std::fprintf(stderr, "measure: %s\n", question.status().ToString().c_str());
    return 2;
  }
  const uint64_t seed = std::strtoull(argv[4], nullptr, 10);
  const uint64_t seeds = std::strtoull(argv[5], nullptr, 10);
  const uint64_t cases = std::strtoull(argv[6], nullptr, 10);
  for (uint64_t i = 0; i < seeds; ++i) {
    const uint64_t first = FirstFind(**tool, *question, seed + i, cases);
    if (task == "find") {
      Say(first == 0 ? Json(nullptr) : Json(first));
    } else if (first > 0 && (*tool)->shrinks()) {
      Shrink(**tool, *question);
    }
  }
  return 0;
}
