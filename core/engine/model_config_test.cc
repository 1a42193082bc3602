// A Model's config: which nodes it holds under which numbers, and what
// from_config makes of it by each version's rule.
#include "core/engine/model_config.h"

#include <algorithm>
#include <string>

#include "absl/strings/str_cat.h"
#include "core/engine/testing.h"

namespace clonecheck {
namespace {

class ConfigTest : public EngineTest {
 protected:
  // `x; d[x,0,0][d,0,0]; in x,0,0; out d,1,0`.
  static std::string Print(const ModelConfig& config) {
    auto entry = [&](const ModelConfig::TensorEntry& e) {
      return absl::StrCat(config.layers[e.layer].config.name->text, ",",
                          e.node_index, ",", e.tensor_index);
    };
    std::string text;
    for (const ModelConfig::LayerEntry& layer : config.layers) {
      absl::StrAppend(&text, layer.config.name->text);
      for (const ModelConfig::NodeEntry& node : layer.inbound_nodes) {
        absl::StrAppend(&text, "[");
        for (size_t i = 0; i < node.inputs.size(); ++i) {
          absl::StrAppend(&text, i > 0 ? " " : "", entry(node.inputs[i]));
        }
        if (node.kwargs != nullptr) {
          for (const Dict::Entry& kwarg : node.kwargs->entries()) {
            absl::StrAppend(&text, " ", kwarg.key->text);
          }
        }
        absl::StrAppend(&text, "]");
      }
      absl::StrAppend(&text, "; ");
    }
    absl::StrAppend(&text, "in");
    for (const auto& e : config.input_layers) {
      absl::StrAppend(&text, " ", entry(e));
    }
    absl::StrAppend(&text, "; out");
    for (const auto& e : config.output_layers) {
      absl::StrAppend(&text, " ", entry(e));
    }
    return text;
  }
  std::string Config(Model* model) {
    return Print(*GetModelConfig(session_, *model));
  }
};

using GetConfig = ConfigTest;
using FromConfig = ConfigTest;
// Upstream's tests of layer sharing.
using HeterogeneousDepth = ConfigTest;

// ---- get_config ----

TEST_F(GetConfig, holds_layers_nodes_inputs_and_outputs) {
  Tensor* x = In({kUnknownDim, 4}, "x");
  Tensor* y = One(Make("Dense", {{"units", 3}}, "d"), {x});
  Model* model = MakeModel({x}, {y, x}, "m");
  const ModelConfig& config = *GetModelConfig(session_, *model);
  EXPECT_EQ(Print(config), "x; d[x,0,0]; in x,0,0; out d,0,0 x,0,0");
  EXPECT_EQ(config.name->text, "m");
}

TEST_F(GetConfig, counts_only_the_nodes_of_the_model) {
  Tensor* x = In({kUnknownDim, 4}, "x");
  Layer* d = Make("Dense", {{"units", 4}}, "d");
  One(d, {x});
  Tensor* b = One(d, {x});
  One(d, {b});
  Tensor* e = One(d, {b});
  EXPECT_EQ(Config(MakeModel({x}, {e})),
            "x; d[x,0,0][d,0,0]; in x,0,0; out d,1,0");
}

TEST_F(GetConfig, counts_calls_of_models_from_one) {
  Tensor* z = In({kUnknownDim, 4});
  Model* inner = MakeModel({z}, {Call(Lambda("two"), {z})[1]}, "inner");
  One(inner, {In({kUnknownDim, 4})});
  Tensor* y = In({kUnknownDim, 4}, "y");
  Tensor* out = One(inner, {One(inner, {y})});
  EXPECT_EQ(History(out), "inner:3:0");
  EXPECT_EQ(Config(MakeModel({y}, {out})),
            "y; inner[y,0,0][inner,1,0]; in y,0,0; out inner,2,0");
}

TEST_F(GetConfig, leaves_unused_inputs_out) {
  Tensor* x = In({kUnknownDim, 4}, "x");
  Tensor* unused = In({kUnknownDim, 4}, "unused");
  Model* model =
      MakeModel({unused, x}, {One(Make("Dense", {{"units", 3}}, "d"), {x})});
  EXPECT_EQ(Config(model), "x; d[x,0,0]; in x,0,0; out d,0,0");
}

TEST_F(GetConfig, has_an_entry_an_input_in_the_order_of_inputs) {
  Tensor* x = In({kUnknownDim, 4}, "x");
  Tensors two = Call(Lambda("two", "two"), {x});
  Tensor* s = One(Make("Add", {}, "s"), {two[1], x, two[1]});
  EXPECT_EQ(Config(MakeModel({x}, {s})),
            "x; two[x,0,0]; s[two,0,1 x,0,0 two,0,1]; in x,0,0; out s,0,0");
}

TEST_F(GetConfig, holds_keyword_arguments_that_json_can_hold) {
  Tensor* x = In({kUnknownDim, 3, 4}, "x");
  Tensor* y = One(Lambda("mask_scale", "y"), {x}, Keywords({{"mask", None()}}));
  EXPECT_EQ(Config(MakeModel({x}, {y})),
            "x; y[x,0,0 mask]; in x,0,0; out y,0,0");
}

TEST_F(GetConfig, a_tensor_among_the_keywords_drops_them_all) {
  Layer* layer = MakeScripted(
      {.supports_masking = true, .takes_mask = true, .takes_training = true},
      "y");
  Tensor* x = In({kUnknownDim, 3, 4}, "x");
  Tensor* y =
      One(layer, {x}, Keywords({{"training", None()}, {"mask", Value::Of(x)}}));
  EXPECT_EQ(Config(MakeModel({x}, {y})), "x; y[x,0,0]; in x,0,0; out y,0,0");
}

TEST_F(GetConfig, a_list_of_nones_is_no_tensor) {
  Tensor* nones[] = {nullptr, nullptr};
  Tensor* x = In({kUnknownDim, 3, 4}, "x");
  Tensor* y = One(Lambda("mask_pick", "y"), {x, x},
                  Keywords({{"mask", Value::List(nones)}}));
  EXPECT_EQ(Config(MakeModel({x}, {y})),
            "x; y[x,0,0 x,0,0 mask]; in x,0,0; out y,0,0");
}

TEST_F(GetConfig, copies_keyword_arguments) {
  Tensor* x = In({kUnknownDim, 3, 4}, "x");
  Tensor* y = One(Lambda("mask_scale", "y"), {x}, Keywords({{"mask", None()}}));
  Model* model = MakeModel({x}, {y});
  const ModelConfig& config = *GetModelConfig(session_, *model);
  NodeOf(y).arguments()->Set(session_, session_.kMask, Value::Of(x));
  EXPECT_EQ(*config.layers[1].inbound_nodes[0].kwargs->Find(session_.kMask),
            None());
}

// The places of outputs are those of the moment when the Model was made.
TEST_F(GetConfig, keeps_places_of_outputs_whose_histories_were_overwritten) {
  Tensor* z = In({kUnknownDim, 4}, "z");
  Model* inner = MakeModel({z}, {One(Make("Dense", {{"units", 4}}), {z})}, "i");
  Tensor* x = In({kUnknownDim, 4}, "x");
  Tensor* t = One(inner, {x});
  Model* model = MakeModel({x}, {t}, "m");
  const std::string before = Config(model);
  EXPECT_EQ(before, "x; i[x,0,0]; in x,0,0; out i,1,0");
  One(inner, {x});
  EXPECT_EQ(History(t), "i:2:0");
  EXPECT_EQ(Config(model), before);
  // Also by another Model, of which this one does not know.
  Tensor* w = In({kUnknownDim, 4}, "w");
  Model* around = MakeModel({w}, {One(inner, {w})}, "around");
  One(around, {x});
  EXPECT_EQ(History(t), "around:1:0");
  EXPECT_EQ(Config(model), before);
  EXPECT_TRUE(Reload(model).ok());
}

TEST_F(GetConfig, of_a_lambda_forgets_the_mask_function) {
  Layer* lambda =
      Make("Lambda", {{"function", "double"}, {"mask", "keep"}}, "l");
  EXPECT_TRUE(lambda->supports_masking());
  OrRefusal<Layer*> copy =
      Layer::FromConfig(session_, lambda->GetConfig(session_));
  ASSERT_TRUE(copy.ok());
  EXPECT_FALSE(copy.value->supports_masking());
  EXPECT_EQ(copy.value->name(), lambda->name());
  ASSERT_EQ(copy.value->CopyUnsavedAttributes(session_, *lambda), nullptr);
  EXPECT_TRUE(copy.value->supports_masking());
}

// ---- from_config ----

TEST_F(FromConfig, rebuilds_the_same_graph_of_new_objects) {
  Tensor* x = In({kUnknownDim, 4}, "x");
  Layer* d = Make("Dense", {{"units", 4}}, "d", /*trainable=*/false);
  Tensor* y = One(d, {One(d, {x})});
  Model* model = MakeModel({x}, {y, x}, "m");
  OrRefusal<Model*> again = Reload(model);
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(Config(again.value), Config(model));
  EXPECT_EQ(NodesByDepth(*again.value), NodesByDepth(*model));
  EXPECT_EQ(again.value->name(), model->name());
  EXPECT_NE(again.value->layers()[1], d);
  EXPECT_FALSE(again.value->layers()[1]->trainable());
  EXPECT_EQ(Weights(*model), "w1 w2");
  EXPECT_EQ(Weights(*again.value), "w4 w5");
  EXPECT_EQ(Meaning(again.value->outputs()[0]),
            "Dense(Dense(x3, w4, w5), w4, w5)");
  EXPECT_EQ(again.value->outputs()[1], again.value->inputs()[0]);
}

TEST_F(FromConfig, keeps_shape_dtype_and_sparse_of_inputs) {
  Tensor* x = session_.NewInput(pool_.InternShape({2, 4}), DType::kInt32,
                                /*sparse=*/true, N("x"));
  OrRefusal<Model*> again = Reload(MakeModel({x}, {x}));
  ASSERT_TRUE(again.ok());
  const Layer* layer = again.value->input_layers()[0];
  EXPECT_EQ(layer->batch_input_shape(), x->shape);
  EXPECT_EQ(layer->dtype(), DType::kInt32);
  EXPECT_TRUE(layer->sparse());
}

TEST_F(FromConfig, loses_unused_inputs) {
  Tensor* x = In({kUnknownDim, 4}, "x");
  Tensor* unused = In({kUnknownDim, 4}, "unused");
  OrRefusal<Model*> again = Reload(MakeModel({unused, x}, {x}));
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(again.value->inputs().size(), 1u);
}

TEST_F(FromConfig, repeats_keyword_arguments) {
  Tensor* x = In({kUnknownDim, 3, 4}, "x");
  Tensor* m = One(Make("Masking"), {x});
  Tensor* y = One(Lambda("mask_scale"), {m}, Keywords({{"mask", None()}}));
  OrRefusal<Model*> again = Reload(MakeModel({x}, {y}));
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(Meaning(again.value->outputs()[0]), "Lambda(x1, None)");
}

TEST_F(FromConfig, rebuilds_nested_models_and_their_numbers) {
  Tensor* z = In({kUnknownDim, 4}, "z");
  Model* inner = MakeModel({z}, {One(Make("Dense", {{"units", 4}}), {z})}, "i");
  Tensor* x = In({kUnknownDim, 4}, "x");
  One(inner, {x});
  Tensor* y = One(inner, {One(inner, {x})});
  Model* model = MakeModel({x}, {y}, "m");
  // Inner nodes 2 and 3 are in the Model: the second call on x gives the object
  // of the first one, with the history of the second.
  EXPECT_EQ(NodesByDepth(*model), "[i:3] [i:2] [x:0]");
  OrRefusal<Model*> again = Reload(model);
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(NodesByDepth(*again.value), "[i:2] [i:1] [x:0]");
  EXPECT_EQ(Config(again.value), Config(model));
}

// An InputLayer that was called has a node 0 that is not in the Model, so its
// second node is written as node 0, and a reload finds the placeholder there.
TEST_F(FromConfig, mistakes_a_called_input_layer_for_its_placeholder) {
  Tensor* x = In({kUnknownDim, 4}, "x");
  Tensor* given = In({kUnknownDim, 4}, "given");
  Tensor* y = One(Make("Dense", {{"units", 4}}, "d"), {One(x->layer, {given})});
  Model* model = MakeModel({given}, {y});
  EXPECT_EQ(Config(model),
            "given; x[given,0,0]; d[x,0,0]; in given,0,0; out d,0,0");
  OrRefusal<Model*> again = Reload(model);
  ASSERT_FALSE(again.ok());
  EXPECT_EQ(again.refusal->ToString(),
            "ValueError: Graph disconnected: cannot obtain value for tensor "
            "Tensor(\"x:0\", shape=(?, 4), dtype=float32) at layer \"x\". The "
            "following previous layers were accessed without issue: []");
}

class FromConfigByVersion : public ConfigTest,
                            public testing::WithParamInterface<const char*> {
 protected:
  bool keeps_order() const { return GetParam() != std::string("2.2.4"); }
};
INSTANTIATE_TEST_SUITE_P(All, FromConfigByVersion,
                         testing::Values("2.2.4", "2.2.5", "2.3.1"),
                         [](const auto& info) {
                           std::string name = info.param;
                           std::replace(name.begin(), name.end(), '.', '_');
                           return "keras_" + name;
                         });

// keras#11159, with mean_time in the place of Reshape: A(r1(i)), A(r2(A(i))),
// concatenated second first.
TEST_P(FromConfigByVersion, keras_11159) {
  UseEngine(GetParam());
  Tensor* i = In({kUnknownDim, 1, 1, 12}, "i");
  Layer* a = Make("Dense", {{"units", 12}}, "A");
  Tensor* out1 = One(a, {One(Lambda("mean_time", "r1"), {i})});
  Tensor* out2 = One(a, {One(Lambda("mean_time", "r2"), {One(a, {i})})});
  Model* model =
      MakeModel({i}, {One(Make("Concatenate", {}, "c"), {out2, out1})});
  OrRefusal<Model*> again = Reload(model);
  if (keeps_order()) {
    ASSERT_TRUE(again.ok());
    EXPECT_EQ(Config(again.value), Config(model));
  } else {
    ASSERT_FALSE(again.ok());
    EXPECT_EQ(again.refusal->ToString(),
              "ValueError: A `Concatenate` layer requires inputs with matching "
              "shapes except for the concat axis. Got inputs shapes: [(None, "
              "12), (None, 1, 1, 12)]");
  }
}

// The same without a difference in shapes: 2.2.4 silently exchanges two calls.
TEST_P(FromConfigByVersion, calls_of_one_layer_in_another_order) {
  UseEngine(GetParam());
  Tensor* x = In({kUnknownDim, 4}, "x");
  Layer* a = Make("Dense", {{"units", 4}}, "a");
  Tensor* late = One(a, {One(Lambda("negate", "r1"), {x})});
  Tensor* deep = One(a, {One(Lambda("double", "r2"), {One(a, {x})})});
  Model* model = MakeModel({x}, {deep, late});
  OrRefusal<Model*> again = Reload(model);
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(Config(again.value) == Config(model), keeps_order());
}

// A graph of two layers, each of whose first nodes needs the other's second.
TEST_P(FromConfigByVersion, a_config_that_waits_for_itself_is_noticed) {
  UseEngine(GetParam());
  using TensorEntry = ModelConfig::TensorEntry;
  using NodeEntry = ModelConfig::NodeEntry;
  Tensor* x = In({kUnknownDim, 4}, "x");
  const TensorEntry from_second[] = {{1, 0, 0}};
  const TensorEntry from_first[] = {{0, 0, 0}};
  const NodeEntry first_nodes[] = {{from_second, nullptr}};
  const NodeEntry second_nodes[] = {{from_first, nullptr}};
  const ModelConfig::LayerEntry layers[] = {
      {Make("Dense", {{"units", 4}}, "a")->GetConfig(session_), first_nodes},
      {Make("Dense", {{"units", 4}}, "b")->GetConfig(session_), second_nodes},
      {x->layer->GetConfig(session_), {}}};
  const ModelConfig config{N("m"), layers, from_first, from_first};
  OrRefusal<Model*> model = ModelFromConfig(session_, config);
  ASSERT_FALSE(model.ok());
  EXPECT_EQ(model.refusal->form, &errors::kPassesForEver);
}

// An index that a layer's only call does not have: an IndexError, which later
// versions take for "not yet".
TEST_P(FromConfigByVersion, a_tensor_index_out_of_range) {
  UseEngine(GetParam());
  using TensorEntry = ModelConfig::TensorEntry;
  using NodeEntry = ModelConfig::NodeEntry;
  Tensor* x = In({kUnknownDim, 4}, "x");
  const TensorEntry input[] = {{0, 0, 0}};
  const TensorEntry missing[] = {{0, 0, 1}};
  const NodeEntry nodes[] = {{missing, nullptr}};
  const ModelConfig::LayerEntry layers[] = {
      {x->layer->GetConfig(session_), {}},
      {Make("Dense", {{"units", 4}}, "a")->GetConfig(session_), nodes}};
  const ModelConfig config{N("m"), layers, input, input};
  OrRefusal<Model*> model = ModelFromConfig(session_, config);
  ASSERT_FALSE(model.ok());
  EXPECT_EQ(model.refusal->ToString(),
            keeps_order() ? "RuntimeError: from_config makes no more progress "
                            "and would loop for ever"
                          : "IndexError: list index out of range");
}

TEST_P(FromConfigByVersion, an_output_that_is_not_there) {
  UseEngine(GetParam());
  using TensorEntry = ModelConfig::TensorEntry;
  Tensor* x = In({kUnknownDim, 4}, "x");
  const TensorEntry input[] = {{0, 0, 0}};
  const TensorEntry missing[] = {{0, 1, 0}};
  const ModelConfig::LayerEntry layers[] = {
      {x->layer->GetConfig(session_), {}}};
  const ModelConfig config{N("m"), layers, input, missing};
  OrRefusal<Model*> model = ModelFromConfig(session_, config);
  ASSERT_FALSE(model.ok());
  EXPECT_EQ(model.refusal->ToString(), "IndexError: list index out of range");
}

// An IndexError from within the layer call: the output has no node mask.
TEST_P(FromConfigByVersion, a_lookup_error_of_the_layer_call) {
  UseEngine(GetParam());
  Layer* layer = MakeScripted(
      {.outputs = {Script::Output::kNew, Script::Output::kNew}, .masks = 1},
      "two");
  using TensorEntry = ModelConfig::TensorEntry;
  using NodeEntry = ModelConfig::NodeEntry;
  Tensor* x = In({kUnknownDim, 4}, "x");
  const TensorEntry input[] = {{0, 0, 0}};
  const TensorEntry second[] = {{1, 0, 1}};
  const NodeEntry two_nodes[] = {{input, nullptr}};
  const NodeEntry dense_nodes[] = {{second, nullptr}};
  const ModelConfig::LayerEntry layers[] = {
      {x->layer->GetConfig(session_), {}},
      {layer->GetConfig(session_), two_nodes},
      {Make("Dense", {{"units", 4}}, "d")->GetConfig(session_), dense_nodes}};
  const ModelConfig config{N("m"), layers, input, input};
  OrRefusal<Model*> model = ModelFromConfig(session_, config);
  ASSERT_FALSE(model.ok());
  EXPECT_EQ(model.refusal->type(),
            keeps_order() ? ErrorType::kRuntimeError : ErrorType::kIndexError);
}

TEST_F(HeterogeneousDepth, reloads) {
  Tensor* x = In({kUnknownDim, 4}, "x");
  Layer* a = Make("Dense", {{"units", 4}}, "A");
  Layer* b = Make("Dense", {{"units", 4}}, "B");
  Tensor* y = One(a, {One(b, {One(a, {One(b, {x})})})});
  Model* model = MakeModel({x}, {y});
  OrRefusal<Model*> again = Reload(model);
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(Config(again.value), Config(model));
}

TEST_F(HeterogeneousDepth, reloads_with_concatenate) {
  Tensor* i = In({kUnknownDim, 2, 9}, "i");
  Layer* a = Make("Dense", {{"units", 3}}, "A");
  Layer* b = Make("Dense", {{"units", 3}}, "B");
  Layer* c = Make("Dense", {{"units", 9}}, "C");
  Tensor* x1 = One(b, {One(a, {i})});
  Tensor* x2 = One(a, {One(c, {i})});
  Model* model = MakeModel({i}, {One(Make("Concatenate"), {x1, x2})});
  OrRefusal<Model*> again = Reload(model);
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(Config(again.value), Config(model));
}

}  // namespace
}  // namespace clonecheck
