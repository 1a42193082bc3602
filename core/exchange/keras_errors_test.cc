// What is wrong with a Keras model is said in one message, which names the
// place and what to do.
#include <functional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "core/exchange/keras_json.h"
#include "core/exchange/keras_test_models.h"
#include "core/graph/pool.h"
#include "core/limits.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"

namespace clonecheck {
namespace {

using nlohmann::json;

class KerasErrors : public ::testing::Test {
 protected:
  std::string Message(const json& document) {
    const absl::StatusOr<Graph> graph =
        GraphFromKerasJson(document, catalogue_);
    EXPECT_TRUE(graph.ok() || absl::IsInvalidArgument(graph.status()))
        << graph.status();
    return std::string(graph.status().message());
  }
  std::string MessageOfText(const std::string& text) {
    return Message(json::parse(text));
  }
  // The message about x -> Dense d -> Add sum, after a change of it.
  std::string After(const std::function<void(json&)>& change) {
    json document = KerasModelJson(
        "m",
        {InputJson("x"), DenseJson("d", {{T("x")}}),
         LayerJson("sum", "Add", json::object(), {{T("d"), T("x")}})},
        {T("x")}, {T("sum")});
    EXPECT_EQ(Message(document), "");
    change(document);
    return Message(document);
  }
  // The same, where the change is of one layer's entry, or of its config.
  std::string AfterLayer(size_t layer, const std::function<void(json&)>& f) {
    return After([&](json& d) { f(d["config"]["layers"][layer]); });
  }
  std::string AfterConfig(size_t layer, const std::function<void(json&)>& f) {
    return AfterLayer(layer, [&](json& l) { f(l["config"]); });
  }

  Pool pool_;
  Catalogue catalogue_{pool_};
};

// ---- The document -----------------------------------------------------------

TEST_F(KerasErrors, json_that_is_no_object) {
  EXPECT_EQ(MessageOfText("[1]"),
            "the document: found a list; expected a model as model.to_json() "
            "writes it, {\"class_name\": \"Model\", \"config\": …}");
}

TEST_F(KerasErrors, an_object_that_is_no_model) {
  EXPECT_EQ(MessageOfText("{}"),
            "the document: the key \"class_name\" is missing; add it");
  EXPECT_EQ(MessageOfText("{\"class_name\": 3}"),
            "/class_name: found 3; expected a text");
  EXPECT_EQ(MessageOfText("{\"class_name\": \"Model\"}"),
            "the document: the key \"config\" is missing; add it");
  EXPECT_EQ(MessageOfText("{\"class_name\": \"Model\", \"config\": []}"),
            "/config: found a list; expected an object");
}

TEST_F(KerasErrors, a_config_without_its_model) {
  EXPECT_EQ(After([](json& d) { d = json(d["config"]); }),
            "the document: this looks like the config of a model alone; give "
            "model.to_json(), or {\"class_name\": \"Model\", \"config\": …} "
            "around it");
}

TEST_F(KerasErrors, models_of_another_class) {
  EXPECT_EQ(After([](json& d) { d["class_name"] = "Mode"; }),
            "/class_name: found \"Mode\"; expected \"Model\" or "
            "\"Sequential\"");
}

TEST_F(KerasErrors, keys_that_are_missing) {
  for (const char* key : {"layers", "input_layers", "output_layers"}) {
    EXPECT_EQ(
        After([&](json& d) { d["config"].erase(key); }),
        absl::StrCat("/config: the key \"", key, "\" is missing; add it"));
  }
  for (const char* key : {"name", "class_name", "config", "inbound_nodes"}) {
    EXPECT_EQ(AfterLayer(1, [&](json& l) { l.erase(key); }),
              absl::StrCat("/config/layers/1: the key \"", key,
                           "\" is missing; add it"));
  }
}

TEST_F(KerasErrors, values_of_the_wrong_type) {
  EXPECT_EQ(After([](json& d) { d["config"]["name"] = 1; }),
            "/config/name: found 1; expected a text");
  EXPECT_EQ(After([](json& d) { d["config"]["layers"] = "d"; }),
            "/config/layers: found \"d\"; expected a list");
  EXPECT_EQ(AfterLayer(1, [](json& l) { l = nullptr; }),
            "/config/layers/1: found null; expected a layer, {\"name\": …, "
            "\"class_name\": …, \"config\": …, \"inbound_nodes\": …}");
  EXPECT_EQ(AfterLayer(1, [](json& l) { l["inbound_nodes"] = 1.5; }),
            "/config/layers/1/inbound_nodes: found 1.5; expected a list");
}

TEST_F(KerasErrors, models_without_ends) {
  EXPECT_EQ(
      After([](json& d) { d["config"]["input_layers"] = json::array(); }),
      "/config/input_layers: the list is empty; clonecheck needs a model with "
      "at least one input");
  EXPECT_EQ(
      After([](json& d) { d["config"]["output_layers"] = json::array(); }),
      "/config/output_layers: the list is empty; clonecheck needs a model with "
      "at least one output");
}

// ---- References -------------------------------------------------------------

TEST_F(KerasErrors, a_dangling_layer) {
  EXPECT_EQ(
      AfterLayer(2, [](json& l) { l["inbound_nodes"][0][1][0] = "summ"; }),
      "/config/layers/2/inbound_nodes/0 (layer \"sum\"), input 1: there is no "
      "layer \"summ\" in this model; did you mean \"sum\"?; use a name out of "
      "/config/layers");
  EXPECT_EQ(
      After([](json& d) { d["config"]["output_layers"][0][0] = "nothing"; }),
      "/config/output_layers/0: there is no layer \"nothing\" in this model; "
      "use a name out of /config/layers");
}

TEST_F(KerasErrors, a_dangling_node) {
  EXPECT_EQ(
      AfterLayer(2, [](json& l) { l["inbound_nodes"][0][0][1] = 1; }),
      "/config/layers/2/inbound_nodes/0 (layer \"sum\"), input 0: there is no "
      "node 1 of the layer \"d\", only node 0; use one of these");
  EXPECT_EQ(
      AfterLayer(1, [](json& l) { l["inbound_nodes"] = json::array(); }),
      "/config/layers/2/inbound_nodes/0 (layer \"sum\"), input 0: there is no "
      "node 0 of the layer \"d\", which is never called; call it, or use "
      "another layer");
}

TEST_F(KerasErrors, a_dangling_node_of_a_nested_model) {
  const json inner = ModelConfigJson(
      "in", {InputJson("x"), DenseJson("d", {{T("x")}})}, {T("x")}, {T("d")});
  EXPECT_EQ(
      Message(KerasModelJson(
          "m", {InputJson("x"), LayerJson("in", "Model", inner, {{T("x")}})},
          {T("x")}, {T("in", 2)})),
      "/config/output_layers/0: there is no node 2 of the layer \"in\", "
      "only nodes 0 to 1 (the calls of a Model count from 1); use one of "
      "these");
}

TEST_F(KerasErrors, a_dangling_tensor) {
  EXPECT_EQ(
      AfterLayer(2, [](json& l) { l["inbound_nodes"][0][0][2] = 1; }),
      "/config/layers/2/inbound_nodes/0 (layer \"sum\"), input 0: there is no "
      "tensor 1 of the layer \"d\", which has one output; use a tensor index "
      "below that, counted from 0");
  EXPECT_EQ(
      After([](json& d) { d["config"]["input_layers"][0][2] = 2; }),
      "/config/input_layers/0: there is no tensor 2 of the layer \"x\", which "
      "has one output; use a tensor index below that, counted from 0");
}

TEST_F(KerasErrors, references_of_the_wrong_form) {
  const std::string place =
      "/config/layers/2/inbound_nodes/0 (layer \"sum\"), input 0: ";
  const auto after = [&](const json& input) {
    return AfterLayer(2, [&](json& l) { l["inbound_nodes"][0][0] = input; });
  };
  const std::string form =
      "; expected [layer name, node index, tensor index, keyword arguments], "
      "the last an object";
  EXPECT_EQ(after("d"), absl::StrCat(place, "found \"d\"", form));
  EXPECT_EQ(after(json::array({"d", 0})),
            absl::StrCat(place, "found a list", form));
  EXPECT_EQ(after(json::array({"d", 0, 0, nullptr})),
            absl::StrCat(place, "found a list", form));
  EXPECT_EQ(after(json::array({7, 0, 0, json::object()})),
            absl::StrCat(place, "found 7; expected a layer's name in front"));
  EXPECT_EQ(after(json::array({"d", -1, 0, json::object()})),
            absl::StrCat(place,
                         "found -1; expected a node index behind the "
                         "layer's name, a whole number from 0 to 20000"));
  EXPECT_EQ(after(json::array({"d", 0, 1e9, json::object()})),
            absl::StrCat(place,
                         "found 1000000000.0; expected a tensor index behind "
                         "the node index, a whole number from 0 to 1023"));
  EXPECT_EQ(
      AfterLayer(2, [](json& l) { l["inbound_nodes"][0] = json::array(); }),
      "/config/layers/2/inbound_nodes/0 (layer \"sum\"): found an empty "
      "list; expected the node's inputs, a list of [layer name, node "
      "index, tensor index, keyword arguments]");
  // As tf.keras writes a model of one output.
  EXPECT_EQ(After([](json& d) {
              d["config"]["output_layers"] = json::array({"sum", 0, 0});
            }),
            "/config/output_layers/0: found \"sum\"; expected [layer name, "
            "node index, tensor index]");
}

// ---- Order ------------------------------------------------------------------

TEST_F(KerasErrors, a_call_on_its_own_output) {
  EXPECT_EQ(
      AfterLayer(1, [](json& l) { l["inbound_nodes"][0][0][0] = "d"; }),
      "/config/layers/1/inbound_nodes/0 (layer \"d\"): the call needs itself: "
      "it needs node 0 of the layer \"d\"; correct the inbound nodes of one of "
      "these");
}

TEST_F(KerasErrors, calls_in_a_circle) {
  // Neither the input nor what follows the circle is blamed.
  EXPECT_EQ(
      Message(KerasModelJson(
          "m",
          {InputJson("x"), DenseJson("after", {{T("b")}}),
           DenseJson("a", {{T("b")}}), DenseJson("b", {{T("a")}})},
          {T("x")}, {T("after")})),
      "/config/layers/2/inbound_nodes/0 (layer \"a\"): the call needs itself: "
      "it needs node 0 of the layer \"b\", which needs node 0 of the layer "
      "\"a\"; correct the inbound nodes of one of these");
}

// Keras 2.2.4 would make the second node first, and so another model; later
// versions would never come back.
TEST_F(KerasErrors, a_call_that_needs_a_later_call_of_its_layer) {
  EXPECT_EQ(Message(KerasModelJson(
                "m",
                {InputJson("x"), DenseJson("d", {{T("e")}, {T("x")}}),
                 DenseJson("e", {{T("d", 1)}})},
                {T("x")}, {T("d")})),
            "/config/layers/1/inbound_nodes/0 (layer \"d\"): the call needs "
            "itself: it needs node 0 of the layer \"e\", which needs node 1 of "
            "the layer \"d\", which comes after node 0 of the layer \"d\"; "
            "correct the inbound nodes of one of these");
}

TEST_F(KerasErrors, a_long_circle_is_cut_short) {
  std::vector<json> layers = {InputJson("x")};
  for (int i = 0; i < 20'000; ++i) {
    layers.push_back(DenseJson(absl::StrCat("d", i),
                               {{T(absl::StrCat("d", (i + 1) % 20'000))}}));
  }
  EXPECT_EQ(Message(KerasModelJson("m", layers, {T("x")}, {T("d0")})),
            "/config/layers/1/inbound_nodes/0 (layer \"d0\"): the call needs "
            "itself: it needs node 0 of the layer \"d1\", which needs node 0 "
            "of the layer \"d2\", which needs node 0 of the layer \"d3\", "
            "which needs node 0 of the layer \"d4\", which needs node 0 of the "
            "layer \"d5\", and so on; correct the inbound nodes of one of "
            "these");
}

// ---- Layers -----------------------------------------------------------------

TEST_F(KerasErrors, a_sequential_without_layers) {
  EXPECT_EQ(AfterLayer(1, [](json& l) { l["class_name"] = "Sequential"; }),
            "/config/layers/1/config: the key \"layers\" is missing; add it");
}

TEST_F(KerasErrors, arguments_that_the_class_does_not_take) {
  EXPECT_EQ(AfterConfig(1, [](json& c) { c["unit"] = 3; }),
            "/config/layers/1 (layer \"d\"): Dense: there is no argument "
            "'unit'; take it out of the config.");
  EXPECT_EQ(AfterConfig(1, [](json& c) { c["units"] = -3; }),
            "/config/layers/1 (layer \"d\"): Dense: the argument 'units' must "
            "be a whole number from 1 to 2147483647, but is -3; correct it in "
            "the config.");
  EXPECT_EQ(AfterConfig(1, [](json& c) { c["trainable"] = 1; }),
            "/config/layers/1 (layer \"d\"): the argument 'trainable' is 1; "
            "expected true or false");
  EXPECT_EQ(AfterConfig(1, [](json& c) { c["name"] = 1; }),
            "/config/layers/1 (layer \"d\"): the argument 'name' is 1; "
            "expected a text");
}

TEST_F(KerasErrors, inputs_of_the_wrong_form) {
  const std::string place = "/config/layers/0 (layer \"x\"): ";
  EXPECT_EQ(AfterConfig(0, [](json& c) { c.erase("batch_input_shape"); }),
            absl::StrCat(place,
                         "InputLayer: the argument 'batch_input_shape' "
                         "is missing; add a list of sizes, the batch "
                         "size first"));
  EXPECT_EQ(AfterConfig(0, [](json& c) { c["batch_input_shape"] = 4; }),
            absl::StrCat(place,
                         "the argument 'batch_input_shape' is 4; "
                         "expected a list of 1 to 8 sizes, the batch "
                         "size first, null for any size"));
  EXPECT_EQ(AfterConfig(0, [](json& c) { c["batch_input_shape"][1] = 0; }),
            absl::StrCat(place,
                         "the argument 'batch_input_shape' has the size "
                         "0; expected a number from 1 to 16777216, or "
                         "null for any size"));
  EXPECT_EQ(AfterConfig(0, [](json& c) { c["dtype"] = "float31"; }),
            absl::StrCat(place,
                         "the argument 'dtype' is \"float31\"; expected "
                         "one of float32, float64, float16, int32, "
                         "int64, bool"));
  EXPECT_EQ(AfterConfig(0, [](json& c) { c["ragged"] = false; }),
            absl::StrCat(place,
                         "InputLayer: there is no argument \"ragged\"; "
                         "take it out of the config"));
  EXPECT_EQ(AfterConfig(0, [](json& c) { c["sparse"] = 0; }),
            absl::StrCat(place,
                         "the argument 'sparse' is 0; expected true or "
                         "false"));
}

TEST_F(KerasErrors, an_input_layer_that_is_called) {
  EXPECT_EQ(Message(KerasModelJson(
                "m",
                {InputJson("x"),
                 LayerJson("y", "InputLayer", {{"batch_input_shape", {1, 4}}},
                           {{T("x")}})},
                {T("x")}, {T("y", 1)})),
            "/config/layers/1/inbound_nodes: the InputLayer \"y\" is called on "
            "a tensor, which clonecheck's graphs cannot hold; use that tensor "
            "in its place");
}

TEST_F(KerasErrors, two_layers_of_one_name) {
  EXPECT_EQ(AfterLayer(2, [](json& l) { l["name"] = "d"; }),
            "/config/layers/2: the layers 1 and 2 are both named \"d\"; give "
            "one another name");
}

TEST_F(KerasErrors, lambdas_of_the_wrong_form) {
  const json good = {{"function", {"4wEA", nullptr, nullptr}},
                     {"function_type", "lambda"}};
  const auto message = [&](const std::function<void(json&)>& change) {
    return AfterLayer(1, [&](json& l) {
      l["class_name"] = "Lambda";
      l["config"] = good;
      change(l["config"]);
    });
  };
  const std::string place = "/config/layers/1 (layer \"d\"): ";
  EXPECT_EQ(message([](json&) {}), "");
  EXPECT_EQ(message([](json& c) { c.erase("function"); }),
            absl::StrCat(place,
                         "Lambda: the argument 'function' is missing; "
                         "add it, as Keras' to_json writes it"));
  EXPECT_EQ(message([](json& c) { c["function"].erase(2); }),
            absl::StrCat(place,
                         "the argument 'function' is a list; expected "
                         "[bytecode, defaults, closure], as Keras' "
                         "to_json writes it"));
  EXPECT_EQ(message([](json& c) { c["function_type"] = "code"; }),
            absl::StrCat(place,
                         "the argument 'function_type' is \"code\"; "
                         "expected \"lambda\" for bytecode, or "
                         "\"function\" for a name"));
  EXPECT_EQ(message([](json& c) { c["outputs"] = 7; }),
            absl::StrCat(place,
                         "Lambda: there is no argument 'outputs'; take "
                         "it out of the config"));
  EXPECT_TRUE(absl::StartsWith(
      message([](json& c) {
        c["function_type"] = "function";
        c["function"] = "softmax";
      }),
      absl::StrCat(place, "Lambda: the argument 'function' must be one of ")));
}

// ---- Limits -----------------------------------------------------------------

// 65 levels of models fit into the levels that JSON may have.
TEST_F(KerasErrors, models_nested_too_deeply) {
  std::string text = R"({"class_name":"Model","config":{)";
  std::string tail;
  for (size_t i = 0; i <= kMaxNesting; ++i) {
    text += R"("input_layers":[],"output_layers":[],"layers":[{"name":"m",)"
            R"("class_name":"Model","inbound_nodes":[],"config":{)";
    tail += "}}]";
  }
  const std::string message = MessageOfText(text + tail + "}}");
  EXPECT_TRUE(absl::StrContains(
      message,
      ": models are nested more than 64 levels deep; use a flatter "
      "model"))
      << message;
}

TEST_F(KerasErrors, too_many_layers) {
  std::string text = R"({"class_name":"Model","config":{"input_layers":[],)"
                     R"("output_layers":[],"layers":[0)";
  for (size_t i = 0; i < kMaxLayers + kMaxInputs; ++i) text += ",0";
  EXPECT_EQ(MessageOfText(text + "]}}"),
            "/config/layers: there are more layers than the 20000 that "
            "clonecheck takes; use a smaller model");
}

TEST_F(KerasErrors, too_many_nodes) {
  EXPECT_EQ(AfterLayer(1,
                       [](json& l) {
                         for (size_t i = 0; i < kMaxCalls; ++i) {
                           l["inbound_nodes"].push_back(0);
                         }
                       }),
            "/config/layers/1/inbound_nodes: there are more nodes than the "
            "20000 calls that clonecheck takes; use a smaller model");
}

TEST_F(KerasErrors, names_that_are_too_long) {
  const std::string name(kMaxNameBytes + 1, 'n');
  EXPECT_TRUE(absl::StrContains(
      After([&](json& d) { d["config"]["name"] = name; }), "use at most 1024"));
  EXPECT_TRUE(
      absl::StrContains(AfterConfig(1, [&](json& c) { c[name] = {{name, 1}}; }),
                        "use at most 1024"));
  EXPECT_TRUE(absl::StrContains(
      AfterLayer(1, [&](json& l) { l["inbound_nodes"][0][0][3][name] = 1; }),
      "is no Python identifier"));
}

}  // namespace
}  // namespace clonecheck
