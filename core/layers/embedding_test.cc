#include "core/layers/layer_test.h"

namespace clonecheck {
namespace {

constexpr int32_t kNone = kUnknownDim;

using Embedding = LayerTest;

// Numbers of the real Keras 2.2.4.
TEST_F(Embedding, looks_rows_up_and_masks_zeros) {
  TestLayer layer = Make(
      "Embedding", {{"input_dim", 5}, {"output_dim", 3}, {"mask_zero", true}});
  Symbol* x = Input({kNone, 4}, DType::kInt32);
  const Result result = Call(layer, {x});
  ASSERT_EQ(result.error(), "");
  EXPECT_EQ(result.shapes[0]->ToString(), "(None, 4, 3)");
  EXPECT_EQ(result.outputs[0]->ToString(),
            "Tensor(\"layer_1/embedding_lookup/Identity:0\", shape=(?, 4, 3), "
            "dtype=float32)");
  EXPECT_EQ(Print(result.outputs[0]), "Embedding(x0, w1)");
  EXPECT_EQ(result.mask.single->ToString(),
            "Tensor(\"layer_1/NotEqual:0\", shape=(?, 4), dtype=bool)");
  const Array rows = {{2, 4}, {0, 2, 4, 1, 3, 0, 2, 4}};
  ExpectBegins(
      Number(result.outputs[0], {{x, rows}}, &layer,
             {WeightPattern({5, 3}, 0)}),
      {0.25, 1.5, 1, 0.75, 0.25, 1.5, 1.25, 0.75, 0.25, 0.5, 1.75, 1.25});
  EXPECT_EQ(ArrayToString(Number(result.mask.single, {{x, rows}})),
            "[[0, 1, 1, 1], [1, 0, 1, 1]]");
}

TEST_F(Embedding, drops_the_mask_that_comes_in) {
  for (bool mask_zero : {false, true}) {
    TestLayer layer =
        Make("Embedding",
             {{"input_dim", 5}, {"output_dim", 3}, {"mask_zero", mask_zero}});
    const Result result =
        Call(layer, {Input({kNone, 3, 4}, DType::kInt32)}, {Mask({kNone, 3})});
    ASSERT_EQ(result.error(), "");
    EXPECT_EQ(result.mask.is_none(), !mask_zero);
    EXPECT_EQ(layer.spec->traits().supports_masking, mask_zero);
  }
}

TEST_F(Embedding, casts_as_tensorflow_does_and_knows_its_rows) {
  TestLayer layer = Make("Embedding", {{"input_dim", 2}, {"output_dim", 1}});
  Symbol* x = Input({kNone});
  const Result result = Call(layer, {x});
  EXPECT_EQ(result.shapes[0]->ToString(), "(None, 1)");
  EXPECT_EQ(
      ArrayToString(Number(result.outputs[0], {{x, {{3}, {-0.75, 0.75, 1.25}}}},
                           &layer, {{{2, 1}, {10, 20}}})),
      "[[10], [10], [20]]");
  EXPECT_EQ(Evaluate(terms_, {result.outputs[0]->term},
                     {{x->term, {{1}, {2}}},
                      {layer.weight_terms[0], {{2, 1}, {10, 20}}}})
                .status()
                .message(),
            "Embedding: there is no row 2");
}

TEST_F(Embedding, believes_its_input_length) {
  TestLayer one = Make(
      "Embedding", {{"input_dim", 5}, {"output_dim", 2}, {"input_length", 3}});
  EXPECT_EQ(
      Call(one, {Input({kNone, kNone}, DType::kInt32)}).shapes[0]->ToString(),
      "(None, 3, 2)");
  EXPECT_EQ(
      Call(one, {Input({kNone, 4}, DType::kInt32)}).error(),
      "ValueError: \"input_length\" is 3, but received input has shape (None, "
      "4)");
  TestLayer list = Make("Embedding", {{"input_dim", 5},
                                      {"output_dim", 2},
                                      {"input_length", std::vector<int>{2}}});
  EXPECT_EQ(Call(list, {Input({kNone, 3}, DType::kInt32)}).error(),
            "ValueError: \"input_length\" is [2], but received input has shape "
            "(None, 3)");
}

TEST_F(Embedding, is_drawn_for_whole_numbers_only) {
  const LayerSpec& spec =
      Spec("Embedding", {{"input_dim", 5}, {"output_dim", 2}});
  const Shape* shape = pool_.InternShape({kNone, 4});
  EXPECT_TRUE(spec.Accepts({}, {shape, DType::kInt32, false}));
  EXPECT_FALSE(spec.Accepts({}, {shape, DType::kFloat32, false}));
}

}  // namespace
}  // namespace clonecheck
