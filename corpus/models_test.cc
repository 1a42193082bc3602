// Whole models as real frameworks wrote them: each is read, built, cloned and
// judged, the verdict as it is told here. What models/README.md says of them
// was seen on the real Keras.
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "campaign/finding.h"
#include "campaign/workbench.h"
#include "core/cloners/cloners.h"
#include "core/exchange/load_case.h"
#include "core/graph/graph.h"
#include "core/layers/opaque_reading.h"
#include "core/oracle/obligation.h"
#include "core/oracle/verdict.h"
#include "core/test_file.h"
#include "corpus/recorded_obligations_test.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

namespace fs = std::filesystem;

struct Case {
  const char* file;
  size_t layers;  // of the model, as the framework counts them
  bool opaque;    // has layers that nobody here knows
  // The signatures of upstream's cloners without their names; empty: agree.
  const char* on_224 = "";
  const char* on_231 = "";
};

// States are passed as inputs and again as the keyword that 2.2.4 records; both
// versions lose the masks that a nested model makes. Seen on the real Keras
// with the same model, where a Lambda stands for the slice.
constexpr const char* kStatesTwice = "/completes/states-given-twice/LSTM";

constexpr Case kCases[] = {
    {"applications/densenet121.json", 429, false},
    {"applications/inception-v3.json", 313, false},
    {"applications/mobilenet.json", 93, false},
    {"applications/mobilenet-v2.json", 157, false},
    {"applications/resnet50.json", 177, false},
    {"applications/vgg16.json", 23, false},
    {"applications/xception.json", 134, false},
    {"later/keras-3-multi-task.json", 12, true, kStatesTwice,
     "/outputs/output-values/Bidirectional"},
    {"later/keras-3-stack.json", 5, false},
    {"later/keras-3-transformer.json", 20, true},
    {"later/tf-keras-multi-task.json", 12, true, kStatesTwice,
     "/outputs/output-values/Bidirectional"},
    {"later/tf-keras-stack.json", 5, false},
    {"later/tf-keras-transformer.json", 20, true},
};

std::string Read(const std::string& name) {
  return ReadTestFile("corpus/models/" + name);
}

// `/obligation/symptom/kind` of a failure, empty for a proof.
std::string Said(const Explanation& explanation) {
  const CaseVerdict& verdict = explanation.verdict;
  if (verdict.failed()) return verdict.signature.ToString("");
  return verdict.verdict == Verdict::kAgree
             ? ""
             : std::string(VerdictName(verdict.verdict));
}

TEST(Models, every_file_is_tested) {
  std::set<std::string> tested;
  for (const Case& c : kCases) tested.insert(c.file);
  std::set<std::string> files;
  for (const char* directory : {"applications", "later"}) {
    for (const auto& entry : fs::directory_iterator(
             TestFile(std::string("corpus/models/") + directory))) {
      files.insert(std::string(directory) + "/" +
                   entry.path().filename().string());
    }
  }
  EXPECT_EQ(tested, files);
}

class RealModel : public ::testing::TestWithParam<Case> {};

TEST_P(RealModel, is_judged_as_the_real_keras_does_it_in_each_reading) {
  Workbench workbench;
  const absl::StatusOr<Graph> graph =
      LoadGraph(Read(GetParam().file), workbench.catalogue());
  ASSERT_TRUE(graph.ok()) << graph.status();
  EXPECT_EQ(FirstOpaqueLayer(*graph).has_value(), GetParam().opaque);
  const std::optional<Graph> passing =
      AsPassingMasks(*graph, workbench.catalogue());
  const std::pair<const char*, const char*> expected[] = {
      {"keras-2.2.4", GetParam().on_224},
      {"keras-2.3.1", GetParam().on_231},
      {"fixed", ""}};
  for (const auto& [name, signature] : expected) {
    const absl::StatusOr<ClonerOnEngine> cloner = FindCloner(name);
    ASSERT_TRUE(cloner.ok()) << cloner.status();
    const absl::StatusOr<Built> built =
        workbench.Build(*graph, *cloner->engine);
    ASSERT_TRUE(built.ok()) << built.status();
    ASSERT_EQ(built->refusal, nullptr) << built->refusal->ToString();
    EXPECT_EQ(built->model->layers().size(), GetParam().layers);
    EXPECT_EQ(Said(Explain(workbench, *graph, *cloner, RecordedObligations())),
              signature)
        << name;
    if (!passing.has_value()) continue;
    // A model that cannot be built if masks pass shows that they do not.
    const std::string other =
        Said(Explain(workbench, *passing, *cloner, RecordedObligations()));
    if (other == "both_refuse") continue;
    EXPECT_EQ(other, signature) << name << ", masks pass";
  }
}

std::string TestName(const ::testing::TestParamInfo<Case>& info) {
  std::string name = info.param.file;
  for (char& c : name) {
    if (c == '/' || c == '-' || c == '.') c = '_';
  }
  return name;
}

INSTANTIATE_TEST_SUITE_P(All, RealModel, ::testing::ValuesIn(kCases), TestName);

}  // namespace
}  // namespace clonecheck
