// Models of tf-keras and Keras 3. The forms are those that tf-keras 2.21.0 and
// Keras 3.15.1 wrote, cut down.
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "core/exchange/keras_json.h"
#include "core/graph/pool.h"
#include "core/graph/print_text.h"
#include "core/layers/catalogue_facts.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"

namespace clonecheck {
namespace {

using nlohmann::json;

// A tensor as Keras 3 writes it.
json K(const std::string& layer, int node = 0, int tensor = 0) {
  return {{"class_name", "__keras_tensor__"},
          {"config",
           {{"shape", {nullptr, 4}},
            {"dtype", "float32"},
            {"keras_history", {layer, node, tensor}}}}};
}
// A node of Keras 3.
json Call(const std::vector<json>& args, const json& kwargs = json::object()) {
  return {{"args", args}, {"kwargs", kwargs}};
}
// A node of tf-keras with one tensor.
json Node(const std::string& layer, const json& kwargs = json::object()) {
  return json::array({json::array({layer, 0, 0, kwargs})});
}

json Layer(const std::string& name, const std::string& class_name, json config,
           const std::vector<json>& nodes,
           const std::string& module = "keras.layers") {
  config["name"] = name;
  return {{"module", module},
          {"class_name", class_name},
          {"config", config},
          {"registered_name", nullptr},
          {"build_config", {{"input_shape", {nullptr, 4}}}},
          {"name", name},
          {"inbound_nodes", nodes}};
}
json Policy(const std::string& name) {
  return {{"module", "keras"},
          {"class_name", "DTypePolicy"},
          {"config", {{"name", name}}},
          {"registered_name", nullptr}};
}
json Dense(const std::string& name, const std::vector<json>& nodes) {
  return Layer(name, "Dense",
               {{"trainable", true},
                {"dtype", "float32"},
                {"units", 4},
                {"kernel_initializer",
                 {{"module", "keras.initializers"},
                  {"class_name", "GlorotUniform"},
                  {"config", {{"seed", nullptr}}},
                  {"registered_name", nullptr}}},
                {"quantization_config", nullptr}},
               nodes);
}
json TfInput(const std::string& name, const json& shape = {nullptr, 4}) {
  return Layer(name, "InputLayer",
               {{"batch_input_shape", shape},
                {"dtype", "float32"},
                {"sparse", false},
                {"ragged", false},
                {"optional", false}},
               {});
}
json K3Input(const std::string& name, const json& shape = {nullptr, 4}) {
  json layer = TfInput(name, shape);
  layer["config"].erase("batch_input_shape");
  layer["config"]["batch_shape"] = shape;
  return layer;
}
json Config(const std::vector<json>& layers, const json& inputs,
            const json& outputs) {
  return {{"name", "m"},
          {"trainable", true},
          {"layers", layers},
          {"input_layers", inputs},
          {"output_layers", outputs}};
}
json Document(const json& config, const std::string& version = "2.21.0") {
  json document = {{"class_name", "Functional"}, {"config", config}};
  if (!version.empty()) document["keras_version"] = version;
  return document;
}

class KerasUpgrade : public ::testing::Test {
 protected:
  std::string Text(const json& document) {
    const absl::StatusOr<Graph> graph =
        GraphFromKerasJson(document, catalogue_);
    if (!graph.ok()) return std::string(graph.status().message());
    return GraphToText(*graph, &facts_);
  }
  // The lines for layer `l` of x -> l.
  std::string Tf(const json& layer, const json& shape = {nullptr, 4}) {
    return Middle(Text(Document(
        Config({TfInput("x", shape), layer}, {{"x", 0, 0}}, {{"l", 0, 0}}))));
  }
  std::string K3(const json& layer, const json& shape = {nullptr, 4}) {
    return Middle(Text(Document(
        Config({K3Input("x", shape), layer}, {"x", 0, 0}, {"l", 0, 0}), "")));
  }
  // Without the first and the last line.
  static std::string Middle(const std::string& text) {
    const size_t first = text.find('\n');
    const size_t last = text.rfind("model = ");
    return first == std::string::npos || last == std::string::npos
               ? text
               : text.substr(first + 1, last - first - 1);
  }

  Pool pool_;
  Catalogue catalogue_{pool_};
  CatalogueFacts facts_{catalogue_};
};

TEST_F(KerasUpgrade, a_model_of_either_is_the_same_program) {
  const std::string expected =
      "i0 = Input((None, 4), name='x')\n"
      "l0 = Dense(kernel_initializer={'class_name': 'GlorotUniform', 'config': "
      "{'seed': None}}, units=4, name='d')\n"
      "c0 = l0(i0)\n"
      "l1 = Add(name='sum')\n"
      "c1 = l1([c0, i0])\n"
      "model = Model(inputs=[i0], outputs=[c1], name='m')\n";
  EXPECT_EQ(
      Text(Document(Config(
          {TfInput("x"), Dense("d", {Node("x")}),
           Layer("sum", "Add", {{"dtype", "float32"}},
                 {json::array({json::array({"d", 0, 0, json::object()}),
                               json::array({"x", 0, 0, json::object()})})})},
          {{"x", 0, 0}}, {{"sum", 0, 0}}))),
      expected);
  EXPECT_EQ(
      Text(Document(Config({K3Input("x"), Dense("d", {Call({K("x")})}),
                            Layer("sum", "Add", {{"dtype", Policy("float32")}},
                                  {Call({json::array({K("d"), K("x")})})})},
                           {"x", 0, 0}, {"sum", 0, 0}),
                    "")),
      expected);
}

TEST_F(KerasUpgrade, ends_may_have_any_structure) {
  const std::string expected =
      "i0 = Input((None, 4), name='x')\n"
      "i1 = Input((None, 4), name='y')\n"
      "model = Model(inputs=[i0, i1], outputs=[i1, i0], name='m')\n";
  EXPECT_EQ(Text(Document(Config({K3Input("x"), K3Input("y")},
                                 {{"a", {"x", 0, 0}}, {"b", {"y", 0, 0}}},
                                 {{{"y", 0, 0}}, {"x", 0, 0}}),
                          "")),
            expected);
}

// ---- Arguments --------------------------------------------------------------

TEST_F(KerasUpgrade, arguments_that_say_nothing_to_keras_2_are_dropped) {
  EXPECT_EQ(Tf(Layer("l", "LSTM",
                     {{"units", 3},
                      {"time_major", false},
                      {"zero_output_for_mask", false},
                      {"seed", 3},
                      {"recurrent_activation", "sigmoid"}},
                     {Node("x")}),
               {nullptr, 3, 4}),
            "l0 = LSTM(recurrent_activation='sigmoid', units=3, name='l')\n"
            "c0 = l0(i0)\n");
  EXPECT_EQ(Tf(Layer("l", "Conv1D",
                     {{"filters", 3}, {"kernel_size", {2}}, {"groups", 1}},
                     {Node("x")}),
               {nullptr, 3, 4}),
            "l0 = Conv1D(filters=3, kernel_size=[2], name='l')\n"
            "c0 = l0(i0)\n");
}

TEST_F(KerasUpgrade, others_make_the_layer_opaque) {
  EXPECT_EQ(Tf(Layer("l", "Conv1D",
                     {{"filters", 4}, {"kernel_size", {2}}, {"groups", 2}},
                     {Node("x")}),
               {nullptr, 3, 4}),
            "l0 = Opaque(class_name='Conv1D', config={'filters': 4, 'groups': "
            "2, 'kernel_size': [2]}, name='l')\n"
            "c0 = l0(i0)\n");
}

TEST_F(KerasUpgrade, a_mixed_policy_makes_the_layer_opaque) {
  json layer = Dense("l", {Call({K("x")})});
  layer["config"]["dtype"] = Policy("mixed_float16");
  EXPECT_TRUE(absl::StartsWith(K3(layer), "l0 = Opaque(class_name='Dense', "))
      << K3(layer);
}

TEST_F(KerasUpgrade, an_axis_in_a_list_is_the_axis) {
  EXPECT_EQ(Tf(Layer("l", "BatchNormalization", {{"axis", {1}}}, {Node("x")})),
            "l0 = BatchNormalization(axis=1, name='l')\n"
            "c0 = l0(i0)\n");
}

TEST_F(KerasUpgrade, a_bidirectional_of_keras_3_names_its_layer_as_keras_2) {
  const auto gru = [](const char* name, bool back) -> json {
    return {{"module", "keras.layers"},
            {"class_name", "GRU"},
            {"config", {{"name", name}, {"units", 3}, {"go_backwards", back}}},
            {"registered_name", nullptr}};
  };
  json config = {{"layer", gru("forward_g", false)},
                 {"backward_layer", gru("backward_g", true)}};
  EXPECT_EQ(K3(Layer("l", "Bidirectional", config, {Call({K("x")})}),
               {nullptr, 3, 4}),
            "l0 = GRU(units=3, name='g')\n"
            "l1 = Bidirectional(l0, name='l')\n"
            "c0 = l1(i0)\n");
  config["backward_layer"]["config"]["units"] = 4;
  EXPECT_TRUE(
      absl::StartsWith(K3(Layer("l", "Bidirectional", config, {Call({K("x")})}),
                          {nullptr, 3, 4}),
                       "l0 = Opaque(class_name='Bidirectional', "));
}

TEST_F(KerasUpgrade, a_lambda_holds_its_bytecode) {
  EXPECT_EQ(Tf(Layer("l", "Lambda",
                     {{"function",
                       {{"class_name", "__lambda__"},
                        {"config",
                         {{"code", "4wE="},
                          {"defaults", nullptr},
                          {"closure", nullptr}}}}},
                      {"function_type", "lambda"},
                      {"module", "__main__"},
                      {"output_shape", nullptr},
                      {"output_shape_type", "raw"},
                      {"output_shape_module", nullptr},
                      {"arguments", json::object()}},
                     {Node("x")})),
            "l0 = Lambda(bytecode='4wE=', name='l')\n"
            "c0 = l0(i0)\n");
}

// ---- Calls ------------------------------------------------------------------

TEST_F(KerasUpgrade, keyword_arguments_of_none_are_dropped_and_training_kept) {
  const std::string expected =
      "l0 = Dropout(rate=0.5, name='l')\n"
      "c0 = l0(i0, training=True)\n";
  EXPECT_EQ(Tf(Layer("l", "Dropout", {{"rate", 0.5}},
                     {Node("x", {{"training", true}})})),
            expected);
  EXPECT_EQ(
      K3(Layer("l", "Dropout", {{"rate", 0.5}, {"seed", nullptr}},
               {Call({K("x")}, {{"training", true}, {"mask", nullptr}})})),
      expected);
}

TEST_F(KerasUpgrade, keras_3_writes_training_where_nobody_gave_it) {
  const auto dropout = [](const json& node) {
    return Layer("l", "Dropout", {{"rate", 0.5}}, {node});
  };
  const json kwargs = {{"training", false}};
  EXPECT_EQ(K3(dropout(Call({K("x")}, kwargs))),
            "l0 = Dropout(rate=0.5, name='l')\n"
            "c0 = l0(i0)\n");
  EXPECT_EQ(Tf(dropout(Node("x", kwargs))),
            "l0 = Dropout(rate=0.5, name='l')\n"
            "c0 = l0(i0, training=False)\n");
}

TEST_F(KerasUpgrade, states_by_keyword_are_tensors) {
  const std::vector<json> layers = {
      K3Input("x", {nullptr, 3, 4}), K3Input("h"), K3Input("c"),
      Layer("l", "LSTM", {{"units", 4}},
            {Call({K("x")}, {{"initial_state", {K("h"), K("c")}}})})};
  EXPECT_TRUE(absl::StrContains(
      Text(Document(
          Config(layers, {{"x", 0, 0}, {"h", 0, 0}, {"c", 0, 0}}, {"l", 0, 0}),
          "")),
      "c0 = l0(i0, initial_state=[i1, i2])\n"));
}

TEST_F(KerasUpgrade, masks_that_keras_3_has_propagated_are_left_to_keras_2) {
  EXPECT_EQ(K3(Layer("l", "LSTM", {{"units", 4}},
                     {Call({K("x")}, {{"mask", K("x")}})}),
               {nullptr, 3, 4}),
            "l0 = LSTM(units=4, name='l')\n"
            "c0 = l0(i0)\n");
  EXPECT_EQ(Tf(Layer("l", "LSTM", {{"units", 4}},
                     {Node("x", {{"mask", {"x", 0, 0}}})}),
               {nullptr, 3, 4}),
            "l0 = LSTM(units=4, name='l')\n"
            "c0 = l0(i0, mask=i0)\n");
}

TEST_F(KerasUpgrade, all_tensors_of_an_opaque_layers_call_are_its_inputs) {
  const std::string tf =
      Tf(Layer("l", "MultiHeadAttention", {{"num_heads", 2}},
               {Node("x", {{"value", {"x", 0, 0}}, {"key", nullptr}})}));
  EXPECT_EQ(tf,
            "l0 = Opaque(calls=[{'args': [['$0']], 'kwargs': {'value': "
            "'$1'}}], class_name='MultiHeadAttention', config={'num_heads': "
            "2}, name='l')\n"
            "c0 = l0([i0, i0])\n");
  EXPECT_EQ(K3(Layer("l", "MultiHeadAttention", {{"num_heads", 2}},
                     {Call({K("x"), K("x")})})),
            "l0 = Opaque(calls=[{'args': ['$0', '$1'], 'kwargs': {}}], "
            "class_name='MultiHeadAttention', config={'num_heads': 2}, "
            "name='l')\n"
            "c0 = l0([i0, i0])\n");
}

TEST_F(KerasUpgrade, functions_are_opaque_whatever_they_are_called) {
  EXPECT_EQ(
      Tf(Layer("l", "TFOpLambda", {{"function", "math.add"}},
               {json::array({"x", 0, 0, {{"y", 1.0}, {"name", nullptr}}})})),
      "l0 = Opaque(calls=[{'args': ['$0'], 'kwargs': {'y': 1.0}}], "
      "class_name='TFOpLambda', config={'function': 'math.add'}, "
      "name='l')\n"
      "c0 = l0(i0)\n");
  EXPECT_EQ(K3(Layer("l", "Add", json::object(), {Call({K("x"), 1.0})},
                     "keras.src.ops.numpy")),
            "l0 = Opaque(calls=[{'args': ['$0', 1.0], 'kwargs': {}}], "
            "class_name='Add', name='l')\n"
            "c0 = l0(i0)\n");
}

TEST_F(KerasUpgrade, a_layer_called_as_keras_2_cannot_is_opaque) {
  EXPECT_TRUE(absl::StartsWith(
      K3(Layer("l", "Activation", {{"activation", "relu"}},
               {Call({K("x")}, {{"scale", 3}})})),
      "l0 = Opaque(calls=[{'args': ['$0'], 'kwargs': {'scale': 3}}], "));
}

// ---- Nesting ----------------------------------------------------------------

TEST_F(KerasUpgrade, calls_of_nested_models_count_from_zero_in_keras_3_only) {
  const json k3_inner = Config({K3Input("i"), Dense("d", {Call({K("i")})})},
                               {"i", 0, 0}, {"d", 0, 0});
  const json tf_inner = Config({TfInput("i"), Dense("d", {Node("i")})},
                               {{"i", 0, 0}}, {{"d", 0, 0}});
  const std::string k3 = Text(Document(
      Config(
          {K3Input("x"), Layer("n", "Functional", k3_inner, {Call({K("x")})})},
          {"x", 0, 0}, {"n", 0, 0}),
      ""));
  EXPECT_TRUE(absl::StrContains(k3,
                                "c1 = l1(i0)\nmodel = Model(inputs=[i0], "
                                "outputs=[c1], name='m')\n"))
      << k3;
  EXPECT_EQ(k3,
            Text(Document(Config(
                {TfInput("x"), Layer("n", "Functional", tf_inner, {Node("x")})},
                {{"x", 0, 0}}, {{"n", 1, 0}}))));
}

TEST_F(KerasUpgrade, the_input_of_a_sequential_becomes_its_first_layers_shape) {
  json first = Layer("f", "Flatten", json::object(), {});
  const json document = {{"module", "keras"},
                         {"class_name", "Sequential"},
                         {"config",
                          {{"name", "s"},
                           {"trainable", true},
                           {"dtype", Policy("float32")},
                           {"layers", {K3Input("i", {nullptr, 2, 4}), first}},
                           {"build_input_shape", {nullptr, 2, 4}}}},
                         {"registered_name", nullptr}};
  EXPECT_EQ(Text(document),
            "l0 = Flatten(batch_input_shape=[None, 2, 4], name='f')\n"
            "l1 = Sequential([l0], name='s')\n"
            "model = l1\n");
}

// ---- Bad input --------------------------------------------------------------

TEST_F(KerasUpgrade, ragged_inputs_are_refused) {
  json input = TfInput("x");
  input["config"]["ragged"] = true;
  EXPECT_EQ(Text(Document(Config({input}, {{"x", 0, 0}}, {{"x", 0, 0}}))),
            "/config/layers/0 (layer \"x\"): InputLayer: there is no argument "
            "\"ragged\"; take it out of the config");
}

TEST_F(KerasUpgrade, a_call_without_tensors_is_refused) {
  EXPECT_EQ(K3(Layer("l", "Dense", {{"units", 4}}, {Call({})})),
            "/config/layers/1/inbound_nodes/0 (layer \"l\"): found an empty "
            "list; expected the node's inputs, a list of [layer name, node "
            "index, tensor index, keyword arguments]");
}

// Whatever is in the place of a part, it is refused or read; nothing crashes.
TEST_F(KerasUpgrade, parts_of_any_type_do_no_harm) {
  const json document = Document(
      Config({K3Input("x"),
              Layer("b", "Bidirectional",
                    {{"layer",
                      {{"class_name", "GRU"},
                       {"config", {{"name", "forward_g"}, {"units", 3}}}}},
                     {"backward_layer",
                      {{"class_name", "GRU"},
                       {"config", {{"go_backwards", true}, {"units", 3}}}}}},
                    {Call({K("x")}, {{"mask", nullptr}})}),
              Layer("l", "Lambda",
                    {{"function",
                      {{"class_name", "__lambda__"},
                       {"config", {{"code", "4wE="}}}}}},
                    {Call({K("b")})})},
             {"x", 0, 0}, {"l", 0, 0}),
      "");
  int tried = 0;
  const json flat = document.flatten();
  const json replacements = {nullptr,        1,  "text", true, json::array(),
                             json::object(), {1}};
  for (const auto& [path, value] : flat.items()) {
    // The part itself, and all that it is in.
    for (json::json_pointer at(path); !at.empty(); at = at.parent_pointer()) {
      for (const json& replacement : replacements) {
        json changed = document;
        changed[at] = replacement;
        Text(changed);
        ++tried;
      }
    }
  }
  EXPECT_GT(tried, 1000);
}

}  // namespace
}  // namespace clonecheck
