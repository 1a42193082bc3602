// What the imitated Keras versions do differently within layer classes. Facts
// and texts: the real Keras 2.2.4, 2.2.5 and 2.3.1 on TensorFlow.
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "core/engine/testing.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

class VersionRules : public EngineTest {
 protected:
  std::string ListOfOneError(Layer* layer, Tensor* x) {
    OrRefusal<Tensors> outputs =
        layer->Call(session_, Tensors(&x, 1), /*is_list=*/true, nullptr);
    return outputs.ok() ? "accepted" : outputs.refusal->ToString();
  }
};

TEST_F(VersionRules, a_list_is_asked_for_get_shape_until_2_2_5) {
  for (const char* version : {"2.2.4", "2.2.5"}) {
    session_.Clear();
    UseEngine(version);
    for (Layer* layer : {Make("Dense", {{"units", 3}}),
                         Make("BatchNormalization"), Make("UpSampling1D")}) {
      EXPECT_EQ(ListOfOneError(layer, In({kUnknownDim, 3, 4})),
                "AttributeError: 'list' object has no attribute 'get_shape'")
          << version;
    }
  }
}

TEST_F(VersionRules, a_list_is_asked_for_shape_by_2_3_1) {
  UseEngine("2.3.1");
  for (Layer* layer : {Make("Dense", {{"units", 3}}),
                       Make("BatchNormalization"), Make("UpSampling1D")}) {
    EXPECT_EQ(ListOfOneError(layer, In({kUnknownDim, 3, 4})),
              "AttributeError: 'list' object has no attribute 'shape'");
  }
}

TEST_F(VersionRules, the_text_of_Flatten_lacks_a_bracket_in_2_2_4) {
  EXPECT_EQ(CallError(Make("Flatten"), {In({kUnknownDim, kUnknownDim, 3})}),
            "ValueError: The shape of the input to \"Flatten\" is not fully "
            "defined (got (None, 3). Make sure to pass a complete "
            "\"input_shape\" or \"batch_input_shape\" argument to the first "
            "layer in your model.");
}

TEST_F(VersionRules, the_text_of_Flatten_is_whole_from_2_2_5_on) {
  for (const char* version : {"2.2.5", "2.3.1"}) {
    session_.Clear();
    UseEngine(version);
    EXPECT_EQ(CallError(Make("Flatten"), {In({kUnknownDim, kUnknownDim, 3})}),
              "ValueError: The shape of the input to \"Flatten\" is not fully "
              "defined (got (None, 3)). Make sure to pass a complete "
              "\"input_shape\" or \"batch_input_shape\" argument to the first "
              "layer in your model.");
  }
}

TEST_F(VersionRules, a_softmax_of_rank_one_names_its_input_from_2_2_5_on) {
  constexpr const char* kOldText =
      "ValueError: Cannot apply softmax to a tensor that is 1D";
  for (const bool is_old : {true, false}) {
    session_.Clear();
    UseEngine(is_old ? "2.2.4" : "2.2.5");
    Tensor* x = In({kUnknownDim});
    const std::string text = absl::StrCat(
        kOldText, is_old
                      ? ""
                      : ". Received input: Tensor(\"input_1:0\", shape=(?,), "
                        "dtype=float32)");
    EXPECT_EQ(CallError(Make("Softmax"), {x}), text);
    EXPECT_EQ(CallError(Make("Activation", {{"activation", "softmax"}}), {x}),
              text);
  }
}

TEST_F(VersionRules, DepthwiseConv2D_forgets_its_dilation_in_2_2_4) {
  const auto shape = [&](const char* version, const char* padding) {
    session_.Clear();
    UseEngine(version);
    return One(Make("DepthwiseConv2D", {{"kernel_size", 2},
                                        {"dilation_rate", 2},
                                        {"padding", padding}}),
               {In({kUnknownDim, 9, 9, 4})})
        ->shape->ToString();
  };
  EXPECT_EQ(shape("2.2.4", "valid"), "(None, 8, 8, 4)");
  EXPECT_EQ(shape("2.2.5", "valid"), "(None, 7, 7, 4)");
  EXPECT_EQ(shape("2.3.1", "valid"), "(None, 7, 7, 4)");
  EXPECT_EQ(shape("2.2.4", "same"), "(None, 9, 9, 4)");
  EXPECT_EQ(shape("2.2.5", "same"), "(None, 9, 9, 4)");
}

TEST_F(VersionRules, a_Lambda_on_a_list_of_one_works_in_2_2_4_only) {
  const auto error = [&](const char* version) {
    session_.Clear();
    UseEngine(version);
    return ListOfOneError(Lambda("identity"), In({kUnknownDim, 3, 4}));
  };
  EXPECT_EQ(error("2.2.4"), "accepted");
  // TensorFlow: TypeError: Expected DataType for argument 'dtype' not
  // ['float32'].
  EXPECT_TRUE(absl::StrContains(error("2.2.5"), "refused by the backend"));
  EXPECT_TRUE(absl::StrContains(error("2.3.1"), "refused by the backend"));
}

}  // namespace
}  // namespace clonecheck
