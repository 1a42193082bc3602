// What the real tf-keras 2.21 and Keras 3.15 take; seen by running them.
#include "core/layers/later_keras.h"

#include <string>
#include <vector>

#include "core/graph/python_dialect.h"
#include "core/layers/layer_test.h"

namespace clonecheck {
namespace {

class LaterKeras : public LayerTest {
 protected:
  PythonLayer Layer(absl::string_view kind, const std::vector<Arg>& args,
                    PythonDialect dialect) {
    const LayerSpec& spec = Spec(kind, args);
    return LayerInDialect(spec.kind(), *spec.config(), dialect, pool_);
  }
  std::string In2(absl::string_view kind, const std::vector<Arg>& args) {
    return Layer(kind, args, PythonDialect::kKeras2).constructor;
  }
  std::string InTf(absl::string_view kind, const std::vector<Arg>& args) {
    return Layer(kind, args, PythonDialect::kTfKeras).constructor;
  }
  std::string In3(absl::string_view kind, const std::vector<Arg>& args) {
    return Layer(kind, args, PythonDialect::kKeras3).constructor;
  }
};

TEST_F(LaterKeras, is_told_the_defaults_that_it_has_changed) {
  EXPECT_EQ(In2("GRU", {{"units", 2}}), "GRU(units=2)");
  EXPECT_EQ(InTf("GRU", {{"units", 2}}),
            "GRU(recurrent_activation='hard_sigmoid', reset_after=False, "
            "units=2)");
  EXPECT_EQ(InTf("LSTM", {{"units", 2}, {"recurrent_activation", "sigmoid"}}),
            "LSTM(recurrent_activation='sigmoid', units=2)");
  EXPECT_EQ(InTf("AveragePooling2D", {}), "AveragePooling2D()");
  EXPECT_EQ(In3("AveragePooling2D", {}), "AveragePooling2D(pool_size=[2, 2])");
}

TEST_F(LaterKeras, of_version_3_has_another_hard_sigmoid) {
  const PythonLayer lstm =
      Layer("LSTM", {{"units", 2}}, PythonDialect::kKeras3);
  EXPECT_EQ(lstm.constructor,
            "LSTM(recurrent_activation=hard_sigmoid_of_keras_2, units=2)");
  ASSERT_EQ(lstm.definitions.size(), 1u);
  EXPECT_EQ(lstm.definitions[0],
            "def hard_sigmoid_of_keras_2(x):\n"
            "    return K.clip(x * 0.2 + 0.5, 0, 1)\n");
}

TEST_F(LaterKeras, of_version_3_has_other_names) {
  EXPECT_EQ(InTf("LeakyReLU", {{"alpha", 0.5}}), "LeakyReLU(alpha=0.5)");
  EXPECT_EQ(In3("LeakyReLU", {{"alpha", 0.5}}),
            "LeakyReLU(negative_slope=0.5)");
}

TEST_F(LaterKeras, of_version_3_has_the_shape_of_an_input_in_an_input) {
  const std::vector<Arg> args = {{"input_dim", 3}, {"output_dim", 4}};
  EXPECT_EQ(Layer("Embedding", args, PythonDialect::kTfKeras).input, "");
  EXPECT_EQ(Layer("Embedding", args, PythonDialect::kKeras3).input,
            "Input(batch_shape=(None, None))");
  const PythonLayer dense = Layer(
      "Dense",
      {{"units", 2}, {"batch_input_shape", Ints({5, 4})}, {"dtype", "float64"}},
      PythonDialect::kKeras3);
  EXPECT_EQ(dense.input, "Input(batch_shape=(5, 4), dtype='float64')");
  EXPECT_EQ(dense.constructor, "Dense(dtype='float64', units=2)");
}

TEST_F(LaterKeras, of_version_3_lacks_classes) {
  for (const char* kind : {"LocallyConnected1D", "ThresholdedReLU"}) {
    std::vector<Arg> args;
    if (kind[0] == 'L') args = {{"filters", 2}, {"kernel_size", 2}};
    EXPECT_EQ(Layer(kind, args, PythonDialect::kTfKeras).problem, "");
    EXPECT_EQ(Layer(kind, args, PythonDialect::kKeras3).problem,
              "there is no such class any more; print it for keras-2 or "
              "tf-keras");
  }
}

TEST_F(LaterKeras, of_version_3_takes_no_trainable_in_some_classes) {
  EXPECT_FALSE(
      Layer("SpatialDropout1D", {{"rate", 0.5}}, PythonDialect::kKeras3)
          .takes_trainable);
  EXPECT_TRUE(Layer("Dropout", {{"rate", 0.5}}, PythonDialect::kKeras3)
                  .takes_trainable);
}

TEST_F(LaterKeras, says_how_an_opaque_layer_was_called_only_if_it_knows) {
  EXPECT_EQ(Layer("Opaque", {{"class_name", "Mystery"}}, PythonDialect::kKeras3)
                .problem,
            "");
  EXPECT_NE(Layer("Opaque", {{"class_name", "Mystery"}, {"calls", "x"}},
                  PythonDialect::kTfKeras)
                .problem,
            "");
}

}  // namespace
}  // namespace clonecheck
