// InputLayer: fed inputs, inputs on tensors that are there, and an InputLayer
// that is called like any layer.
#include "core/engine/testing.h"

namespace clonecheck {
namespace {

using InputLayerNodes = EngineTest;

TEST_F(InputLayerNodes, may_be_called_on_a_tensor) {
  Tensor* x = In({kUnknownDim, 4});
  Tensor* z = In({kUnknownDim, 4});
  Tensor* y = One(x->layer, {z});
  EXPECT_NE(y, z);
  EXPECT_EQ(y->term, z->term);
  EXPECT_EQ(History(y), "input_1:1:0");
  ASSERT_EQ(x->layer->inbound_nodes().size(), 2u);
  EXPECT_TRUE(NodeOf(y).has_inbound_layers());
  EXPECT_NE(NodeOf(y).arguments(), nullptr);
  EXPECT_EQ(History(x), "input_1:0:0");
}

TEST_F(InputLayerNodes, passes_the_mask_of_what_it_is_called_on) {
  Tensor* m = Masked();
  Tensor* y = One(In({kUnknownDim, 3, 4})->layer, {m});
  EXPECT_EQ(NodeOf(y).output_mask(0), NodeOf(m).output_mask(0));
}

// The base class' call has **kwargs, which is no parameter named `mask`.
TEST_F(InputLayerNodes, takes_any_keyword_but_no_injected_mask) {
  Tensor* m = Masked();
  Layer* input = In({kUnknownDim, 3, 4})->layer;
  EXPECT_FALSE(input->takes_mask());
  Tensor* y = One(input, {m}, Keywords({{"foo", None()}, {"mask", None()}}));
  EXPECT_EQ(NodeOf(y).arguments()->entries().size(), 2u);
}

TEST_F(InputLayerNodes, of_a_tensor_puts_shape_and_history_on_that_tensor) {
  Tensor* plain = Plain({2, 4});
  EXPECT_EQ(History(plain), "-");
  Tensor* x = session_.NewInputOn(plain, nullptr);
  EXPECT_EQ(x, plain);
  EXPECT_EQ(History(plain), "input_1:0:0");
  EXPECT_FALSE(plain->layer->is_placeholder());
  EXPECT_TRUE(plain->layer->is_input_layer());
  EXPECT_EQ(plain->layer->batch_input_shape()->ToString(), "(2, 4)");
  EXPECT_EQ(Meaning(plain), "c0");
  EXPECT_TRUE(In({kUnknownDim, 4})->layer->is_placeholder());
}

TEST_F(InputLayerNodes, of_a_tensor_overwrites_its_history) {
  Tensor* x = In({kUnknownDim, 4});
  Tensor* y = One(Make("Dense", {{"units", 3}}), {x});
  session_.NewInputOn(y, N("late"));
  EXPECT_EQ(History(y), "late:0:0");
  Model* model = MakeModel({y}, {One(Make("Dense", {{"units", 2}}), {y})});
  EXPECT_EQ(LayerNames(*model), "late dense_2");
}

}  // namespace
}  // namespace clonecheck
