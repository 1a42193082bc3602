// One cause, one witness: of each signature of Keras' cloners and of planted
// faults, all starts of up to 12 calls shrink to the same Graph, with
// everything that the generator makes and all obligations. docs/search.md has
// the numbers of more and of larger starts.
#include <algorithm>
#include <cstdint>
#include <cstdio>
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
#include "core/limits.h"
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

struct Totals {
  int starts = 0;
  int64_t evaluations = 0;
  int proved = 0;
  int signatures = 0;
  int with_several = 0;
};

// Shrinks up to `starts` of each signature that `cases` cases show.
void ShrinkAll(const ClonerOnEngine& cloner, uint64_t cases, int starts,
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
    ++totals->signatures;
    if (graphs.size() == 1) continue;
    ++totals->with_several;
    std::printf("%s has %zu, among them\n%s%s\n", signature.c_str(),
                graphs.size(), graphs.begin()->c_str(),
                graphs.rbegin()->c_str());
  }
}

class OneWitnessOfKeras : public testing::TestWithParam<const char*> {};

TEST_P(OneWitnessOfKeras, each_signature_has_one) {
  Totals totals;
  ShrinkAll(FindCloner(GetParam()).value(), /*cases=*/800, /*starts=*/4,
            &totals);
  EXPECT_EQ(totals.with_several, 0);
  EXPECT_GT(totals.starts, 75);
  EXPECT_LE(static_cast<double>(totals.evaluations) / totals.starts,
            kMeanEvaluations);
  EXPECT_GE(totals.proved * 10, totals.starts * 9);
}

INSTANTIATE_TEST_SUITE_P(, OneWitnessOfKeras,
                         testing::Values("keras-2.2.4", "keras-2.3.1"));

// In parts, which can be run side by side: each takes every kMutantParts-th.
constexpr size_t kMutantParts = 6;

class OneWitnessOfMutants : public testing::TestWithParam<size_t> {};

TEST_P(OneWitnessOfMutants, each_signature_has_one) {
  Totals totals;
  const std::vector<Cloner>& mutants = AllMutants();
  for (size_t i = GetParam(); i < mutants.size(); i += kMutantParts) {
    const Cloner& mutant = mutants[i];
    ShrinkAll(
        ClonerOnEngine{&mutant, &kEngineRules[0], std::string(mutant.name)},
        /*cases=*/40, /*starts=*/2, &totals);
  }
  std::printf("%d starts, %d signatures, %d with several witnesses\n",
              totals.starts, totals.signatures, totals.with_several);
  EXPECT_GT(totals.starts, 25);
  EXPECT_EQ(totals.with_several, 0);
  EXPECT_LE(static_cast<double>(totals.evaluations) / totals.starts,
            kMeanEvaluations);
}

INSTANTIATE_TEST_SUITE_P(, OneWitnessOfMutants,
                         testing::Range(size_t{0}, kMutantParts));

}  // namespace
}  // namespace clonecheck
