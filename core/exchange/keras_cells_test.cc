// RNNs with cells in Keras' JSON, as the real Keras 2.3.1 writes them, and with
// cells of unknown classes.
#include <string>

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

// RNN([SimpleRNNCell(2), LSTMCell(3)]).get_config()['cell'] of Keras 2.3.1.
constexpr char kStack[] = R"({"class_name": "StackedRNNCells", "config": {
  "name": "stacked_rnn_cells_1", "trainable": true, "dtype": "float32",
  "cells": [
  {"class_name": "SimpleRNNCell", "config": {
    "name": "simple_rnn_cell_2", "trainable": true, "dtype": "float32",
    "units": 2, "activation": "tanh", "use_bias": true,
    "kernel_initializer": {"class_name": "VarianceScaling", "config": {
      "scale": 1.0, "mode": "fan_avg", "distribution": "uniform",
      "seed": null}},
    "recurrent_initializer": {"class_name": "Orthogonal", "config": {
      "gain": 1.0, "seed": null}},
    "bias_initializer": {"class_name": "Zeros", "config": {}},
    "kernel_regularizer": null, "recurrent_regularizer": null,
    "bias_regularizer": null, "kernel_constraint": null,
    "recurrent_constraint": null, "bias_constraint": null,
    "dropout": 0.0, "recurrent_dropout": 0.0}},
  {"class_name": "LSTMCell", "config": {
    "name": "lstm_cell_1", "trainable": true, "dtype": "float32",
    "units": 3, "activation": "tanh", "recurrent_activation": "sigmoid",
    "use_bias": true,
    "kernel_initializer": {"class_name": "VarianceScaling", "config": {
      "scale": 1.0, "mode": "fan_avg", "distribution": "uniform",
      "seed": null}},
    "recurrent_initializer": {"class_name": "Orthogonal", "config": {
      "gain": 1.0, "seed": null}},
    "bias_initializer": {"class_name": "Zeros", "config": {}},
    "unit_forget_bias": true, "kernel_regularizer": null,
    "recurrent_regularizer": null, "bias_regularizer": null,
    "kernel_constraint": null, "recurrent_constraint": null,
    "bias_constraint": null, "dropout": 0.0, "recurrent_dropout": 0.0,
    "implementation": 2}}]}})";

class KerasCells : public ::testing::Test {
 protected:
  // x -> an RNN with this cell, called once.
  std::string TextOf(const json& cell, const json& more = json::object()) {
    json config = {{"trainable", true},        {"dtype", "float32"},
                   {"return_sequences", true}, {"return_state", false},
                   {"go_backwards", false},    {"stateful", false},
                   {"unroll", false},          {"cell", cell}};
    config.update(more);
    const json document =
        KerasModelJson("m",
                       {LayerJson("x", "InputLayer",
                                  {{"batch_input_shape", {nullptr, 3, 4}}}, {}),
                        LayerJson("l", "RNN", config, {{T("x")}})},
                       {T("x")}, {T("l")});
    const absl::StatusOr<Graph> graph =
        GraphFromKerasJson(document, catalogue_);
    if (!graph.ok()) return std::string(graph.status().message());
    return GraphToText(*graph, &facts_);
  }

  Pool pool_;
  Catalogue catalogue_{pool_};
  CatalogueFacts facts_{catalogue_};
};

TEST_F(KerasCells, a_stack_is_read_without_its_defaults) {
  EXPECT_EQ(TextOf(json::parse(kStack)),
            "i0 = Input((None, 3, 4), name='x')\n"
            "l0 = RNN(cell={'class_name': 'StackedRNNCells', 'config': {"
            "'cells': [{'class_name': 'SimpleRNNCell', 'config': {'name': "
            "'simple_rnn_cell_2', 'units': 2}}, {'class_name': 'LSTMCell', "
            "'config': {'implementation': 2, 'name': 'lstm_cell_1', "
            "'recurrent_activation': 'sigmoid', 'units': 3}}], 'name': "
            "'stacked_rnn_cells_1'}}, return_sequences=True, name='l')\n"
            "c0 = l0(i0)\n"
            "model = Model(inputs=[i0], outputs=[c0], name='m')\n");
}

TEST_F(KerasCells, a_cell_of_an_unknown_class_makes_the_layer_opaque) {
  const json mine = {{"class_name", "MinimalRNNCell"},
                     {"config", {{"units", 2}}}};
  EXPECT_NE(TextOf(mine).find("l0 = Opaque(class_name='RNN', "),
            std::string::npos)
      << TextOf(mine);
  const json stack = {
      {"class_name", "StackedRNNCells"},
      {"config", {{"name", "s"}, {"cells", json::array({mine})}}}};
  EXPECT_NE(TextOf(stack).find("l0 = Opaque(class_name='RNN', "),
            std::string::npos);
}

TEST_F(KerasCells, constants_make_the_layer_opaque) {
  EXPECT_NE(TextOf(json::parse(kStack), {{"num_constants", 1}})
                .find("l0 = Opaque(class_name='RNN', "),
            std::string::npos);
}

}  // namespace
}  // namespace clonecheck
