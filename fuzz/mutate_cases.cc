// Writes cases near given ones into a folder, to be held against what our
// engine imitates (docs/fidelity.md). mutate_cases COUNT SEED FOLDER
// CASE.json...
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <system_error>

#include "absl/strings/numbers.h"
#include "absl/strings/str_format.h"
#include "absl/types/span.h"
#include "core/graph/graph.h"
#include "core/graph/json.h"
#include "fuzz/case_pool.h"
#include "fuzz/seed_folder.h"

using namespace clonecheck;  // NOLINT: a program

int main(int argc, char** argv) {
  constexpr uint64_t kMostCases = 1'000'000;
  // Between two that are written so many mutations are made, so that they have
  // little to do with one another.
  constexpr int kApart = 100;
  uint64_t count = 0;
  uint64_t seed = 0;
  if (argc <= 4 || !absl::SimpleAtoi(argv[1], &count) || count > kMostCases ||
      !absl::SimpleAtoi(argv[2], &seed)) {
    std::fprintf(stderr,
                 "usage: %s COUNT SEED FOLDER CASE.json...\n"
                 "COUNT is at most %llu, SEED a whole number.\n",
                 argv[0], static_cast<unsigned long long>(kMostCases));
    return 2;
  }
  std::error_code failed;  // is told when the first file is written
  if (std::filesystem::is_directory(argv[3], failed) &&
      !std::filesystem::is_empty(argv[3], failed)) {
    std::fprintf(stderr, "%s is not empty; name a new folder\n", argv[3]);
    return 2;
  }
  CasePool pool(absl::MakeConstSpan(argv + 4, static_cast<size_t>(argc - 4)),
                seed);
  std::filesystem::create_directories(argv[3], failed);
  for (uint64_t i = 0; i < count; ++i) {
    for (int k = 1; k < kApart; ++k) {
      static_cast<void>(pool.Next());
      pool.Keep(/*surely=*/false);
    }
    const Graph graph = pool.Next();
    WriteSeed(argv[3], absl::StrFormat("%06d.json", i), GraphToJson(graph));
  }
  return 0;
}
