// Weights: the order of get_weights.
#include "core/engine/testing.h"

namespace clonecheck {
namespace {

class WeightOrder : public EngineTest {
 protected:
  std::string Of(const Layer* layer) {
    ArenaVector<Variable*> weights;
    layer->AppendWeights(session_.arena(), &weights);
    std::string text;
    for (const Variable* weight : weights) {
      text +=
          (text.empty() ? "" : " ") + session_.terms().ToString(weight->term);
    }
    return text;
  }
};

TEST_F(WeightOrder, there_are_none_before_the_first_call) {
  Layer* dense = Make("Dense", {{"units", 4}});
  EXPECT_EQ(Of(dense), "");
  One(dense, {In({kUnknownDim, 4})});
  EXPECT_EQ(Of(dense), "w1 w2");
}

TEST_F(WeightOrder, of_a_model_follows_its_layers_each_once) {
  Tensor* x = In({kUnknownDim, 4});
  Layer* a = Make("Dense", {{"units", 4}}, "a");
  Layer* b = Make("Dense", {{"units", 4}}, "b");
  Tensor* first = One(b, {x});
  Tensor* y = One(b, {One(a, {first})});
  Model* model = MakeModel({x}, {y});
  EXPECT_EQ(LayerNames(*model), "input_1 b a");
  EXPECT_EQ(Weights(*model), "w1 w2 w3 w4");
  // a first where a is deeper.
  Tensor* z = One(b, {One(a, {x})});
  EXPECT_EQ(Weights(*MakeModel({x}, {z})), "w3 w4 w1 w2");
}

TEST_F(WeightOrder, a_frozen_layer_keeps_its_place) {
  Tensor* x = In({kUnknownDim, 4});
  Layer* a = Make("Dense", {{"units", 4}}, "a", /*trainable=*/false);
  Tensor* y = One(Make("Dense", {{"units", 4}}, "b"), {One(a, {x})});
  EXPECT_EQ(Weights(*MakeModel({x}, {y})), "w1 w2 w3 w4");
}

// A nested Model lists all trainable weights, then all others.
TEST_F(WeightOrder, a_nested_model_puts_frozen_weights_last) {
  Tensor* z = In({kUnknownDim, 4});
  Layer* frozen = Make("Dense", {{"units", 4}}, "frozen", /*trainable=*/false);
  Tensor* y = One(Make("Dense", {{"units", 4}}, "free"), {One(frozen, {z})});
  Model* inner = MakeModel({z}, {y}, "inner");
  EXPECT_EQ(Weights(*inner), "w1 w2 w3 w4");
  EXPECT_EQ(Of(inner), "w3 w4 w1 w2");
  Tensor* x = In({kUnknownDim, 4});
  Model* outer = MakeModel({x}, {One(inner, {x})});
  EXPECT_EQ(Weights(*outer), "w3 w4 w1 w2");
}

TEST_F(WeightOrder, a_frozen_model_counts_as_frozen_within_another) {
  Tensor* z = In({kUnknownDim, 4});
  Tensor* y = One(Make("Dense", {{"units", 4}}), {z});
  Model* inner = MakeModel({z}, {y}, "inner");
  inner->set_trainable(session_, false);
  EXPECT_EQ(Of(inner), "w1 w2");
  Tensor* w = In({kUnknownDim, 4});
  Tensor* v = One(Make("Dense", {{"units", 4}}), {One(inner, {w})});
  Model* middle = MakeModel({w}, {v}, "middle");
  EXPECT_EQ(Weights(*middle), "w1 w2 w4 w5");
  EXPECT_EQ(Of(middle), "w4 w5 w1 w2");
}

TEST_F(WeightOrder, nothing_is_deduplicated_across_nesting) {
  Tensor* z = In({kUnknownDim, 4});
  Layer* dense = Make("Dense", {{"units", 4}}, "d");
  Model* inner = MakeModel({z}, {One(dense, {z})}, "inner");
  Tensor* x = In({kUnknownDim, 4});
  Model* outer = MakeModel({x}, {One(dense, {One(inner, {x})})});
  EXPECT_EQ(Weights(*outer), "w1 w2 w1 w2");
}

TEST_F(WeightOrder, has_shapes_and_roles) {
  Layer* dense = Make("Dense", {{"units", 3}});
  One(dense, {In({kUnknownDim, 4})});
  ArenaVector<Variable*> weights;
  dense->AppendWeights(session_.arena(), &weights);
  ASSERT_EQ(weights.size(), 2u);
  EXPECT_STREQ(weights[0]->role, "kernel");
  EXPECT_EQ(weights[0]->shape->ToString(), "(4, 3)");
  EXPECT_STREQ(weights[1]->role, "bias");
  EXPECT_EQ(weights[1]->shape->ToString(), "(3,)");
}

}  // namespace
}  // namespace clonecheck
