// An answer of other types than the protocol has is told by its first fault.
#include "targets/answer.h"

#include <string>

#include "gtest/gtest.h"
#include "nlohmann/json.hpp"

namespace clonecheck {
namespace {

using nlohmann::json;

std::string Fault(const std::string& answer) {
  return FaultOfAnswer(json::parse(answer));
}

TEST(Answer, what_workers_say_is_without_fault) {
  EXPECT_EQ(Fault("{}"), "");
  EXPECT_EQ(Fault(R"({"error": "protocol 2", "protocol": 1})"), "");
  EXPECT_EQ(Fault(R"({"hello": {"layers": ["Dense"], "steps": ["clone"],
                      "variants": [], "calls_input_layers": false},
                      "versions": {"keras": "3"}})"),
            "");
  EXPECT_EQ(Fault(R"({"memory_mb": 12, "seconds": 0.5, "steps": {
                "build": {"result": {"looks": {"shapes": [1]}}},
                "predict": {"result": {"looks": {}, "deterministic": true}},
                "clone": {"raised": {"type": "E", "message": "m", "where": "f",
                                     "explicit": true}},
                "roundtrip": {"unsupported": "no files"},
                "config": {"result": [1]},
                "predict_clone": {"result": {
                  "outputs": [{"shape": [1], "values": [{"$float": "nan"}]}],
                  "masks": [null]}},
                "clone_twice": {"result": {"kept": [1, 2], "touched": [[], {}],
                                           "shared": ["a"],
                                           "unusable": {"type": "E"}}},
                "clone_of_clone": null}})"),
            "");
}

TEST(Answer, the_first_value_of_another_type_is_told) {
  EXPECT_EQ(Fault(R"({"steps": [], "error": 1})"), "/error is 1, no text");
  EXPECT_EQ(Fault(R"({"steps": []})"), "/steps is [], no object");
  EXPECT_EQ(Fault(R"({"hello": {"layers": {}}})"),
            "/hello/layers is {}, no list");
  EXPECT_EQ(Fault(R"({"memory_mb": "12"})"), "/memory_mb is \"12\", no number");
  EXPECT_EQ(Fault(R"({"steps": {"build": 5}})"),
            "/steps/build is 5, no object");
  EXPECT_EQ(Fault(R"({"hello": {"calls_input_layers": 1}})"),
            "/hello/calls_input_layers is 1, no true or false");
  EXPECT_EQ(Fault(R"({"exit_code": null})"), "/exit_code is null, no number");
  const auto of_build = [](const std::string& step) {
    return Fault(R"({"steps": {"build": )" + step + "}}");
  };
  EXPECT_EQ(of_build(R"({"raised": 5})"),
            "/steps/build/raised is 5, no object");
  EXPECT_EQ(of_build(R"({"raised": {"type": 1}})"),
            "/steps/build/raised/type is 1, no text");
  EXPECT_EQ(of_build(R"({"unsupported": 5})"),
            "/steps/build/unsupported is 5, no text");
  EXPECT_EQ(of_build(R"({"result": 5})"),
            "/steps/build/result is 5, no object");
  EXPECT_EQ(of_build(R"({"result": {"looks": 5}})"),
            "/steps/build/result/looks is 5, no object");
  EXPECT_EQ(of_build(R"({"result": {"deterministic": null}})"),
            "/steps/build/result/deterministic is null, no true or false");
  EXPECT_EQ(of_build(R"({"raised": {"explicit": 1}})"),
            "/steps/build/raised/explicit is 1, no true or false");
  EXPECT_EQ(of_build(R"({"result": {"base": []}})"),
            "/steps/build/result/base is [], no object");
  EXPECT_EQ(of_build(R"({"result": {"unusable": {"where": 1}}})"),
            "/steps/build/result/unusable/where is 1, no text");
  EXPECT_EQ(of_build(R"({"result": {"touched": [1, 2, 3]}})"),
            "/steps/build/result/touched is [1,2,3], no pair");
  EXPECT_EQ(of_build(R"({"result": {"masks": [[]]}})"),
            "/steps/build/result/masks/0 is [], no object");
  EXPECT_EQ(of_build(R"({"result": {"kept": [1]}})"),
            "/steps/build/result/kept is [1], no pair");
  EXPECT_EQ(of_build(R"({"result": {"outputs": [null, {"values": 1}]}})"),
            "/steps/build/result/outputs/1/values is 1, no list");
}

}  // namespace
}  // namespace clonecheck
