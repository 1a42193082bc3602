// TensorFlow's static shape of what a layer returns, where the Keras shape says
// something else. Facts: the real Keras 2.2.4 and 2.3.1 on TensorFlow, called
// on placeholders whose Keras shape was set by hand.
#include <memory>

#include "core/engine/testing.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

constexpr int32_t kNone = kUnknownDim;

class StaticShape : public EngineTest {
 protected:
  using Dims = std::vector<int32_t>;

  // A tensor that TensorFlow and Keras know different sizes of.
  Tensor* Input(const Dims& known_to_tensorflow, const Dims& known_to_keras) {
    Tensor* tensor = In(known_to_keras);
    tensor->static_shape = pool_.InternShape(known_to_tensorflow);
    return tensor;
  }

  // The static shapes of all outputs.
  std::string After(Layer* layer, const std::vector<Tensor*>& inputs) {
    std::string text;
    for (const Tensor* output : Call(layer, inputs)) {
      text += output->static_shape->ToString();
    }
    return text;
  }

  // Layers with what they make of four inputs of rank 3: (?, 3, 4) known to
  // TensorFlow while Keras knows (None, None, 4); (?, ?, ?) with (None, 3, 4);
  // (?, 3, ?) with (None, 3, 4); (2, 3, 4) with (None, 3, 4). Null: not asked.
  struct Row {
    const char* kind;
    std::vector<Arg> args;
    const char* finer;
    const char* unknown;
    const char* no_features;
    const char* batch;
  };
  void Expect(const std::vector<Row>& rows) {
    const struct {
      Dims known_to_tensorflow;
      Dims known_to_keras;
      const char* Row::* expected;
    } kInputs[] = {{{kNone, 3, 4}, {kNone, kNone, 4}, &Row::finer},
                   {{kNone, kNone, kNone}, {kNone, 3, 4}, &Row::unknown},
                   {{kNone, 3, kNone}, {kNone, 3, 4}, &Row::no_features},
                   {{2, 3, 4}, {kNone, 3, 4}, &Row::batch}};
    for (const Row& row : rows) {
      for (const auto& input : kInputs) {
        const char* expected = row.*input.expected;
        if (expected == nullptr) continue;
        EXPECT_EQ(
            After(Make(row.kind, row.args),
                  {Input(input.known_to_tensorflow, input.known_to_keras)}),
            expected)
            << row.kind << " on "
            << pool_.InternShape(input.known_to_tensorflow)->ToString();
      }
    }
  }
};

TEST_F(StaticShape, is_what_a_printed_tensor_shows) {
  Tensor* x = Input({kNone, 3, 4}, {kNone, kNone, 4});
  EXPECT_EQ(x->ToString(),
            "Tensor(\"input_1:0\", shape=(?, 3, 4), dtype=float32)");
  EXPECT_EQ(x->shape->ToString(), "(None, None, 4)");
}

TEST_F(StaticShape, of_layers_that_change_no_size_is_the_input_s) {
  std::vector<Row> rows;
  for (const char* kind :
       {"Masking", "LeakyReLU", "ELU", "ReLU", "ThresholdedReLU", "Softmax",
        "ActivityRegularization"}) {
    rows.push_back({kind,
                    {},
                    "(None, 3, 4)",
                    "(None, None, None)",
                    "(None, 3, None)",
                    "(2, 3, 4)"});
  }
  for (const char* kind : {"Dropout", "GaussianDropout", "AlphaDropout"}) {
    rows.push_back({kind,
                    {{"rate", 0.5}},
                    "(None, 3, 4)",
                    "(None, None, None)",
                    "(None, 3, None)",
                    "(2, 3, 4)"});
  }
  for (const char* function : {"linear", "relu", "softmax", "hard_sigmoid"}) {
    rows.push_back({"Activation",
                    {{"activation", function}},
                    "(None, 3, 4)",
                    "(None, None, None)",
                    "(None, 3, None)",
                    "(2, 3, 4)"});
  }
  Expect(rows);
}

TEST_F(StaticShape, gains_sizes_from_weights) {
  Expect({{"Dense",
           {{"units", 5}},
           "(None, 3, 5)",
           "(None, 3, 5)",
           "(None, 3, 5)",
           "(2, 3, 5)"},
          {"BatchNormalization",
           {},
           "(None, 3, 4)",
           "(None, None, 4)",
           "(None, 3, 4)",
           "(2, 3, 4)"},
          {"BatchNormalization",
           {{"axis", 1}},
           nullptr,
           "(None, 3, None)",
           "(None, 3, None)",
           "(2, 3, 4)"},
          {"PReLU", {}, nullptr, "(None, 3, 4)", "(None, 3, 4)", "(2, 3, 4)"},
          {"LocallyConnected1D",
           {{"filters", 5}, {"kernel_size", 2}},
           nullptr,
           "(None, 2, 5)",
           "(None, 2, 5)",
           "(2, 2, 5)"}});
}

TEST_F(StaticShape, of_a_normalisation_by_the_batch_needs_gamma_or_beta) {
  const std::vector<Arg> bare = {{"scale", false}, {"center", false}};
  std::vector<Arg> along_time = bare;
  along_time.push_back({"axis", 1});
  Expect({{"BatchNormalization", bare, "(None, 3, 4)", "(None, None, None)",
           "(None, 3, None)", "(2, 3, 4)"},
          {"BatchNormalization", along_time, nullptr, "(None, None, None)",
           "(None, 3, None)", "(2, 3, 4)"},
          {"BatchNormalization",
           {{"scale", false}},
           nullptr,
           "(None, None, 4)",
           "(None, 3, 4)",
           nullptr}});
  // Moving averages alone are weights, which know the size.
  const Dict* inference =
      Keywords({{"training", Value::Literal(ConfigValue::Bool(false))}});
  EXPECT_EQ(One(Make("BatchNormalization", bare),
                {Input({kNone, kNone, kNone}, {kNone, 3, 4})}, inference)
                ->static_shape->ToString(),
            "(None, None, 4)");
}

TEST_F(StaticShape, must_know_the_channels_of_an_image_without_gamma_or_beta) {
  const auto image = [&] {
    return Input({kNone, 3, 2, kNone}, {kNone, 3, 2, 4});
  };
  EXPECT_EQ(After(Make("BatchNormalization"), {image()}), "(None, 3, 2, 4)");
  for (const char* without : {"scale", "center"}) {
    EXPECT_EQ(
        CallError(Make("BatchNormalization", {{without, false}}), {image()}),
        "Exception: refused by the backend: a constant of unknown size");
    EXPECT_EQ(After(Make("BatchNormalization", {{without, false}, {"axis", 1}}),
                    {image()}),
              "(None, 3, 2, None)");
  }
}

TEST_F(StaticShape, loses_the_size_that_a_reshape_works_out) {
  Expect({{"Flatten", {}, nullptr, "(None, None)", "(None, None)", "(2, 12)"}});
  EXPECT_EQ(After(Make("Flatten"), {In({kNone, 3, 4})}), "(None, None)");
  EXPECT_EQ(After(Make("Flatten"), {In({2, 3, 4})}), "(2, 12)");
  EXPECT_EQ(After(Reshape({-1}), {In({kNone, 3, 4})}), "(None, None)");
  EXPECT_EQ(After(Reshape({2, -1}), {In({kNone, 3, 4})}), "(None, 2, None)");
  EXPECT_EQ(After(Reshape({-1, 3}), {In({2, 3, 4})}), "(2, 4, 3)");
  EXPECT_EQ(After(Reshape({12}), {Input({kNone, kNone, kNone}, {kNone, 3, 4})}),
            "(None, 12)");
}

TEST_F(StaticShape, of_layers_along_time_follows_the_input_s) {
  Expect({{"Conv1D",
           {{"filters", 5}, {"kernel_size", 2}},
           "(None, 2, 5)",
           "(None, None, 5)",
           "(None, 2, 5)",
           "(2, 2, 5)"},
          {"SeparableConv1D",
           {{"filters", 5}, {"kernel_size", 2}},
           "(None, 2, 5)",
           "(None, None, 5)",
           "(None, 2, 5)",
           "(2, 2, 5)"},
          {"MaxPooling1D",
           {{"pool_size", 2}},
           "(None, 1, 4)",
           "(None, None, None)",
           "(None, 1, None)",
           "(2, 1, 4)"},
          {"GlobalMaxPooling1D",
           {},
           "(None, 4)",
           "(None, None)",
           "(None, None)",
           "(2, 4)"},
          {"GlobalAveragePooling1D",
           {},
           "(None, 4)",
           "(None, None)",
           "(None, None)",
           "(2, 4)"},
          {"ZeroPadding1D",
           {},
           "(None, 5, 4)",
           "(None, None, None)",
           "(None, 5, None)",
           "(2, 5, 4)"},
          {"Cropping1D",
           {},
           "(None, 1, 4)",
           "(None, None, None)",
           "(None, 1, None)",
           "(2, 1, 4)"},
          {"UpSampling1D",
           {},
           "(None, 6, 4)",
           "(None, None, None)",
           "(None, 6, None)",
           "(2, 6, 4)"}});
}

TEST_F(StaticShape, of_images_follows_the_input_s_except_where_it_is_resized) {
  const auto after = [&](Layer* layer) {
    return After(layer,
                 {Input({kNone, kNone, kNone, kNone}, {kNone, 6, 6, 4})});
  };
  EXPECT_EQ(after(Make("Conv2D", {{"filters", 5}, {"kernel_size", 2}})),
            "(None, None, None, 5)");
  EXPECT_EQ(
      after(Make("Conv2DTranspose", {{"filters", 5}, {"kernel_size", 2}})),
      "(None, None, None, 5)");
  EXPECT_EQ(after(Make("DepthwiseConv2D", {{"kernel_size", 2}})),
            "(None, None, None, 4)");
  EXPECT_EQ(after(Make("MaxPooling2D")), "(None, None, None, None)");
  EXPECT_EQ(after(Make("UpSampling2D")), "(None, 12, 12, None)");
  EXPECT_EQ(After(Make("UpSampling2D"),
                  {Input({kNone, 6, 6, 4}, {kNone, kNone, 6, 4})}),
            "(None, None, 12, 4)");
  EXPECT_EQ(after(Make("BatchNormalization")), "(None, None, None, 4)");
}

TEST_F(StaticShape, of_a_dilated_depthwise_convolution_is_all_or_nothing) {
  const auto after = [&](Tensor* x) {
    return After(
        Make("DepthwiseConv2D", {{"kernel_size", 2}, {"dilation_rate", 2}}),
        {x});
  };
  EXPECT_EQ(after(In({kNone, 6, 6, 4})), "(None, 4, 4, 4)");
  EXPECT_EQ(after(In({kNone, kNone, 6, 4})), "(None, None, None, 4)");
}

TEST_F(StaticShape, of_a_loop_lacks_the_steps_until_2_2_5) {
  const auto expect = [&](const char* version, const char* steps,
                          const char* both) {
    session_.Clear();
    UseEngine(version);
    EXPECT_EQ(After(Make("GRU", {{"units", 5}, {"return_sequences", true}}),
                    {In({kNone, 3, 4})}),
              steps);
    EXPECT_EQ(After(Make("GRU", {{"units", 5},
                                 {"return_sequences", true},
                                 {"return_state", true}}),
                    {In({2, 3, 4})}),
              both);
    EXPECT_EQ(After(Make("LSTM", {{"units", 5}}), {In({kNone, 3, 4})}),
              "(None, 5)");
    EXPECT_EQ(After(Make("GRU", {{"units", 5},
                                 {"return_sequences", true},
                                 {"unroll", true}}),
                    {In({kNone, 3, 4})}),
              "(None, 3, 5)");
  };
  expect("2.2.4", "(None, None, 5)", "(2, None, 5)(2, 5)");
  expect("2.2.5", "(None, None, 5)", "(2, None, 5)(2, 5)");
  expect("2.3.1", "(None, 3, 5)", "(2, 3, 5)(2, 5)");
}

TEST_F(StaticShape, must_know_the_steps_of_an_unrolled_layer) {
  EXPECT_EQ(CallError(Make("LSTM", {{"units", 5}, {"unroll", true}}),
                      {Input({kNone, kNone, kNone}, {kNone, 3, 4})}),
            "ValueError: Unrolling requires a fixed number of timesteps.");
}

TEST_F(StaticShape, of_a_merge_is_what_any_input_knows) {
  struct Pair {
    Dims a_known, a_keras, b_known, b_keras;
    const char* expected;
  };
  const Dims k34 = {kNone, 3, 4};
  const Dims kN4 = {kNone, kNone, 4};
  const Dims kNN = {kNone, kNone, kNone};
  for (const char* kind :
       {"Add", "Subtract", "Multiply", "Average", "Maximum", "Minimum"}) {
    for (const Pair& pair : std::vector<Pair>{
             {k34, k34, kN4, kN4, "(None, 3, 4)"},
             {k34, k34, {2, 3, 4}, {2, 3, 4}, "(2, 3, 4)"},
             {kN4, kN4, k34, kN4, "(None, 3, 4)"},
             {k34, k34, kNN, k34, "(None, 3, 4)"},
             {kNN, k34, kNN, k34, "(None, None, None)"},
             {kN4, kN4, kNN, k34, "(None, None, 4)"},
             {k34, k34, {kNone, 4}, {kNone, 4}, "(None, 3, 4)"},
             {k34, k34, {kNone, kNone}, {kNone, 4}, "(None, 3, 4)"},
             {kNN, k34, {kNone, 3, 1}, {kNone, 3, 1}, "(None, 3, None)"}}) {
      EXPECT_EQ(After(Make(kind), {Input(pair.a_known, pair.a_keras),
                                   Input(pair.b_known, pair.b_keras)}),
                pair.expected)
          << kind;
    }
  }
}

TEST_F(StaticShape, of_a_concatenation_is_what_any_input_knows_off_the_axis) {
  const auto after = [&](int axis, const Dims& known, const Dims& keras) {
    return After(Make("Concatenate", {{"axis", axis}}),
                 {In({kNone, 3, 4}), Input(known, keras)});
  };
  EXPECT_EQ(after(-1, {kNone, kNone, kNone}, {kNone, 3, 4}), "(None, 3, None)");
  EXPECT_EQ(after(1, {kNone, kNone, kNone}, {kNone, 3, 4}), "(None, None, 4)");
  EXPECT_EQ(after(1, {kNone, kNone, 4}, {kNone, kNone, 4}), "(None, None, 4)");
}

TEST_F(StaticShape, of_a_Dot_has_the_batch_of_either_input) {
  const auto after = [&](int axes, const Dims& known, const Dims& keras) {
    return After(Make("Dot", {{"axes", axes}}),
                 {In({kNone, 3, 4}), Input(known, keras)});
  };
  EXPECT_EQ(after(2, {2, 3, 4}, {2, 3, 4}), "(2, 3, 3)");
  EXPECT_EQ(after(2, {kNone, kNone, kNone}, {kNone, 3, 4}), "(None, 3, None)");
  EXPECT_EQ(after(1, {kNone, kNone, kNone}, {kNone, 3, 4}), "(None, 4, None)");
  EXPECT_EQ(after(1, {kNone, 3, 1}, {kNone, 3, 1}), "(None, 4, 1)");
}

TEST_F(StaticShape, of_a_Lambda_is_TensorFlow_s_and_the_Keras_shape_is_not) {
  Tensors outputs =
      Call(Lambda("two"), {Input({kNone, 3, 4}, {kNone, kNone, 4})});
  for (const Tensor* output : outputs) {
    EXPECT_EQ(output->static_shape->ToString(), "(None, 3, 4)");
    EXPECT_EQ(output->shape->ToString(), "(None, None, 4)");
  }
}

TEST_F(StaticShape, of_an_embedding_ignores_input_length) {
  Tensor* x =
      session_.NewInput(pool_.InternShape({kNone, kNone}), DType::kInt32,
                        /*sparse=*/false, nullptr);
  Tensor* y =
      One(Make("Embedding",
               {{"input_dim", 5}, {"output_dim", 4}, {"input_length", 3}}),
          {x});
  EXPECT_EQ(y->static_shape->ToString(), "(None, None, 4)");
  EXPECT_EQ(y->shape->ToString(), "(None, 3, 4)");
}

TEST_F(StaticShape, of_TimeDistributed_is_that_of_compute_output_shape) {
  const auto after = [&](Tensor* x) {
    return After(Wrap("TimeDistributed", Make("Dense", {{"units", 5}})), {x});
  };
  EXPECT_EQ(after(Input({kNone, 3, 4}, {kNone, kNone, 4})), "(None, 3, 5)");
  EXPECT_EQ(after(Input({kNone, kNone, kNone}, {kNone, 3, 4})), "(None, 3, 5)");
  EXPECT_EQ(after(In({kNone, kNone, 4})), "(None, None, 5)");
  // A fixed batch goes through a loop.
  EXPECT_EQ(after(In({2, 3, 4})), "(2, None, 5)");
}

}  // namespace
}  // namespace clonecheck
