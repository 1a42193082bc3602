// clone_model of a Sequential, upstream's and ours. What Keras 2.2.4 and 2.3.1
// do was seen by running them.
#include "core/cloners/sequential.h"

#include "core/cloners/clone_test.h"
#include "core/cloners/upstream.h"
#include "core/engine/sequential.h"
#include "gmock/gmock.h"

namespace clonecheck {
namespace {

class SequentialClone : public CloneTest {
 protected:
  Sequential* Stack(const std::vector<Layer*>& layers) {
    OrRefusal<Sequential*> model = Sequential::Make(session_, layers, N("s"));
    EXPECT_TRUE(model.ok());
    return model.value;
  }
  // A first layer that knows its input of four, unless `with_shape` is false.
  Layer* Dense(const char* name, bool with_shape = false) {
    if (!with_shape) return Make("Dense", {{"units", 4}}, name);
    const Config* config = pool_.InternConfig(
        N("Dense"), {{N("units"), ConfigValue::Int(4)},
                     {N("batch_input_shape"),
                      ConfigValue::List(pool_.InternList(
                          {ConfigValue::None(), ConfigValue::Int(4)}))}});
    return session_.NewLayer(*catalogue_.Resolve(config).value(), N(name),
                             true);
  }
  Sequential* Cloned(absl::string_view cloner, Model* model) {
    OrRefusal<Model*> clone = Try(cloner, model);
    EXPECT_TRUE(clone.ok());
    return clone.value->as_sequential();
  }
};

constexpr const char* kAll[] = {"keras-2.2.4", "keras-2.3.1", "fixed"};

TEST_F(SequentialClone, is_a_sequential_that_computes_the_same) {
  Sequential* model = Stack({Dense("a", true), Dense("b")});
  for (const char* cloner : kAll) {
    Sequential* clone = Cloned(cloner, model);
    ASSERT_NE(clone, nullptr) << cloner;
    EXPECT_EQ(clone->name()->text, "s");
    EXPECT_EQ(LayerNames(*clone), "a b") << cloner;
    EXPECT_EQ(clone->input_layers()[0]->name()->text, "a_input") << cloner;
    EXPECT_TRUE(Agree(model, clone)) << cloner;
  }
}

// `layers` and get_config list it once.
TEST_F(SequentialClone, upstream_loses_the_second_use_of_a_layer) {
  Layer* b = Dense("b");
  Sequential* model = Stack({Dense("a", true), b, b});
  EXPECT_EQ(NodesByDepth(*Cloned("keras-2.2.4", model)),
            "[b:0] [a:0] [a_input:0]");
  EXPECT_FALSE(Agree(model, Cloned("keras-2.2.4", model)));
  EXPECT_FALSE(Agree(model, Cloned("keras-2.3.1", model)));
  EXPECT_TRUE(Agree(model, Cloned("fixed", model)));
}

TEST_F(SequentialClone, of_an_unbuilt_one_is_unbuilt) {
  Sequential* model = Stack({Dense("a"), Dense("b")});
  for (const char* cloner : kAll) {
    Sequential* clone = Cloned(cloner, model);
    EXPECT_EQ(LayerNames(*clone), "a b") << cloner;
    EXPECT_TRUE(clone->inputs().empty()) << cloner;
  }
}

TEST_F(SequentialClone, upstream_forgets_the_shape_that_it_was_built_on) {
  Sequential* model = Stack({Dense("a"), Dense("b")});
  const Shape* shape = pool_.InternShape({kUnknownDim, 4});
  ASSERT_EQ(model->Build(session_, absl::MakeConstSpan(&shape, 1)), nullptr);
  EXPECT_TRUE(Cloned("keras-2.2.4", model)->inputs().empty());
  EXPECT_TRUE(Cloned("keras-2.3.1", model)->inputs().empty());
  Sequential* clone = Cloned("fixed", model);
  EXPECT_EQ(clone->build_input_shape(), shape);
  EXPECT_EQ(clone->input_layers()[0]->name()->text, "s_input");
  EXPECT_TRUE(Agree(model, clone));
}

TEST_F(SequentialClone, upstream_forgets_an_input_layer) {
  Tensor* x = In({kUnknownDim, 4}, "x");
  Sequential* model = Stack({x->layer, Dense("a")});
  EXPECT_TRUE(Cloned("keras-2.2.4", model)->inputs().empty());
  Sequential* clone = Cloned("fixed", model);
  EXPECT_EQ(clone->input_layers()[0]->name()->text, "x");
  EXPECT_TRUE(Agree(model, clone));
}

TEST_F(SequentialClone, fixed_keeps_a_nested_one_and_what_it_shares) {
  Layer* a = Dense("a", true);
  Sequential* inner = Stack({a, Dense("b")});
  Tensor* x = In({kUnknownDim, 4}, "x");
  Tensor* y = One(inner, {x});
  Model* model =
      MakeModel({x}, {One(Make("Add", {}, "add"), {y, One(a, {x})})});
  OrRefusal<Model*> clone = Try("fixed", model);
  ASSERT_TRUE(clone.ok());
  EXPECT_TRUE(Agree(model, clone.value));
  ASSERT_EQ(LayerNames(*clone.value), "x s a add");
  EXPECT_NE(clone.value->layers()[1]->as_model()->as_sequential(), nullptr);
}

TEST_F(SequentialClone, on_a_given_input_begins_with_its_layer) {
  Sequential* model = Stack({Dense("a", true), Dense("b")});
  for (const char* cloner : kAll) {
    Tensor* given = In({kUnknownDim, 4}, "given");
    OrRefusal<Model*> clone = Try(cloner, model, {given});
    ASSERT_TRUE(clone.ok()) << cloner;
    EXPECT_EQ(clone.value->inputs()[0], given) << cloner;
    EXPECT_EQ(LayerNames(*clone.value), "a b") << cloner;
    EXPECT_TRUE(Agree(model, clone.value)) << cloner;
  }
}

TEST_F(SequentialClone, on_another_tensor_wraps_it_under_the_tensors_name) {
  Sequential* model = Stack({Dense("a", true)});
  Tensor* plain = Plain({kUnknownDim, 4});
  const std::string name = plain->PrintedName();
  OrRefusal<Model*> clone = Try("keras-2.2.4", model, {plain});
  ASSERT_TRUE(clone.ok());
  EXPECT_EQ(clone.value->input_layers()[0]->name()->text,
            "input_wrapper_for_" + name);
}

TEST_F(SequentialClone, refuses_other_inputs) {
  Sequential* model = Stack({Dense("a", true)});
  Tensor* x = In({kUnknownDim, 4});
  EXPECT_EQ(
      Try("keras-2.2.4", model, {x, In({kUnknownDim, 4})}).refusal->ToString(),
      "ValueError: To clone a `Sequential` model, we expect  at most one "
      "tensor as part of `input_tensors`.");
  EXPECT_EQ(
      Try("keras-2.2.4", model, {One(Dense("d"), {x})}).refusal->ToString(),
      "ValueError: Cannot clone a `Sequential` model on top of a tensor "
      "that comes from a Keras layer other than an `InputLayer`. Use the "
      "functional API instead.");
}

TEST_F(SequentialClone, each_function_refuses_the_other_class) {
  Tensor* x = In({kUnknownDim, 4});
  Model* functional = MakeModel({x}, {One(Dense("d"), {x})});
  EXPECT_EQ(CloneSequential(session_, *functional, nullptr).refusal->ToString(),
            "ValueError: ('Expected `model` argument to be a `Sequential` "
            "model instance, but got:', <keras.engine.training.Model object>)");
  Sequential* model = Stack({Dense("a", true)});
  EXPECT_EQ(
      CloneUpstream(session_, *model, nullptr, ReplayMasks::kFromComputeMask)
          .refusal->ToString(),
      "ValueError: ('Expected `model` argument to be a functional "
      "`Model` instance, got a `Sequential` instance instead:', "
      "<keras.engine.sequential.Sequential object>)");
}

}  // namespace
}  // namespace clonecheck
