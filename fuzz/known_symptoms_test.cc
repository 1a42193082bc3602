#include "fuzz/known_symptoms.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "campaign/workbench.h"
#include "core/cloners/cloners.h"
#include "core/exchange/load_case.h"
#include "core/graph/graph.h"
#include "core/oracle/obligation.h"
#include "corpus/known_findings.h"
#include "fuzz/unknown_failure.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

std::vector<ClonerOnEngine> Others() {
  return ClonersBeside(FindCloners("keras-2.2.4,fixed,keras-2.3.1").value());
}

TEST(KnownSymptoms, stand_in_the_order_of_the_alphabet_once_each) {
  const std::vector<absl::string_view>& all = AllKnownSymptoms();
  EXPECT_TRUE(std::is_sorted(all.begin(), all.end()));
  EXPECT_EQ(std::adjacent_find(all.begin(), all.end()), all.end());
}

TEST(KnownSymptoms, are_of_obligations_that_exist) {
  for (absl::string_view line : AllKnownSymptoms()) {
    const std::pair<absl::string_view, absl::string_view> parts =
        absl::StrSplit(line, absl::MaxSplits('/', 1));
    EXPECT_TRUE(FindObligations(parts.first).ok()) << line;
    EXPECT_FALSE(parts.second.empty()) << line;
  }
}

TEST(KnownSymptoms, are_those_of_the_obligation_that_is_asked_about) {
  EXPECT_TRUE(IsKnownSymptom("completes", "tensor-not-callable"));
  EXPECT_FALSE(IsKnownSymptom("outputs", "tensor-not-callable"));
  EXPECT_FALSE(IsKnownSymptom("completes", "tensor"));
}

TEST(KnownSymptoms, of_cloning_are_those_of_cloning_a_clone) {
  EXPECT_TRUE(IsKnownSymptom("clone_of_clone", "up-sampling-axis"));
  EXPECT_TRUE(IsKnownSymptom("clone_of_clone", "output-values"));
  EXPECT_FALSE(IsKnownSymptom("completes", "output-values"));
  for (absl::string_view line : AllKnownSymptoms()) {
    if (absl::ConsumePrefix(&line, "clone_of_clone/")) {
      EXPECT_FALSE(IsKnownSymptom("completes", line))
          << line << " goes without";
    }
  }
}

// Proposals and round trips make nested Models again as Keras' cloners do.
TEST(KnownSymptoms, are_all_that_are_known_of_keras) {
  for (const KnownFinding& finding : OurKnownFindings()) {
    const std::vector<std::string> parts =
        absl::StrSplit(finding.signature, '/');
    ASSERT_EQ(parts.size(), 4u) << finding.signature;
    EXPECT_TRUE(IsKnownSymptom(parts[1], parts[2])) << finding.signature;
  }
}

TEST(KnownSymptoms, are_all_that_the_corpus_shows) {
  Workbench bench;
  for (const auto& entry :
       std::filesystem::directory_iterator("corpus/cases")) {
    if (entry.path().extension() != ".json") continue;
    std::ifstream file(entry.path());
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    const absl::StatusOr<Graph> graph = LoadGraph(text, bench.catalogue());
    ASSERT_TRUE(graph.ok()) << entry.path();
    for (const ClonerOnEngine& cloner : Others()) {
      const absl::StatusOr<Built> built = bench.Build(*graph, *cloner.engine);
      if (!built.ok()) continue;
      const Signature failure =
          bench.FirstFailure(*built, cloner, AllObligations());
      if (failure.obligation == nullptr) continue;
      EXPECT_TRUE(IsKnownSymptom(failure.obligation->name, failure.symptom))
          << entry.path() << ": " << failure.ToString(cloner.cloner->name);
    }
  }
}

}  // namespace
}  // namespace clonecheck
