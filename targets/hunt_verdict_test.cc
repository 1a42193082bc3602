#include "targets/hunt_verdict.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

using nlohmann::json;
using testing::IsEmpty;
using testing::SizeIs;

// An original with one output of 1, and `steps` done to it.
json Steps(const std::string& steps) {
  json all = json::parse(R"({
    "build": {"result": {"looks": {"names": ["m"], "order": ["a"]}}},
    "predict": {"result": {"deterministic": true,
                           "looks": {"outputs": [1.0], "masks": [null]}}}
  })");
  all.update(json::parse(steps));
  return all;
}

TEST(HuntVerdict, what_is_equal_is_no_fault) {
  EXPECT_THAT(JudgeSteps(Steps(R"({"clone": {"result": {
      "shared": [],
      "looks": {"outputs": [1.00001], "masks": [null], "names": ["m"],
                "order": ["a"]}}}})")),
              IsEmpty());
}

TEST(HuntVerdict, a_step_is_charged_with_its_first_fault) {
  const auto faults = JudgeSteps(Steps(R"({"clone": {"result": {
      "looks": {"order": ["b"], "names": ["n"], "outputs": [2.0]}}}})"));
  ASSERT_THAT(faults, SizeIs(1));
  EXPECT_EQ(faults[0].Key(), "outputs/outputs/#/value");
  EXPECT_EQ(faults[0].look, "outputs");
  EXPECT_EQ(faults[0].severity, Severity::kError);
}

TEST(HuntVerdict, values_of_other_inputs_or_weights_are_not_charged) {
  json steps = Steps(R"({"clone": {"result": {
      "looks": {"outputs": [2.0], "weights": [["kernel", [2]]]}}}})");
  steps["build"]["result"]["looks"]["weights"] = json::array();
  EXPECT_EQ(JudgeSteps(steps)[0].Key(), "weights/weights/count");
  steps["build"]["result"]["looks"]["shapes"] = json::array({1, 2});
  steps["clone"]["result"]["looks"]["shapes"] = json::array({1});
  EXPECT_EQ(JudgeSteps(steps)[0].Key(), "structure/shapes/count");
}

TEST(HuntVerdict, what_an_earlier_step_shows_is_not_charged_again) {
  const json steps = Steps(R"({
    "clone": {"result": {"looks": {"names": ["n"]}}},
    "roundtrip": {"result": {"looks": {"names": ["n"], "order": ["b"]}}}})");
  const auto faults = JudgeSteps(steps);
  ASSERT_THAT(faults, SizeIs(2));
  EXPECT_EQ(faults[0].Key(), "names/names/#/value");
  EXPECT_EQ(faults[1].Key(), "order/order/#/value");
  EXPECT_EQ(JudgeEveryStep(steps)[1].Key(), "names/names/#/value");
}

TEST(HuntVerdict, clone_comes_before_what_is_built_on_it) {
  const auto faults = JudgeSteps(Steps(R"({
    "clone_as_layer": {"raised": {"type": "E", "message": "m", "where": "w"}},
    "clone": {"raised": {"type": "E", "message": "m", "where": "w"}}})"));
  ASSERT_THAT(faults, SizeIs(1));
  EXPECT_EQ(faults[0].step, "clone");
  EXPECT_EQ(faults[0].Key(), "completes/E@w");
  EXPECT_EQ(faults[0].detail, "E: m");
  EXPECT_EQ(faults[0].look, "raised");
}

TEST(HuntVerdict, an_endless_step_is_a_fault) {
  const auto faults = JudgeSteps(Steps(
      R"({"clone": {"raised": {"type": "TooLong", "message": "no end"}}})"));
  ASSERT_THAT(faults, SizeIs(1));
  EXPECT_EQ(faults[0].Key(), "completes/TooLong");
  EXPECT_EQ(faults[0].look, "endless");
}

TEST(HuntVerdict, what_was_made_but_cannot_be_run_is_a_fault_of_its_own) {
  const auto faults = JudgeSteps(Steps(R"({"roundtrip": {"result": {
      "unusable": {"type": "TypeError", "where": "x.py:call"},
      "looks": {"names": ["m"]}}}})"));
  ASSERT_THAT(faults, SizeIs(1));
  EXPECT_EQ(faults[0].Key(), "usable/TypeError@x.py:call");
}

TEST(HuntVerdict, shared_kept_and_touched_are_faults) {
  EXPECT_EQ(
      JudgeSteps(Steps(R"({"clone": {"result": {"shared": ["kernel"]}}})"))[0]
          .obligation,
      "weights_fresh");
  EXPECT_EQ(JudgeSteps(Steps(
                R"({"save_h5": {"result": {"kept": [[1.0], [1.5]]}}})"))[0]
                .obligation,
            "weights_kept");
  EXPECT_EQ(
      JudgeSteps(Steps(R"({"clone": {"result": {"touched": [[1], [2]]}}})"))[0]
          .obligation,
      "original_untouched");
}

TEST(HuntVerdict, a_base_stands_in_for_the_original) {
  EXPECT_THAT(JudgeSteps(Steps(R"({"clone_as_layer": {"result": {
      "base": {"outputs": [5.0]}, "looks": {"outputs": [5.0]}}}})")),
              IsEmpty());
}

TEST(HuntVerdict, values_of_what_is_not_deterministic_are_not_judged) {
  json steps = Steps(R"({"clone": {"result": {"looks": {"outputs": [2.0]}}}})");
  EXPECT_FALSE(IsNondeterministic(steps));
  EXPECT_THAT(JudgeSteps(steps), SizeIs(1));
  steps["predict"]["result"]["deterministic"] = false;
  EXPECT_TRUE(IsNondeterministic(steps));
  EXPECT_THAT(JudgeSteps(steps), IsEmpty());
}

TEST(HuntVerdict, a_refused_original_owes_nothing) {
  EXPECT_THAT(JudgeSteps(json::parse(
                  R"({"build": {"raised": {"type": "ValueError"}}})")),
              IsEmpty());
  // Nor do values of one that cannot be run.
  EXPECT_THAT(JudgeSteps(json::parse(R"({"build": {"result": {"looks": {}}},
          "predict": {"raised": {"type": "ValueError"}},
          "clone": {"result": {"looks": {"outputs": [1.0]}}}})")),
              IsEmpty());
}

TEST(FirstDifference, numbers_have_tolerance_unless_both_are_whole) {
  EXPECT_EQ(FirstDifference(1.0, 1.00009), "");
  EXPECT_EQ(FirstDifference(1.0, 1.001), "/value");
  EXPECT_EQ(FirstDifference(100000, 100001), "/value");
  EXPECT_EQ(FirstDifference(1, 1.0), "");
  EXPECT_EQ(FirstDifference(true, 1), "/type");
}

TEST(FirstDifference, its_place_is_told_without_numbers) {
  EXPECT_EQ(FirstDifference(json::parse(R"([{"a": [1, 2]}])"),
                            json::parse(R"([{"a": [1, 3]}])")),
            "/#/a/#/value");
  EXPECT_EQ(FirstDifference(json::parse("[1]"), json::parse("[1, 2]")),
            "/count");
  EXPECT_EQ(
      FirstDifference(json::parse(R"({"a": 1})"), json::parse(R"({"b": 1})")),
      "/-a");
  EXPECT_EQ(FirstDifference(json::parse("{}"), json::parse(R"({"b": 1})")),
            "/+b");
  EXPECT_EQ(FirstDifference(nullptr, "x"), "/type");
}

}  // namespace
}  // namespace clonecheck
