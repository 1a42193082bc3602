// Our engine against answers that the real Keras 2.2.4 and 2.3.1 gave, recorded
// by targets/keras2/worker.py: fidelity without Keras. To record anew:
// targets/record-answers. From case 11 on: what the generator did not draw
// (TimeDistributed of Models, InputLayers that are called, computed masks,
// inner layers that are also called themselves, Sequentials as the model). From
// case 29 on: cells that two layers have, ConvLSTM2D, an InputLayer that is
// called twice, a Sequential whose clone is not built, a flag of two layers.
// From case 35 on: RNN with cells, and ConvLSTM2D on masked sequences. From
// case 59 on: a BatchNormalization that repeats its input or its weights, an
// input over whose Keras shape a call has written, and what has no numbers.
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "campaign/workbench.h"
#include "core/cloners/cloners.h"
#include "core/graph/json.h"
#include "core/layers/resolve_graph.h"
#include "gtest/gtest.h"
#include "targets/compare.h"
#include "targets/observation.h"

namespace clonecheck {
namespace {

using nlohmann::json;

struct Recording {
  json request;
  json answer;
};

std::vector<Recording> Recordings(const std::string& version) {
  std::ifstream file(
      absl::StrCat("targets/recorded/keras-", version, ".jsonl"));
  std::vector<Recording> recordings;
  std::string line;
  while (std::getline(file, line)) {
    const json document = json::parse(line);
    recordings.push_back({document["request"], document["answer"]});
  }
  return recordings;
}

json Ours(const Recording& recording, const std::string& cloner) {
  Workbench workbench;
  absl::StatusOr<Graph> read =
      GraphFromJsonValue(recording.request["graph"], workbench.pool());
  EXPECT_TRUE(read.ok()) << read.status();
  absl::StatusOr<Graph> graph = ResolveGraph(*read, workbench.catalogue());
  EXPECT_TRUE(graph.ok()) << graph.status();
  const std::vector<std::string> steps = recording.request["steps"];
  absl::StatusOr<json> ours =
      Observe(workbench, *graph, *FindCloner(cloner),
              recording.request["seed"].get<uint64_t>(), steps);
  EXPECT_TRUE(ours.ok()) << ours.status();
  return *ours;
}

class RecordedAnswers : public testing::TestWithParam<const char*> {};

TEST_P(RecordedAnswers, agree_in_every_field) {
  const std::string version = GetParam();
  std::vector<int> agree(AllFidelityFields().size(), 0);
  int cases = 0;
  for (const Recording& recording : Recordings(version)) {
    ++cases;
    const json ours = Ours(recording, absl::StrCat("keras-", version));
    const std::vector<FieldResult> results =
        CompareAnswers(ours, recording.answer);
    for (size_t i = 0; i < results.size(); ++i) {
      const FieldResult& result = results[i];
      agree[i] += result.verdict == FieldVerdict::kAgree ? 1 : 0;
      EXPECT_NE(result.verdict, FieldVerdict::kDiffer)
          << "case " << cases << " at " << AllFidelityFields()[i].name
          << result.where << "\nours: " << result.ours
          << "\nlive: " << result.theirs;
    }
  }
  EXPECT_EQ(cases, 71);
  for (size_t i = 0; i < agree.size(); ++i) {
    EXPECT_GT(agree[i], 3) << AllFidelityFields()[i].name
                           << " was hardly ever compared";
  }
}

// The comparison is no formality: other numbers give other values, and the
// cloner of another version other clones.
TEST_P(RecordedAnswers, another_seed_is_seen_in_values_alone) {
  std::set<std::string> seen;
  for (Recording recording : Recordings(GetParam())) {
    recording.request["seed"] = 987654321;
    const json ours =
        Ours(recording, absl::StrCat("keras-", std::string(GetParam())));
    const std::vector<FieldResult> results =
        CompareAnswers(ours, recording.answer);
    for (size_t i = 0; i < results.size(); ++i) {
      if (results[i].verdict != FieldVerdict::kDiffer) continue;
      EXPECT_EQ(AllFidelityFields()[i].kind, FidelityField::Kind::kValues);
      seen.emplace(AllFidelityFields()[i].name);
    }
  }
  EXPECT_EQ(seen.count("outputs"), 1u);
  EXPECT_EQ(seen.count("clone-outputs"), 1u);
}

INSTANTIATE_TEST_SUITE_P(Versions, RecordedAnswers,
                         testing::Values("2.2.4", "2.3.1"),
                         [](const auto& info) {
                           return std::string(info.param) == "2.2.4"
                                      ? "Keras224"
                                      : "Keras231";
                         });

TEST(RecordedAnswersOf224, another_cloner_is_seen_in_the_clone) {
  std::set<std::string> seen;
  for (const Recording& recording : Recordings("2.2.4")) {
    const json ours = Ours(recording, "keras-2.3.1@2.2.4");
    const std::vector<FieldResult> results =
        CompareAnswers(ours, recording.answer);
    for (size_t i = 0; i < results.size(); ++i) {
      if (results[i].verdict == FieldVerdict::kDiffer) {
        seen.emplace(AllFidelityFields()[i].name);
      }
    }
  }
  EXPECT_EQ(seen.count("clone"), 1u);
  EXPECT_EQ(seen.count("built") + seen.count("outputs"), 0u);
}

}  // namespace
}  // namespace clonecheck
