// proposal-004: inputs without a batch axis, a walk from the outputs, inputs in
// the order of layers. Texts as seen on a real Keras 2.2.4.
#include "core/cloners/clone_test.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

constexpr char kFirst[] = "proposal-004";
constexpr char kSecond[] = "proposal-004-repaired";
constexpr char kThird[] = "proposal-004-repaired-2";

class Proposal004 : public CloneTest {
 protected:
  void SetUp() override { x_ = In({kUnknownDim, 4}, "x"); }
  Layer* Dense(const char* name) { return Make("Dense", {{"units", 4}}, name); }
  Model* OfDense() { return MakeModel({x_}, {One(Dense("d"), {x_})}); }
  Model* OfLambda() { return MakeModel({x_}, {One(Lambda("double"), {x_})}); }
  Model* Chain() {
    return MakeModel({x_}, {One(Dense("e"), {One(Dense("d"), {x_})})});
  }
  Model* Sum() {
    Tensor* y = In({kUnknownDim, 4}, "y");
    return MakeModel({x_, y}, {One(Make("Add", {}, "s"), {x_, y})});
  }

  Tensor* x_;
};

// ---- The first fault: shapes ----

TEST_F(Proposal004, takes_the_last_axes_for_the_whole_shape) {
  EXPECT_EQ(Error(kFirst, OfDense()),
            "ValueError: Input 0 is incompatible with layer d: expected "
            "min_ndim=2, found ndim=1");
}

TEST_F(Proposal004, clones_layers_of_any_rank_in_a_wrong_shape) {
  Model* clone = Clone(kFirst, OfLambda());
  EXPECT_EQ(clone->inputs()[0]->shape->ToString(), "(4,)");
  EXPECT_EQ(clone->outputs()[0]->shape->ToString(), "(4,)");
  EXPECT_EQ(LayerNames(*clone), "input_1 lambda_1");
}

TEST_F(Proposal004, has_no_shape_left_for_an_input_of_rank_one) {
  Tensor* x = In({kUnknownDim});
  EXPECT_EQ(Error(kFirst, MakeModel({x}, {One(Lambda("double"), {x})})),
            "AssertionError: Please provide to Input either a `shape` or a "
            "`batch_shape` argument. Note that `shape` does not include the "
            "batch dimension.");
}

TEST_F(Proposal004, asks_an_input_layer_for_its_one_shape) {
  Model* model = OfDense();
  One(x_->layer, {In({kUnknownDim, 3})});
  for (const char* cloner : {kFirst, kSecond, kThird}) {
    EXPECT_EQ(Error(cloner, model),
              "AttributeError: The layer \"x has multiple inbound nodes, with "
              "different input shapes. Hence the notion of \"input shape\" is "
              "ill-defined for the layer. Use `get_input_shape_at(node_index)` "
              "instead.")
        << cloner;
  }
}

// ---- The second fault: from the outputs, as many depths as layers ----

TEST_F(Proposal004, walks_to_depths_that_no_node_has) {
  for (const char* cloner : {kFirst, kSecond}) {
    EXPECT_EQ(Error(cloner, Sum()), "KeyError: 2") << cloner;
  }
}

TEST_F(Proposal004, repaired_computes_layers_that_stand_on_inputs_only) {
  EXPECT_TRUE(ClonesWell(kSecond, OfDense()));
  EXPECT_EQ(Error(kSecond, Chain()),
            "KeyError: <tf.Tensor 'e/BiasAdd:0' shape=(?, 4) dtype=float32>");
}

TEST_F(Proposal004, repaired_stops_before_the_inputs_of_a_shared_layer) {
  Layer* d = Dense("d");
  Tensor* y = One(d, {One(d, {One(d, {x_})})});
  EXPECT_EQ(Error(kSecond, MakeModel({x_}, {y})),
            "KeyError: <tf.Tensor 'd/BiasAdd:0' shape=(?, 4) dtype=float32>");
}

TEST_F(Proposal004, repaired_again_walks_from_the_inputs) {
  EXPECT_TRUE(ClonesWell(kThird, Chain()));
  EXPECT_TRUE(ClonesWell(kThird, Sum()));
}

TEST_F(Proposal004, repaired_again_copies_and_calls_the_input_layers) {
  EXPECT_EQ(LayerNames(*Clone(kThird, Chain())), "input_1 x d e");
}

TEST_F(Proposal004, repaired_again_loses_no_outputs) {
  EXPECT_TRUE(
      ClonesWell(kThird, MakeModel({x_}, {Call(Lambda("two"), {x_})[1]})));
}

// ---- The third fault: which inputs ----

TEST_F(Proposal004, repaired_again_gives_an_unused_inputs_place_to_another) {
  Tensor* unused = In({kUnknownDim, 4}, "unused");
  EXPECT_EQ(Error(kThird, MakeModel({unused, x_}, {One(Dense("d"), {x_})})),
            "KeyError: <tf.Tensor 'd/BiasAdd:0' shape=(?, 4) dtype=float32>");
}

TEST_F(Proposal004, repaired_again_gives_inputs_the_shapes_of_others) {
  Tensor* y = In({kUnknownDim, 1}, "y");
  Model* clone =
      Clone(kThird, MakeModel({y, x_}, {One(Make("Subtract"), {x_, y})}));
  EXPECT_EQ(clone->inputs()[0]->shape->ToString(), "(None, 4)");
  EXPECT_EQ(clone->inputs()[1]->shape->ToString(), "(None, 1)");
}

TEST_F(Proposal004, repaired_again_makes_every_input_a_float) {
  Tensor* x = session_.NewInput(pool_.InternShape({kUnknownDim, 3}),
                                DType::kInt32, /*sparse=*/false, nullptr);
  Model* clone = Clone(kThird, MakeModel({x}, {One(Lambda("double"), {x})}));
  EXPECT_EQ(clone->inputs()[0]->dtype, DType::kFloat32);
}

// ---- Given tensors ----

TEST_F(Proposal004, makes_no_model_on_tensors_that_no_layer_returned) {
  EXPECT_EQ(Error(kFirst, OfLambda(), {Plain({kUnknownDim, 4})}),
            "ValueError: Input tensors to a Model must come from "
            "`keras.layers.Input`. Received: Tensor(\"plain:0\", shape=(?, "
            "4), dtype=float32) (missing previous layer metadata).");
}

TEST_F(Proposal004, clones_layers_that_stand_on_given_inputs) {
  Model* model = OfDense();
  OrRefusal<Model*> clone = Try(kFirst, model, {In({kUnknownDim, 4}, "a")});
  ASSERT_TRUE(clone.ok()) << clone.refusal->ToString();
  EXPECT_EQ(LayerNames(*clone.value), "a d");
  EXPECT_TRUE(Agree(model, clone.value));
}

TEST_F(Proposal004, computes_no_more_on_given_inputs_or_on_too_few) {
  constexpr char kLost[] =
      "KeyError: <tf.Tensor 'e/BiasAdd:0' shape=(?, 4) dtype=float32>";
  Model* model = Chain();
  EXPECT_EQ(Error(kFirst, model, {In({kUnknownDim, 4}, "a")}), kLost);
  EXPECT_EQ(Error(kFirst, model, {}), kLost);
  EXPECT_EQ(Error(kThird, model, {}), kLost);
}

TEST_F(Proposal004, repaired_again_refuses_given_inputs_of_the_same_name) {
  EXPECT_EQ(Error(kThird, Chain(), {In({kUnknownDim, 4}, "x")}),
            "ValueError: The name \"x\" is used 2 times in the model. All "
            "layer names should be unique.");
}

}  // namespace
}  // namespace clonecheck
