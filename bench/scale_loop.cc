// Builds, clones by keras-2.2.4 and judges one Graph again and again and does
// nothing else, to be counted by callgrind:
//   scale_loop SHAPE CALLS TIMES
// `bench/scale-instructions` uses it.
#include <cstdio>
#include <vector>

#include "absl/strings/numbers.h"
#include "bench/scale_graphs.h"
#include "campaign/workbench.h"
#include "core/cloners/cloners.h"
#include "core/oracle/obligation.h"

int main(int argc, char** argv) {
  using namespace clonecheck;  // NOLINT: main is all there is in this file
  int calls = 0;
  int times = 0;
  if (argc != 4 || !absl::SimpleAtoi(argv[2], &calls) ||
      !absl::SimpleAtoi(argv[3], &times)) {
    std::fprintf(stderr, "usage: scale_loop SHAPE CALLS TIMES\n");
    return 2;
  }
  for (const NamedScaleShape& shape : kScaleShapes) {
    if (shape.name != argv[1]) continue;
    Workbench bench;
    ScaleGraphs graphs(bench);
    const Graph graph = (graphs.*shape.shape)(calls);
    const ClonerOnEngine cloner = FindCloners("keras-2.2.4").value()[0];
    const std::vector<const Obligation*> obligations =
        FindObligations("completes,outputs").value();
    for (int i = times; i > 0; --i) {
      if (bench.JudgeGraph(graph, cloner, obligations).verdict !=
          Verdict::kAgree) {
        std::fprintf(stderr, "the clone does not agree\n");
        return 1;
      }
    }
    return 0;
  }
  std::fprintf(stderr, "there is no shape %s\n", argv[1]);
  return 2;
}
