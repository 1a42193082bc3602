// clone_model(model, input_tensors): given inputs instead of new ones.
#include "core/cloners/clone_test.h"
#include "gmock/gmock.h"

namespace clonecheck {
namespace {

using testing::HasSubstr;

class InputTensors : public CloneTest {
 protected:
  void SetUp() override {
    x_ = In({kUnknownDim, 4}, "x");
    y_ = In({kUnknownDim, 4}, "y");
    Tensor* d = One(Make("Dense", {{"units", 4}}, "d"), {x_});
    model_ = MakeModel({x_, y_}, {One(Make("Subtract", {}, "s"), {d, y_})});
  }
  std::string Error(absl::string_view cloner,
                    const std::vector<Tensor*>& given) {
    return CloneTest::Error(cloner, model_, given);
  }

  Tensor* x_;
  Tensor* y_;
  Model* model_;
};

TEST_F(InputTensors, upstream_uses_keras_tensors_as_they_are) {
  Tensor* a = In({kUnknownDim, 4}, "a");
  Tensor* b = In({kUnknownDim, 4}, "b");
  OrRefusal<Model*> clone = Try("keras-2.2.4", model_, {a, b});
  ASSERT_TRUE(clone.ok());
  EXPECT_EQ(clone.value->inputs()[0], a);
  EXPECT_EQ(clone.value->inputs()[1], b);
  EXPECT_TRUE(Agree(model_, clone.value));
}

// No original InputLayer is in the layer map, so each is copied and called on
// what is given: the copy has a placeholder of its own and two nodes.
TEST_F(InputTensors, upstream_copies_the_input_layers_and_calls_the_copies) {
  OrRefusal<Model*> clone =
      Try("keras-2.2.4", model_,
          {In({kUnknownDim, 4}, "a"), In({kUnknownDim, 4}, "b")});
  ASSERT_TRUE(clone.ok());
  EXPECT_EQ(NodesByDepth(*clone.value), "[s:0] [d:0 y:1] [b:0 x:1] [a:0]");
  EXPECT_EQ(LayerNames(*clone.value), "a x b d y s");
}

TEST_F(InputTensors, upstream_refuses_given_inputs_of_the_same_name) {
  EXPECT_EQ(Error("keras-2.2.4",
                  {In({kUnknownDim, 4}, "x"), In({kUnknownDim, 4}, "y")}),
            "ValueError: The name \"x\" is used 2 times in the model. All "
            "layer names should be unique.");
}

TEST_F(InputTensors, upstream_wraps_other_tensors_as_inputs) {
  Tensor* a = Plain({kUnknownDim, 4});
  Tensor* b = Plain({kUnknownDim, 4});
  OrRefusal<Model*> clone = Try("keras-2.2.4", model_, {a, b});
  ASSERT_TRUE(clone.ok());
  EXPECT_EQ(clone.value->inputs()[0], a);
  EXPECT_EQ(History(a), "input_wrapper_for_x:0:0");
  EXPECT_EQ(History(b), "input_wrapper_for_y:0:0");
  EXPECT_FALSE(a->layer->is_placeholder());
  EXPECT_EQ(LayerNames(*clone.value),
            "input_wrapper_for_x x input_wrapper_for_y d y s");
  EXPECT_TRUE(Agree(model_, clone.value));
}

TEST_F(InputTensors, upstream_loses_what_a_missing_tensor_would_give) {
  EXPECT_EQ(Error("keras-2.2.4", {In({kUnknownDim, 4}, "a")}),
            "AssertionError: Could not compute output Tensor(\"s/sub:0\", "
            "shape=(?, 4), dtype=float32)");
}

TEST_F(InputTensors, upstream_takes_a_surplus_keras_tensor_as_one_more_input) {
  Tensor* c = In({kUnknownDim, 4}, "c");
  OrRefusal<Model*> clone =
      Try("keras-2.2.4", model_,
          {In({kUnknownDim, 4}, "a"), In({kUnknownDim, 4}, "b"), c});
  ASSERT_TRUE(clone.ok());
  EXPECT_EQ(clone.value->inputs().size(), 3u);
}

TEST_F(InputTensors, upstream_finds_no_name_for_a_surplus_other_tensor) {
  EXPECT_EQ(Error("keras-2.2.4", {In({kUnknownDim, 4}, "a"),
                                  In({kUnknownDim, 4}, "b"), Plain({2, 4})}),
            "IndexError: list index out of range");
}

TEST_F(InputTensors, upstream_refuses_a_tensor_that_is_no_input) {
  Tensor* a = One(Make("Dense", {{"units", 4}}), {In({kUnknownDim, 4}, "a")});
  EXPECT_THAT(Error("keras-2.2.4", {a, In({kUnknownDim, 4}, "b")}),
              HasSubstr("Graph disconnected"));
}

TEST_F(InputTensors, fixed_puts_given_tensors_in_the_place_of_inputs) {
  Tensor* a = In({kUnknownDim, 4}, "a");
  Tensor* b = In({kUnknownDim, 4}, "b");
  OrRefusal<Model*> clone = Try("fixed", model_, {a, b});
  ASSERT_TRUE(clone.ok());
  EXPECT_EQ(clone.value->inputs()[0], a);
  EXPECT_EQ(NodesByDepth(*clone.value), "[s:0] [d:0 b:0] [a:0]");
  EXPECT_TRUE(Agree(model_, clone.value));
}

TEST_F(InputTensors, fixed_takes_inputs_of_the_same_name) {
  EXPECT_EQ(
      Error("fixed", {In({kUnknownDim, 4}, "x"), In({kUnknownDim, 4}, "y")}),
      "accepted");
}

TEST_F(InputTensors, fixed_makes_inputs_of_other_tensors) {
  Tensor* a = Plain({kUnknownDim, 4});
  Tensor* b = Plain({kUnknownDim, 4});
  OrRefusal<Model*> clone = Try("fixed", model_, {a, b});
  ASSERT_TRUE(clone.ok());
  EXPECT_EQ(History(a), "x:0:0");
  EXPECT_TRUE(Agree(model_, clone.value));
}

TEST_F(InputTensors, fixed_makes_new_inputs_for_those_that_are_missing) {
  Tensor* a = In({kUnknownDim, 4}, "a");
  OrRefusal<Model*> clone = Try("fixed", model_, {a});
  ASSERT_TRUE(clone.ok());
  EXPECT_EQ(clone.value->inputs()[0], a);
  EXPECT_EQ(clone.value->input_layers()[1]->name(), N("y"));
  EXPECT_NE(clone.value->inputs()[1], y_);
}

TEST_F(InputTensors, fixed_gives_them_to_nested_models_on_the_same_inputs) {
  Model* inner = MakeModel({x_}, {One(Make("Dense", {{"units", 4}}), {x_})});
  Model* outer = MakeModel({x_}, {One(inner, {x_})});
  Tensor* a = In({kUnknownDim, 4}, "a");
  OrRefusal<Model*> clone = Try("fixed", outer, {a});
  ASSERT_TRUE(clone.ok());
  EXPECT_TRUE(Agree(outer, clone.value));
  EXPECT_EQ(clone.value->layers()[1]->as_model()->inputs()[0], a);
}

}  // namespace
}  // namespace clonecheck
