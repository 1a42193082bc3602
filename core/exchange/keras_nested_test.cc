// Wrappers and Sequentials in Keras' JSON, nested and as the model itself, and
// layers of unknown classes.
#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "core/exchange/keras_json.h"
#include "core/exchange/keras_test_models.h"
#include "core/graph/pool.h"
#include "core/graph/print_text.h"
#include "core/layers/catalogue_facts.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"

namespace clonecheck {
namespace {

using nlohmann::json;

json Inner(const std::string& name, const std::string& class_name,
           json config) {
  config["name"] = name;
  return {{"class_name", class_name}, {"config", std::move(config)}};
}
json InnerDense(const std::string& name) {
  return Inner(name, "Dense", {{"trainable", true}, {"units", 4}});
}
json FirstDense(const std::string& name) {
  json layer = InnerDense(name);
  layer["config"]["batch_input_shape"] = {nullptr, 4};
  layer["config"]["dtype"] = "float32";
  return layer;
}

class KerasNested : public ::testing::Test {
 protected:
  // The document as text, or the error.
  std::string Text(const json& document) {
    const absl::StatusOr<Graph> graph =
        GraphFromKerasJson(document, catalogue_);
    if (!graph.ok()) return std::string(graph.status().message());
    return GraphToText(*graph, &facts_);
  }
  static json Sequential(const json& config) {
    return {{"class_name", "Sequential"},
            {"config", config},
            {"keras_version", "2.2.4"},
            {"backend", "tensorflow"}};
  }
  // x -> one layer, called `calls` times.
  std::string TextOf(const json& layer, const TensorJson& output = T("l")) {
    return Text(
        KerasModelJson("m",
                       {LayerJson("x", "InputLayer",
                                  {{"batch_input_shape", {nullptr, 3, 4}}}, {}),
                        layer},
                       {T("x")}, {output}));
  }

  Pool pool_;
  Catalogue catalogue_{pool_};
  CatalogueFacts facts_{catalogue_};
};

TEST_F(KerasNested, a_wrapper_holds_its_layer_by_name) {
  EXPECT_EQ(TextOf(LayerJson("l", "TimeDistributed",
                             {{"trainable", true}, {"layer", InnerDense("d")}},
                             {{T("x")}})),
            "i0 = Input((None, 3, 4), name='x')\n"
            "l0 = Dense(units=4, name='d')\n"
            "l1 = TimeDistributed(l0, name='l')\n"
            "c0 = l1(i0)\n"
            "model = Model(inputs=[i0], outputs=[c0], name='m')\n");
}

TEST_F(KerasNested, a_wrapper_has_the_outputs_that_its_layer_gives_it) {
  EXPECT_EQ(TextOf(LayerJson("l", "Bidirectional",
                             {{"merge_mode", nullptr},
                              {"layer", Inner("g", "GRU", {{"units", 2}})}},
                             {{T("x")}}),
                   T("l", 0, 1)),
            "i0 = Input((None, 3, 4), name='x')\n"
            "l0 = GRU(units=2, name='g')\n"
            "l1 = Bidirectional(l0, merge_mode=None, name='l')\n"
            "c0 = l1(i0)  # 2 outputs\n"
            "model = Model(inputs=[i0], outputs=[c0.1], name='m')\n");
}

TEST_F(KerasNested, a_wrapper_may_wrap_a_wrapper_or_a_model) {
  const json inner = Inner(
      "t", "TimeDistributed",
      {{"layer", Inner("s", "Sequential", {{"layers", {FirstDense("d")}}})}});
  EXPECT_EQ(
      TextOf(LayerJson("l", "TimeDistributed", {{"layer", inner}}, {{T("x")}})),
      "i0 = Input((None, 3, 4), name='x')\n"
      "l0 = Dense(batch_input_shape=[None, 4], units=4, name='d')\n"
      "l1 = Sequential([l0], name='s')\n"
      "l2 = TimeDistributed(l1, name='t')\n"
      "l3 = TimeDistributed(l2, name='l')\n"
      "c0 = l3(i0)\n"
      "model = Model(inputs=[i0], outputs=[c0], name='m')\n");
}

TEST_F(KerasNested, calls_of_a_nested_sequential_count_from_one) {
  const json layer =
      LayerJson("l", "Sequential",
                {{"layers", {FirstDense("a"), InnerDense("b")}}}, {{T("x")}});
  EXPECT_EQ(TextOf(layer, T("l", 1)),
            "i0 = Input((None, 3, 4), name='x')\n"
            "l0 = Dense(batch_input_shape=[None, 4], units=4, name='a')\n"
            "l1 = Dense(units=4, name='b')\n"
            "l2 = Sequential([l0, l1], name='l')\n"
            "c0 = l2(i0)\n"
            "model = Model(inputs=[i0], outputs=[c0], name='m')\n");
  EXPECT_EQ(TextOf(layer, T("l", 0)),
            "/config/output_layers/0: node 0 of the Sequential \"l\" is its "
            "own, not a call; use one of its calls, which count from 1");
}

TEST_F(KerasNested, a_sequential_may_be_the_model) {
  EXPECT_EQ(Text(Sequential({{"name", "s"},
                             {"layers", {FirstDense("a"), InnerDense("b")}}})),
            "l0 = Dense(batch_input_shape=[None, 4], units=4, name='a')\n"
            "l1 = Dense(units=4, name='b')\n"
            "l2 = Sequential([l0, l1], name='s')\n"
            "model = l2\n");
}

TEST_F(KerasNested, the_shape_that_a_sequential_was_built_on_is_kept) {
  EXPECT_EQ(Text(Sequential({{"name", "s"},
                             {"layers", {InnerDense("a")}},
                             {"build_input_shape", {nullptr, 4}}})),
            "l0 = Dense(units=4, name='a')\n"
            "l1 = Sequential([l0], build_input_shape=[None, 4], name='s')\n"
            "model = l1\n");
}

// Keras up to 2.2.2 wrote the layers alone.
TEST_F(KerasNested, an_old_sequential_is_a_list) {
  EXPECT_EQ(Text(Sequential(json::array({FirstDense("a")}))),
            "l0 = Dense(batch_input_shape=[None, 4], units=4, name='a')\n"
            "l1 = Sequential([l0])\n"
            "model = l1\n");
}

TEST_F(KerasNested, a_model_in_a_sequential_comes_with_its_calls_before_it) {
  const json model = {
      {"class_name", "Model"},
      {"config",
       ModelConfigJson("m", {InputJson("x"), DenseJson("d", {{T("x")}})},
                       {T("x")}, {T("d")})}};
  EXPECT_EQ(Text(Sequential({{"name", "s"}, {"layers", {model}}})),
            "i0 = Input((None, 4), name='x')\n"
            "l0 = Dense(units=4, name='d')\n"
            "c0 = l0(i0)\n"
            "l1 = Model(inputs=[i0], outputs=[c0], name='m')\n"
            "l2 = Sequential([l1], name='s')\n"
            "model = l2\n");
}

TEST_F(KerasNested, faults_inside_are_told_with_their_place) {
  EXPECT_EQ(Text(Sequential({{"name", "s"}, {"layers", {3}}})),
            "/config/layers/0: found 3; expected a layer, {\"class_name\": …, "
            "\"config\": …}");
  EXPECT_EQ(Text(Sequential({{"name", "s"}})),
            "/config: the key \"layers\" is missing; add it");
  EXPECT_EQ(
      Text(Sequential({{"layers", {Inner("d", "Dense", {{"units", -1}})}}}))
          .substr(0, 60),
      "/config/layers/0: Dense: the argument 'units' must be a whol");
  EXPECT_EQ(TextOf(LayerJson("l", "TimeDistributed",
                             {{"layer", {{"class_name", 3}}}}, {{T("x")}})),
            "/config/layers/1/config/layer/class_name: found 3; expected a "
            "text");
  EXPECT_EQ(
      TextOf(LayerJson("l", "TimeDistributed", json::object(), {{T("x")}})),
      "/config/layers/1 (layer \"l\"): TimeDistributed wraps exactly one "
      "layer; give it one child.");
  EXPECT_EQ(
      Text(Sequential({{"layers", json::array()}, {"build_input_shape", "x"}}))
          .substr(0, 52),
      "the model: the argument 'build_input_shape' is \"x\"; ");
}

TEST_F(KerasNested, layers_nested_without_end_are_refused) {
  json layer = InnerDense("d");
  for (int i = 0; i < 80; ++i) {
    layer = Inner("t", "TimeDistributed", {{"layer", layer}});
  }
  EXPECT_NE(Text(Sequential({{"layers", {layer}}}))
                .find("layers are nested more than 64 levels deep"),
            std::string::npos);
}

// ---- Unknown classes --------------------------------------------------------

TEST_F(KerasNested, an_unknown_class_is_opaque_and_its_config_whole) {
  EXPECT_EQ(TextOf(LayerJson("l", "Capsule", {{"trainable", true}, {"n", 3}},
                             {{T("x")}}),
                   T("l", 0, 1)),
            "i0 = Input((None, 3, 4), name='x')\n"
            "l0 = Opaque(class_name='Capsule', config={'n': 3}, outputs=2, "
            "name='l')\n"
            "c0 = l0(i0)  # 2 outputs\n"
            "model = Model(inputs=[i0], outputs=[c0.1], name='m')\n");
}

TEST_F(KerasNested, what_its_calls_give_besides_tensors_is_kept) {
  EXPECT_EQ(TextOf(LayerJson("l", "Capsule", json::object(),
                             {{T("x", 0, 0, {{"routings", 3}})}})),
            "i0 = Input((None, 3, 4), name='x')\n"
            "l0 = Opaque(calls=[{'args': [['$0']], 'kwargs': {'routings': "
            "3}}], class_name='Capsule', name='l')\n"
            "c0 = l0(i0)\n"
            "model = Model(inputs=[i0], outputs=[c0], name='m')\n");
}

TEST_F(KerasNested, a_wrapper_of_an_unknown_class_is_opaque_as_a_whole) {
  EXPECT_EQ(TextOf(LayerJson("l", "TimeDistributed",
                             {{"layer", Inner("c", "Capsule", {{"n", 3}})}},
                             {{T("x")}})),
            "i0 = Input((None, 3, 4), name='x')\n"
            "l0 = Opaque(class_name='TimeDistributed', config={'layer': "
            "{'class_name': 'Capsule', 'config': {'n': 3, 'name': 'c'}}}, "
            "name='l')\n"
            "c0 = l0(i0)\n"
            "model = Model(inputs=[i0], outputs=[c0], name='m')\n");
}

TEST_F(KerasNested, an_unknown_class_may_stand_first_in_a_sequential) {
  json first = Inner("c", "Capsule", {{"n", 3}});
  first["config"]["batch_input_shape"] = {nullptr, 4};
  const std::string text =
      Text(Sequential({{"name", "s"}, {"layers", {first, InnerDense("d")}}}));
  EXPECT_NE(text.find("l0 = Opaque(batch_input_shape=[None, 4], "),
            std::string::npos)
      << text;
}

}  // namespace
}  // namespace clonecheck
