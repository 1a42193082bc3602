#include "targets/hunt_issue.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;
using testing::HasSubstr;
using testing::Not;

HuntFinding Finding() {
  HuntFinding finding;
  finding.fault.step = "clone";
  finding.fault.obligation = "completes";
  finding.fault.type = "TypeError";
  finding.fault.look = "raised";
  finding.fault.detail = "TypeError: no";
  finding.script = "print('```')\n";
  finding.script_output = "clone raised TypeError: no";
  finding.confirmed = true;
  finding.graph = ordered_json::parse(R"({
    "inputs": [{"shape": [null, 4]}],
    "layers": [{"class": "Lambda"}, {"class": "Dense", "trainable": false},
               {"class": "Sequential", "children": [1]}, {"class": "RNN"}],
    "calls": [{"layer": 0, "inputs": ["i0"]}, {"layer": 2, "inputs": ["c0.1"]},
              {"layer": 3, "inputs": ["c1"],
               "kwargs": [{"name": "mask", "tensor": "c0"}]}],
    "model": {"inputs": ["i0"], "outputs": ["c2"]}})");
  return finding;
}

TEST(HuntIssue, says_expected_actual_script_and_versions) {
  const std::string text =
      HuntIssue(Finding(), {{"keras", "3.15.1"}, {"jax", "0.10.2"}}, "python");
  EXPECT_THAT(text, HasSubstr("# `clone`: TypeError\n"));
  EXPECT_THAT(text, HasSubstr("## Expected\n\n`clone` gives a model.\n"));
  EXPECT_THAT(text, HasSubstr("```\nclone raised TypeError: no\n```\n"));
  EXPECT_THAT(text, HasSubstr("- jax 0.10.2\n- keras 3.15.1\n"));
  EXPECT_THAT(text, Not(HasSubstr("Not confirmed")));
}

TEST(HuntIssue, a_script_with_a_fence_stays_within_its_block) {
  EXPECT_THAT(HuntIssue(Finding(), json::object(), "python"),
              HasSubstr("````python\nprint('```')\n````\n"));
}

TEST(HuntIssue, what_is_not_confirmed_is_not_to_be_sent) {
  HuntFinding finding = Finding();
  finding.confirmed = false;
  EXPECT_THAT(HuntIssue(finding, json::object(), "python"),
              HasSubstr("Do not send this"));
}

TEST(HuntIssue, each_obligation_has_its_promise) {
  HuntFinding finding = Finding();
  finding.fault.obligation = "outputs";
  EXPECT_THAT(HuntIssue(finding, json::object(), ""),
              HasSubstr("What `clone` makes computes"));
  finding.fault.obligation = "original_untouched";
  EXPECT_THAT(HuntIssue(finding, json::object(), ""),
              HasSubstr("`clone` leaves the original as it is."));
}

TEST(GraphToMermaid, draws_inputs_calls_keywords_and_outputs) {
  EXPECT_EQ(GraphToMermaid(Finding().graph), R"mermaid(flowchart TD
  i0(["i0 (None, 4)"])
  c0["l0: Lambda"]
  i0 --> c0
  c1["l2: Sequential of [l1: Dense, frozen]"]
  c0 -->|output 1| c1
  c2["l3: RNN"]
  c1 --> c2
  c0 -->|mask| c2
  o0(["output 0"])
  c2 --> o0
)mermaid");
}

TEST(GraphToMermaid, shapes_are_tuples_of_python) {
  ordered_json graph = Finding().graph;
  graph["inputs"][0]["shape"] = {nullptr};
  EXPECT_THAT(GraphToMermaid(graph), HasSubstr("i0([\"i0 (None,)\"])"));
  graph["inputs"][0]["shape"] = ordered_json::array();
  EXPECT_THAT(GraphToMermaid(graph), HasSubstr("i0([\"i0 ()\"])"));
}

TEST(GraphToMermaid, a_model_that_is_a_layer_is_named) {
  ordered_json graph = Finding().graph;
  graph["model"] = {{"layer", 2}};
  EXPECT_THAT(
      GraphToMermaid(graph),
      HasSubstr("m[[\"the model is l2: Sequential of [l1: Dense, frozen]\"]]"));
}

}  // namespace
}  // namespace clonecheck
