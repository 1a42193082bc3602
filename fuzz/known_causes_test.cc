#include "fuzz/known_causes.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/string_view.h"
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
                           &HasATensorGivenTwice));
}

// Whether `holds` does for the case, with these outputs of the model.
bool ForModel(absl::string_view before_outputs, absl::string_view outputs,
              bool (*holds)(const Model&)) {
  Workbench bench;
  const Graph graph =
      LoadGraph(absl::StrCat(before_outputs, outputs, "}}"), bench.catalogue())
          .value();
  return holds(*bench.Build(graph, *FindEngineRules("2.3.1"))->model);
}

TEST(KnownCauses, a_cell_built_again_has_weights_from_outside_the_model) {
  // A GRU, and a Bidirectional around it that is called on the same, whose call
  // is an output of the model or is not.
  constexpr absl::string_view kCase =
      R"({"clonecheck": 1, "inputs": [{"shape": [null, null, 1]}],
          "layers": [{"class": "GRU", "config": {"units": 2}},
                     {"class": "Bidirectional", "children": [0]}],
          "calls": [{"layer": 0, "inputs": ["i0"]},
                    {"layer": 1, "inputs": ["i0"]}],
          "model": {"inputs": ["i0"], "outputs": )";
  EXPECT_TRUE(ForModel(kCase, R"(["c0"])", &HasWeightsFromOutside));
  EXPECT_FALSE(ForModel(kCase, R"(["c1"])", &HasWeightsFromOutside));
  EXPECT_FALSE(ForModel(kCase, R"(["c0", "c1"])", &HasWeightsFromOutside));
}

TEST(KnownCauses, a_run_on_masks_leaves_one) {
  // A Model around a GRU that takes a keyword, called on the input, and before
  // that on the same masked or not.
  constexpr absl::string_view kCase =
      R"({"clonecheck": 1, "inputs": [{"shape": [null, null, 1]}],
          "layers": [{"class": "Masking"},
                     {"class": "GRU", "config": {"units": 2}},
                     {"class": "Model", "position": 2, "inputs": ["i0"],
                      "outputs": ["c1"]}],
          "calls": [{"layer": 0, "inputs": ["i0"]},
                    {"layer": 1, "inputs": ["i0"],
                     "kwargs": [{"name": "training", "value": false}]},
                    {"layer": 2, "inputs": ["%s"]},
                    {"layer": 2, "inputs": ["i0"]}],
          "model": {"inputs": ["i0"], "outputs": )";
  const std::string masked = absl::StrReplaceAll(kCase, {{"%s", "c0"}});
  const std::string without = absl::StrReplaceAll(kCase, {{"%s", "i0"}});
  EXPECT_TRUE(ForModel(masked, R"(["c3"])", &KeepsMasksOfRuns));
  EXPECT_FALSE(ForModel(without, R"(["c3"])", &KeepsMasksOfRuns));
}

TEST(KnownCauses, others_have_none_of_these) {
  for (const char* name :
       {"nested-model-shares-a-layer", "keras-12202", "frozen-sequential",
        "layer-twice-in-a-sequential", "model-on-steps-in-a-sequential"}) {
    EXPECT_FALSE(ForSomeLayer(name, &CallsAnInputLayer)) << name;
    EXPECT_FALSE(ForSomeLayer(name, &HasUnneededInput)) << name;
    EXPECT_FALSE(ForSomeLayer(name, &HasATensorGivenTwice)) << name;
  }
}

}  // namespace
}  // namespace clonecheck
