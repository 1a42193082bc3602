// One cause, one witness, from starts that were ends once: of each signature in
// hard_starts.txt, Graphs at which shrinking had stopped above the simplest
// one, or at others that fail alike. All of a signature shrink to one Graph.
#include <fstream>
#include <set>
#include <string>

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

TEST(HardStarts, all_of_a_signature_have_one_witness) {
  std::ifstream file("campaign/hard_starts.txt");
  ASSERT_TRUE(file.good());
  int signatures = 0;
  int starts = 0;
  for (std::string signature; std::getline(file, signature);) {
    SCOPED_TRACE(signature);
    const ClonerOnEngine cloner = ClonerOf(signature);
    Workbench bench;
    std::set<std::string> witnesses;
    for (std::string line; std::getline(file, line) && !line.empty();) {
      const absl::StatusOr<Graph> read =
          GraphFromJson(line, bench.catalogue().pool());
      ASSERT_TRUE(read.ok()) << read.status();
      const absl::StatusOr<Graph> start =
          ResolveGraph(*read, bench.catalogue());
      ASSERT_TRUE(start.ok()) << start.status();
      const CaseVerdict found =
          bench.JudgeGraph(*start, cloner, AllObligations());
      ASSERT_TRUE(found.failed());
      EXPECT_EQ(found.signature.ToString(cloner.name), signature) << line;
      const Finding finding =
          ShrinkToFinding(bench, *start, cloner, AllObligations(),
                          found.signature, kDefaultShrinkEvaluations);
      EXPECT_EQ(finding.shrink.status, ShrinkStatus::kFixedPoint);
      witnesses.insert(GraphToJson(finding.shrink.graph));
      ++starts;
    }
    ++signatures;
    EXPECT_EQ(witnesses.size(), 1u)
        << *witnesses.begin() << *witnesses.rbegin();
  }
  EXPECT_GT(signatures, 20);
  EXPECT_GT(starts, 2 * signatures - 1);
}

}  // namespace
}  // namespace clonecheck
