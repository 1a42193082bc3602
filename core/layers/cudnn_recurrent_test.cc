// CuDNNGRU and CuDNNLSTM: names, configs and refusals of the real Keras 2.2.4;
// weights and shapes as its source has them, since it cannot build the layers
// without a GPU.
#include <string>
#include <vector>

#include "core/layers/layer_test.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

using CudnnRecurrent = LayerTest;

TEST_F(CudnnRecurrent, weights_have_a_block_a_gate_and_two_biases_each) {
  TestLayer gru = Make("CuDNNGRU", {{"units", 3}});
  EXPECT_EQ(Call(gru, {Input({kUnknownDim, 5, 4})}).error(), "");
  ASSERT_EQ(gru.weights.size(), 3u);
  EXPECT_EQ(gru.weights[0].shape->ToString(), "(4, 9)");
  EXPECT_EQ(gru.weights[1].shape->ToString(), "(3, 9)");
  EXPECT_EQ(gru.weights[2].shape->ToString(), "(18,)");
  TestLayer lstm = Make("CuDNNLSTM", {{"units", 3}});
  EXPECT_EQ(Call(lstm, {Input({kUnknownDim, 5, 4})}).error(), "");
  ASSERT_EQ(lstm.weights.size(), 3u);
  EXPECT_EQ(lstm.weights[0].shape->ToString(), "(4, 12)");
  EXPECT_EQ(lstm.weights[2].shape->ToString(), "(24,)");
}

TEST_F(CudnnRecurrent, returns_sequence_and_states_as_the_others_do) {
  TestLayer lstm =
      Make("CuDNNLSTM",
           {{"units", 3}, {"return_sequences", true}, {"return_state", true}});
  const Result result = Call(lstm, {Input({kUnknownDim, 5, 4})});
  ASSERT_EQ(result.shapes.size(), 3u);
  EXPECT_EQ(result.shapes[0]->ToString(), "(None, 5, 3)");
  EXPECT_EQ(result.shapes[2]->ToString(), "(None, 3)");
}

TEST_F(CudnnRecurrent, refuses_a_mask) {
  TestLayer gru = Make("CuDNNGRU", {{"units", 3}});
  EXPECT_EQ(
      Call(gru, {Input({kUnknownDim, 5, 4})}, {Mask({kUnknownDim, 5})}).error(),
      "ValueError: Masking is not supported for CuDNN RNNs.");
}

TEST_F(CudnnRecurrent, refuses_states_of_another_number_or_size) {
  TestLayer gru = Make("CuDNNGRU", {{"units", 3}});
  EXPECT_EQ(
      Call(gru, {Input({kUnknownDim, 5, 4}), Input({kUnknownDim, 7})}).error(),
      "ValueError: An `initial_state` was passed that is not compatible with "
      "`cell.state_size`. Received `state_spec`=[InputSpec(shape=(None, 7), "
      "ndim=2)]; however `cell.state_size` is 3");
  TestLayer lstm = Make("CuDNNLSTM", {{"units", 3}});
  EXPECT_EQ(
      Call(lstm, {Input({kUnknownDim, 5, 4}), Input({kUnknownDim, 3})}).error(),
      "ValueError: An `initial_state` was passed that is not compatible with "
      "`cell.state_size`. Received `state_spec`=[InputSpec(shape=(None, 3), "
      "ndim=2)]; however `cell.state_size` is (3, 3)");
}

TEST_F(CudnnRecurrent, has_neither_unroll_nor_activations) {
  EXPECT_NE(ConfigError("CuDNNGRU", {{"units", 3}, {"unroll", true}}), "");
  EXPECT_NE(ConfigError("CuDNNLSTM", {{"units", 3}, {"activation", "relu"}}),
            "");
}

TEST_F(CudnnRecurrent, is_never_drawn) {
  EXPECT_TRUE(Spec("CuDNNGRU", {{"units", 3}}).kind().Domain(pool_).empty());
  EXPECT_TRUE(Spec("CuDNNLSTM", {{"units", 3}}).kind().Domain(pool_).empty());
}

}  // namespace
}  // namespace clonecheck
