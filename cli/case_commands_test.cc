// `clonecheck shrink` and `show`: what is done with one case.

#include "absl/strings/str_cat.h"
#include "cli/testing.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"

namespace clonecheck {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(Shrink, a_case_that_cannot_be_written_is_bad_usage) {
  TempFile("second.json", kSecondOfTwoOutputs);
  const Outcome run = Clonecheck({"shrink", "second.json", "--cloner",
                                  "keras-2.2.4", "--out", "no/such/file"});
  EXPECT_EQ(run.code, 2);
  EXPECT_THAT(run.err, HasSubstr("there is no folder"));
}

TEST(Shrink, gives_the_smallest_case_with_the_same_signature) {
  const Outcome run = Clonecheck(
      {"shrink", DataFile("corpus/cases/upstream-regression-test.json"),
       "--cloner", "keras-2.2.4", "--out", "small.json"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.err, HasSubstr(absl::StrCat(kLost, ": from 2 to 1 call in")));
  const Outcome replay =
      Clonecheck({"replay", "small.json", "--cloners", "keras-2.2.4"});
  EXPECT_EQ(replay.code, 1);
  EXPECT_THAT(replay.out, HasSubstr(kLost));
}

TEST(Shrink, without_out_the_case_goes_to_standard_output) {
  const Outcome run = Clonecheck(
      {"shrink", DataFile("corpus/cases/upstream-regression-test.json"),
       "--cloner", "keras-2.2.4"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(json::parse(run.out)["calls"].size(), 1u);
}

TEST(Shrink, writes_a_run_file_and_prints_the_case_only) {
  const Outcome run = Clonecheck(
      {"shrink", DataFile("corpus/cases/upstream-regression-test.json"),
       "--cloner", "keras-2.2.4", "--json", "run.json", "--quiet"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(run.err, "");
  const json found = FindingIn(RunFile("run.json"), "keras-2.2.4", kLost);
  ASSERT_TRUE(found.is_object());
  EXPECT_EQ(found["witness"], json::parse(run.out));
  EXPECT_THAT(found["replay"].get<std::string>(),
              HasSubstr(" --cloner keras-2.2.4"));
}

TEST(Shrink, a_case_that_does_not_fail_is_bad_usage) {
  TempFile("second.json", kSecondOfTwoOutputs);
  const Outcome run =
      Clonecheck({"shrink", "second.json", "--cloner", "fixed"});
  EXPECT_EQ(run.code, 2);
  EXPECT_THAT(run.err, AllOf(HasSubstr("fixed does not fail on this graph"),
                             HasSubstr("Name another --cloner")));
}

TEST(Shrink, another_signature_is_bad_usage) {
  TempFile("second.json", kSecondOfTwoOutputs);
  const Outcome run = Clonecheck({"shrink", "second.json", "--cloner",
                                  "keras-2.2.4", "--signature", "a/b/c/d"});
  EXPECT_EQ(run.code, 2);
  EXPECT_THAT(run.err, AllOf(HasSubstr(kLost), HasSubstr("not a/b/c/d"),
                             HasSubstr("Leave --signature out")));
}

TEST(Show, text_is_the_program) {
  TempFile("second.json", kSecondOfTwoOutputs);
  const Outcome run = Clonecheck({"show", "second.json"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(run.out,
            "i0 = Input((None, 4))\n"
            "l0 = Lambda(function='two')\n"
            "c0 = l0(i0)  # 2 outputs\n"
            "model = Model(inputs=[i0], outputs=[c0.1])\n");
}

TEST(Show, python_is_a_script_for_the_real_keras) {
  TempFile("second.json", kSecondOfTwoOutputs);
  const Outcome run = Clonecheck({"show", "second.json", "--as", "python"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.out,
              AllOf(HasSubstr("import numpy"), HasSubstr("clone_model(model)"),
                    HasSubstr("return [x * 2, x + 1]")));
}

TEST(Show, python_is_for_the_keras_that_is_asked_for) {
  TempFile("gru.json", R"({
    "clonecheck": 1,
    "inputs": [{"shape": [null, 3, 4]}, {"shape": [null, 2]}],
    "layers": [{"class": "GRU", "config": {"units": 2}}],
    "calls": [{"layer": 0, "inputs": ["i0", "i1"]}],
    "model": {"inputs": ["i0", "i1"], "outputs": ["c0"]}})");
  const auto script = [](const char* dialect) {
    return Clonecheck({"show", "gru.json", "--as", "python", "--for", dialect})
        .out;
  };
  EXPECT_EQ(script("keras-2"),
            Clonecheck({"show", "gru.json", "--as", "python"}).out);
  EXPECT_THAT(script("keras-2"), HasSubstr("l0 = GRU(units=2)\n"));
  EXPECT_THAT(
      script("tf-keras"),
      AllOf(HasSubstr("from tf_keras.layers import GRU, Input\n"),
            HasSubstr("reset_after=False"), HasSubstr("c0 = l0([i0, i1])\n")));
  EXPECT_THAT(script("keras-3"),
              AllOf(HasSubstr("from keras import ops as K\n"),
                    HasSubstr("def hard_sigmoid_of_keras_2(x):\n"),
                    HasSubstr("c0 = l0(i0, initial_state=[i1])\n")));
}

TEST(Show, python_for_a_keras_without_the_class_is_refused) {
  TempFile("gone.json", R"({
    "clonecheck": 1,
    "inputs": [{"shape": [null, 4]}],
    "layers": [{"class": "ThresholdedReLU"}],
    "calls": [{"layer": 0, "inputs": ["i0"]}],
    "model": {"inputs": ["i0"], "outputs": ["c0"]}})");
  const Outcome run =
      Clonecheck({"show", "gone.json", "--as", "python", "--for", "keras-3"});
  EXPECT_EQ(run.code, 2);
  EXPECT_THAT(run.out, IsEmpty());
  EXPECT_THAT(run.err,
              HasSubstr("keras-3 cannot say layer 0, ThresholdedReLU: there is "
                        "no such class any more; print it for keras-2 or "
                        "tf-keras"));
}

TEST(Show, json_shown_again_is_the_same) {
  for (const char* file : {"corpus/models/multi-task.json",
                           "corpus/cases/keras-12202-multi-gpu.json"}) {
    const Outcome once = Clonecheck({"show", DataFile(file), "--as", "json"});
    EXPECT_EQ(once.code, 0) << once.err;
    TempFile("once.json", once.out);
    EXPECT_EQ(Clonecheck({"show", "once.json", "--as", "json"}).out, once.out);
  }
}

}  // namespace
}  // namespace clonecheck
