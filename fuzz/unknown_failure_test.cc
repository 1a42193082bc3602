// What fuzz targets stop at, and what they do not.
#include "fuzz/unknown_failure.h"

#include <fstream>
#include <iterator>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "core/cloners/mutants.h"
#include "core/engine/rules.h"
#include "core/exchange/load_case.h"
#include "core/oracle/obligation.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

class UnknownFailureTest : public testing::Test {
 protected:
  Graph Case(const std::string& name) {
    std::ifstream file(absl::StrCat("corpus/cases/", name, ".json"));
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    return LoadGraph(text, bench_.catalogue()).value();
  }
  // The signature that a cloner with a planted fault, under the name that is
  // given, is stopped at; empty: none.
  std::string OfMutant(const Graph& graph, PlantedFault fault,
                       const std::string& name) {
    const Cloner mutant{"mutant", "", {}, CloneWith({fault})};
    return Of(graph, {&mutant, FindEngineRules("2.3.1"), name});
  }
  std::string Of(const Graph& graph, const ClonerOnEngine& cloner) {
    const UnknownFailure found =
        FindUnknownFailure(bench_, graph, {&cloner, 1});
    return found.cloner == nullptr
               ? ""
               : found.signature.ToString(found.cloner->name);
  }

  Workbench bench_;
};

TEST_F(UnknownFailureTest, what_known_json_has_is_none) {
  const Graph graph = Case("keras-12202");
  EXPECT_EQ(Of(graph, FindCloner("keras-2.2.4").value()), "");
  EXPECT_EQ(Of(graph, FindCloner("fixed").value()), "");
}

TEST_F(UnknownFailureTest, a_fault_that_nobody_knows_is_one) {
  const Graph graph = Case("keras-12202");
  EXPECT_EQ(OfMutant(graph, PlantedFault::kFirstOutput, "fixed"),
            "fixed/sharing/other-output/Lambda");
  EXPECT_EQ(OfMutant(graph, PlantedFault::kUnnamedModel, "keras-2.3.1"),
            "keras-2.3.1/names/model-name/Model");
}

TEST_F(UnknownFailureTest, an_obligation_that_is_known_to_be_broken_is_none) {
  const Graph graph = Case("upstream-regression-test");
  EXPECT_EQ(Of(graph, FindCloner("proposal-003").value()), "");
  // Under a name of which nothing is known.
  ClonerOnEngine cloner = FindCloner("proposal-003").value();
  Cloner renamed = *cloner.cloner;
  renamed.name = "proposal-005";
  cloner = {&renamed, cloner.engine, "proposal-005"};
  EXPECT_EQ(Of(graph, cloner), "proposal-005/completes/tensor-not-callable/-");
}

// A Model that gives one of its inputs back is called outside of the model, and
// the Keras shape that it writes over has another rank. Keras 2.2.4 and 2.3.1
// say "expected ndim=2, found ndim=3" of the PReLU that is built on that.
TEST_F(UnknownFailureTest, a_model_whose_input_gets_a_shape_of_another_rank) {
  const Graph graph = LoadGraph(R"({"clonecheck": 1,
        "inputs": [{"shape": [null, null, 1]}, {"shape": [null, 1]}],
        "layers": [{"class": "Lambda", "config": {"function": "mask_pick"}},
                   {"class": "PReLU"},
                   {"class": "Model", "position": 1, "inputs": ["i0", "i1"],
                    "outputs": ["c0"]}],
        "calls": [{"layer": 0, "inputs": ["i0", "i1"]},
                  {"layer": 2, "inputs": ["i1", "i0"]},
                  {"layer": 1, "inputs": ["i0"]}],
        "model": {"inputs": ["i0"], "outputs": ["c2"]}})",
                                bench_.catalogue())
                          .value();
  EXPECT_FALSE(bench_.Builds(graph));
  EXPECT_EQ(Of(graph, FindCloner("fixed").value()), "");
}

TEST_F(UnknownFailureTest, a_config_that_forgets_excuses_what_comes_of_it) {
  const Graph graph = Case("nested-model-with-an-unneeded-input");
  EXPECT_EQ(OfMutant(graph, PlantedFault::kNestedFromConfig, "keras-of-a-day"),
            "");
  // Not ours, and no other obligation.
  EXPECT_NE(OfMutant(graph, PlantedFault::kNestedFromConfig, "fixed"), "");
  EXPECT_NE(OfMutant(graph, PlantedFault::kUnnamedModel, "keras-of-a-day"), "");
}

// Two Models around the call of a GRU, of which one is run on masks, and what
// the model is besides.
constexpr absl::string_view kRunOnMasks =
    R"({"clonecheck": 1, "inputs": [{"shape": [null, null, 1]}],
        "layers": [{"class": "Masking"},
                   {"class": "GRU", "config": {"units": 2}},
                   {"class": "Model", "position": 2, "inputs": ["i0"],
                    "outputs": ["c1"]},
                   {"class": "Model", "position": 2, "inputs": ["i0"],
                    "outputs": ["c1"]},
                   {"class": "Lambda", "config": {"function": "twice_same"}}],
        "calls": [{"layer": 0, "inputs": ["i0"]},
                  {"layer": 1, "inputs": ["i0"],
                   "kwargs": [{"name": "training", "value": false}]},
                  {"layer": %d, "inputs": ["c0"]},
                  {"layer": 2, "inputs": ["i0"]},
                  {"layer": 4, "inputs": ["c3"]}],
        "model": {"inputs": ["i0"], "outputs": )";

TEST_F(UnknownFailureTest, masks_from_outside_excuse_what_comes_of_them_only) {
  for (const char* run : {"2", "3"}) {
    const auto with_outputs = [&](absl::string_view outputs) {
      return LoadGraph(
                 absl::StrCat(absl::StrReplaceAll(kRunOnMasks, {{"%d", run}}),
                              outputs, "}}"),
                 bench_.catalogue())
          .value();
    };
    const ClonerOnEngine fixed = FindCloner("fixed").value();
    const Graph& graph = with_outputs(R"(["c4", "c4.1"])");
    EXPECT_EQ(bench_.JudgeGraph(graph, fixed, AllObligations())
                  .signature.ToString("fixed"),
              "fixed/outputs/output-values/Model")
        << run;
    EXPECT_EQ(Of(graph, fixed), "") << run;
    EXPECT_EQ(Of(with_outputs(R"(["c3"])"), fixed), "") << run;
    // The same without the run is looked at as well.
    EXPECT_EQ(OfMutant(graph, PlantedFault::kFirstOutput, "fixed"),
              "fixed/sharing/other-output/Lambda")
        << run;
    // A run in the model is none outside.
    EXPECT_NE(OfMutant(with_outputs(R"(["c2", "c3"])"),
                       PlantedFault::kReverseOutputs, "fixed"),
              "")
        << run;
  }
}

TEST_F(UnknownFailureTest, so_do_weights_from_outside) {
  // A GRU, and a Bidirectional around it that is called outside of the model.
  const Graph graph =
      LoadGraph(R"({"clonecheck": 1, "inputs": [{"shape": [null, null, 1]}],
                    "layers": [{"class": "GRU", "config": {"units": 2}},
                               {"class": "Bidirectional", "children": [0]}],
                    "calls": [{"layer": 0, "inputs": ["i0"]},
                              {"layer": 1, "inputs": ["i0"]}],
                    "model": {"inputs": ["i0"], "outputs": ["c0"]}})",
                bench_.catalogue())
          .value();
  const ClonerOnEngine fixed = FindCloner("fixed").value();
  EXPECT_EQ(bench_.JudgeGraph(graph, fixed, AllObligations())
                .signature.ToString("fixed"),
            "fixed/outputs/weights-do-not-correspond/-");
  EXPECT_EQ(Of(graph, fixed), "");
  EXPECT_EQ(OfMutant(graph, PlantedFault::kUnnamedModel, "fixed"),
            "fixed/names/model-name/Model");
}

TEST_F(UnknownFailureTest, who_stops_says_how_to_see_it_again) {
  const Graph graph = Case("keras-12202");
  const Cloner mutant{
      "mutant", "", {}, CloneWith({PlantedFault::kFirstOutput})};
  const ClonerOnEngine cloner{&mutant, FindEngineRules("2.3.1"), "fixed"};
  EXPECT_DEATH(StopAtUnknownFailures(bench_, graph, {&cloner, 1}),
               "fixed/sharing/other-output/Lambda\n(.|\n)*twice_same(.|\n)*"
               "clonecheck replay case.json --cloners fixed");
  EXPECT_DEATH(Stop("read as another", graph),
               "a fault: read as another\n(.|\n)*twice_same(.|\n)*"
               "-minimize_crash=1");
}

}  // namespace
}  // namespace clonecheck
