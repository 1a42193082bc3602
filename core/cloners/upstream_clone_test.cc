// What the clone tests of Keras 2.3.1 state (tests/keras/test_sequential_model
// and the cloning tests of later versions, as far as they apply). Upstream
// checks that training runs; here terms are compared.
#include "core/cloners/clone_test.h"
#include "core/engine/sequential.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

constexpr const char* kCloners[] = {"keras-2.2.4", "keras-2.3.1"};

class UpstreamClone : public CloneTest {
 protected:
  // Upstream's functional model of two inputs.
  Model* MakeFunctional() {
    Tensor* a = In({kUnknownDim, 4}, "input_a");
    Tensor* b = In({kUnknownDim, 4}, "input_b");
    Layer* shared = Make("Dense", {{"units", 4}});
    Tensor* left = One(shared, {a});
    left = One(Make("Dropout", {{"rate", 0.5}}), {left});
    left = One(Make("BatchNormalization"), {left});
    Tensor* right = One(shared, {b});
    right = One(Make("Dense", {{"units", 4}}), {right});
    return MakeModel({a, b}, {One(Make("Add"), {left, right})});
  }
  Sequential* MakeSequential() {
    return Stack({Make("Dense", {{"units", 4}}), Make("BatchNormalization"),
                  Make("Dropout", {{"rate", 0.5}}),
                  Make("Dense", {{"units", 4}})});
  }
  // The same with `input_shape=(4,)`.
  Sequential* MakeShapedSequential() {
    const ConfigValue shape = ConfigValue::List(
        pool_.InternList({ConfigValue::None(), ConfigValue::Int(4)}));
    const Config* config = pool_.InternConfig(
        N("Dense"),
        {{N("units"), ConfigValue::Int(4)}, {N("batch_input_shape"), shape}});
    Layer* first = session_.NewLayer(*catalogue_.Resolve(config).value(),
                                     nullptr, /*trainable=*/true);
    return Stack({first, Make("BatchNormalization"),
                  Make("Dropout", {{"rate", 0.5}}),
                  Make("Dense", {{"units", 4}})});
  }
};

TEST_F(UpstreamClone, a_functional_model_is_cloned_on_new_placeholders) {
  for (const char* cloner : kCloners) {
    session_.Clear();
    Model* model = MakeFunctional();
    Model* clone = Clone(cloner, model);
    EXPECT_TRUE(Agree(model, clone)) << cloner;
    EXPECT_NE(clone->inputs()[0], model->inputs()[0]);
    EXPECT_EQ(clone->inputs()[0]->layer->name()->text, "input_a");
    EXPECT_EQ(LayerNames(*clone), LayerNames(*model));
  }
}

TEST_F(UpstreamClone, a_functional_model_is_cloned_on_given_Keras_inputs) {
  for (const char* cloner : kCloners) {
    session_.Clear();
    Model* model = MakeFunctional();
    Tensor* a = In({kUnknownDim, 4}, "a");
    Tensor* b = In({kUnknownDim, 4}, "b");
    OrRefusal<Model*> clone = Try(cloner, model, {a, b});
    ASSERT_TRUE(clone.ok()) << clone.refusal->ToString();
    EXPECT_EQ(clone.value->inputs()[0], a);
    EXPECT_EQ(clone.value->inputs()[1], b);
    EXPECT_TRUE(Agree(model, clone.value)) << cloner;
  }
}

TEST_F(UpstreamClone, a_functional_model_is_cloned_on_plain_tensors) {
  for (const char* cloner : kCloners) {
    session_.Clear();
    Model* model = MakeFunctional();
    Tensor* a = Plain({kUnknownDim, 4});
    Tensor* b = Plain({kUnknownDim, 4});
    OrRefusal<Model*> clone = Try(cloner, model, {a, b});
    ASSERT_TRUE(clone.ok()) << clone.refusal->ToString();
    EXPECT_EQ(clone.value->inputs()[0], a);
    EXPECT_EQ(clone.value->inputs()[0]->layer->name()->text,
              "input_wrapper_for_input_a");
    EXPECT_TRUE(Agree(model, clone.value)) << cloner;
  }
}

// The test that came with the fix; upstream compares only the truth of `all`.
TEST_F(UpstreamClone, layers_of_several_outputs_are_cloned_by_the_fix_alone) {
  for (const char* cloner : kCloners) {
    session_.Clear();
    Tensor* x = In({kUnknownDim, 4});
    Tensors pair = Call(Lambda("plus_and_same"), {x});
    Tensors swapped = Call(Make("Swap"), {pair[0], pair[1]});
    Model* model = MakeModel({x}, {swapped[0], swapped[1]});
    EXPECT_EQ(Meaning(swapped[0]), Meaning(x));
    EXPECT_EQ(ClonesWell(cloner, model), cloner == kCloners[1]) << cloner;
  }
}

// Upstream's model knows its input of four.
TEST_F(UpstreamClone, a_Sequential_is_cloned_on_a_new_placeholder) {
  for (const char* cloner : kCloners) {
    session_.Clear();
    Sequential* model = MakeShapedSequential();
    Model* clone = Clone(cloner, model);
    ASSERT_NE(clone->as_sequential(), nullptr);
    EXPECT_NE(clone->inputs()[0], model->inputs()[0]);
    EXPECT_TRUE(Agree(model, clone)) << cloner;
    EXPECT_EQ(LayerNames(*clone), LayerNames(*model));
  }
}

TEST_F(UpstreamClone, a_Sequential_is_cloned_on_a_given_Keras_input) {
  for (const char* cloner : kCloners) {
    session_.Clear();
    Sequential* model = MakeShapedSequential();
    Tensor* given = In({kUnknownDim, 4});
    OrRefusal<Model*> clone = Try(cloner, model, {given});
    ASSERT_TRUE(clone.ok()) << clone.refusal->ToString();
    EXPECT_EQ(clone.value->inputs()[0], given);
    EXPECT_EQ(clone.value->input_layers()[0], given->layer);
    EXPECT_TRUE(Agree(model, clone.value)) << cloner;
  }
}

TEST_F(UpstreamClone, a_Sequential_is_cloned_on_a_plain_tensor) {
  for (const char* cloner : kCloners) {
    session_.Clear();
    Sequential* model = MakeShapedSequential();
    Tensor* given = Plain({kUnknownDim, 4});
    OrRefusal<Model*> clone = Try(cloner, model, {given});
    ASSERT_TRUE(clone.ok()) << clone.refusal->ToString();
    EXPECT_EQ(clone.value->inputs()[0], given);
    EXPECT_FALSE(given->layer->is_placeholder());
    EXPECT_TRUE(Agree(model, clone.value)) << cloner;
  }
}

TEST_F(UpstreamClone, a_Sequential_that_is_a_layer_is_cloned_whole) {
  for (const char* cloner : kCloners) {
    session_.Clear();
    Sequential* inner = MakeSequential();
    Tensor* x = In({kUnknownDim, 4}, "x");
    Model* model = MakeModel({x}, {One(inner, {x})});
    Model* clone = Clone(cloner, model);
    EXPECT_TRUE(Agree(model, clone)) << cloner;
    EXPECT_NE(clone->layers()[1], inner);
  }
}

// Keras 3: shared layers stay shared.
TEST_F(UpstreamClone, a_shared_layer_is_one_layer_of_the_clone) {
  for (const char* cloner : kCloners) {
    session_.Clear();
    Tensor* x = In({kUnknownDim, 4}, "x");
    Layer* shared = Make("Dense", {{"units", 4}}, "shared");
    Tensor* a = One(shared, {x});
    Tensor* b = One(shared, {One(Make("Dense", {{"units", 4}}, "d"), {a})});
    Model* model = MakeModel({x}, {One(Make("Add", {}, "add"), {a, b})});
    Model* clone = Clone(cloner, model);
    EXPECT_EQ(clone->layers().size(), 4u);
    EXPECT_TRUE(Agree(model, clone)) << cloner;
  }
}

// Keras 3: models in models in models.
TEST_F(UpstreamClone, nested_models_are_cloned_on_three_levels) {
  for (const char* cloner : kCloners) {
    session_.Clear();
    Tensor* x = In({kUnknownDim, 4});
    Model* model = MakeModel({x}, {One(Make("Dense", {{"units", 4}}), {x})});
    for (int level = 0; level < 2; ++level) {
      Tensor* outer = In({kUnknownDim, 4});
      Tensor* y = One(Make("Dense", {{"units", 4}}), {One(model, {outer})});
      model = MakeModel({outer}, {y});
    }
    EXPECT_TRUE(ClonesWell(cloner, model)) << cloner;
  }
}

TEST_F(UpstreamClone, training_True_is_kept) {
  for (const char* cloner : kCloners) {
    session_.Clear();
    Tensor* x = In({kUnknownDim, 4});
    Dict* training =
        Keywords({{"training", Value::Literal(ConfigValue::Bool(true))}});
    Tensor* y = One(Make("Dropout", {{"rate", 0.5}}), {x}, training);
    Model* clone = Clone(cloner, MakeModel({x}, {y}));
    EXPECT_EQ(Meaning(clone->outputs()[0]), "Dropout(x1)") << cloner;
  }
}

}  // namespace
}  // namespace clonecheck
