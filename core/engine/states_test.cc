// Calling recurrent layers with states. Facts and texts: the real Keras 2.2.4
// and 2.3.1.
#include "core/engine/testing.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

class States : public EngineTest {
 protected:
  Tensor* Sequence() { return In({kUnknownDim, 3, 2}); }
  Tensor* State(int32_t units = 2) { return In({kUnknownDim, units}); }
  Layer* MakeUnits(const char* kind, int units = 2) {
    return Make(kind, {{"units", units}});
  }
  Dict* Initial(std::vector<Tensor*> states) {
    Tensor** list = session_.arena().NewArray<Tensor*>(states.size());
    std::copy(states.begin(), states.end(), list);
    return Keywords(
        {{"initial_state", Value::List(Tensors(list, states.size()))}});
  }
};

TEST_F(States, given_as_the_keyword_become_inputs_of_the_node) {
  Tensor* h = State();
  Tensor* y = One(MakeUnits("GRU"), {Sequence()}, Initial({h}));
  ASSERT_EQ(NodeOf(y).inputs().size(), 2u);
  EXPECT_EQ(NodeOf(y).inputs()[1].tensor, h);
}

TEST_F(States, stay_in_the_arguments_of_2_2_4) {
  Tensor* y = One(MakeUnits("GRU"), {Sequence()}, Initial({State()}));
  ASSERT_EQ(NodeOf(y).arguments()->entries().size(), 1u);
  EXPECT_EQ(NodeOf(y).arguments()->entries()[0].key->text, "initial_state");
}

// One object: its history names the later output.
TEST_F(States, of_an_unrolled_layer_is_the_last_output_itself) {
  for (const char* kind : {"SimpleRNN", "GRU", "LSTM"}) {
    const auto unrolled = [&](bool sequences) {
      return Make(kind, {{"units", 2},
                         {"unroll", true},
                         {"return_state", true},
                         {"return_sequences", sequences}});
    };
    Tensors outputs = Call(unrolled(false), {Sequence()});
    EXPECT_EQ(outputs[0], outputs[1]) << kind;
    EXPECT_EQ(outputs[0]->tensor_index, 1) << kind;
    if (outputs.size() > 2) EXPECT_NE(outputs[1], outputs[2]);
    outputs = Call(unrolled(true), {Sequence()});
    EXPECT_NE(outputs[0], outputs[1]) << kind;
    EXPECT_EQ(outputs[0]->tensor_index, 0) << kind;
    // With a mask each is chosen on its own.
    outputs = Call(unrolled(false), {Masked({kUnknownDim, 3, 2})});
    EXPECT_NE(outputs[0], outputs[1]) << kind;
  }
}

TEST_F(States, of_both_directions_are_the_last_outputs_themselves) {
  const auto indices = [&](const char* kind, bool sequences) {
    Layer* inner = Make(kind, {{"units", 2},
                               {"unroll", true},
                               {"return_state", true},
                               {"return_sequences", sequences}});
    std::vector<int> result;
    for (const Tensor* output :
         Call(Wrap("Bidirectional", inner, {{"merge_mode", nullptr}}),
              {Sequence()})) {
      result.push_back(output->tensor_index);
    }
    return result;
  };
  EXPECT_EQ(indices("GRU", false), (std::vector<int>{2, 3, 2, 3}));
  EXPECT_EQ(indices("LSTM", false), (std::vector<int>{2, 4, 2, 3, 4, 5}));
  EXPECT_EQ(indices("LSTM", true), (std::vector<int>{0, 1, 2, 3, 4, 5}));
}

TEST_F(States, leave_the_arguments_of_2_3_1) {
  UseEngine("2.3.1");
  Tensor* y = One(MakeUnits("GRU"), {Sequence()}, Initial({State()}));
  EXPECT_TRUE(NodeOf(y).arguments()->empty());
}

TEST_F(States, given_in_the_list_of_inputs_mean_the_same) {
  Layer* gru = MakeUnits("GRU");
  Tensor* x = Sequence();
  Tensor* h = State();
  EXPECT_EQ(Meaning(One(gru, {x}, Initial({h}))), Meaning(One(gru, {x, h})));
}

TEST_F(States, given_twice_are_refused) {
  Tensor* h = State();
  EXPECT_EQ(CallError(MakeUnits("GRU"), {Sequence(), h}, Initial({h})),
            "AssertionError: ");
}

TEST_F(States, of_other_sizes_are_refused_by_the_first_call) {
  EXPECT_EQ(
      CallError(MakeUnits("LSTM"), {Sequence()}, Initial({State()})),
      "ValueError: An `initial_state` was passed that is not compatible with "
      "`cell.state_size`. Received `state_spec`=[InputSpec(shape=(None, 2), "
      "ndim=2)]; however `cell.state_size` is (2, 2)");
  EXPECT_EQ(
      CallError(MakeUnits("GRU", 3), {Sequence()}, Initial({State()})),
      "ValueError: An `initial_state` was passed that is not compatible with "
      "`cell.state_size`. Received `state_spec`=[InputSpec(shape=(None, 2), "
      "ndim=2)]; however `cell.state_size` is 3");
}

TEST_F(States, too_many_for_a_built_layer_are_refused_and_spoil_it) {
  Layer* gru = MakeUnits("GRU");
  Tensor* x = Sequence();
  One(gru, {x});
  Tensor* h = State();
  EXPECT_EQ(CallError(gru, {x}, Initial({h, h})),
            "ValueError: Layer has 1 states but was passed 2 initial states.");
  EXPECT_EQ(CallError(gru, {x}),
            "ValueError: Layer gru_1 expects 3 inputs, but it received 1 input "
            "tensors. Input received: [<tf.Tensor 'input_1:0' shape=(?, 3, 2) "
            "dtype=float32>]");
}

TEST_F(States, an_empty_list_of_them_is_refused) {
  EXPECT_EQ(CallError(MakeUnits("LSTM"), {Sequence()}, Initial({})),
            "IndexError: list index out of range");
}

TEST_F(States, must_all_be_keras_tensors_or_none_of_them) {
  EXPECT_EQ(CallError(MakeUnits("LSTM"), {Sequence()},
                      Initial({State(), Plain({kUnknownDim, 2})}))
                .substr(0, 72),
            "ValueError: The initial state or constants of an RNN layer cannot "
            "be spe");
}

}  // namespace
}  // namespace clonecheck
