// Writes seeds of the fuzz targets over cases: each case in the compact form,
// and some choices of the generator. write_seeds FOLDER CASE.json...
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <system_error>

#include "absl/status/statusor.h"
#include "core/exchange/load_case.h"
#include "core/random.h"
#include "fuzz/cases.h"

using namespace clonecheck;  // NOLINT: glue

namespace {

// Ends the program if the file cannot be written.
void Write(const std::filesystem::path& path, const ByteMutator::Bytes& bytes) {
  std::ofstream file(path, std::ios::binary);
  file.write(reinterpret_cast<const char*>(bytes.data()),
             static_cast<std::streamsize>(bytes.size()));
  if (file.flush()) return;
  std::fprintf(stderr, "cannot write %s\n", path.c_str());
  std::exit(2);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc <= 2) {
    std::fprintf(stderr, "usage: write_seeds FOLDER CASE.json...\n");
    return 2;
  }
  // Bazel makes the folder where it runs actions itself; other workers need
  // not.
  std::error_code failed;
  std::filesystem::create_directories(argv[1], failed);
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
    Write(
        std::filesystem::path(argv[1]) / std::filesystem::path(argv[i]).stem(),
        bytes);
  }
  for (size_t size : {16, 48, 96, 160, 240}) {
    SplitMix64 random(size);
    ByteMutator::Bytes bytes(1 + size);  // after the tag of choices, 0
    for (size_t i = 1; i <= size; ++i) {
      bytes[i] = static_cast<uint8_t>(random.Next());
    }
    Write(std::filesystem::path(argv[1]) / ("choices-" + std::to_string(size)),
          bytes);
  }
  return 0;
}
