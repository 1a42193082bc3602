#include "fuzz/broken_obligations.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>

#include "absl/status/statusor.h"
#include "campaign/workbench.h"
#include "core/cloners/cloners.h"
#include "core/exchange/load_case.h"
#include "core/graph/graph.h"
#include "core/oracle/obligation.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

TEST(BrokenObligations, are_of_cloners_and_obligations_that_exist_once_each) {
  std::set<absl::string_view> cloners;
  for (const BrokenObligations& broken : AllBrokenObligations()) {
    EXPECT_TRUE(FindCloner(broken.cloner).ok()) << broken.cloner;
    EXPECT_TRUE(cloners.insert(broken.cloner).second) << broken.cloner;
    std::set<absl::string_view> obligations;
    for (absl::string_view name : broken.obligations) {
      EXPECT_TRUE(FindObligations(name).ok()) << name;
      EXPECT_TRUE(obligations.insert(name).second) << broken.cloner << name;
    }
  }
}

TEST(BrokenObligations, are_those_of_the_cloner_that_is_asked_about) {
  EXPECT_TRUE(MayBreakFirst("proposal-004-repaired", "names"));
  EXPECT_FALSE(MayBreakFirst("proposal-003-repaired", "names"));
}

TEST(BrokenObligations, are_none_of_what_is_judged_by_signature) {
  for (const char* name : {"fixed", "keras-2.2.4", "keras-2.3.1"}) {
    EXPECT_FALSE(MayBreakFirst(name, "completes")) << name;
  }
}

TEST(BrokenObligations, are_all_that_the_corpus_shows) {
  Workbench bench;
  std::set<absl::string_view> failing;
  for (const auto& entry :
       std::filesystem::directory_iterator("corpus/cases")) {
    if (entry.path().extension() != ".json") continue;
    std::ifstream file(entry.path());
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    const absl::StatusOr<Graph> graph = LoadGraph(text, bench.catalogue());
    ASSERT_TRUE(graph.ok()) << entry.path();
    for (const BrokenObligations& broken : AllBrokenObligations()) {
      const ClonerOnEngine cloner = FindCloner(broken.cloner).value();
      const absl::StatusOr<Built> built = bench.Build(*graph, *cloner.engine);
      if (!built.ok()) continue;
      const Signature failure =
          bench.FirstFailure(*built, cloner, AllObligations());
      if (failure.obligation == nullptr) continue;
      failing.insert(broken.cloner);
      EXPECT_TRUE(MayBreakFirst(broken.cloner, failure.obligation->name))
          << entry.path() << ": " << failure.ToString(broken.cloner);
    }
  }
  EXPECT_EQ(failing.size(), AllBrokenObligations().size());
}

}  // namespace
}  // namespace clonecheck
