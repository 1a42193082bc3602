// Writes cases as seeds of the fuzz target over cases, in the compact form:
// write_seeds FOLDER CASE.json...
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "absl/status/statusor.h"
#include "core/exchange/load_case.h"
#include "fuzz/case_mutator.h"

using namespace clonecheck;  // NOLINT: glue

int main(int argc, char** argv) {
  for (int i = 2; i < argc; ++i) {
    std::ifstream file(argv[i]);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    const absl::StatusOr<Graph> graph =
        LoadGraph(text, FuzzBench().catalogue());
    if (!graph.ok()) {
      std::fprintf(stderr, "%s: %s\n", argv[i],
                   graph.status().ToString().c_str());
      return 2;
    }
    const ByteMutator::Bytes bytes = FuzzMutator().codec().Encode(*graph);
    const auto to =
        std::filesystem::path(argv[1]) / std::filesystem::path(argv[i]).stem();
    std::ofstream(to, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()),
               static_cast<std::streamsize>(bytes.size()));
  }
  return argc > 2 ? 0 : 2;
}
