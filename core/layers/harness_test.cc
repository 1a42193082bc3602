#include "core/layers/layer_test.h"

namespace clonecheck {
namespace {

using MultiOut = LayerTest;

TEST_F(MultiOut, computes_its_outputs) {
  for (absl::string_view kind : {"MultiOut", "MultiOutMasked"}) {
    TestLayer layer = Make(kind, {{"n", 3}});
    Symbol* x = Input({kUnknownDim, 2});
    const Result result = Call(layer, {x});
    ASSERT_EQ(result.outputs.size(), 3u);
    ASSERT_EQ(result.shapes.size(), 3u);
    EXPECT_EQ(result.shapes[2], x->shape);
    const std::vector<Array> values =
        Numbers({result.outputs[0], result.outputs[1], result.outputs[2]},
                {{x, {{1, 2}, {1, 10}}}});
    EXPECT_EQ(ArrayToString(values[0]), "[[2, 20]]");
    EXPECT_EQ(ArrayToString(values[1]), "[[4, 31]]");
    EXPECT_EQ(ArrayToString(values[2]), "[[6, 42]]");
  }
}

TEST_F(MultiOut, has_two_outputs_by_default) {
  EXPECT_EQ(Spec("MultiOut").num_outputs(), 2);
  EXPECT_EQ(&Spec("MultiOut", {{"n", 2}}), &Spec("MultiOut"));
}

TEST_F(MultiOut, refuses_a_mask_in_its_own_name) {
  TestLayer layer = Make("MultiOut");
  EXPECT_EQ(
      Call(layer, {Input({kUnknownDim, 2})}, {Mask({kUnknownDim})}).error(),
      "TypeError: Layer layer_1 does not support masking, but was passed an "
      "input_mask: Tensor(\"layer_1:0\", shape=(?,), dtype=bool)");
}

TEST_F(MultiOut, masked_passes_one_mask_for_all_outputs) {
  TestLayer layer = Make("MultiOutMasked");
  Symbol* mask = Mask({kUnknownDim});
  const Result result = Call(layer, {Input({kUnknownDim, 2})}, {mask});
  EXPECT_FALSE(result.mask.is_list);
  EXPECT_EQ(result.mask.single, mask);
}

using Swap = LayerTest;

TEST_F(Swap, returns_the_very_objects_in_the_other_order) {
  TestLayer swap = Make("Swap");
  Symbol* x = Input({kUnknownDim, 2});
  Symbol* y = Input({kUnknownDim, 5, 3});
  const Result result = Call(swap, {x, y});
  EXPECT_EQ(result.outputs, (std::vector<Symbol*>{y, x}));
  EXPECT_EQ(result.shapes, (std::vector<const Shape*>{y->shape, x->shape}));
  EXPECT_TRUE(result.mask.is_none());
}

TEST_F(Swap, refuses_masks) {
  TestLayer swap = Make("Swap");
  Symbol* x = Input({kUnknownDim, 2});
  EXPECT_EQ(Call(swap, {x, x}, {nullptr, Mask({kUnknownDim})}).error(),
            "TypeError: Layer layer_1 does not support masking, but was passed "
            "an input_mask: [None, <tf.Tensor 'layer_1:0' shape=(?,) "
            "dtype=bool>]");
}

using MaskProducer = LayerTest;

TEST_F(MaskProducer, changes_nothing_and_makes_a_mask) {
  TestLayer layer = Make("MaskProducer");
  Symbol* x = Input({kUnknownDim, 3, 2});
  const Result result = Call(layer, {x}, {Mask({kUnknownDim, 3})});
  ASSERT_EQ(result.error(), "");
  EXPECT_NE(result.outputs[0], x);
  EXPECT_EQ(result.outputs[0]->term, x->term);
  const std::vector<Array> mask =
      Numbers({result.mask.single}, {{x, {{1, 3, 2}, {0, 0, 1, 0, 0, -1}}}});
  EXPECT_EQ(ArrayToString(mask[0]), "[[0, 1, 1]]");
}

using Harness = LayerTest;

TEST_F(Harness, classes_come_with_their_definitions) {
  for (absl::string_view kind :
       {"MultiOut", "MultiOutMasked", "Swap", "MaskProducer"}) {
    const LayerSpec& spec = Spec(kind);
    const LayerKind::Python python = spec.kind().ToPython(*spec.config());
    EXPECT_EQ(python.constructor, std::string(kind) + "()");
    ASSERT_EQ(python.definitions.size(), 1u);
    EXPECT_EQ(python.definitions[0].find("class " + std::string(kind) + "("),
              0u);
  }
}

TEST_F(Harness, names_are_in_snake_case) {
  EXPECT_EQ(Spec("MultiOutMasked").kind().name_prefix(), "multi_out_masked");
  EXPECT_EQ(Spec("MaskProducer").kind().name_prefix(), "mask_producer");
}

}  // namespace
}  // namespace clonecheck
