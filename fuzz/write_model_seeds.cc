// Writes seeds of model_json_fuzzer: each case as Keras 2 writes its model, in
// one line, as it does. write_model_seeds FOLDER CASE.json...
#include <string>

#include "core/graph/graph.h"
#include "fuzz/cases.h"
#include "fuzz/rewriting.h"
#include "fuzz/seed_folder.h"

using namespace clonecheck;  // NOLINT: glue

int main(int argc, char** argv) {
  return WriteSeeds(argc, argv, [](const Graph& graph) {
    return WrittenByKeras(FuzzBench(), graph);
  });
}
