// `clonecheck check` on functional models, on Sequentials and on models with
// layers that nobody here knows.
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "cli/testing.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"

namespace clonecheck {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

// A Sequential as Keras 2.2.4 writes it.
constexpr const char* kSequential = R"({
  "class_name": "Sequential",
  "config": {
    "name": "s",
    "layers": [
      {"class_name": "Dense",
       "config": {"name": "a", "units": 4, "batch_input_shape": [null, 4]}},
      {"class_name": "Dense", "config": {"name": "b", "units": 4}}]
  },
  "keras_version": "2.2.4"
})";

// The same where only `build` has told the shape of the input.
std::string BuiltLater() {
  return absl::StrReplaceAll(
      kSequential, {{", \"batch_input_shape\": [null, 4]", ""},
                    {"\"name\": \"s\",",
                     "\"name\": \"s\", \"build_input_shape\": [null, 4],"}});
}

// The second layer is added twice.
constexpr const char* kAddedTwice = R"({
  "clonecheck": 1,
  "inputs": [],
  "layers": [
    {"class": "Dense", "config": {"units": 4, "batch_input_shape": [null, 4]}},
    {"class": "Dense", "config": {"units": 4}},
    {"class": "Sequential", "children": [0, 1, 1]}
  ],
  "calls": [],
  "model": {"layer": 2}
})";

// A masked sequence into a layer of an unknown class, of which both outputs are
// used.
constexpr const char* kMystery = R"({
  "class_name": "Model",
  "config": {
    "name": "m",
    "layers": [
      {"name": "x", "class_name": "InputLayer",
       "config": {"name": "x", "batch_input_shape": [null, 3, 4]},
       "inbound_nodes": []},
      {"name": "l", "class_name": "Mystery", "config": {"name": "l", "n": 3},
       "inbound_nodes": [[["x", 0, 0, {}]]]}],
    "input_layers": [["x", 0, 0]],
    "output_layers": [["l", 0, 0], ["l", 0, 1]]
  },
  "keras_version": "2.2.4"
})";

Outcome Check(const std::string& text,
              const std::string& more = "--fail-on=any") {
  return Clonecheck({"check", TempFile("model.json", text), more});
}

TEST(Check, says_for_each_model_and_cloner_what_will_happen) {
  std::vector<std::string> arguments = {"check", "--json", "check.json"};
  for (const char* model : {"data-parallel", "keras-12202-minimal",
                            "multi-output-into-swap", "multi-task"}) {
    arguments.push_back(
        DataFile(absl::StrCat("corpus/models/", model, ".json")));
  }
  const Outcome run = Clonecheck(arguments);
  EXPECT_EQ(run.code, 1);
  const json report = RunFile("check.json");
  EXPECT_EQ(report["command"], "check");
  EXPECT_EQ(report["cases"], 4);
  EXPECT_EQ(report["cloners"]["keras-2.2.4"]["agree"], 2);
  EXPECT_EQ(report["cloners"]["keras-2.2.4"]["raised"], 2);
  EXPECT_EQ(report["cloners"]["keras-2.3.1"]["agree"], 4);
  EXPECT_EQ(report["cloners"]["fixed"]["agree"], 4);
  EXPECT_EQ(FindingIn(report, "keras-2.2.4", kLost)["count"], 2);
}

TEST(Check, a_model_that_survives_exits_with_0) {
  const Outcome run =
      Clonecheck({"check", DataFile("corpus/models/multi-task.json")});
  EXPECT_EQ(run.code, 0);
  EXPECT_THAT(run.out,
              HasSubstr("keras-2.2.4: agree, for all weights and inputs"));
}

TEST(Check, a_note_is_told_in_short_and_in_full_where_it_is_asked_for) {
  const std::string model = DataFile("corpus/models/multi-task.json");
  const Outcome brief = Clonecheck({"check", model});
  const std::string how =
      absl::StrCat("in full, with a script: clonecheck check ", model,
                   " --cloners keras-2.2.4 --obligations node_order\n");
  EXPECT_THAT(
      brief.out,
      AllOf(HasSubstr("node_order/nodes-in-another-order/-  (note)"),
            HasSubstr("What differs: the order of layers"), HasSubstr(how),
            Not(HasSubstr("import numpy")), Not(HasSubstr("i0 = Input("))));
  const Outcome full = Clonecheck({"check", model, "--cloners", "keras-2.2.4",
                                   "--obligations", "node_order"});
  EXPECT_THAT(full.out,
              AllOf(HasSubstr("import numpy"), HasSubstr("i0 = Input(")));
  EXPECT_EQ(full.code, 0);
}

TEST(Check, says_how_long_it_took) {
  for (const char* command : {"check", "replay"}) {
    Clonecheck({command, DataFile("corpus/models/keras-12202-minimal.json"),
                "--json", "timed.json"});
    EXPECT_GT(json::parse(ReadTempFile("timed.json"))["seconds"].get<double>(),
              0)
        << command;
  }
}

TEST(Check, notes_leave_the_exit_code_at_0_in_replay_too) {
  for (const char* command : {"check", "replay"}) {
    EXPECT_EQ(
        Clonecheck({command, DataFile("corpus/models/multi-task.json")}).code,
        0)
        << command;
    EXPECT_EQ(Clonecheck({command, DataFile("corpus/models/"
                                            "keras-12202-minimal.json")})
                  .code,
              1)
        << command;
  }
}

TEST(Check, names_the_layer_that_keras_refuses) {
  const Outcome run = Check(absl::StrReplaceAll(
      kSequential, {{"\"Dense\", \"config\": {\"name\": \"b\"",
                     "\"GRU\", \"config\": {\"name\": \"b\""}}));
  EXPECT_EQ(run.code, 2);
  EXPECT_THAT(run.err, HasSubstr("refuses layer \"s\" (Sequential): "
                                 "ValueError: Input 0 is incompatible with "
                                 "layer b: expected ndim=3, found ndim=2"));
}

TEST(Check, a_sequential_survives) {
  const Outcome run = Check(kSequential);
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(
      run.out,
      AllOf(HasSubstr("keras-2.2.4: agree, for all weights and inputs"),
            HasSubstr("keras-2.3.1: agree"), HasSubstr("fixed: agree")));
}

TEST(Check, a_sequential_that_was_built_later_is_cloned_unbuilt) {
  const Outcome run = Check(BuiltLater());
  EXPECT_EQ(run.code, 1) << run.err;
  EXPECT_THAT(
      run.out,
      AllOf(
          HasSubstr("differ, keras-2.2.4/outputs/number-of-outputs/Sequential"),
          HasSubstr("fixed: agree")));
}

TEST(Check, a_layer_that_was_added_twice_is_cloned_once) {
  const Outcome run = Check(kAddedTwice);
  EXPECT_EQ(run.code, 1) << run.err;
  EXPECT_THAT(
      run.out,
      AllOf(HasSubstr("differ, keras-2.2.4/outputs/output-values/Dense"),
            HasSubstr("differ, keras-2.3.1/outputs/output-values/Dense"),
            HasSubstr("fixed: agree")));
}

TEST(Check, says_where_the_readings_of_an_unknown_layer_differ) {
  const Outcome run = Check(kMystery);
  EXPECT_EQ(run.code, 1) << run.err;
  // The fix asks whether the layer supports masking.
  EXPECT_THAT(run.out,
              AllOf(HasSubstr("  if layers of unknown class drop masks:\n"
                              "  keras-2.3.1: agree, for all weights and "
                              "inputs\n"
                              "  if they pass masks:\n"
                              "  keras-2.3.1: raised, "),
                    HasSubstr("\n  fixed: agree")));
  EXPECT_THAT(run.out, Not(HasSubstr("masks:\n  keras-2.2.4")));
}

TEST(Check, strict_refuses_layers_that_nobody_knows) {
  const Outcome run = Check(kMystery, "--strict");
  EXPECT_EQ(run.code, 2);
  EXPECT_THAT(run.err,
              HasSubstr("model.json: layer \"l\" is of the class \"Mystery\" "
                        "that clonecheck does not know; leave out --strict"));
  EXPECT_EQ(Check(kSequential, "--strict").code, 0);
}

TEST(Check, strict_refuses_functions_that_nobody_knows) {
  const Outcome run =
      Clonecheck({"check", "--strict",
                  DataFile("corpus/models/keras-12202-minimal.json")});
  EXPECT_EQ(run.code, 2);
  EXPECT_THAT(run.err, HasSubstr("layer \"lambda_1\", a Lambda, has a "
                                 "function that clonecheck does not know"));
}

TEST(Check, a_sequential_without_layers_in_its_config_is_bad_input) {
  const Outcome run = Check(R"({"class_name": "Sequential", "config": {}})");
  EXPECT_EQ(run.code, 2);
  EXPECT_THAT(run.err, HasSubstr("/config: the key \"layers\" is missing"));
}

TEST(Check, a_sequential_that_keras_refuses_is_bad_input) {
  const Outcome run = Check(
      absl::StrReplaceAll(kSequential, {{"{\"name\": \"b\", \"units\": 4}",
                                         "{\"name\": \"a\", \"units\": 4}"}}));
  EXPECT_EQ(run.code, 2);
  EXPECT_THAT(run.err, HasSubstr("The name \"a\" is used 2 times"));
}

}  // namespace
}  // namespace clonecheck
