#include "core/exchange/keras_json_write.h"

#include <string>

#include "absl/strings/str_replace.h"
#include "core/engine/build.h"
#include "core/exchange/keras_json.h"
#include "core/graph/json.h"
#include "core/layers/catalogue.h"
#include "core/layers/resolve_graph.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

using nlohmann::json;

class KerasJsonWrite : public testing::Test {
 protected:
  // to_json of the model of a case, in this version.
  json Write(const std::string& graph, const char* version) {
    absl::StatusOr<Graph> read = GraphFromJson(graph, pool_);
    EXPECT_TRUE(read.ok()) << read.status();
    absl::StatusOr<Graph> resolved = ResolveGraph(*read, catalogue_);
    EXPECT_TRUE(resolved.ok()) << resolved.status();
    Session session(catalogue_, *FindEngineRules(version));
    absl::StatusOr<Built> built = BuildGraph(session, *resolved);
    EXPECT_TRUE(built.ok()) << built.status();
    return json::parse(ModelToKerasJson(session, *built->model));
  }

  Pool pool_;
  Catalogue catalogue_{pool_};
};

constexpr char kDenseTwice[] = R"({
  "clonecheck": 1,
  "inputs": [{"shape": [null, 3], "name": "in"}],
  "layers": [
    {"class": "Dense", "config": {"units": 3}, "name": "d",
     "trainable": false},
    {"class": "Lambda", "config": {"function": "mask_scale", "mask": "keep"},
     "name": "l"}
  ],
  "calls": [
    {"layer": 0, "inputs": ["i0"]},
    {"layer": 0, "inputs": ["c0"]},
    {"layer": 1, "inputs": ["c1"],
     "kwargs": [{"name": "mask", "value": null}]}
  ],
  "model": {"inputs": ["i0"], "outputs": ["c2"], "name": "m"}
})";

// The text that the real Keras 2.2.4 gave for this model, the bytecode of the
// function replaced by its name.
constexpr char kDenseTwiceOf224[] = R"({
  "class_name": "Model",
  "config": {
    "name": "m",
    "layers": [
      {"name": "in", "class_name": "InputLayer",
       "config": {"batch_input_shape": [null, 3], "dtype": "float32",
                  "sparse": false, "name": "in"},
       "inbound_nodes": []},
      {"name": "d", "class_name": "Dense",
       "config": {"name": "d", "trainable": false, "units": 3,
                  "activation": "linear", "use_bias": true,
                  "kernel_initializer": {
                    "class_name": "VarianceScaling",
                    "config": {"scale": 1.0, "mode": "fan_avg",
                               "distribution": "uniform", "seed": null}},
                  "bias_initializer": {"class_name": "Zeros", "config": {}},
                  "kernel_regularizer": null, "bias_regularizer": null,
                  "activity_regularizer": null, "kernel_constraint": null,
                  "bias_constraint": null},
       "inbound_nodes": [[["in", 0, 0, {}]], [["d", 0, 0, {}]]]},
      {"name": "l", "class_name": "Lambda",
       "config": {"name": "l", "trainable": true, "function": "mask_scale",
                  "function_type": "function", "output_shape": null,
                  "output_shape_type": "raw", "arguments": {"mask": null}},
       "inbound_nodes": [[["d", 1, 0, {"mask": null}]]]}],
    "input_layers": [["in", 0, 0]],
    "output_layers": [["l", 0, 0]]},
  "keras_version": "2.2.4",
  "backend": "tensorflow"
})";

TEST_F(KerasJsonWrite, writes_what_keras_224_writes) {
  EXPECT_EQ(Write(kDenseTwice, "2.2.4"), json::parse(kDenseTwiceOf224));
}

TEST_F(KerasJsonWrite, keras_225_writes_the_dtype_of_every_layer) {
  json expected = json::parse(kDenseTwiceOf224);
  expected["keras_version"] = "2.2.5";
  for (int layer : {1, 2}) {
    expected["config"]["layers"][layer]["config"]["dtype"] = "float32";
  }
  EXPECT_EQ(Write(kDenseTwice, "2.2.5"), expected);
}

TEST_F(KerasJsonWrite, keys_come_in_the_order_of_keras) {
  Write(kDenseTwice, "2.2.4");
  const LayerSpec* dense = *catalogue_.Resolve(
      pool_.InternConfig(pool_.InternName("Dense"),
                         {{pool_.InternName("units"), ConfigValue::Int(2)}}));
  Session session(catalogue_, *FindEngineRules("2.2.5"));
  LayerConfig config;
  config.spec = dense;
  config.name = pool_.InternName("d");
  const nlohmann::ordered_json written = KerasLayerConfig(session, config);
  std::string keys;
  for (const auto& [key, value] : written.items()) {
    keys += key + " ";
  }
  EXPECT_EQ(keys,
            "name trainable dtype units activation use_bias kernel_initializer "
            "bias_initializer kernel_regularizer bias_regularizer "
            "activity_regularizer kernel_constraint bias_constraint ");
}

TEST_F(KerasJsonWrite, what_is_written_is_read_as_the_same_model) {
  const json written = Write(kDenseTwice, "2.2.4");
  absl::StatusOr<Graph> read = GraphFromKerasJson(written, catalogue_);
  ASSERT_TRUE(read.ok()) << read.status();
  Session session(catalogue_, *FindEngineRules("2.2.4"));
  absl::StatusOr<Built> built = BuildGraph(session, *read);
  ASSERT_TRUE(built.ok()) << built.status();
  EXPECT_EQ(json::parse(ModelToKerasJson(session, *built->model)), written);
}

TEST_F(KerasJsonWrite, what_a_Sequential_was_built_on_is_left_out_if_unknown) {
  const std::string model = R"({
    "clonecheck": 1,
    "inputs": [{"shape": [null, 4]}],
    "layers": [
      {"class": "Opaque", "config": {"class_name": "Unheard"}, "name": "first"},
      {"class": "Dense", "config": {"units": 2}, "name": "second"},
      {"class": "Opaque", "config": {"class_name": "Unheard"}, "name": "own"},
      {"class": "Sequential", "children": [2], "name": "s"}
    ],
    "calls": [
      {"layer": $, "inputs": ["i0"]},
      {"layer": 3, "inputs": ["c0"]}
    ],
    "model": {"inputs": ["i0"], "outputs": ["c1"]}
  })";
  const auto config = [&](const char* first) {
    return Write(absl::StrReplaceAll(model, {{"$", first}}),
                 "2.3.1")["config"]["layers"][2]["config"];
  };
  EXPECT_FALSE(config("0").contains("build_input_shape")) << config("0");
  EXPECT_EQ(config("1")["build_input_shape"], json({nullptr, 2}));
}

}  // namespace
}  // namespace clonecheck
