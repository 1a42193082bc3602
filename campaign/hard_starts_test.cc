// One cause, one witness, from starts that were ends once: of each signature in
// hard_starts.txt, Graphs at which shrinking had stopped above the simplest
// one, or at others that fail alike. All of a signature shrink to one Graph.
#include <fstream>
#include <ostream>
#include <set>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "campaign/finding.h"
#include "campaign/workbench.h"
#include "core/cloners/cloners.h"
#include "core/cloners/mutants.h"
#include "core/graph/json.h"
#include "core/layers/resolve_graph.h"
#include "core/limits.h"
#include "core/oracle/obligation.h"
#include "core/search/shrink.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

// Of a signature, which begins with the cloner's name.
ClonerOnEngine ClonerOf(const std::string& signature) {
  const std::string name = signature.substr(0, signature.find('/'));
  for (const Cloner& mutant : AllMutants()) {
    if (mutant.name == name) return {&mutant, &kEngineRules[0], name};
  }
  return FindCloner(name).value();
}

struct HardStarts {
  std::string signature;
  std::vector<std::string> starts;  // Graphs as JSON
};

std::vector<HardStarts> ReadHardStarts() {
  std::ifstream file("campaign/hard_starts.txt");
  std::vector<HardStarts> all;
  for (std::string line; std::getline(file, line);) {
    all.push_back({line, {}});
    while (std::getline(file, line) && !line.empty()) {
      all.back().starts.push_back(line);
    }
  }
  return all;
}

// Shown where a test fails.
void PrintTo(const HardStarts& given, std::ostream* out) {
  *out << given.signature;
}

class HardStartsTest : public testing::TestWithParam<HardStarts> {};

TEST_P(HardStartsTest, of_a_signature_have_one_witness) {
  const std::string& signature = GetParam().signature;
  const ClonerOnEngine cloner = ClonerOf(signature);
  Workbench bench;
  std::set<std::string> witnesses;
  for (const std::string& json : GetParam().starts) {
    const absl::StatusOr<Graph> read =
        GraphFromJson(json, bench.catalogue().pool());
    ASSERT_TRUE(read.ok()) << read.status();
    const absl::StatusOr<Graph> start = ResolveGraph(*read, bench.catalogue());
    ASSERT_TRUE(start.ok()) << start.status();
    const CaseVerdict found =
        bench.JudgeGraph(*start, cloner, AllObligations());
    ASSERT_TRUE(found.failed());
    EXPECT_EQ(found.signature.ToString(cloner.name), signature) << json;
    // Without what other failures came down to, which could hide what the
    // passes do not find.
    const ShrinkResult shrink = Shrink(
        *start, bench.catalogue(), kDefaultShrinkEvaluations,
        [&](const Graph& graph) {
          return bench.FailsAlike(graph, cloner, AllObligations(),
                                  found.signature);
        },
        ShrinkOptionsFor(found.signature));
    EXPECT_EQ(shrink.status, ShrinkStatus::kFixedPoint);
    witnesses.insert(GraphToJson(shrink.graph));
  }
  EXPECT_GE(GetParam().starts.size(), 2u);
  EXPECT_EQ(witnesses.size(), 1u) << *witnesses.begin() << *witnesses.rbegin();
}

INSTANTIATE_TEST_SUITE_P(EachSignature, HardStartsTest,
                         testing::ValuesIn(ReadHardStarts()));

TEST(HardStartsFile, has_each_signature_once) {
  std::set<std::string> signatures;
  for (const HardStarts& each : ReadHardStarts()) {
    EXPECT_TRUE(signatures.insert(each.signature).second) << each.signature;
  }
  EXPECT_GT(signatures.size(), 90u);
}

}  // namespace
}  // namespace clonecheck
