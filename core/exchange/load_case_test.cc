#include "core/exchange/load_case.h"

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "core/exchange/keras_test_models.h"
#include "core/graph/example_graphs.h"
#include "core/graph/json.h"
#include "core/graph/pool.h"
#include "core/layers/layer_spec.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"

namespace clonecheck {
namespace {

using nlohmann::json;

class LoadCase : public ::testing::Test {
 protected:
  // The message about a text, empty if it is read.
  std::string Message(absl::string_view text) {
    const absl::StatusOr<Graph> graph = LoadGraph(text, catalogue_);
    EXPECT_TRUE(graph.ok() || absl::IsInvalidArgument(graph.status()))
        << graph.status();
    return std::string(graph.status().message());
  }

  Pool pool_;
  Catalogue catalogue_{pool_};
};

TEST_F(LoadCase, a_case_is_told_by_its_content) {
  const absl::StatusOr<Graph> graph =
      LoadGraph(GraphToJson(SecondOfTwoOutputs(pool_)), catalogue_);
  ASSERT_TRUE(graph.ok()) << graph.status();
  EXPECT_TRUE(*graph == SecondOfTwoOutputs(pool_));
}

TEST_F(LoadCase, a_case_is_resolved) {
  GraphBuilder b;
  const TensorRef x = b.AddInput(pool_.InternShape({kUnknownDim, 4}));
  const uint32_t dense = b.AddLayer(MakeConfig(
      pool_, "Dense",
      {{"units", ConfigValue::Int(3)}, {"use_bias", ConfigValue::Bool(true)}}));
  const TensorRef c = b.AddCall(dense, {x});
  b.SetModel({x}, {c});
  const absl::StatusOr<Graph> graph =
      LoadGraph(GraphToJson(b.graph()), catalogue_);
  ASSERT_TRUE(graph.ok()) << graph.status();
  EXPECT_EQ(graph->layers()[0].config, DenseConfig(pool_, 3));
}

// What only the layer's class can tell is said too.
TEST_F(LoadCase, faults_of_a_case_are_told) {
  json document = json::parse(GraphToJson(SecondOfTwoOutputs(pool_)));
  document["model"]["outputs"][0] = "c0.7";
  EXPECT_EQ(Message(document.dump()),
            "the model: output 0 refers to output 7 of call 0 (layer 0, "
            "Lambda), which has 2 outputs; use an index below that, counted "
            "from 0");
  document["layers"][0]["class"] = "Capsule";
  EXPECT_EQ(Message(document.dump()),
            "layer 0 (Capsule): There is no layer class 'Capsule'; see "
            "`clonecheck list layers`.");
}

TEST_F(LoadCase, faults_of_a_keras_model_are_told) {
  const auto sum_of = [](const std::vector<NodeJson>& nodes) {
    return KerasModelJson(
               "m",
               {InputJson("x"), LayerJson("sum", "Add", json::object(), nodes)},
               {T("x")}, {T("sum")})
        .dump();
  };
  EXPECT_EQ(Message(sum_of({{T("x"), T("x")}})), "");
  EXPECT_EQ(
      Message(sum_of({{T("x"), T("y")}})),
      "/config/layers/1/inbound_nodes/0 (layer \"sum\"), input 1: there "
      "is no layer \"y\" in this model; use a name out of /config/layers");
}

TEST_F(LoadCase, what_is_neither_is_refused) {
  const std::string remedy =
      "; give a case of clonecheck, {\"clonecheck\": 1, …, or what "
      "model.to_json() returns, {\"class_name\": \"Model\", …";
  EXPECT_EQ(Message("{\"a\": 1}"),
            absl::StrCat("the document is an object without the key "
                         "\"clonecheck\" or \"class_name\", neither a case nor "
                         "a Keras model",
                         remedy));
  EXPECT_EQ(Message("[]"), absl::StrCat("the document is a list, neither a "
                                        "case nor a Keras model",
                                        remedy));
  EXPECT_EQ(
      Message("\x89HDF\r\n\x1a\n"),
      absl::StrCat("the file is HDF5, as model.save() writes it", remedy));
  EXPECT_EQ(Message("PK\x03\x04\x14"),
            "the file is a zip, as Keras 3's model.save() writes it; its "
            "config.json is what is read (unzip -p FILE config.json), or give "
            "a case of clonecheck, {\"clonecheck\": 1, …, or what "
            "model.to_json() returns, {\"class_name\": \"Model\", …");
  const json model = KerasModelJson("m", {InputJson("x")}, {T("x")}, {T("x")});
  EXPECT_EQ(Message(json(model.dump()).dump()),
            "the document is a text that holds JSON, not JSON; write what "
            "model.to_json() returns to the file as it is, without json.dump");
}

TEST_F(LoadCase, text_that_is_no_json_is_refused) {
  EXPECT_TRUE(absl::StartsWith(Message("model: x"),
                               "line 1, column 1 (byte 0): this is no JSON: "));
  EXPECT_TRUE(absl::StrContains(Message(""), "empty"));
}

TEST_F(LoadCase, text_that_is_too_much_is_refused) {
  constexpr size_t kHundredMegabytes = size_t{100} << 20;
  EXPECT_TRUE(absl::StrContains(Message(std::string(kHundredMegabytes, '[')),
                                "bytes, more than the 67108864 that"));
  EXPECT_TRUE(
      absl::StrContains(Message(std::string(10'000, '[')), "nested more than"));
  std::string models;
  for (int i = 0; i < 10'000; ++i) {
    models += R"({"class_name":"Model","config":{"layers":[)";
  }
  EXPECT_TRUE(absl::StrContains(Message(models), "nested more than"));
}

}  // namespace
}  // namespace clonecheck
