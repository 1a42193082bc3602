// One cause, one witness: of each signature of Keras' cloners and of planted
// faults, all starts of up to 12 calls shrink to the same Graph, with
// everything that the generator makes and all obligations. docs/search.md has
// the numbers of more and of larger starts.
#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "campaign/finding.h"
#include "campaign/workbench.h"
#include "core/cloners/cloners.h"
#include "core/cloners/mutants.h"
#include "core/graph/json.h"
#include "core/oracle/obligation.h"
#include "core/random.h"
#include "core/search/choice_source.h"
#include "core/search/generator.h"
#include "core/search/profile.h"
#include "core/search/shrink.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

// Of starts, on average.
constexpr double kMeanEvaluations = 40;

// Signatures under which several things go wrong, or whose smallest Graph the
// passes do not reach from everywhere.
constexpr absl::string_view kSeveral[] = {
    "completes/refused-by-the-backend/",
    "config/number-of-calls/",
    "sharing/other-layer/Sequential",
};

struct Totals {
  int starts = 0;
  int64_t evaluations = 0;
  int proved = 0;
};

// Up to `starts` of each signature that `cases` cases show.
void ExpectOneWitness(const ClonerOnEngine& cloner, uint64_t cases, int starts,
                      Totals* totals) {
  const std::vector<const Obligation*>& obligations = AllObligations();
  Workbench bench;
  Generator generator(bench.catalogue(), AllProfiles().front());
  std::map<std::string, std::set<std::string>> witnesses;
  std::map<std::string, int> shrunk;
  for (uint64_t i = 0; i < cases; ++i) {
    ChoiceSource choices(CaseSeed(31, i));
    const Graph start = generator.Generate(choices);
    const CaseVerdict found = bench.JudgeGraph(start, cloner, obligations);
    if (!found.failed()) continue;
    const std::string signature = found.signature.ToString(cloner.name);
    if (shrunk[signature] == starts) continue;
    ++shrunk[signature];
    const Finding finding =
        ShrinkToFinding(bench, start, cloner, obligations, found.signature,
                        kDefaultShrinkEvaluations);
    EXPECT_EQ(finding.shrink.status, ShrinkStatus::kFixedPoint);
    ++totals->starts;
    totals->evaluations += finding.shrink.evaluations;
    totals->proved += finding.shrink.proved_minimal ? 1 : 0;
    witnesses[signature].insert(GraphToJson(finding.shrink.graph));
    // keras#12202 is proved minimal.
    if (absl::StrContains(signature, "could-not-compute-output/Lambda")) {
      EXPECT_TRUE(finding.shrink.proved_minimal) << signature;
    }
  }
  for (const auto& [signature, graphs] : witnesses) {
    const bool may_be_several = std::any_of(
        std::begin(kSeveral), std::end(kSeveral), [&](absl::string_view part) {
          return absl::StrContains(signature, part);
        });
    EXPECT_TRUE(graphs.size() == 1 || may_be_several)
        << signature << " has " << graphs.size() << ", among them\n"
        << *graphs.begin() << *graphs.rbegin();
  }
}

TEST(OneWitness, of_each_signature_of_keras_cloners) {
  Totals totals;
  for (const char* name : {"keras-2.2.4", "keras-2.3.1"}) {
    ExpectOneWitness(FindCloner(name).value(), /*cases=*/1'500, /*starts=*/6,
                     &totals);
  }
  EXPECT_GT(totals.starts, 300);
  EXPECT_LE(static_cast<double>(totals.evaluations) / totals.starts,
            kMeanEvaluations);
  EXPECT_GE(totals.proved * 10, totals.starts * 9);
}

TEST(OneWitness, of_each_signature_of_planted_faults) {
  Totals totals;
  for (const Cloner& mutant : AllMutants()) {
    ExpectOneWitness(
        ClonerOnEngine{&mutant, &kEngineRules[0], std::string(mutant.name)},
        /*cases=*/200, /*starts=*/3, &totals);
  }
  EXPECT_GT(totals.starts, 300);
  EXPECT_LE(static_cast<double>(totals.evaluations) / totals.starts,
            kMeanEvaluations);
}

}  // namespace
}  // namespace clonecheck
