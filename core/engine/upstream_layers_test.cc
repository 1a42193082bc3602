// What the layer tests of Keras 2.3.1 state (tests/keras/layers). Where
// upstream compares numbers, terms are compared, which holds for all numbers.
// Shapes and masks: the real Keras 2.2.4 and 2.3.1.
#include "core/engine/layer.h"
#include "core/engine/meanings.h"
#include "core/engine/testing.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

constexpr int32_t kNone = kUnknownDim;

class UpstreamLayers : public EngineTest {
 protected:
  Dict* Initial(const std::vector<Tensor*>& states) {
    Tensor** list = session_.arena().NewArray<Tensor*>(states.size());
    std::copy(states.begin(), states.end(), list);
    return Keywords(
        {{"initial_state", Value::List(Tensors(list, states.size()))}});
  }
  static std::string MaskShape(const Tensor* tensor) {
    const Tensor* mask = NodeOf(tensor).output_mask(0);
    return mask == nullptr ? "None" : mask->static_shape->ToString();
  }
  static constexpr const char* kRecurrent[] = {"SimpleRNN", "GRU", "LSTM"};
};

TEST_F(UpstreamLayers, a_Lambda_of_two_outputs_is_a_layer_of_a_called_model) {
  for (const char* mask : {"", "none_list"}) {
    session_.Clear();
    Tensor* x = In({kNone, 10});
    std::vector<Arg> args = {{"function", "two"}};
    if (*mask != '\0') args.push_back({"mask", mask});
    Tensors outputs = Call(Make("Lambda", args), {x});
    ASSERT_EQ(outputs.size(), 2u);
    for (const Tensor* output : outputs) {
      EXPECT_EQ(output->shape->ToString(), "(None, 10)");
    }
    const Node& node = NodeOf(outputs[0]);
    ASSERT_EQ(node.num_output_masks(), 2u);
    EXPECT_EQ(node.output_mask(0), nullptr);
    EXPECT_EQ(node.output_mask(1), nullptr);
    Model* model = MakeModel({x}, {outputs[0], outputs[1]});
    Tensor* other = In({kNone, 10});
    Tensors again = Call(model, {other});
    ASSERT_EQ(again.size(), 2u);
    EXPECT_EQ(Meaning(again[0]), Meaning(Call(outputs[0]->layer, {other})[0]));
    EXPECT_EQ(Meaning(again[1]), Meaning(Call(outputs[0]->layer, {other})[1]));
  }
}

TEST_F(UpstreamLayers, a_state_may_be_given_as_a_Keras_tensor_or_as_an_input) {
  for (const char* version : {"2.2.4", "2.3.1"}) {
    for (const char* kind : kRecurrent) {
      session_.Clear();
      UseEngine(version);
      Tensor* x = Masked({kNone, 3, 5});
      std::vector<Tensor*> states = {In({kNone, 2})};
      if (kind == kRecurrent[2]) states.push_back(In({kNone, 2}));
      Layer* layer = Make(kind, {{"units", 2}});
      Tensor* by_keyword = One(layer, {x}, Initial(states));
      std::vector<Tensor*> all = {x};
      all.insert(all.end(), states.begin(), states.end());
      Tensor* by_list = One(layer, all);
      EXPECT_EQ(Meaning(by_keyword), Meaning(by_list)) << version << kind;
      EXPECT_NE(Meaning(by_keyword), Meaning(One(layer, {x}))) << kind;
      const Node& node = NodeOf(by_keyword);
      ASSERT_EQ(node.inputs().size(), 1 + states.size());
      EXPECT_EQ(node.inputs()[1].tensor, states[0]);
    }
  }
}

TEST_F(UpstreamLayers, a_state_that_no_layer_returned_is_no_input) {
  for (const char* kind : kRecurrent) {
    session_.Clear();
    std::vector<Tensor*> states = {Plain({kNone, 2})};
    if (kind == kRecurrent[2]) states.push_back(Plain({kNone, 2}));
    Tensor* y =
        One(Make(kind, {{"units", 2}}), {In({kNone, 3, 5})}, Initial(states));
    EXPECT_EQ(NodeOf(y).inputs().size(), 1u) << kind;
  }
}

TEST_F(UpstreamLayers, a_returned_state_serves_the_next_layer) {
  for (const char* kind : kRecurrent) {
    session_.Clear();
    Tensor* x = In({kNone, 3, 5});
    Tensors outputs = Call(Make(kind, {{"units", 2},
                                       {"return_state", true},
                                       {"return_sequences", true}}),
                           {x});
    ASSERT_EQ(outputs.size(), kind == kRecurrent[2] ? 3u : 2u);
    EXPECT_EQ(outputs[0]->shape->ToString(), "(None, 3, 2)");
    EXPECT_EQ(outputs[1]->shape->ToString(), "(None, 2)");
    std::vector<Tensor*> states(outputs.begin() + 1, outputs.end());
    Tensor* y = One(Make(kind, {{"units", 2}}), {outputs[0]}, Initial(states));
    Model* model = MakeModel({x}, {y});
    OrRefusal<Model*> again = Reload(model);
    // 2.2.4 cannot write states that are tensors; they are inputs as well.
    ASSERT_TRUE(again.ok()) << kind;
    EXPECT_TRUE(Meanings(session_, *model, *again.value).SameOutputs()) << kind;
  }
}

TEST_F(UpstreamLayers, TimeDistributed_passes_on_the_masks_that_steps_make) {
  Tensor* x =
      One(Wrap("TimeDistributed", Make("Masking")), {In({kNone, 3, 4})});
  EXPECT_EQ(x->shape->ToString(), "(None, 3, 4)");
  EXPECT_EQ(MaskShape(x), "(None, 3)");
  Tensor* y = One(Wrap("TimeDistributed", Make("Dense", {{"units", 5}})), {x});
  EXPECT_EQ(MaskShape(y), "(None, 3)");
}

TEST_F(UpstreamLayers, TimeDistributed_over_an_Embedding_masks_each_word) {
  Tensor* words = session_.NewInput(pool_.InternShape({kNone, kNone, kNone}),
                                    DType::kInt32, /*sparse=*/false, nullptr);
  Layer* embedding = Make(
      "Embedding", {{"input_dim", 5}, {"output_dim", 4}, {"mask_zero", true}});
  Tensor* a = One(Wrap("TimeDistributed", embedding), {words});
  EXPECT_EQ(a->shape->ToString(), "(None, None, None, 4)");
  EXPECT_EQ(MaskShape(a), "(None, None, None)");
  Tensor* b =
      One(Wrap("TimeDistributed",
               Make("SimpleRNN", {{"units", 3}, {"return_sequences", true}})),
          {a});
  EXPECT_EQ(b->shape->ToString(), "(None, None, None, 3)");
  EXPECT_EQ(MaskShape(b), "(None, None, None)");
  // The inner layer drops the mask: a sentence counts if a word does.
  Tensor* c =
      One(Wrap("TimeDistributed", Make("SimpleRNN", {{"units", 3}})), {b});
  EXPECT_EQ(c->shape->ToString(), "(None, None, 3)");
  EXPECT_EQ(MaskShape(c), "(None, None)");
  Tensor* d = One(Make("SimpleRNN", {{"units", 3}}), {c});
  EXPECT_EQ(MaskShape(d), "None");
}

TEST_F(UpstreamLayers, TimeDistributed_wraps_a_Sequential_below_a_mask) {
  Tensor* x = In({kNone, 3, 4});
  Sequential* inner = Stack({Make("Dense", {{"units", 5}}),
                             Make("Activation", {{"activation", "relu"}})});
  Tensor* y = One(Wrap("TimeDistributed", inner), {One(Make("Masking"), {x})});
  EXPECT_EQ(y->shape->ToString(), "(None, 3, 5)");
  EXPECT_EQ(MaskShape(y), "(None, 3)");
}

TEST_F(UpstreamLayers, Bidirectional_returns_the_states_of_both_directions) {
  for (const char* mode : {"sum", "mul", "ave", "concat", ""}) {
    session_.Clear();
    const Arg merge =
        *mode == '\0' ? Arg{"merge_mode", nullptr} : Arg{"merge_mode", mode};
    Tensors outputs = Call(
        Wrap("Bidirectional",
             Make("LSTM", {{"units", 2}, {"return_state", true}}), {merge}),
        {In({kNone, 3, 5})});
    const size_t merged = *mode == '\0' ? 2 : 1;
    ASSERT_EQ(outputs.size(), merged + 4) << mode;
    EXPECT_EQ(outputs[0]->shape->ToString(),
              std::string(mode) == "concat" ? "(None, 4)" : "(None, 2)");
    for (size_t i = 1; i < outputs.size(); ++i) {
      EXPECT_EQ(outputs[i]->shape->ToString(), "(None, 2)");
      EXPECT_EQ(NodeOf(outputs[0]).output_mask(i), nullptr);
    }
  }
}

TEST_F(UpstreamLayers, Bidirectional_takes_the_states_of_another) {
  for (const char* version : {"2.2.4", "2.3.1"}) {
    session_.Clear();
    UseEngine(version);
    Tensor* x = In({kNone, 3, 5});
    Tensors outputs =
        Call(Wrap("Bidirectional", Make("GRU", {{"units", 2},
                                                {"return_state", true},
                                                {"return_sequences", true}})),
             {x});
    ASSERT_EQ(outputs.size(), 3u);
    Layer* second = Wrap("Bidirectional", Make("GRU", {{"units", 2}}));
    Tensor* y = One(second, {outputs[0]}, Initial({outputs[1], outputs[2]}));
    const Node& node = NodeOf(y);
    ASSERT_EQ(node.inputs().size(), 3u);
    EXPECT_EQ(node.inputs()[2].tensor_index, 2);
    EXPECT_EQ(node.arguments()->empty(), std::string(version) == "2.3.1");
    EXPECT_EQ(y->shape->ToString(), "(None, 4)");
  }
}

}  // namespace
}  // namespace clonecheck
