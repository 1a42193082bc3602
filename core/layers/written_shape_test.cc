// What classes make of a tensor on which another call has written a Keras shape
// of another rank: operations look at TensorFlow's, compute_output_shape reads
// the Keras shape by index. Every row was asked of the real Keras 2.2.4.
#include <string>
#include <vector>

#include "core/layers/layer_test.h"

namespace clonecheck {
namespace {

class WrittenShape : public LayerTest {
 protected:
  // The Keras shape of the only output, or the error; of the backend's own
  // errors only that they are.
  std::string Of(const char* kind, const std::vector<Arg>& args,
                 const std::vector<int32_t>& tensor,
                 const std::vector<int32_t>& written) {
    TestLayer layer = Make(kind, args);
    Symbol* input = Input(tensor);
    input->shape = pool_.InternShape(written);
    const Result result = Call(layer, {input});
    if (result.refusal == nullptr) return result.shapes[0]->ToString();
    return std::string(result.refusal->form->id) == "refused-by-the-backend"
               ? "refused"
               : result.error();
  }
};

constexpr int32_t kNone = kUnknownDim;

TEST_F(WrittenShape, of_fewer_axes) {
  const std::vector<int32_t> tensor = {kNone, kNone, 1};
  const std::vector<int32_t> written = {kNone, 1};
  const auto of = [&](const char* kind, const std::vector<Arg>& args = {}) {
    return Of(kind, args, tensor, written);
  };
  EXPECT_EQ(of("Conv1D", {{"filters", 2}, {"kernel_size", Ints({1})}}),
            "(None, 2)");
  EXPECT_EQ(of("ZeroPadding1D"), "(None, 3)");
  const std::string no_index = "IndexError: tuple index out of range";
  EXPECT_EQ(of("MaxPooling1D"), no_index);
  EXPECT_EQ(of("GlobalMaxPooling1D"), no_index);
  EXPECT_EQ(of("GlobalAveragePooling1D"), no_index);
  EXPECT_EQ(of("Permute", {{"dims", Ints({2, 1})}}),
            "IndexError: list index out of range");
}

TEST_F(WrittenShape, of_more_axes) {
  const std::vector<int32_t> tensor = {kNone, 2, 1};
  const std::vector<int32_t> written = {kNone, 2, 2, 1};
  const auto of = [&](const char* kind, const std::vector<Arg>& args = {}) {
    return Of(kind, args, tensor, written);
  };
  EXPECT_EQ(of("MaxPooling1D"), "(None, 1, 2)");
  EXPECT_EQ(of("GlobalMaxPooling1D"), "(None, 2)");
  EXPECT_EQ(of("Permute", {{"dims", Ints({2, 1})}}), "(None, 2, 2, 1)");
  const std::string no_index = "IndexError: tuple index out of range";
  EXPECT_EQ(of("ZeroPadding1D"), no_index);
  EXPECT_EQ(of("Cropping1D"), no_index);
  EXPECT_EQ(of("Conv1D", {{"filters", 2}, {"kernel_size", Ints({1})}}),
            no_index);
  // Its kernel is made for the last axis, K.dot goes by the first three.
  EXPECT_EQ(of("Dense", {{"units", 2}}), "refused");
  EXPECT_EQ(of("UpSampling2D"), "refused");
}

TEST_F(WrittenShape, whose_axes_are_others) {
  EXPECT_EQ(Of("UpSampling2D", {}, {kNone, kNone, kNone, 1}, {kNone, kNone, 1}),
            "(None, None, 2)");
  EXPECT_EQ(Of("RepeatVector", {{"n", 2}}, {kNone, 1}, {kNone, 2, 1}),
            "(None, 2, 2)");
}

}  // namespace
}  // namespace clonecheck
