// What the topology tests of Keras 2.3.1 state (tests/keras/engine), and
// layer_sharing_maintains_node_order of 2021. Where upstream compares numbers,
// terms are compared, which holds for all numbers. Names, shapes and depths:
// the real Keras 2.2.4 and 2.3.1.
#include "core/engine/layer.h"
#include "core/engine/meanings.h"
#include "core/engine/model_config.h"
#include "core/engine/node_access.h"
#include "core/engine/testing.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

class UpstreamTopology : public EngineTest {
 protected:
  Layer* Dense(int units, const char* name = nullptr) {
    return Make("Dense", {{"units", units}}, name);
  }
  Layer* Join(const char* name = nullptr) {
    return Make("Concatenate", {}, name);
  }
  std::string OutputShapes(const Model& model) {
    std::string text;
    for (const Tensor* output : model.outputs()) {
      text += output->shape->ToString();
    }
    return text;
  }
  // Whether the model made from the config means the same.
  bool ReloadsWell(Model* model) {
    OrRefusal<Model*> again = Reload(model);
    return again.ok() && Meanings(session_, *model, *again.value).SameOutputs();
  }

  // Upstream's model of two inputs and two outputs.
  struct TwoByTwo {
    Tensor* a;
    Tensor* b;
    Layer* shared;
    Model* model;
  };
  TwoByTwo MakeTwoByTwo() {
    TwoByTwo made;
    made.a = In({kUnknownDim, 32}, "input_a");
    made.b = In({kUnknownDim, 32}, "input_b");
    made.shared = Dense(16, "dense_1");
    Tensor* merged = One(Join("merge"), {One(made.shared, {made.a}),
                                         One(made.shared, {made.b})});
    Tensor* c = One(Dense(64, "dense_2"), {merged});
    Tensor* d = One(Dense(5, "dense_3"), {c});
    made.model = MakeModel({made.a, made.b}, {c, d}, "model");
    return made;
  }
};

TEST_F(UpstreamTopology, a_valid_mask_passes_a_Dense) {
  Tensor* x = In({kUnknownDim, 3});
  Tensor* mask = Masked();
  const MaskValue given = MaskValue::Single(mask);
  OrRefusal<MaskValue> result = Dense(4)->ComputeMask(session_, {&x, 1}, given);
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result.value.single, mask);
}

TEST_F(UpstreamTopology, an_invalid_mask_is_refused_alone_and_in_a_list) {
  Layer* layer = Make("Permute", {{"dims", std::vector<int>{2, 1}}}, "p");
  Tensor* x = In({kUnknownDim, 3, 4});
  Symbol* none = nullptr;
  OrRefusal<MaskValue> of_none = layer->ComputeMask(
      session_, {&x, 1}, MaskValue::List(absl::MakeConstSpan(&none, 1)));
  ASSERT_TRUE(of_none.ok());
  EXPECT_TRUE(of_none.value.is_none());
  Symbol* mask = Masked();
  OrRefusal<MaskValue> of_mask =
      layer->ComputeMask(session_, {&x, 1}, MaskValue::Single(mask));
  ASSERT_FALSE(of_mask.ok());
  EXPECT_EQ(of_mask.refusal->ToString(),
            "TypeError: Layer p does not support masking, but was passed an "
            "input_mask: " +
                mask->ToString());
  OrRefusal<MaskValue> of_list = layer->ComputeMask(
      session_, {&x, 1}, MaskValue::List(absl::MakeConstSpan(&mask, 1)));
  ASSERT_FALSE(of_list.ok());
  EXPECT_EQ(of_list.refusal->ToString(),
            "TypeError: Layer p does not support masking, but was passed an "
            "input_mask: [" +
                mask->ToStringInList() + "]");
}

TEST_F(UpstreamTopology, training_True_is_kept_where_a_model_is_called) {
  Tensor* x = In({kUnknownDim, 4});
  Dict* training =
      Keywords({{"training", Value::Literal(ConfigValue::Bool(true))}});
  Tensor* y = One(Make("Dropout", {{"rate", 0.5}}), {x}, training);
  EXPECT_EQ(Meaning(y), "Dropout(x0)");
  Model* model = MakeModel({x}, {y});
  EXPECT_EQ(Meaning(One(model, {In({kUnknownDim, 4})})), "Dropout(x1)");
}

TEST_F(UpstreamTopology, training_True_is_kept_by_a_reload) {
  Tensor* x = In({kUnknownDim, 4});
  Dict* training =
      Keywords({{"training", Value::Literal(ConfigValue::Bool(true))}});
  Tensor* y = One(Make("Dropout", {{"rate", 0.5}}), {x}, training);
  OrRefusal<Model*> again = Reload(MakeModel({x}, {y}));
  ASSERT_TRUE(again.ok());
  const Tensor* z = again.value->outputs()[0];
  const Dict& arguments = *NodeOf(z).arguments();
  ASSERT_EQ(arguments.entries().size(), 1u);
  EXPECT_EQ(arguments.entries()[0].key, session_.kTraining);
  EXPECT_EQ(Meaning(z), "Dropout(x1)");
}

TEST_F(UpstreamTopology, training_changes_nothing_where_nothing_is_dropped) {
  Tensor* x = In({kUnknownDim, 4});
  Dict* training =
      Keywords({{"training", Value::Literal(ConfigValue::Bool(true))}});
  EXPECT_EQ(Meaning(One(Make("Dropout", {{"rate", 0.0}}), {x}, training)),
            Meaning(x));
}

TEST_F(UpstreamTopology, a_shared_layer_has_a_node_for_each_call) {
  Tensor* a = In({kUnknownDim, 32}, "input_a");
  Tensor* b = In({kUnknownDim, 32}, "input_b");
  ASSERT_EQ(a->layer->inbound_nodes().size(), 1u);
  EXPECT_TRUE(a->layer->outbound_nodes().empty());
  EXPECT_FALSE(NodeOf(a).has_inbound_layers());
  EXPECT_EQ(NodeOf(a).inputs()[0].tensor, a);
  EXPECT_EQ(NodeOf(a).output_tensors()[0], a);
  EXPECT_EQ(NodeOf(a).output_mask(0), nullptr);

  Layer* dense = Dense(16, "dense_1");
  Tensor* of_a = One(dense, {a});
  EXPECT_EQ(GetTensors(session_, *dense, NodeEnd::kInput).value, Tensors({a}));
  EXPECT_EQ(GetTensors(session_, *dense, NodeEnd::kOutput).value,
            Tensors({of_a}));
  Tensor* of_b = One(dense, {b});
  ASSERT_EQ(dense->inbound_nodes().size(), 2u);
  EXPECT_TRUE(dense->outbound_nodes().empty());
  Tensor* const inputs[] = {a, b};
  Tensor* const outputs[] = {of_a, of_b};
  for (int i = 0; i < 2; ++i) {
    const Node& node = *dense->inbound_nodes()[i];
    ASSERT_EQ(node.inputs().size(), 1u);
    EXPECT_EQ(node.inputs()[0].layer, inputs[i]->layer);
    EXPECT_EQ(node.inputs()[0].node_index, 0);
    EXPECT_EQ(node.inputs()[0].tensor_index, 0);
    EXPECT_EQ(node.inputs()[0].mask, nullptr);
    EXPECT_EQ(node.outbound_layer(), dense);
    EXPECT_EQ(inputs[i]->layer->outbound_nodes()[0], &node);
    EXPECT_EQ(GetTensorsAt(session_, *dense, NodeEnd::kInput, i).value[0],
              inputs[i]);
    EXPECT_EQ(GetTensorsAt(session_, *dense, NodeEnd::kOutput, i).value[0],
              outputs[i]);
    EXPECT_EQ(GetMasksAt(session_, *dense, NodeEnd::kOutput, i).value[0],
              nullptr);
    EXPECT_EQ(
        GetShapesAt(session_, *dense, NodeEnd::kOutput, i).value[0]->ToString(),
        "(None, 16)");
  }
  EXPECT_FALSE(GetTensors(session_, *dense, NodeEnd::kInput).ok());
  EXPECT_FALSE(GetTensors(session_, *dense, NodeEnd::kOutput).ok());
}

TEST_F(UpstreamTopology, a_model_of_two_inputs_lists_its_layers_by_depth) {
  const TwoByTwo made = MakeTwoByTwo();
  EXPECT_EQ(LayerNames(*made.model),
            "input_a input_b dense_1 merge dense_2 dense_3");
  EXPECT_EQ(NodesByDepth(*made.model),
            "[dense_3:0] [dense_2:0] [merge:0] [dense_1:0 dense_1:1] "
            "[input_b:0 input_a:0]");
  EXPECT_EQ(OutputShapes(*made.model), "(None, 64)(None, 5)");
  const Tensor* const inputs[] = {made.a, made.b};
  OrRefusal<MaskValue> masks = made.model->ComputeMask(
      session_, made.model->inputs(), MaskValue::None());
  ASSERT_TRUE(masks.ok());
  EXPECT_TRUE(masks.value.all_none());
  EXPECT_EQ(masks.value.list_size(), 2u);
  EXPECT_EQ(made.model->inputs()[0], inputs[0]);

  OrRefusal<Model*> again = Reload(made.model);
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(LayerNames(*again.value), LayerNames(*made.model));
  EXPECT_EQ(NodesByDepth(*again.value), NodesByDepth(*made.model));
  EXPECT_TRUE(Meanings(session_, *made.model, *again.value).SameOutputs());
}

TEST_F(UpstreamTopology, a_model_is_a_layer_of_other_models) {
  Model* inner = MakeTwoByTwo().model;
  Tensor* e = In({kUnknownDim, 32}, "input_e");
  Tensor* f = In({kUnknownDim, 32}, "input_f");
  Tensors first = Call(inner, {e, f});
  ASSERT_EQ(first.size(), 2u);
  EXPECT_EQ(first[0]->shape->ToString(), "(None, 64)");
  EXPECT_EQ(first[1]->shape->ToString(), "(None, 5)");
  EXPECT_EQ(History(first[0]), "model:1:0");
  EXPECT_EQ(History(first[1]), "model:1:1");
  Tensor* joined = One(Join("merge2"), {first[0], first[1]});
  Model* outer = MakeModel({e, f}, {One(Dense(7, "dense_4"), {joined})});
  EXPECT_EQ(LayerNames(*outer), "input_e input_f model merge2 dense_4");
  EXPECT_TRUE(ReloadsWell(outer));
}

TEST_F(UpstreamTopology, outputs_in_another_order_keep_it) {
  Model* inner = MakeTwoByTwo().model;
  Tensor* other[] = {In({kUnknownDim, 32}), In({kUnknownDim, 32})};
  Call(inner, {other[0], other[1]});
  Tensor* x = In({kUnknownDim, 32}, "x");
  Tensor* y = In({kUnknownDim, 32}, "y");
  Tensors made = Call(inner, {x, y});
  Tensor* last = One(Dense(7, "dense_4"), {made[1]});
  Model* outer = MakeModel({x, y}, {last, made[0]}, "outer");
  EXPECT_EQ(LayerNames(*outer), "x y model dense_4");
  EXPECT_EQ(NodesByDepth(*outer), "[dense_4:0] [model:2] [x:0 y:0]");
  EXPECT_EQ(OutputShapes(*outer), "(None, 7)(None, 64)");
  OrRefusal<Model*> again = Reload(outer);
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(NodesByDepth(*again.value), "[dense_4:0] [model:1] [x:0 y:0]");
  EXPECT_TRUE(Meanings(session_, *outer, *again.value).SameOutputs());
  // Called again, it answers in the same order.
  Tensors once_more = Call(outer, {other[0], other[1]});
  EXPECT_EQ(once_more[0]->shape->ToString(), "(None, 7)");
  EXPECT_EQ(once_more[1]->shape->ToString(), "(None, 64)");
}

TEST_F(UpstreamTopology, models_that_cannot_be_are_refused) {
  const TwoByTwo made = MakeTwoByTwo();
  Tensor* j = In({kUnknownDim, 32}, "input_j");
  Tensor* k = In({kUnknownDim, 32}, "input_k");
  Tensors mn = Call(made.model, {j, k});
  Tensor* o = In({kUnknownDim, 32}, "input_o");
  Tensor* p = In({kUnknownDim, 32}, "input_p");
  Tensors qr = Call(made.model, {o, p});
  // An input that is none, a graph without its inputs.
  EXPECT_EQ(ModelError({j, k}, {mn[0], mn[1], qr[0]}).substr(0, 30),
            "ValueError: Graph disconnected");
  EXPECT_EQ(ModelError({j}, {mn[0], mn[1]}).substr(0, 30),
            "ValueError: Graph disconnected");
  EXPECT_EQ(ModelError({j, mn[0]}, {mn[1]}).substr(0, 14), "AssertionError");
  // The same input twice, the same output twice, something else.
  EXPECT_EQ(ModelError({j, j}, {mn[0], mn[1]}).substr(0, 72),
            "ValueError: The list of inputs passed to the model is redundant. "
            "All inp");
  EXPECT_EQ(ModelError({j, k}, {mn[0], mn[1], mn[0]}), "accepted");
  EXPECT_EQ(ModelError({j, k}, {Plain({kUnknownDim, 4})}).substr(0, 70),
            "ValueError: Output tensors to a Model must be the output of a "
            "Keras `L");
}

TEST_F(UpstreamTopology, a_layer_shared_at_two_depths_reloads) {
  Tensor* x = In({kUnknownDim, 4});
  Tensor* y = In({kUnknownDim, 4});
  Layer* first = Dense(4, "e");
  Layer* other = Dense(4, "d");
  Tensor* a = One(first, {x});
  Tensor* b = One(first, {y});
  Tensor* deep = One(other, {One(other, {One(other, {b})})});
  Tensor* joined = One(Join("c"), {a, deep});
  Model* model = MakeModel({x, y}, {One(Dense(2, "o"), {joined})});
  EXPECT_EQ(NodesByDepth(*model),
            "[o:0] [c:0] [d:2] [d:1] [d:0] [e:0 e:1] [input_2:0 input_1:0]");
  EXPECT_TRUE(ReloadsWell(model));
}

TEST_F(UpstreamTopology, layers_of_changing_depths_reload) {
  Layer* a = Dense(4, "a");
  Layer* b = Dense(4, "b");
  Tensor* x = In({kUnknownDim, 4}, "x");
  Tensor* y = One(a, {One(b, {One(a, {One(b, {x})})})});
  Model* model = MakeModel({x}, {y});
  EXPECT_EQ(NodesByDepth(*model), "[a:1] [b:1] [a:0] [b:0] [x:0]");
  EXPECT_EQ(LayerNames(*model), "x b a");
  EXPECT_TRUE(ReloadsWell(model));
}

TEST_F(UpstreamTopology, layers_of_changing_depths_reload_when_joined) {
  Tensor* x = In({kUnknownDim, 4}, "x");
  Layer* a = Dense(4, "a");
  Layer* b = Dense(4, "b");
  Layer* c = Dense(4, "c");
  Tensor* left = One(b, {One(a, {x})});
  Tensor* right = One(a, {One(c, {x})});
  EXPECT_TRUE(ReloadsWell(MakeModel({x}, {One(Join(), {left, right})})));
}

// keras#11159.
TEST_F(UpstreamTopology, a_shared_layer_of_two_depths_reloads_from_2_2_5_on) {
  const auto tanh = [&] {
    return Make("Activation", {{"activation", "tanh"}});
  };
  for (const char* version : {"2.2.4", "2.2.5", "2.3.1"}) {
    session_.Clear();
    UseEngine(version);
    Tensor* x = In({kUnknownDim, 4}, "x");
    Layer* a = Dense(4, "a");
    Tensor* left = One(a, {One(tanh(), {x})});
    Tensor* inner = One(a, {x});
    Tensor* right = One(a, {One(tanh(), {inner})});
    Model* model = MakeModel({x}, {One(Join("c"), {right, left})});
    OrRefusal<Model*> again = Reload(model);
    const bool same =
        again.ok() && Meanings(session_, *model, *again.value).SameOutputs();
    EXPECT_EQ(same, session_.rules().from_config_keeps_node_order) << version;
  }
}

// 2021: the outputs are listed in another order than the calls were made.
TEST_F(UpstreamTopology, a_reload_tells_the_calls_of_a_shared_layer_apart) {
  for (const char* version : {"2.2.4", "2.3.1"}) {
    session_.Clear();
    UseEngine(version);
    Tensor* ones = In({kUnknownDim, 1}, "ones");
    Tensor* zeros = In({kUnknownDim, 1}, "zeros");
    Layer* shared = Make("Activation", {{"activation", "relu"}}, "layer");
    Tensor* of_ones = One(shared, {ones});
    Tensor* of_zeros =
        One(Make("Activation", {{"activation", "tanh"}}, "other"),
            {One(shared, {zeros})});
    EXPECT_TRUE(ReloadsWell(MakeModel({ones, zeros}, {of_zeros, of_ones})))
        << version;
  }
}

// keras#7589.
TEST_F(UpstreamTopology, several_outputs_go_into_a_layer_of_several_inputs) {
  Tensor* x = In({kUnknownDim, 4});
  Tensors pair = Call(Lambda("two"), {x});
  Tensors swapped = Call(Make("Swap"), {pair[0], pair[1]});
  EXPECT_EQ(Meaning(swapped[0]), Meaning(pair[1]));
  EXPECT_EQ(Meaning(swapped[1]), Meaning(pair[0]));
  Model* model = MakeModel({x}, {swapped[0], swapped[1]});
  EXPECT_EQ(Call(model, {In({kUnknownDim, 4})}).size(), 2u);
}

TEST_F(UpstreamTopology, a_model_of_models_with_BatchNormalization_reloads) {
  Tensor* x = In({kUnknownDim, 4}, "x");
  Sequential* inner = Stack({Dense(3), Make("BatchNormalization")}, "inner");
  Tensor* y = One(Dense(2), {One(inner, {x})});
  Model* model = MakeModel({x}, {y});
  ArenaVector<Variable*> weights;
  model->AppendModelWeights(session_.arena(), &weights);
  std::string roles;
  for (const Variable* weight : weights)
    roles += std::string(" ") + weight->role;
  EXPECT_EQ(roles,
            " kernel bias gamma beta moving_mean moving_variance kernel bias");
  EXPECT_TRUE(ReloadsWell(model));
}

}  // namespace
}  // namespace clonecheck
