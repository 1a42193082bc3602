#include "core/search/recorded_graphs.h"

#include <utility>

#include "absl/strings/str_replace.h"
#include "core/graph/canonical.h"
#include "core/graph/json.h"
#include "core/graph/print_text.h"
#include "core/layers/resolve_graph.h"
#include "core/search/choice_source.h"
#include "core/search/generator.h"
#include "core/search/mutator.h"
#include "core/search/profile.h"

namespace clonecheck {

std::string OneLine(const Graph& graph, const CatalogueFacts& facts) {
  std::string text = GraphToText(graph, &facts);
  text.pop_back();
  return absl::StrReplaceAll(text, {{"\n", "; "}});
}

std::vector<NamedGraph> RecordedGraphs(Catalogue& catalogue) {
  struct Text {
    const char* name;
    const char* json;
  };
  static constexpr Text kTexts[] = {
      {"input", R"({"clonecheck": 1,
        "inputs": [{"shape": [null, 2]}, {"shape": [null, 2], "name": "b"}],
        "layers": [], "calls": [],
        "model": {"inputs": ["i1", "i0"], "outputs": ["i0", "i0"]}})"},
      {"chain", R"({"clonecheck": 1,
        "inputs": [{"shape": [null, 4]}],
        "layers": [{"class": "Dense", "config": {"units": 4}},
                   {"class": "Dense", "config": {"units": 4}},
                   {"class": "Activation", "config": {"activation": "relu"}}],
        "calls": [{"layer": 0, "inputs": ["i0"]},
                  {"layer": 1, "inputs": ["c0"]},
                  {"layer": 2, "inputs": ["c1"]}],
        "model": {"inputs": ["i0"], "outputs": ["c2"]}})"},
      // One layer three times, two outputs, and a call that nobody needs.
      {"shared", R"({"clonecheck": 1,
        "inputs": [{"shape": [null, 2]}, {"shape": [2, 2]}],
        "layers": [{"class": "Dense", "config": {"units": 2}},
                   {"class": "Lambda", "config": {"function": "two"}},
                   {"class": "Add"}],
        "calls": [{"layer": 0, "inputs": ["i0"]},
                  {"layer": 1, "inputs": ["c0"]},
                  {"layer": 0, "inputs": ["c1.1"]},
                  {"layer": 2, "inputs": ["c2", "c1", "i0"]},
                  {"layer": 0, "inputs": ["c3"]}],
        "model": {"inputs": ["i0", "i1"], "outputs": ["c3", "c1.1"]}})"},
      // A Model with two inputs and outputs, called twice, which shares a
      // layer.
      {"nested", R"({"clonecheck": 1,
        "inputs": [{"shape": [null, 2]}, {"shape": [null, 2]},
                   {"shape": [null, 2]}],
        "layers": [{"class": "Dense", "config": {"units": 2}},
                   {"class": "Add"},
                   {"class": "Model", "position": 2, "inputs": ["i1", "i2"],
                    "outputs": ["c1", "c0"]}],
        "calls": [{"layer": 0, "inputs": ["i1"]},
                  {"layer": 1, "inputs": ["c0", "i2"]},
                  {"layer": 2, "inputs": ["i0", "i0"]},
                  {"layer": 2, "inputs": ["c2.1", "c2"]},
                  {"layer": 0, "inputs": ["c3.1"]}],
        "model": {"inputs": ["i0"], "outputs": ["c4", "c3"]}})"},
      {"sequential", R"({"clonecheck": 1,
        "inputs": [{"shape": [null, 3, 2]}],
        "layers": [{"class": "Masking"},
                   {"class": "Dense", "config": {"units": 2}},
                   {"class": "Sequential", "children": [0, 1, 0]},
                   {"class": "Sequential", "children": [1]},
                   {"class": "GRU", "config": {"units": 2}}],
        "calls": [{"layer": 2, "inputs": ["i0"]},
                  {"layer": 2, "inputs": ["c0"]},
                  {"layer": 3, "inputs": ["c1"]},
                  {"layer": 4, "inputs": ["c2"]},
                  {"layer": 1, "inputs": ["i0"]}],
        "model": {"inputs": ["i0"], "outputs": ["c3"]}})"},
      {"wrappers", R"({"clonecheck": 1,
        "inputs": [{"shape": [null, null, 2]}],
        "layers": [{"class": "GRU", "config": {"units": 1,
                    "return_sequences": true, "return_state": true}},
                   {"class": "Bidirectional", "config": {"merge_mode": "sum"},
                    "children": [0]},
                   {"class": "Dense", "config": {"units": 2}},
                   {"class": "TimeDistributed", "children": [2]}],
        "calls": [{"layer": 1, "inputs": ["i0"]},
                  {"layer": 3, "inputs": ["c0"]},
                  {"layer": 1, "inputs": ["i0", "c0.1", "c0.2"]}],
        "model": {"inputs": ["i0"], "outputs": ["c1", "c2.2"]}})"},
      // States as a keyword and among the inputs, and other keywords.
      {"states", R"({"clonecheck": 1,
        "inputs": [{"shape": [null, null, 2]}, {"shape": [null, 1]}],
        "layers": [{"class": "LSTM", "config": {"units": 1,
                    "return_state": true}},
                   {"class": "SimpleRNN", "config": {"units": 1}},
                   {"class": "Concatenate"}],
        "calls": [{"layer": 0, "inputs": ["i0"],
                   "kwargs": [{"name": "training", "value": false},
                              {"name": "mask", "value": null}]},
                  {"layer": 0, "inputs": ["i0"], "kwargs":
                   [{"name": "initial_state", "tensors": ["c0.1", "c0.2"]}]},
                  {"layer": 1, "inputs": ["i0", "i1"]},
                  {"layer": 2, "inputs": ["c1", "c2"]}],
        "model": {"inputs": ["i0", "i1"], "outputs": ["c3"]}})"},
      {"masks", R"({"clonecheck": 1,
        "inputs": [{"shape": [null, 3, 2]}, {"shape": [null, 3]}],
        "layers": [{"class": "Masking"},
                   {"class": "Lambda", "config": {"function": "mask_scale"}},
                   {"class": "MultiOutMasked"},
                   {"class": "Add"},
                   {"class": "SimpleRNN", "config": {"units": 2}}],
        "calls": [{"layer": 0, "inputs": ["i0"]},
                  {"layer": 2, "inputs": ["c0"]},
                  {"layer": 1, "inputs": ["c1.1"],
                   "kwargs": [{"name": "mask", "value": null}]},
                  {"layer": 3, "inputs": ["c2", "c1"]},
                  {"layer": 4, "inputs": ["c3"],
                   "kwargs": [{"name": "mask", "tensor": "i1"}]}],
        "model": {"inputs": ["i1", "i0"], "outputs": ["c4"]}})"},
      // Names, a frozen layer, a list of one, whole numbers, an InputLayer, and
      // a model that is made before the last call.
      {"marked", R"({"clonecheck": 1,
        "inputs": [{"shape": [null, 2], "dtype": "int32", "name": "words"},
                   {"shape": [null, 4]}],
        "layers": [{"class": "Embedding",
                    "config": {"input_dim": 4, "output_dim": 4},
                    "name": "name_3"},
                   {"class": "Dense", "config": {"units": 4},
                    "trainable": false},
                   {"class": "InputLayer",
                    "config": {"batch_input_shape": [null, 2, 4]}},
                   {"class": "Flatten", "name": "flat"}],
        "calls": [{"layer": 0, "inputs": ["i0"]},
                  {"layer": 2, "inputs": ["c0"]},
                  {"layer": 1, "inputs": ["c1"], "as_list": true},
                  {"layer": 3, "inputs": ["c2"]},
                  {"layer": 1, "inputs": ["i1"]}],
        "model": {"inputs": ["i0", "i1"], "outputs": ["c3"], "position": 4,
                  "name": "outer"}})"},
      // A Model that is the model, and is called after it was made.
      {"model", R"({"clonecheck": 1,
        "inputs": [{"shape": [null, 2]}, {"shape": [null, 2]}],
        "layers": [{"class": "Lambda", "config": {"function": "two"}},
                   {"class": "Model", "position": 1, "inputs": ["i0"],
                    "outputs": ["c0.1", "c0"]},
                   {"class": "Subtract"}],
        "calls": [{"layer": 0, "inputs": ["i0"]},
                  {"layer": 1, "inputs": ["i1"]},
                  {"layer": 2, "inputs": ["c1.1", "c1"]}],
        "model": {"layer": 1}})"},
      // The same with nothing that could be rewired.
      {"alone", R"({"clonecheck": 1,
        "inputs": [{"shape": [null, 2]}],
        "layers": [{"class": "Dense", "config": {"units": 2}},
                   {"class": "Model", "position": 1, "inputs": ["i0"],
                    "outputs": ["c0"]}],
        "calls": [{"layer": 0, "inputs": ["i0"]}],
        "model": {"layer": 1}})"},
      {"stack", R"({"clonecheck": 1,
        "inputs": [{"shape": [null, 2]}],
        "layers": [{"class": "Dense", "config": {"units": 2}},
                   {"class": "BatchNormalization"},
                   {"class": "Sequential", "children": [0, 1]}],
        "calls": [{"layer": 2, "inputs": ["i0"]},
                  {"layer": 0, "inputs": ["c0"]},
                  {"layer": 2, "inputs": ["c1"]}],
        "model": {"layer": 2}})"},
      // A Model whose inputs and outputs are not in the order in which they
      // were made, beside another one.
      {"crossed", R"({"clonecheck": 1,
        "inputs": [{"shape": [null, 2]}, {"shape": [null, 2]},
                   {"shape": [null, 2]}, {"shape": [null, 2]},
                   {"shape": [null, 2]}],
        "layers": [{"class": "Subtract"},
                   {"class": "Activation", "config": {"activation": "tanh"}},
                   {"class": "Model", "position": 2, "inputs": ["i3", "i2"],
                    "outputs": ["c1", "i2", "c0"]},
                   {"class": "Model", "position": 2, "inputs": ["i4", "i3"],
                    "outputs": ["i4", "i3"], "name": "same"},
                   {"class": "Maximum"}],
        "calls": [{"layer": 0, "inputs": ["i2", "i3"]},
                  {"layer": 1, "inputs": ["c0"]},
                  {"layer": 2, "inputs": ["i1", "i0"]},
                  {"layer": 3, "inputs": ["c2.2", "i0"]},
                  {"layer": 2, "inputs": ["c3.1", "i1"]},
                  {"layer": 4, "inputs": ["c4.1", "c4", "c3", "c2"]}],
        "model": {"inputs": ["i0", "i1"], "outputs": ["c5", "c2.1"]}})"},
      // A Model over the steps of a sequence.
      {"steps", R"({"clonecheck": 1,
        "inputs": [{"shape": [null, 2]}, {"shape": [null, 3, 2]}],
        "layers": [{"class": "Dense", "config": {"units": 1}},
                   {"class": "Model", "position": 1, "inputs": ["i0"],
                    "outputs": ["c0"]},
                   {"class": "TimeDistributed", "position": 1,
                    "children": [1]}],
        "calls": [{"layer": 0, "inputs": ["i0"]},
                  {"layer": 2, "inputs": ["i1"]},
                  {"layer": 1, "inputs": ["i0"]}],
        "model": {"inputs": ["i1"], "outputs": ["c1"]}})"},
      // Of the inputs of the last call one is lost where layers without masks
      // lose outputs, and one goes nowhere else.
      {"lost", R"({"clonecheck": 1,
        "inputs": [{"shape": [null, 2]}],
        "layers": [{"class": "Dense", "config": {"units": 2}},
                   {"class": "Lambda", "config": {"function": "two"}},
                   {"class": "Subtract"}],
        "calls": [{"layer": 0, "inputs": ["i0"]},
                  {"layer": 1, "inputs": ["i0"]},
                  {"layer": 2, "inputs": ["c0", "c1.1"]}],
        "model": {"inputs": ["i0"], "outputs": ["c2"]}})"},
      // Models in Models, with states that are keywords within, and a layer of
      // three levels.
      {"levels", R"({"clonecheck": 1,
        "inputs": [{"shape": [null, null, 2]}, {"shape": [null, null, 2]},
                   {"shape": [null, null, 2]}],
        "layers": [{"class": "Dense", "config": {"units": 2}},
                   {"class": "GlobalMaxPooling1D"},
                   {"class": "GRU", "config": {"units": 2,
                    "return_sequences": true}},
                   {"class": "Model", "position": 3, "inputs": ["i2"],
                    "outputs": ["c2"], "name": "inmost"},
                   {"class": "Model", "position": 5, "inputs": ["i1"],
                    "outputs": ["c4", "c3"], "trainable": false},
                   {"class": "Average"}],
        "calls": [{"layer": 0, "inputs": ["i2"]},
                  {"layer": 1, "inputs": ["c0"]},
                  {"layer": 2, "inputs": ["i2"], "kwargs":
                   [{"name": "initial_state", "tensor": "c1"}]},
                  {"layer": 3, "inputs": ["i1"]},
                  {"layer": 0, "inputs": ["c3"]},
                  {"layer": 4, "inputs": ["i0"]},
                  {"layer": 5, "inputs": ["c5.1", "c5", "i0"]},
                  {"layer": 0, "inputs": ["c6"]}],
        "model": {"inputs": ["i0"], "outputs": ["c7"]}})"},
      // Stacks in stacks and over steps.
      {"stacks", R"({"clonecheck": 1,
        "inputs": [{"shape": [null, 3, 2]}, {"shape": [null, 2]}],
        "layers": [{"class": "Dense", "config": {"units": 2}},
                   {"class": "Dropout", "config": {"rate": 0.5}},
                   {"class": "Sequential", "children": [0, 1]},
                   {"class": "Activation", "config": {"activation": "tanh"}},
                   {"class": "Sequential", "children": [2, 3], "name": "top"},
                   {"class": "TimeDistributed", "children": [4]},
                   {"class": "Flatten"}],
        "calls": [{"layer": 4, "inputs": ["i1"]},
                  {"layer": 2, "inputs": ["c0"]},
                  {"layer": 5, "inputs": ["i0"]},
                  {"layer": 6, "inputs": ["c2"]}],
        "model": {"inputs": ["i1", "i0"], "outputs": ["c1", "c3"]}})"},
      // Inputs of every sort, one of them unused, one an output.
      {"inputs", R"({"clonecheck": 1,
        "inputs": [{"shape": [3, 4]}, {"shape": [3, null], "dtype": "int32"},
                   {"shape": [3, 4], "sparse": true},
                   {"shape": [3, 2, 2], "name": "images"}, {"shape": [3, 1]}],
        "layers": [{"class": "Dense", "config": {"units": 2}},
                   {"class": "Embedding",
                    "config": {"input_dim": 5, "output_dim": 2,
                               "mask_zero": true}},
                   {"class": "LSTM", "config": {"units": 2}},
                   {"class": "Reshape", "config": {"target_shape": [4]}},
                   {"class": "Concatenate"}],
        "calls": [{"layer": 0, "inputs": ["i0"]},
                  {"layer": 1, "inputs": ["i1"]},
                  {"layer": 2, "inputs": ["c1"]},
                  {"layer": 3, "inputs": ["i3"]},
                  {"layer": 0, "inputs": ["i2"]},
                  {"layer": 4, "inputs": ["c0", "c2", "c3", "c4"]}],
        "model": {"inputs": ["i4", "i2", "i0", "i1", "i3"],
                  "outputs": ["c5", "i0"]}})"},
      // Layers that hold cells, and the merge modes of Bidirectional.
      {"cells", R"({"clonecheck": 1,
        "inputs": [{"shape": [null, 3, 2]}],
        "layers": [{"class": "RNN", "config": {"cell":
                    {"class_name": "StackedRNNCells", "config": {"cells": [
                     {"class_name": "GRUCell",
                      "config": {"name": "a", "units": 1}},
                     {"class_name": "LSTMCell",
                      "config": {"name": "b", "units": 2}}],
                     "name": "both"}},
                    "return_state": true}},
                   {"class": "SimpleRNN", "config": {"units": 2}},
                   {"class": "Bidirectional", "config": {"merge_mode": null},
                    "children": [1]},
                   {"class": "Bidirectional", "config": {"merge_mode": "mul"},
                    "children": [1]},
                   {"class": "Concatenate"}],
        "calls": [{"layer": 0, "inputs": ["i0"]},
                  {"layer": 2, "inputs": ["i0"]},
                  {"layer": 3, "inputs": ["i0"]},
                  {"layer": 4, "inputs": ["c0", "c1.1", "c2", "c0.1"]}],
        "model": {"inputs": ["i0"], "outputs": ["c3", "c1"]}})"},
      // A Sequential that is the model, and that nobody calls.
      {"silent", R"({"clonecheck": 1, "inputs": [],
        "layers": [{"class": "Dense", "config": {"units": 2}},
                   {"class": "Activation", "config": {"activation": "tanh"}},
                   {"class": "Sequential", "children": [0, 1]}],
        "calls": [], "model": {"layer": 2}})"},
      // Masks as keywords: one that was computed, and none for a Model.
      {"keywords", R"({"clonecheck": 1,
        "inputs": [{"shape": [null, 3, 2]}, {"shape": [null, 3]},
                   {"shape": [null, 3, 2]}],
        "layers": [{"class": "Activation", "config": {"activation": "relu"}},
                   {"class": "Masking"},
                   {"class": "Model", "position": 2, "inputs": ["i2"],
                    "outputs": ["c1", "i2"]},
                   {"class": "SimpleRNN", "config": {"units": 2}},
                   {"class": "Dropout", "config": {"rate": 0.5}}],
        "calls": [{"layer": 0, "inputs": ["i1"]},
                  {"layer": 1, "inputs": ["i2"]},
                  {"layer": 2, "inputs": ["i0"],
                   "kwargs": [{"name": "mask", "value": null}]},
                  {"layer": 3, "inputs": ["c2"],
                   "kwargs": [{"name": "mask", "tensor": "c0"}]},
                  {"layer": 4, "inputs": ["c3"],
                   "kwargs": [{"name": "training", "value": false}]},
                  {"layer": 3, "inputs": ["c2.1"]}],
        "model": {"inputs": ["i0", "i1"], "outputs": ["c4", "c5"]}})"},
      // A Bidirectional, states for it as a keyword, and its layer by itself.
      {"halves", R"({"clonecheck": 1,
        "inputs": [{"shape": [null, 3, 2]}, {"shape": [null, 1]}],
        "layers": [{"class": "GRU", "config": {"units": 1,
                    "return_sequences": true}},
                   {"class": "Bidirectional", "config": {"merge_mode": "ave"},
                    "children": [0], "trainable": false},
                   {"class": "Add"}],
        "calls": [{"layer": 1, "inputs": ["i0"], "kwargs":
                   [{"name": "initial_state", "tensors": ["i1", "i1"]}]},
                  {"layer": 0, "inputs": ["i0"]},
                  {"layer": 2, "inputs": ["c1", "c0"]}],
        "model": {"inputs": ["i1", "i0"], "outputs": ["c2"]}})"},
      // Four states for a Bidirectional: as a keyword, and among the inputs.
      {"quarters", R"({"clonecheck": 1,
        "inputs": [{"shape": [null, 3, 2]}, {"shape": [null, 1]}],
        "layers": [{"class": "LSTM", "config": {"units": 1}},
                   {"class": "Bidirectional",
                    "config": {"merge_mode": "concat"}, "children": [0]},
                   {"class": "Maximum"}],
        "calls": [{"layer": 1, "inputs": ["i0"], "kwargs":
                   [{"name": "initial_state",
                     "tensors": ["i1", "i1", "i1", "i1"]}]},
                  {"layer": 1, "inputs": ["i0", "i1", "i1", "i1", "i1"]},
                  {"layer": 2, "inputs": ["c1", "c0"]}],
        "model": {"inputs": ["i1", "i0"], "outputs": ["c2"]}})"},
      // A Model in which no two tensors are alike.
      {"apart", R"({"clonecheck": 1,
        "inputs": [{"shape": [null, 2]}, {"shape": [null, 3, 2]}],
        "layers": [{"class": "Dense", "config": {"units": 5}},
                   {"class": "GRU", "config": {"units": 3}},
                   {"class": "Model", "position": 2, "inputs": ["i0", "i1"],
                    "outputs": ["c0", "c1"]}],
        "calls": [{"layer": 0, "inputs": ["i0"]},
                  {"layer": 1, "inputs": ["i1"]}],
        "model": {"layer": 2}})"},
      // A model that is made before the last of its layer's calls.
      {"early", R"({"clonecheck": 1,
        "inputs": [{"shape": [null, 2]}],
        "layers": [{"class": "Lambda", "config": {"function": "two"}}],
        "calls": [{"layer": 0, "inputs": ["i0"]},
                  {"layer": 0, "inputs": ["c0.1"]}],
        "model": {"inputs": ["i0"], "outputs": ["c0.1", "c0"],
                  "position": 1}})"},
  };
  std::vector<NamedGraph> graphs;
  for (const Text& text : kTexts) {
    const Graph read = GraphFromJson(text.json, catalogue.pool()).value();
    graphs.push_back({text.name, ResolveGraph(read, catalogue).value()});
  }
  return graphs;
}

std::vector<NamedGraph> RecordedMutants(Catalogue& catalogue,
                                        const Builds& builds, uint64_t each) {
  constexpr size_t kMostCalls = 10;
  constexpr int kSteps = 4;
  Mutator mutator(catalogue, kMostCalls, builds);
  std::vector<NamedGraph> graphs;
  for (const NamedGraph& start : RecordedGraphs(catalogue)) {
    if (!builds(start.graph)) continue;
    for (uint64_t seed = 0; seed < each; ++seed) {
      ChoiceSource choices(seed);
      Graph graph = start.graph;
      for (int i = 0; i < kSteps; ++i) graph = mutator.Mutate(graph, choices);
      graphs.push_back({start.name, graph});
    }
  }
  return graphs;
}

std::vector<Graph> GeneratedForShrinking(Catalogue& catalogue, uint64_t from,
                                         size_t count, size_t most_calls) {
  std::vector<Graph> graphs;
  for (const char* profile : {"default", "nested", "masks", "recurrent"}) {
    const Profile drawn = FindProfile(profile).value();
    if (drawn.min_calls > most_calls) continue;
    Generator generator(catalogue, drawn);
    size_t left = count;
    for (uint64_t seed = from; left > 0; ++seed) {
      ChoiceSource choices(seed);
      Graph graph = Canonicalize(generator.Generate(choices));
      if (graph.calls().size() < 2 || graph.calls().size() > most_calls) {
        continue;
      }
      graphs.push_back(std::move(graph));
      --left;
    }
  }
  return graphs;
}

}  // namespace clonecheck
