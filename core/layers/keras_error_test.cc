#include "core/layers/keras_error.h"

#include "core/layers/errors.h"
#include "core/layers/layer_test.h"

namespace clonecheck {
namespace {

using KerasErrorTest = LayerTest;

TEST_F(KerasErrorTest, prints_its_arguments) {
  static constexpr ErrorTemplate kForm{ErrorType::kValueError, "test",
                                       "$1 before $0, $0 again, costs 5$"};
  KerasError error;
  error.form = &kForm;
  error.args[0] = ErrorArg::Of(int64_t{7});
  error.args[1] = ErrorArg::Of("text");
  EXPECT_EQ(error.ToString(), "ValueError: text before 7, 7 again, costs 5$");
}

TEST_F(KerasErrorTest, prints_tensors_as_tensorflow_does) {
  Symbol* x = Input({kUnknownDim, 4});
  EXPECT_EQ(x->ToString(),
            "Tensor(\"layer_1:0\", shape=(?, 4), dtype=float32)");
  x->op = "add";
  EXPECT_EQ(x->ToString(),
            "Tensor(\"layer_1/add:0\", shape=(?, 4), dtype=float32)");
  EXPECT_EQ(x->ToStringInList(),
            "<tf.Tensor 'layer_1/add:0' shape=(?, 4) dtype=float32>");
  x->static_shape = pool_.unknown_shape();
  x->dtype = DType::kBool;
  x->scope = nullptr;
  EXPECT_EQ(x->ToString(), "Tensor(\"add:0\", dtype=bool)");
  EXPECT_EQ(x->ToStringInList(),
            "<tf.Tensor 'add:0' shape=<unknown> dtype=bool>");
}

TEST_F(KerasErrorTest, prints_lists_as_python_does) {
  const auto print = [](const ErrorArg& arg) { return arg.print(arg); };
  const Symbol* const symbols[] = {nullptr, Input({3})};
  EXPECT_EQ(print(ErrorArg::Of(absl::MakeConstSpan(symbols))),
            "[None, <tf.Tensor 'layer_1:0' shape=(3,) dtype=float32>]");
  const Shape* const shapes[] = {pool_.InternShape({kUnknownDim, 4}),
                                 pool_.InternShape({2})};
  EXPECT_EQ(print(ErrorArg::Of(absl::MakeConstSpan(shapes))),
            "[(None, 4), (2,)]");
  const Name* const names[] = {pool_.InternName("a"), pool_.InternName("b")};
  EXPECT_EQ(print(ErrorArg::Of(absl::MakeConstSpan(names))), "['a', 'b']");
}

TEST_F(KerasErrorTest, every_type_has_pythons_name) {
  EXPECT_EQ(ErrorTypeName(ErrorType::kValueError), "ValueError");
  EXPECT_EQ(ErrorTypeName(ErrorType::kException), "Exception");
  EXPECT_EQ(ErrorTypeName(ErrorType::kNameError), "NameError");
  EXPECT_EQ(ErrorTypeName(ErrorType::kUnboundLocalError), "UnboundLocalError");
}

}  // namespace
}  // namespace clonecheck
