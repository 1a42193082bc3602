#include "fuzz/case_file.h"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <utility>

#include "absl/status/statusor.h"
#include "core/exchange/load_case.h"
#include "fuzz/cases.h"

namespace clonecheck {

Graph LoadCaseFile(const std::string& path) {
  std::ifstream file(path);
  if (!file) {
    std::fprintf(stderr, "cannot read %s; give a file with a case\n",
                 path.c_str());
    std::exit(2);
  }
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  absl::StatusOr<Graph> graph = LoadGraph(text, FuzzBench().catalogue());
  if (!graph.ok()) {
    std::fprintf(stderr, "%s: %s\n", path.c_str(),
                 graph.status().ToString().c_str());
    std::exit(2);
  }
  return *std::move(graph);
}

}  // namespace clonecheck
