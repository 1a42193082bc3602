// Models that some Keras wrote, of every dialect, are written by Keras 2 in a
// way that is read again.
#include "fuzz/rewriting.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "absl/status/statusor.h"
#include "core/exchange/load_case.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

TEST(RewritingTest, whole_models_are_written_and_read_again) {
  int models = 0;
  for (const char* folder : {"corpus/models", "corpus/models/later"}) {
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      if (entry.path().extension() != ".json") continue;
      SCOPED_TRACE(entry.path().string());
      std::ifstream file(entry.path());
      const std::string text{std::istreambuf_iterator<char>(file), {}};
      Workbench bench;
      const absl::StatusOr<Graph> graph = LoadGraph(text, bench.catalogue());
      ASSERT_TRUE(graph.ok()) << graph.status().message();
      EXPECT_EQ(RewritingFault(bench, text, *graph), "");
      ++models;
    }
  }
  EXPECT_GE(models, 10);
}

}  // namespace
}  // namespace clonecheck
