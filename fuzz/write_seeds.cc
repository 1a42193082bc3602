// Writes seeds of the fuzz targets over cases: each case in the compact form,
// and some choices of the generator. write_seeds FOLDER CASE.json...
#include <cstddef>
#include <string>

#include "absl/strings/str_cat.h"
#include "core/random.h"
#include "fuzz/cases.h"
#include "fuzz/seed_folder.h"

using namespace clonecheck;  // NOLINT: glue

int main(int argc, char** argv) {
  const int code = WriteSeeds(argc, argv, [](const Graph& graph) {
    const ByteMutator::Bytes bytes = FuzzMutator().codec().Encode(graph);
    return std::string(bytes.begin(), bytes.end());
  });
  if (code != 0) return code;
  for (size_t size : {16, 48, 96, 160, 240}) {
    SplitMix64 random(size);
    std::string bytes(1 + size, '\0');  // after the tag of choices, 0
    for (size_t i = 1; i <= size; ++i) {
      bytes[i] = static_cast<char>(random.Next());
    }
    WriteSeed(argv[1], absl::StrCat("choices-", size), bytes);
  }
  return 0;
}
