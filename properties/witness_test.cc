// Tests of Shrink on real failures: one cause, one witness, wherever it was
// found, at few questions.
#include <map>
#include <set>
#include <string>

#include "campaign/campaign.h"
#include "campaign/workbench.h"
#include "core/cloners/cloners.h"
#include "core/graph/graph.h"
#include "core/graph/json.h"
#include "core/limits.h"
#include "core/oracle/obligation.h"
#include "core/oracle/verdict.h"
#include "core/search/profile.h"
#include "core/search/shrink.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

constexpr uint64_t kSeed = 12202;
// Enough for kStarts starts of the frequent signatures, and a few of others.
// Signatures rarer than this, masks that Concatenate cannot join above all, are
// not held to one witness yet.
constexpr uint64_t kCases = 3'000;
// Starts of each signature.
constexpr int kStarts = 100;
// Questions that one shrink may cost on average, what is asked at its end, for
// the proof, not counted.
constexpr double kMeanEvaluations = 40;

struct Shrunk {
  int starts = 0;
  std::set<std::string> witnesses;
};

class WitnessTest : public testing::TestWithParam<const char*> {};

TEST_P(WitnessTest, every_start_of_a_signature_has_one_witness) {
  CampaignOptions options;
  options.seed = kSeed;
  // Flat graphs: what nested models, wrappers and states add is not held to one
  // witness yet.
  options.profile = AllProfiles().front();
  options.profile.models = 0;
  options.profile.sequentials = 0;
  options.profile.wrappers = 0;
  options.profile.states = 0;
  options.profile.calls_after = 0;
  options.cloners = FindCloners(GetParam()).value();
  options.obligations = FindObligations("completes,outputs").value();
  CaseRunner runner(options);
  Workbench& bench = runner.workbench();
  const ClonerOnEngine& cloner = options.cloners[0];

  std::map<std::string, Shrunk> signatures;
  int starts = 0;
  int64_t evaluations = 0;
  for (uint64_t index = 0; index < kCases; ++index) {
    const Graph start = runner.Generate(index);
    const CaseVerdict found =
        bench.JudgeGraph(start, cloner, options.obligations);
    if (!found.failed()) continue;
    Shrunk& shrunk = signatures[found.signature.ToString(cloner.name)];
    if (shrunk.starts == kStarts) continue;
    const ShrinkResult result =
        Shrink(start, bench.catalogue(), kDefaultShrinkEvaluations,
               [&](const Graph& graph) {
                 return bench.FailsAlike(graph, cloner, options.obligations,
                                         found.signature);
               });
    EXPECT_EQ(result.status, ShrinkStatus::kFixedPoint);
    ++starts;
    ++shrunk.starts;
    evaluations += result.evaluations;
    shrunk.witnesses.insert(GraphToJson(result.graph));
  }

  ASSERT_GT(starts, kStarts);
  for (const auto& [signature, shrunk] : signatures) {
    EXPECT_EQ(shrunk.witnesses.size(), 1u)
        << signature << " has several, among them\n"
        << *shrunk.witnesses.begin() << *shrunk.witnesses.rbegin();
  }
  EXPECT_LE(static_cast<double>(evaluations) / starts, kMeanEvaluations);
}

INSTANTIATE_TEST_SUITE_P(References, WitnessTest,
                         testing::Values("keras-2.2.4", "keras-2.3.1"),
                         [](const auto& info) {
                           std::string name = info.param;
                           for (char& c : name) {
                             if (c == '-' || c == '.') c = '_';
                           }
                           return name;
                         });

}  // namespace
}  // namespace clonecheck
