#include "core/exchange/keras_json.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "core/exchange/keras_test_models.h"
#include "core/graph/pool.h"
#include "core/graph/print_text.h"
#include "core/layers/catalogue_facts.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"

namespace clonecheck {
namespace {

using nlohmann::json;

class KerasJson : public ::testing::Test {
 protected:
  Graph Read(const json& document) {
    absl::StatusOr<Graph> graph = GraphFromKerasJson(document, catalogue_);
    EXPECT_TRUE(graph.ok()) << graph.status();
    return graph.ok() ? *std::move(graph) : Graph();
  }
  // What the document becomes, as text.
  std::string Text(const json& document) {
    return GraphToText(Read(document), &facts_);
  }
  // The text of x -> one layer.
  std::string TextOfLayer(const std::string& class_name, const json& config) {
    return Text(KerasModelJson(
        "m", {InputJson("x"), LayerJson("l", class_name, config, {{T("x")}})},
        {T("x")}, {T("l")}));
  }
  static json LambdaConfig(const std::string& code) {
    return {
        {"trainable", true},          {"function", {code, nullptr, nullptr}},
        {"function_type", "lambda"},  {"output_shape", nullptr},
        {"output_shape_type", "raw"}, {"arguments", json::object()}};
  }

  Pool pool_;
  Catalogue catalogue_{pool_};
  CatalogueFacts facts_{catalogue_};
};

TEST_F(KerasJson, a_model_becomes_the_program_that_makes_it) {
  EXPECT_EQ(Text(KerasModelJson(
                "m",
                {InputJson("x"), DenseJson("d", {{T("x")}}),
                 LayerJson("sum", "Add", json::object(), {{T("d"), T("x")}})},
                {T("x")}, {T("sum"), T("d")})),
            "i0 = Input((None, 4), name='x')\n"
            "l0 = Dense(units=4, name='d')\n"
            "c0 = l0(i0)\n"
            "l1 = Add(name='sum')\n"
            "c1 = l1([c0, i0])\n"
            "model = Model(inputs=[i0], outputs=[c1, c0], name='m')\n");
}

TEST_F(KerasJson, custom_classes_of_the_harness_are_known) {
  EXPECT_EQ(TextOfLayer("MultiOut", {{"n", 3}}),
            "i0 = Input((None, 4), name='x')\n"
            "l0 = MultiOut(n=3, name='l')\n"
            "c0 = l0(i0)  # 3 outputs\n"
            "model = Model(inputs=[i0], outputs=[c0.0], name='m')\n");
}

// ---- Nested models ----------------------------------------------------------

json Twice(int node) {
  const json inner =
      ModelConfigJson("inner", {InputJson("x"), DenseJson("d", {{T("x")}})},
                      {T("x")}, {T("d")});
  return KerasModelJson(
      "outer", {InputJson("x"), LayerJson("inner", "Model", inner, {{T("x")}})},
      {T("x")}, {T("inner", node, 0)});
}

TEST_F(KerasJson, the_calls_of_a_nested_model_count_from_1) {
  EXPECT_EQ(Text(Twice(1)),
            "i0 = Input((None, 4), name='x')\n"
            "i1 = Input((None, 4), name='x')\n"
            "l0 = Dense(units=4, name='d')\n"
            "c0 = l0(i1)\n"
            "l1 = Model(inputs=[i1], outputs=[c0], name='inner')\n"
            "c1 = l1(i0)\n"
            "model = Model(inputs=[i0], outputs=[c1], name='outer')\n");
}

TEST_F(KerasJson, node_0_of_a_nested_model_is_what_it_is_made_of) {
  const Graph graph = Read(Twice(0));
  EXPECT_EQ(graph.model_outputs()[0], TensorRef::Call(0, 0));
}

TEST_F(KerasJson, models_may_be_nested_as_deep_as_the_limit) {
  json layer = DenseJson("l", {{T("x")}});
  int outer_node = 0;
  for (size_t depth = 0; depth < 60; ++depth) {
    layer = LayerJson("l", "Model",
                      ModelConfigJson("l", {InputJson("x"), layer}, {T("x")},
                                      {T("l", outer_node, 0)}),
                      {{T("x")}});
    outer_node = 1;
  }
  const Graph graph = Read(KerasModelJson("m", {InputJson("x"), layer},
                                          {T("x")}, {T("l", outer_node, 0)}));
  EXPECT_EQ(graph.calls().size(), 61u);
  EXPECT_EQ(graph.inputs().size(), 61u);
}

// ---- Order of calls ---------------------------------------------------------

TEST_F(KerasJson, calls_wait_for_layers_that_come_later_in_the_file) {
  EXPECT_EQ(Text(KerasModelJson(
                "m",
                {DenseJson("c", {{T("b")}}), DenseJson("b", {{T("a")}}),
                 DenseJson("a", {{T("x")}}), InputJson("x")},
                {T("x")}, {T("c")})),
            "i0 = Input((None, 4), name='x')\n"
            "l2 = Dense(units=4, name='a')\n"
            "c0 = l2(i0)\n"
            "l1 = Dense(units=4, name='b')\n"
            "c1 = l1(c0)\n"
            "l0 = Dense(units=4, name='c')\n"
            "c2 = l0(c1)\n"
            "model = Model(inputs=[i0], outputs=[c2], name='m')\n");
}

// keras#11159: `d` is first called on what comes late, and then on the input.
TEST_F(KerasJson, a_shared_layer_is_called_in_the_order_of_its_nodes) {
  EXPECT_EQ(
      Text(KerasModelJson("m",
                          {InputJson("x"), DenseJson("d", {{T("e")}, {T("x")}}),
                           DenseJson("e", {{T("x")}})},
                          {T("x")}, {T("d", 1, 0), T("d")})),
      "i0 = Input((None, 4), name='x')\n"
      "l1 = Dense(units=4, name='e')\n"
      "c0 = l1(i0)\n"
      "l0 = Dense(units=4, name='d')\n"
      "c1 = l0(c0)\n"
      "c2 = l0(i0)\n"
      "model = Model(inputs=[i0], outputs=[c2, c1], name='m')\n");
}

TEST_F(KerasJson, a_long_chain_written_backwards_takes_no_time) {
  constexpr int kLayers = 20'000;
  std::vector<json> layers;
  for (int i = kLayers; i > 0; --i) {
    const std::string below = i == 1 ? "x" : absl::StrCat("d", i - 1);
    layers.push_back(DenseJson(absl::StrCat("d", i), {{T(below)}}));
  }
  layers.push_back(InputJson("x"));
  const Graph graph = Read(
      KerasModelJson("m", layers, {T("x")}, {T(absl::StrCat("d", kLayers))}));
  EXPECT_EQ(graph.calls().size(), static_cast<size_t>(kLayers));
}

// ---- Nodes and layers -------------------------------------------------------

TEST_F(KerasJson, keyword_arguments_are_those_of_the_last_input) {
  EXPECT_EQ(
      Text(KerasModelJson(
          "m",
          {InputJson("x"), LayerJson("sum", "Add", json::object(),
                                     {{T("x", 0, 0, {{"training", true}}),
                                       T("x", 0, 0,
                                         {{"training", false},
                                          {"mask", {nullptr, nullptr}}})}})},
          {T("x")}, {T("sum")})),
      "i0 = Input((None, 4), name='x')\n"
      "l0 = Add(name='sum')\n"
      "c0 = l0([i0, i0], mask=[None, None], training=False)\n"
      "model = Model(inputs=[i0], outputs=[c0], name='m')\n");
}

TEST_F(KerasJson, inputs_without_keyword_arguments_are_read_too) {
  json document = KerasModelJson(
      "m", {InputJson("x"), DenseJson("d", {{T("x")}})}, {T("x")}, {T("d")});
  document["config"]["layers"][1]["inbound_nodes"][0][0] =
      json::array({"x", 0, 0});
  EXPECT_EQ(Read(document).calls().size(), 1u);
}

TEST_F(KerasJson, frozen_layers_and_sparse_inputs_stay_so) {
  json document = KerasModelJson(
      "m", {InputJson("x"), DenseJson("d", {{T("x")}})}, {T("x")}, {T("d")});
  json& layers = document["config"]["layers"];
  layers[0]["config"]["sparse"] = true;
  layers[0]["config"]["dtype"] = "int32";
  layers[1]["config"]["trainable"] = false;
  // As Keras 2.2.5 and later write it.
  layers[1]["config"]["dtype"] = "float32";
  EXPECT_EQ(Text(document),
            "i0 = Input((None, 4), dtype='int32', sparse=True, name='x')\n"
            "l0 = Dense(units=4, name='d', trainable=False)\n"
            "c0 = l0(i0)\n"
            "model = Model(inputs=[i0], outputs=[c0], name='m')\n");
}

TEST_F(KerasJson, a_layer_is_found_by_its_entry_and_named_by_its_config) {
  json document = KerasModelJson(
      "m", {InputJson("x"), DenseJson("d", {{T("x")}})}, {T("x")}, {T("d")});
  document["config"]["layers"][1]["config"]["name"] = "other";
  document["config"]["layers"][0]["config"].erase("name");
  document["config"].erase("name");
  EXPECT_EQ(Text(document),
            "i0 = Input((None, 4))\n"
            "l0 = Dense(units=4, name='other')\n"
            "c0 = l0(i0)\n"
            "model = Model(inputs=[i0], outputs=[c0])\n");
}

TEST_F(KerasJson, inputs_may_be_outputs_and_outputs_may_repeat) {
  const Graph graph =
      Read(KerasModelJson("m", {InputJson("x"), DenseJson("d", {{T("x")}})},
                          {T("x")}, {T("d"), T("x"), T("d")}));
  ASSERT_EQ(graph.model_outputs().size(), 3u);
  EXPECT_EQ(graph.model_outputs()[1], TensorRef::Input(0));
  EXPECT_EQ(graph.model_outputs()[2], graph.model_outputs()[0]);
}

// ---- Lambdas ----------------------------------------------------------------

TEST_F(KerasJson, bytecode_is_an_opaque_function) {
  EXPECT_EQ(TextOfLayer("Lambda", LambdaConfig("4wEA\n")),
            "i0 = Input((None, 4), name='x')\n"
            "l0 = Lambda(bytecode='4wEA\\n', name='l')\n"
            "c0 = l0(i0)\n"
            "model = Model(inputs=[i0], outputs=[c0], name='m')\n");
}

TEST_F(KerasJson, a_lambda_has_the_outputs_that_are_used) {
  const Graph graph = Read(KerasModelJson(
      "m",
      {InputJson("x"),
       LayerJson("l", "Lambda", LambdaConfig("4wEA"), {{T("x")}, {T("x")}}),
       DenseJson("d", {{T("l", 1, 3)}})},
      {T("x")}, {T("l", 0, 1), T("d")}));
  EXPECT_EQ(facts_.NumOutputs(graph, graph.layers()[0]), 4);
}

TEST_F(KerasJson, functions_are_the_same_if_all_that_keras_wrote_is) {
  const auto config = [&](const json& lambda) {
    return Read(KerasModelJson("m",
                               {InputJson("x"),
                                LayerJson("l", "Lambda", lambda, {{T("x")}})},
                               {T("x")}, {T("l")}))
        .layers()[0]
        .config;
  };
  const json plain = LambdaConfig("4wEA");
  EXPECT_EQ(config(plain), config(LambdaConfig("4wEA")));
  EXPECT_NE(config(plain), config(LambdaConfig("4wEB")));
  json other = plain;
  other["arguments"]["rows"] = 2;
  EXPECT_NE(config(plain), config(other));
  other = plain;
  other["output_shape"] = {1};
  EXPECT_NE(config(plain), config(other));
  other = plain;
  other["function"][1] = {1};
  EXPECT_NE(config(plain), config(other));
  other = plain;
  other["function"][2] = {1};
  EXPECT_NE(config(plain), config(other));
}

TEST_F(KerasJson, a_function_given_by_name_is_one_of_the_vocabulary) {
  json config = LambdaConfig("");
  config["function"] = "two";
  config["function_type"] = "function";
  EXPECT_EQ(TextOfLayer("Lambda", config),
            "i0 = Input((None, 4), name='x')\n"
            "l0 = Lambda(function='two', name='l')\n"
            "c0 = l0(i0)  # 2 outputs\n"
            "model = Model(inputs=[i0], outputs=[c0.0], name='m')\n");
}

}  // namespace
}  // namespace clonecheck
