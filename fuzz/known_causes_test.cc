#include "fuzz/known_causes.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "campaign/workbench.h"
#include "core/engine/model.h"
#include "core/engine/rules.h"
#include "core/exchange/load_case.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

// Whether `holds` does for a layer of the case, on the last engine.
bool ForSomeLayer(const std::string& name, bool (*holds)(Layer&)) {
  std::ifstream file(absl::StrCat("corpus/cases/", name, ".json"));
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  Workbench bench;
  const absl::StatusOr<Graph> graph = LoadGraph(text, bench.catalogue());
  EXPECT_TRUE(graph.ok()) << graph.status().message();
  if (!graph.ok()) return false;
  const absl::StatusOr<Built> built =
      bench.Build(*graph, *FindEngineRules("2.3.1"));
  EXPECT_TRUE(built.ok() && built->model != nullptr);
  if (!built.ok() || built->model == nullptr) return false;
  return std::any_of(built->model->layers().begin(),
                     built->model->layers().end(),
                     [&](Layer* layer) { return holds(*layer); });
}

TEST(KnownCauses, one_that_calls_an_InputLayer_is_known_by_that) {
  for (const char* name : {"input-layer-called-in-a-nested-model",
                           "input-layer-called-twice-in-a-nested-model"}) {
    EXPECT_TRUE(ForSomeLayer(name, &CallsAnInputLayer)) << name;
    EXPECT_FALSE(ForSomeLayer(name, &HasUnneededInput)) << name;
  }
}

TEST(KnownCauses, one_with_an_input_too_many_is_known_by_that) {
  const char* name = "nested-model-with-an-unneeded-input";
  EXPECT_TRUE(ForSomeLayer(name, &HasUnneededInput));
  EXPECT_FALSE(ForSomeLayer(name, &CallsAnInputLayer));
}

TEST(KnownCauses, a_nested_model_called_on_the_same_again_gives_one_tensor) {
  EXPECT_TRUE(ForSomeLayer("sequential-twice-on-one-tensor-in-a-nested-model",
                           &HasATensorOfTwoCalls));
}

TEST(KnownCauses, a_cell_built_again_has_the_weights_of_both) {
  EXPECT_TRUE(ForSomeLayer("cell-built-again-outside-the-model",
                           &HasWeightsOfTwoBuilds));
}

TEST(KnownCauses, others_have_none_of_these) {
  for (const char* name :
       {"nested-model-shares-a-layer", "keras-12202", "frozen-sequential",
        "layer-twice-in-a-sequential", "model-on-steps-in-a-sequential"}) {
    EXPECT_FALSE(ForSomeLayer(name, &CallsAnInputLayer)) << name;
    EXPECT_FALSE(ForSomeLayer(name, &HasUnneededInput)) << name;
    EXPECT_FALSE(ForSomeLayer(name, &HasATensorOfTwoCalls)) << name;
    EXPECT_FALSE(ForSomeLayer(name, &HasWeightsOfTwoBuilds)) << name;
  }
}

}  // namespace
}  // namespace clonecheck
