// GraphKey: equal for equal Graphs, and another one for whatever differs.
#include <functional>
#include <map>
#include <string>
#include <utility>

#include "absl/strings/string_view.h"
#include "core/graph/graph.h"
#include "core/graph/json.h"
#include "core/graph/pool.h"
#include "core/search/draft.h"
#include "core/search/shrinker.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

using Edit = std::function<void(Draft& draft)>;

class GraphKeyTest : public testing::Test {
 protected:
  // Something of everything that a Graph may have.
  Draft Base() {
    const Graph graph = GraphFromJson(R"({"clonecheck": 1,
        "inputs": [{"shape": [null, 2]}, {"shape": [null, 2]}],
        "layers": [{"class": "Dense", "config": {"units": 2}},
                   {"class": "GRU", "config": {"units": 2}},
                   {"class": "Sequential", "children": [0, 0]},
                   {"class": "Model", "position": 1, "inputs": ["i1"],
                    "outputs": ["c0"]}],
        "calls": [{"layer": 0, "inputs": ["i1"]},
                  {"layer": 3, "inputs": ["i0"]},
                  {"layer": 1, "inputs": ["c1"], "kwargs":
                   [{"name": "initial_state", "tensor": "c1"},
                    {"name": "mask", "value": null}]}],
        "model": {"inputs": ["i0"], "outputs": ["c2", "c1"]}})",
                                      pool_)
                            .value();
    return Draft::From(graph);
  }
  const Name* N(absl::string_view text) { return pool_.InternName(text); }

  Pool pool_;
};

TEST_F(GraphKeyTest, equal_graphs_have_one_key) {
  EXPECT_EQ(GraphKey(Base().ToWholeGraph()), GraphKey(Base().ToWholeGraph()));
}

TEST_F(GraphKeyTest, no_two_of_graphs_that_differ_anywhere_have_one_key) {
  const std::pair<const char*, Edit> edits[] = {
      {"nothing", [](Draft&) {}},
      {"one input less", [](Draft& d) { d.inputs.pop_back(); }},
      {"name of an input", [&](Draft& d) { d.inputs[0].name = N("x"); }},
      {"of another", [&](Draft& d) { d.inputs[1].name = N("x"); }},
      {"shape",
       [&](Draft& d) { d.inputs[0].batch_shape = pool_.InternShape({3, 2}); }},
      {"dtype", [](Draft& d) { d.inputs[0].dtype = DType::kInt32; }},
      {"sparse", [](Draft& d) { d.inputs[0].sparse = true; }},
      {"one layer more", [](Draft& d) { d.layers.push_back(d.layers[0]); }},
      {"config",
       [&](Draft& d) {
         d.layers[0].decl.config = pool_.InternConfig(N("Dense"), {});
       }},
      {"name of a layer", [&](Draft& d) { d.layers[0].decl.name = N("x"); }},
      {"frozen", [](Draft& d) { d.layers[0].decl.trainable = false; }},
      {"position of a layer", [](Draft& d) { d.layers[3].decl.position = 2; }},
      {"children", [](Draft& d) { d.layers[2].children = {0}; }},
      {"another child", [](Draft& d) { d.layers[2].children = {0, 1}; }},
      {"inputs of a Model",
       [](Draft& d) { d.layers[3].model_inputs = {TensorRef::Input(0)}; }},
      {"outputs of a Model",
       [](Draft& d) { d.layers[3].model_outputs = {TensorRef::Call(0, 1)}; }},
      {"no outputs of a Model",
       [](Draft& d) {
         std::swap(d.layers[3].model_outputs, d.layers[3].model_inputs);
       }},
      {"one call less", [](Draft& d) { d.calls.pop_back(); }},
      {"layer of a call", [](Draft& d) { d.calls[0].layer = 2; }},
      {"a list of one", [](Draft& d) { d.calls[0].as_list = true; }},
      {"input of a call",
       [](Draft& d) { d.calls[1].inputs = {TensorRef::Input(1)}; }},
      {"inputs of a call",
       [](Draft& d) { d.calls[1].inputs.push_back(TensorRef::Input(0)); }},
      {"one keyword less", [](Draft& d) { d.calls[2].kwargs.pop_back(); }},
      {"another keyword",
       [&](Draft& d) { d.calls[2].kwargs[1].key = N("training"); }},
      {"a list in place of a tensor",
       [](Draft& d) { d.calls[2].kwargs[0].form = Kwarg::Form::kTensorList; }},
      {"another tensor",
       [](Draft& d) { d.calls[2].kwargs[0].tensors = {TensorRef::Input(0)}; }},
      {"False in place of None",
       [](Draft& d) {
         d.calls[2].kwargs[1].literal = ConfigValue::Bool(false);
       }},
      {"True in place of None",
       [](Draft& d) {
         d.calls[2].kwargs[1].literal = ConfigValue::Bool(true);
       }},
      {"name of the model", [&](Draft& d) { d.model_name = N("x"); }},
      {"position of the model", [](Draft& d) { d.model_position = 2; }},
      {"a layer is the model", [](Draft& d) { d.model_layer = 3; }},
      {"inputs of the model",
       [](Draft& d) { d.model_inputs.push_back(TensorRef::Input(1)); }},
      {"an input that is an output",
       [](Draft& d) {
         d.model_inputs = {TensorRef::Input(0), TensorRef::Call(2, 0)};
         d.model_outputs = {TensorRef::Call(1, 0)};
       }},
      {"outputs of the model",
       [](Draft& d) { std::swap(d.model_outputs[0], d.model_outputs[1]); }},
  };
  std::map<std::string, const char*> keys;
  for (const auto& [what, edit] : edits) {
    Draft draft = Base();
    edit(draft);
    const auto [known, added] =
        keys.emplace(GraphKey(draft.ToWholeGraph()), what);
    EXPECT_TRUE(added) << what << " and " << known->second;
  }
}

}  // namespace
}  // namespace clonecheck
