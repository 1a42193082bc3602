// Sequential. Facts and texts: the real Keras 2.2.4.
#include "core/engine/sequential.h"

#include "core/engine/layer.h"
#include "core/engine/testing.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

class SequentialTest : public EngineTest {
 protected:
  // A Dense that knows its input shape.
  Layer* First(int units, const char* name = nullptr) {
    const ConfigValue dims[] = {ConfigValue::None(), ConfigValue::Int(5)};
    const Config* config = pool_.InternConfig(
        N("Dense"),
        {{N("units"), ConfigValue::Int(units)},
         {N("batch_input_shape"),
          ConfigValue::List(pool_.InternList({dims[0], dims[1]}))}});
    return session_.NewLayer(*catalogue_.Resolve(config).value(),
                             name == nullptr ? nullptr : N(name), true);
  }
  Layer* Dense(int units, const char* name = nullptr) {
    return Make("Dense", {{"units", units}}, name);
  }
  OrRefusal<Sequential*> TryStack(const std::vector<Layer*>& layers,
                                  const char* name = nullptr) {
    return Sequential::Make(session_, layers,
                            name == nullptr ? nullptr : N(name));
  }
  std::string StackError(const std::vector<Layer*>& layers) {
    const OrRefusal<Sequential*> result = TryStack(layers);
    return result.ok() ? "" : result.refusal->ToString();
  }
};

// It makes up a shape of its own; the input is of floats, as in Keras.
TEST_F(SequentialTest, makes_an_input_for_an_embedding) {
  Layer* embedding = Make("Embedding", {{"input_dim", 5}, {"output_dim", 2}});
  Sequential* model = Stack({embedding, Dense(3)});
  ASSERT_EQ(model->inputs().size(), 1u);
  EXPECT_EQ(model->inputs()[0]->ToString(),
            "Tensor(\"embedding_1_input:0\", shape=(?, ?), dtype=float32)");
  EXPECT_EQ(model->outputs()[0]->shape->ToString(), "(None, None, 3)");
}

TEST_F(SequentialTest, makes_an_input_where_the_first_layer_knows_its_shape) {
  Sequential* model = Stack({First(2), Dense(3)});
  EXPECT_EQ(LayerNames(*model), "dense_1 dense_2");
  ASSERT_EQ(model->inputs().size(), 1u);
  EXPECT_EQ(model->inputs()[0]->layer->name()->text, "dense_1_input");
  EXPECT_EQ(model->outputs()[0]->shape->ToString(), "(None, 3)");
}

TEST_F(SequentialTest, without_a_shape_collects_layers_until_it_is_called) {
  Sequential* model = Stack({Dense(2, "u")}, "later");
  EXPECT_TRUE(model->inputs().empty());
  EXPECT_FALSE(model->built());
  Tensor* y = One(model, {In({kUnknownDim, 5})});
  EXPECT_EQ(y->shape->ToString(), "(None, 2)");
  EXPECT_EQ(model->inputs()[0]->layer->name()->text, "later_input");
  EXPECT_EQ(model->build_input_shape()->ToString(), "(None, 5)");
  EXPECT_EQ(model->inbound_nodes().size(), 2u);
}

TEST_F(SequentialTest, lists_a_layer_that_was_added_twice_once) {
  Layer* dense = First(5);
  Sequential* model = Stack({dense, dense});
  EXPECT_EQ(LayerNames(*model), "dense_1");
  EXPECT_EQ(dense->inbound_nodes().size(), 2u);
}

TEST_F(SequentialTest, starts_from_the_input_of_a_nested_model) {
  Sequential* inside = Stack({First(2)});
  Sequential* model = Stack({inside, Dense(3)});
  EXPECT_EQ(model->inputs()[0]->layer->name()->text, "sequential_1_input");
}

TEST_F(SequentialTest, refuses_layers_with_several_outputs) {
  EXPECT_EQ(StackError({First(2), Lambda("two")}),
            "TypeError: All layers in a Sequential model should have a single "
            "output tensor. For multi-output layers, use the functional API.");
}

TEST_F(SequentialTest, refuses_an_empty_model_as_the_first_layer) {
  EXPECT_EQ(StackError({Stack({})}),
            "ValueError: Cannot add an empty model to a `Sequential` model.");
}

TEST_F(SequentialTest, adding_a_layer_makes_it_trainable_again) {
  Sequential* model = Stack({First(2)});
  model->set_trainable(session_, false);
  ASSERT_EQ(model->Add(session_, Dense(3)), nullptr);
  EXPECT_TRUE(model->trainable());
}

TEST_F(SequentialTest, is_rebuilt_from_its_config) {
  Sequential* model = Stack({First(2, "a"), Dense(3, "b")}, "s");
  OrRefusal<Layer*> copy =
      Layer::FromConfig(session_, model->GetConfig(session_));
  ASSERT_TRUE(copy.ok());
  EXPECT_EQ(LayerNames(*copy.value->as_model()), "a b");
  EXPECT_EQ(copy.value->name()->text, "s");
}

TEST_F(SequentialTest, an_unbuilt_one_is_rebuilt_unbuilt) {
  Sequential* model = Stack({Dense(3)});
  Layer* copy = Layer::FromConfig(session_, model->GetConfig(session_)).value;
  EXPECT_FALSE(copy->built());
  EXPECT_EQ(copy->as_model()->layers().size(), 1u);
}

}  // namespace
}  // namespace clonecheck
