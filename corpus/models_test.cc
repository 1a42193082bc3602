// Whole models as real frameworks wrote them: each is read, built, cloned and
// judged, the verdict as it is told here. What models/README.md says of them
// was seen on the real Keras.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <set>
#include <string>

#include "absl/status/statusor.h"
#include "campaign/finding.h"
#include "campaign/workbench.h"
#include "core/cloners/cloners.h"
#include "core/exchange/load_case.h"
#include "core/graph/graph.h"
#include "core/layers/opaque_reading.h"
#include "core/oracle/obligation.h"
#include "core/oracle/verdict.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

namespace fs = std::filesystem;

struct Case {
  const char* file;
  size_t layers;  // of the model, as the framework counts them
  bool opaque;    // has layers that nobody here knows
};

constexpr Case kCases[] = {
    {"applications/densenet121.json", 429, false},
    {"applications/inception-v3.json", 313, false},
    {"applications/mobilenet.json", 93, false},
    {"applications/mobilenet-v2.json", 157, false},
    {"applications/resnet50.json", 177, false},
    {"applications/vgg16.json", 23, false},
    {"applications/xception.json", 134, false},
    {"later/keras-3-multi-task.json", 13, true},
    {"later/keras-3-stack.json", 5, false},
    {"later/keras-3-transformer.json", 20, true},
    {"later/tf-keras-multi-task.json", 13, true},
    {"later/tf-keras-stack.json", 5, false},
    {"later/tf-keras-transformer.json", 20, true},
};

fs::path Models() {
  const char* runfiles = std::getenv("TEST_SRCDIR");
  const char* workspace = std::getenv("TEST_WORKSPACE");
  if (runfiles == nullptr || workspace == nullptr) return "corpus/models";
  return fs::path(runfiles) / workspace / "corpus/models";
}

std::string Read(const char* name) {
  std::ifstream file(Models() / name);
  EXPECT_TRUE(file.is_open()) << name;
  return std::string(std::istreambuf_iterator<char>(file), {});
}

TEST(Models, every_file_is_tested) {
  std::set<std::string> tested;
  for (const Case& c : kCases) tested.insert(c.file);
  std::set<std::string> files;
  for (const char* directory : {"applications", "later"}) {
    for (const auto& entry : fs::directory_iterator(Models() / directory)) {
      files.insert(fs::relative(entry.path(), Models()).string());
    }
  }
  EXPECT_EQ(tested, files);
}

class RealModel : public ::testing::TestWithParam<Case> {};

TEST_P(RealModel, is_cloned_well_by_each_cloner_in_each_reading) {
  Workbench workbench;
  const absl::StatusOr<Graph> graph =
      LoadGraph(Read(GetParam().file), workbench.catalogue());
  ASSERT_TRUE(graph.ok()) << graph.status();
  EXPECT_EQ(FirstOpaqueLayer(*graph).has_value(), GetParam().opaque);
  const std::optional<Graph> passing =
      AsPassingMasks(*graph, workbench.catalogue());
  for (const char* name : {"keras-2.2.4", "keras-2.3.1", "fixed"}) {
    const absl::StatusOr<ClonerOnEngine> cloner = FindCloner(name);
    ASSERT_TRUE(cloner.ok()) << cloner.status();
    const absl::StatusOr<Built> built =
        workbench.Build(*graph, *cloner->engine);
    ASSERT_TRUE(built.ok()) << built.status();
    ASSERT_EQ(built->refusal, nullptr) << built->refusal->ToString();
    EXPECT_EQ(built->model->layers().size(), GetParam().layers);
    const Explanation explanation =
        Explain(workbench, *graph, *cloner, AllObligations());
    EXPECT_EQ(explanation.verdict.verdict, Verdict::kAgree)
        << name << ": " << explanation.verdict.signature.ToString(name) << " "
        << explanation.error;
    if (!passing.has_value()) continue;
    const Explanation other =
        Explain(workbench, *passing, *cloner, AllObligations());
    EXPECT_EQ(other.verdict.verdict, Verdict::kAgree)
        << name << ", masks pass: " << other.verdict.signature.ToString(name)
        << " " << other.error;
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
