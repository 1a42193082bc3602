#include "targets/compare.h"

#include <set>
#include <string>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

using nlohmann::json;
using testing::ElementsAre;

// The answer of a worker that agrees with itself in every field.
json Answer() {
  return json::parse(R"({"steps": {
    "build": {"result": {
      "topology": {"layers": ["input_1", "dense_1"]},
      "weights": [["kernel", [4, 2]]],
      "nodes": [{"name": "dense_1", "nodes": [
        {"arguments": [["mask", null]], "output_masks": [false]}]}]}},
    "config": {"result": {"name": "model_1", "layers": [{"units": 2}]}},
    "predict": {"result": {
      "outputs": [{"shape": [2, 1], "values": [1.5, -2]}],
      "masks": [null]}},
    "clone": {"result": {
      "topology": {}, "weights": [], "nodes": [], "config": {},
      "original": []}},
    "predict_clone": {"result": {"outputs": [], "masks": []}},
    "clone_twice": {"result": {
      "topology": {}, "weights": [], "nodes": [], "config": {}}},
    "predict_clone_twice": {"result": {"outputs": [], "masks": []}},
    "clone_of_clone": {"result": {
      "topology": {}, "weights": [], "nodes": [], "config": {}}},
    "predict_clone_of_clone": {"result": {"outputs": [], "masks": []}},
    "roundtrip": {"raised": {
      "type": "ValueError", "message": "no", "explicit": true}}
  }})");
}

// The fields in which the answers differ.
std::set<std::string> Differences(const json& ours, const json& theirs) {
  std::set<std::string> names;
  const std::vector<FieldResult> results = CompareAnswers(ours, theirs);
  for (size_t i = 0; i < results.size(); ++i) {
    if (results[i].verdict == FieldVerdict::kDiffer) {
      names.emplace(AllFidelityFields()[i].name);
    }
  }
  return names;
}

FieldResult ResultOf(absl::string_view name, const json& ours,
                     const json& theirs) {
  const std::vector<FieldResult> results = CompareAnswers(ours, theirs);
  for (size_t i = 0; i < results.size(); ++i) {
    if (AllFidelityFields()[i].name == name) return results[i];
  }
  ADD_FAILURE() << "there is no field " << name;
  return {};
}

TEST(Compare, an_answer_agrees_with_itself) {
  EXPECT_THAT(Differences(Answer(), Answer()), ElementsAre());
  EXPECT_EQ(ResultOf("nodes", Answer(), Answer()).verdict,
            FieldVerdict::kAgree);
  EXPECT_EQ(ResultOf("reload", Answer(), Answer()).verdict,
            FieldVerdict::kAgree);
}

TEST(Compare, a_difference_is_of_the_field_in_which_it_is) {
  const std::pair<const char*, const char*> kChanges[] = {
      {"/steps/build/result/weights/0/0", "weights"},
      {"/steps/build/result/topology/layers/1", "topology"},
      {"/steps/build/result/nodes/0/nodes/0/arguments/0/1", "nodes"},
      {"/steps/config/result/layers/0/units", "config"},
      {"/steps/predict/result/outputs/0/values/1", "outputs"},
      {"/steps/predict/result/masks/0", "masks"},
      {"/steps/clone/result/original", "original"},
      {"/steps/clone/result/config", "clone-config"},
      {"/steps/clone_twice/result/nodes", "again-nodes"},
      {"/steps/predict_clone_twice/result/masks", "again-masks"},
      {"/steps/clone_of_clone/result/weights", "reclone-weights"},
      {"/steps/clone_of_clone/result/topology", "reclone-topology"},
      {"/steps/roundtrip/raised/message", "reload"},
  };
  for (const auto& [pointer, field] : kChanges) {
    json changed = Answer();
    changed[json::json_pointer(pointer)] = "something else";
    EXPECT_THAT(Differences(Answer(), changed), ElementsAre(field)) << pointer;
  }
}

TEST(Compare, a_difference_says_where_it_is_and_what_both_say) {
  json changed = Answer();
  changed["steps"]["config"]["result"]["layers"][0]["units"] = 3;
  const FieldResult result = ResultOf("config", Answer(), changed);
  EXPECT_EQ(result.where, "/layers/0/units");
  EXPECT_EQ(result.ours, "2");
  EXPECT_EQ(result.theirs, "3");
}

TEST(Compare, what_one_side_lacks_is_a_difference) {
  json changed = Answer();
  changed["steps"]["config"]["result"].erase("name");
  EXPECT_EQ(ResultOf("config", Answer(), changed).theirs, "not there");
  EXPECT_EQ(ResultOf("config", changed, Answer()).ours, "not there");
  changed = Answer();
  changed["steps"]["build"]["result"].erase("nodes");
  EXPECT_THAT(Differences(Answer(), changed), ElementsAre("nodes"));
}

TEST(Compare, whole_numbers_and_floats_are_one_in_configs) {
  json changed = Answer();
  changed["steps"]["config"]["result"]["layers"][0]["units"] = 2.0;
  EXPECT_THAT(Differences(Answer(), changed), ElementsAre());
}

// |a - b| <= 1e-5 + 1e-4 |b|: 1.5 may be off by 1.6e-4.
TEST(Compare, values_have_a_tolerance) {
  json value = Answer();
  auto with = [&value](double x) {
    value["steps"]["predict"]["result"]["outputs"][0]["values"][0] = x;
    return Differences(Answer(), value);
  };
  EXPECT_THAT(with(1.50015), ElementsAre());
  EXPECT_THAT(with(1.4998), ElementsAre("outputs"));
  EXPECT_THAT(with(-1.5), ElementsAre("outputs"));
}

TEST(Compare, nan_equals_nan_and_infinities_their_like) {
  const auto with = [](const json& x) {
    json answer = Answer();
    answer["steps"]["predict"]["result"]["outputs"][0]["values"][0] = x;
    return answer;
  };
  const json nan = {{"$float", "nan"}}, inf = {{"$float", "inf"}},
             minus = {{"$float", "-inf"}};
  EXPECT_THAT(Differences(with(nan), with(nan)), ElementsAre());
  EXPECT_THAT(Differences(with(inf), with(inf)), ElementsAre());
  EXPECT_THAT(Differences(with(inf), with(minus)), ElementsAre("outputs"));
  EXPECT_THAT(Differences(with(nan), with(0)), ElementsAre("outputs"));
  EXPECT_THAT(Differences(with(1e38), with(inf)), ElementsAre("outputs"));
}

TEST(Compare, shapes_of_values_count) {
  json changed = Answer();
  changed["steps"]["predict"]["result"]["outputs"][0]["shape"] = {1, 2};
  EXPECT_EQ(ResultOf("outputs", Answer(), changed).where, "/0/shape");
}

json Refused(const char* type, const std::string& message, bool our_backend,
             bool is_explicit, const char* at = "call 0") {
  return {{"steps",
           {{"build",
             {{"raised",
               {{"type", type},
                {"message", message},
                {"backend", our_backend},
                {"explicit", is_explicit},
                {"at", at}}}}}}}};
}

TEST(Compare, refusals_agree_in_type_text_and_place) {
  const json refused = Refused("ValueError", "no", false, true);
  EXPECT_THAT(Differences(refused, refused), ElementsAre());
  for (const json& other :
       {Refused("TypeError", "no", false, true),
        Refused("ValueError", "yes", false, true),
        Refused("ValueError", "no", false, true, "model"), Answer()}) {
    EXPECT_THAT(Differences(refused, other), ElementsAre("built")) << other;
    EXPECT_THAT(Differences(other, refused), ElementsAre("built")) << other;
  }
}

TEST(Compare, names_of_tensors_in_refusals_do_not_count) {
  const auto refused = [](const std::string& text) {
    return Refused("ValueError", text, false, true);
  };
  EXPECT_THAT(
      Differences(refused("of Tensor(\"a/b:0\", shape=(?, 4), dtype=float32)"),
                  refused("of Tensor(\"c:0\", shape=(?, 4), dtype=float32)")),
      ElementsAre());
  EXPECT_THAT(
      Differences(refused("of Tensor(\"a/b:0\", shape=(?, 4), dtype=float32)"),
                  refused("of Tensor(\"a/b:0\", shape=(?, 5), dtype=float32)")),
      ElementsAre("built"));
}

TEST(Compare, of_the_backend_only_the_fact_is_imitated) {
  const json ours =
      Refused("Exception", "refused by the backend: x", true, false);
  EXPECT_THAT(Differences(ours, Refused("InvalidArgumentError", "Dimensions…",
                                        false, false)),
              ElementsAre());
  // A statement of Keras' own is not the backend's.
  EXPECT_THAT(Differences(ours, Refused("ValueError", "no", false, true)),
              ElementsAre("built"));
}

// A list where a tensor is wanted: TensorFlow may stack it.
TEST(Compare, a_loose_refusal_agrees_or_is_not_compared) {
  json ours = Refused("Exception", "refused by the backend: x", true, false);
  ours["steps"]["build"]["raised"]["loose"] = "a list";
  const json theirs = Refused("ValueError", "no", false, false);
  EXPECT_EQ(ResultOf("built", ours, theirs).verdict, FieldVerdict::kAgree);
  const FieldResult result = ResultOf("built", ours, Answer());
  EXPECT_EQ(result.verdict, FieldVerdict::kNotCompared);
  EXPECT_EQ(result.reason, "a list");
}

TEST(Compare, no_end_is_no_end_whatever_the_text) {
  EXPECT_THAT(
      Differences(Refused("TooLong", "passes for ever", false, false),
                  Refused("TooLong", "no end within 5 seconds", false, false)),
      ElementsAre());
}

TEST(Compare, what_a_side_cannot_compare_is_counted_with_its_reason) {
  json ours = Answer();
  ours["steps"]["predict"] = {{"unavailable", "too large"}};
  const FieldResult result = ResultOf("outputs", ours, Answer());
  EXPECT_EQ(result.verdict, FieldVerdict::kNotCompared);
  EXPECT_EQ(result.reason, "too large");
}

TEST(Compare, steps_come_in_order_and_each_once) {
  EXPECT_THAT(StepsUpTo(0), ElementsAre("build"));
  EXPECT_THAT(
      StepsUpTo(AllFidelityFields().size() - 1),
      ElementsAre("build", "config", "predict", "clone", "predict_clone",
                  "clone_twice", "predict_clone_twice", "clone_of_clone",
                  "predict_clone_of_clone", "roundtrip", "predict_roundtrip"));
}

TEST(WithoutTensorNames, takes_out_names_and_addresses_and_nothing_else) {
  EXPECT_EQ(WithoutTensorNames("[<tf.Tensor 'a:0' shape=(?, 4) "
                               "dtype=float32>, <Dense object at 0x7f3a>]"),
            "[<tf.Tensor '…' shape=(?, 4) dtype=float32>, <Dense object at "
            "0x…>]");
  EXPECT_EQ(WithoutTensorNames("Layer \"dense_1\" is 'x'"),
            "Layer \"dense_1\" is 'x'");
  EXPECT_EQ(WithoutTensorNames("Tensor(\"cut"), "Tensor(\"cut");
  EXPECT_EQ(WithoutTensorNames("shapes (2, 2) (np.int64(4),)"),
            "shapes (2, 2) (4,)");
  EXPECT_EQ(WithoutTensorNames(""), "");
}

}  // namespace
}  // namespace clonecheck
