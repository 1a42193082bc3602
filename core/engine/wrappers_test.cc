// Wrappers: Bidirectional and TimeDistributed. Facts and texts: the real Keras
// 2.2.4.
#include <string>

#include "absl/strings/str_replace.h"
#include "core/engine/layer.h"
#include "core/engine/sequential.h"
#include "core/engine/testing.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

class Wrappers : public EngineTest {
 protected:
  Layer* Wrap(const char* kind, Layer* inner,
              std::vector<ConfigEntry> args = {}, const char* name = nullptr) {
    const Config* config = pool_.InternConfig(N(kind), std::move(args));
    const LayerSpec* child = &inner->spec();
    const LayerSpec* spec =
        catalogue_.Resolve(config, absl::MakeConstSpan(&child, 1)).value();
    return session_.NewLayer(*spec, name == nullptr ? nullptr : N(name),
                             /*trainable=*/true, inner);
  }
  Layer* Gru(bool sequences = false, bool state = false) {
    return Make("GRU", {{"units", 2},
                        {"return_sequences", sequences},
                        {"return_state", state}});
  }
  ConfigEntry MergeMode(const char* mode) {
    return {N("merge_mode"), mode == nullptr ? ConfigValue::None()
                                             : ConfigValue::String(N(mode))};
  }
  size_t NumWeights(Layer* layer) {
    ArenaVector<Variable*> weights;
    layer->AppendWeights(session_.arena(), &weights);
    return weights.size();
  }
};

using BidirectionalTest = Wrappers;
using TimeDistributedTest = Wrappers;
using ConvLstmTest = Wrappers;

TEST_F(ConvLstmTest, refuses_all_states) {
  Layer* layer = Make("ConvLSTM2D", {{"filters", 2}, {"kernel_size", 2}});
  Tensor* state = In({kUnknownDim, 3, 4, 2});
  EXPECT_EQ(CallError(layer, {In({kUnknownDim, 3, 4, 5, 2}), state, state}),
            "AssertionError: ");
}

TEST_F(BidirectionalTest, joins_both_outputs_along_the_last_axis) {
  Layer* layer = Wrap("Bidirectional", Gru(/*sequences=*/true));
  Tensor* y = One(layer, {In({kUnknownDim, 3, 5})});
  EXPECT_EQ(y->shape->ToString(), "(None, 3, 4)");
  EXPECT_EQ(NumWeights(layer), 6u);
}

TEST_F(BidirectionalTest, without_a_merge_mode_returns_two_outputs_and_states) {
  Layer* layer =
      Wrap("Bidirectional", Gru(true, /*state=*/true), {MergeMode(nullptr)});
  const Tensors outputs = Call(layer, {In({kUnknownDim, 3, 5})});
  ASSERT_EQ(outputs.size(), 4u);
  EXPECT_EQ(outputs[1]->shape->ToString(), "(None, 3, 2)");
  EXPECT_EQ(outputs[3]->shape->ToString(), "(None, 2)");
}

// The wrapper has a copy of the layer, and both have one cell, which each of
// them builds: seen on the real Keras.
TEST_F(BidirectionalTest, has_one_cell_with_the_layer_that_it_was_given) {
  Layer* gru = Gru();
  Layer* layer = Wrap("Bidirectional", gru);
  Tensor* x = In({kUnknownDim, 3, 5});
  Tensor* before = One(gru, {x});
  EXPECT_EQ(NumWeights(gru), 3u);
  One(layer, {x});
  EXPECT_EQ(NumWeights(gru), 6u);
  EXPECT_EQ(NumWeights(layer), 9u);
  ArenaVector<Variable*> of_gru;
  ArenaVector<Variable*> of_layer;
  gru->AppendWeights(session_.arena(), &of_gru);
  layer->AppendWeights(session_.arena(), &of_layer);
  for (size_t i = 0; i < 6; ++i) EXPECT_EQ(of_gru[i], of_layer[i]) << i;
  // The layer computes with what was built last.
  EXPECT_NE(One(gru, {x})->term, before->term);
}

TEST_F(BidirectionalTest,
       its_layer_is_bound_to_the_shape_that_it_was_built_on) {
  Layer* rnn = Make("SimpleRNN", {{"units", 2}});
  One(Wrap("Bidirectional", rnn), {In({kUnknownDim, 3, 4})});
  EXPECT_EQ(CallError(rnn, {In({kUnknownDim, 3, 5})}),
            "ValueError: Input 0 is incompatible with layer simple_rnn_1: "
            "expected shape=(None, None, 4), found shape=(None, 3, 5)");
}

TEST_F(BidirectionalTest, passes_the_mask_of_a_sequence_to_both_outputs) {
  Layer* layer = Wrap("Bidirectional", Gru(true), {MergeMode(nullptr)});
  Tensor* x = Masked({kUnknownDim, 3, 5});
  const Tensors outputs = Call(layer, {x});
  const Tensor* mask = NodeOf(x).output_mask(0);
  EXPECT_EQ(NodeOf(outputs[0]).output_mask(0), mask);
  EXPECT_EQ(NodeOf(outputs[0]).output_mask(1), mask);
}

TEST_F(BidirectionalTest, cuts_the_states_in_the_middle) {
  Layer* layer = Wrap("Bidirectional", Gru());
  Tensor* x = In({kUnknownDim, 3, 5});
  Tensor* h = In({kUnknownDim, 2});
  EXPECT_EQ(CallError(layer, {x, h}),
            "ValueError: When passing `initial_state` to a Bidirectional RNN, "
            "the state should be a list containing the states of the "
            "underlying RNNs. Found: [<tf.Tensor 'input_2:0' shape=(?, 2) "
            "dtype=float32>]");
  EXPECT_NE(Meaning(One(layer, {x, h, In({kUnknownDim, 2})})),
            Meaning(One(layer, {x})));
}

TEST_F(BidirectionalTest, wraps_recurrent_layers_only) {
  const LayerSpec* dense = &Make("Dense", {{"units", 2}})->spec();
  EXPECT_EQ(catalogue_
                .Resolve(pool_.InternConfig(N("Bidirectional"), {}),
                         absl::MakeConstSpan(&dense, 1))
                .status()
                .message(),
            "Bidirectional: the layer that it wraps must be a recurrent one: "
            "SimpleRNN, GRU, LSTM or RNN, but is Dense; wrap another one.");
}

// Keras 2.2.4 keras/layers/wrappers.py, Bidirectional.call.
TEST_F(BidirectionalTest, tells_both_directions_that_it_is_training) {
  Layer* layer =
      Wrap("Bidirectional", Make("GRU", {{"units", 2}, {"dropout", 0.5}}));
  Tensor* x = In({kUnknownDim, 3, 4});
  const std::string inferred = Meaning(One(layer, {x}));
  Dict* training = EngineTest::Keywords(
      {{"training", Value::Literal(ConfigValue::Bool(true))}});
  const std::string trained = Meaning(One(layer, {x}, training));
  EXPECT_EQ(absl::StrReplaceAll(trained, {{"GRU.training(", "GRU("}}),
            inferred);
  EXPECT_EQ(trained.find("GRU("), std::string::npos) << trained;
}

TEST_F(TimeDistributedTest, runs_a_layer_on_every_step_without_a_node) {
  Layer* dense = Make("Dense", {{"units", 7}});
  Layer* layer = Wrap("TimeDistributed", dense);
  Tensor* y = One(layer, {In({kUnknownDim, 3, 5})});
  EXPECT_EQ(y->shape->ToString(), "(None, 3, 7)");
  EXPECT_TRUE(dense->inbound_nodes().empty());
  EXPECT_EQ(NumWeights(layer), 2u);
}

TEST_F(TimeDistributedTest, asks_for_three_axes) {
  Layer* layer = Wrap("TimeDistributed", Make("Dense", {{"units", 7}}));
  EXPECT_EQ(CallError(layer, {In({kUnknownDim, 5})}), "AssertionError: ");
}

TEST_F(TimeDistributedTest, takes_the_number_of_inputs_for_their_axes) {
  Tensor* x = In({kUnknownDim, 3, 5});
  const auto error = [&](const std::vector<Tensor*>& inputs) {
    return CallError(Wrap("TimeDistributed", Make("Dense", {{"units", 7}})),
                     inputs);
  };
  EXPECT_EQ(error({x, x}), "AssertionError: ");
  EXPECT_EQ(error({x, x, x}),
            "TypeError: can only concatenate tuple (not \"list\") to tuple");
}

TEST_F(TimeDistributedTest, refuses_an_inner_layer_with_several_outputs) {
  Layer* layer = Wrap("TimeDistributed", Lambda("two"));
  EXPECT_EQ(CallError(layer, {In({kUnknownDim, 3, 5})}),
            "TypeError: can only concatenate tuple (not \"list\") to tuple");
}

TEST_F(TimeDistributedTest, refuses_an_inner_layer_that_returns_a_list_of_one) {
  for (Layer* inner : {Lambda("one_as_list"), Make("MultiOut", {{"n", 1}})}) {
    EXPECT_EQ(
        CallError(Wrap("TimeDistributed", inner), {In({kUnknownDim, 3, 5})}),
        "TypeError: can only concatenate tuple (not \"list\") to tuple");
  }
}

TEST_F(TimeDistributedTest, keeps_a_mask_that_the_inner_layer_passes) {
  Layer* layer = Wrap("TimeDistributed", Make("Dense", {{"units", 7}}));
  Tensor* y = One(layer, {Masked({kUnknownDim, 3, 5})});
  ASSERT_NE(NodeOf(y).output_mask(0), nullptr);
  EXPECT_EQ(NodeOf(y).output_mask(0)->shape->ToString(), "(None, 3)");
}

// Steps are folded into samples and unfolded again: where nothing happens in
// between, of the values or of the mask, there is no term for it.
TEST_F(TimeDistributedTest, that_does_nothing_has_no_term) {
  const auto named = [&](const char* function, const char* mask) {
    return Wrap("TimeDistributed",
                mask == nullptr
                    ? Make("Lambda", {{"function", function}})
                    : Make("Lambda", {{"function", function}, {"mask", mask}}));
  };
  Tensor* x = In({kUnknownDim, 3, 5});
  Tensor* masked = One(Make("MaskProducer"), {x});
  Tensor* y = One(named("identity", "keep"), {masked});
  EXPECT_NE(y, masked);
  EXPECT_EQ(y->term, x->term);
  const TermId mask = NodeOf(masked).output_mask(0)->term;
  EXPECT_EQ(NodeOf(y).output_mask(0)->term, mask);
  // What is masked is asked of steps as of samples.
  Tensor* asked = One(named("identity", "nonzero"), {masked});
  EXPECT_EQ(NodeOf(asked).output_mask(0)->term, mask);
  // Folded and unfolded once for several in a row.
  EXPECT_EQ(session_.terms().ToString(One(named("negate", nullptr),
                                          {One(named("double", nullptr), {x})})
                                          ->term),
            "unfold_time(Lambda(Lambda(fold_time(x0))), x0)");
}

TEST_F(TimeDistributedTest, the_flag_trainable_is_that_of_the_inner_layer) {
  Layer* dense = Make("Dense", {{"units", 7}}, nullptr, /*trainable=*/false);
  Layer* layer = Wrap("TimeDistributed", dense);
  EXPECT_TRUE(dense->trainable());
  layer->set_trainable(session_, false);
  EXPECT_FALSE(dense->trainable());
}

TEST_F(TimeDistributedTest, wraps_a_model) {
  Tensor* x = In({kUnknownDim, 5});
  Model* model =
      MakeModel({x}, {One(Make("Dense", {{"units", 7}}), {x})}, "inside");
  Layer* layer = Wrap("TimeDistributed", model);
  Tensor* y = One(layer, {In({kUnknownDim, 3, 5})});
  EXPECT_EQ(y->shape->ToString(), "(None, 3, 7)");
  EXPECT_EQ(NumWeights(layer), 2u);
}

// K.repeat_elements puts a Keras shape on what it repeats along an axis of
// unknown size, so layers and the Model ask for what other tensors lack.
TEST_F(TimeDistributedTest,
       refuses_a_model_in_which_the_backend_makes_a_keras_shape) {
  // A Model of UpSampling1D, and of what `then` makes of its output.
  const auto wrapped = [this](int32_t steps, auto then) {
    Tensor* x = In({kUnknownDim, steps, 5});
    Tensor* y = One(Make("UpSampling1D", {{"size", 1}}), {x});
    return Wrap("TimeDistributed", MakeModel({x}, {then(x, y)}));
  };
  Tensor* unknown = In({kUnknownDim, 3, kUnknownDim, 5});
  Tensor* known = In({kUnknownDim, 3, 4, 5});
  const auto nothing = [](Tensor*, Tensor* y) { return y; };
  for (int32_t steps : {kUnknownDim, 4}) {
    EXPECT_EQ(CallError(wrapped(steps, nothing), {unknown}),
              "AttributeError: 'SymbolicTensor' object has no attribute "
              "'_keras_shape'");
    EXPECT_EQ(CallError(wrapped(steps, nothing), {known}), "accepted");
  }
  const auto dense = [this](Tensor*, Tensor* y) {
    return One(Make("Dense", {{"units", 7}}), {y});
  };
  EXPECT_EQ(CallError(wrapped(kUnknownDim, dense), {unknown}),
            "AttributeError: 'SymbolicTensor' object has no attribute "
            "'_uses_learning_phase'");
  // One of the two inputs has no Keras shape, so none is made.
  const auto add = [this](Tensor* x, Tensor* y) {
    return One(Make("Add"), {y, x});
  };
  EXPECT_EQ(One(wrapped(kUnknownDim, add), {unknown})->shape->ToString(),
            "(None, 3, None, 5)");
}

TEST_F(TimeDistributedTest,
       is_rebuilt_from_its_config_with_a_layer_of_its_own) {
  Layer* dense = Make("Dense", {{"units", 7}}, "d");
  Layer* layer = Wrap("TimeDistributed", dense, {}, "t");
  Layer* copy = Layer::FromConfig(session_, layer->GetConfig(session_)).value;
  ASSERT_NE(copy->inner(), nullptr);
  EXPECT_NE(copy->inner(), dense);
  EXPECT_EQ(copy->inner()->name(), dense->name());
  EXPECT_EQ(copy->name(), layer->name());
}

}  // namespace
}  // namespace clonecheck
