#include "core/layers/layer_test.h"

namespace clonecheck {
namespace {

class Opaque : public LayerTest {};

TEST_F(Opaque, has_as_many_outputs_as_it_is_told_of_unknown_shape) {
  TestLayer layer = Make("Opaque", {{"class_name", "Mystery"}, {"outputs", 2}});
  const Result result = Call(layer, {Input({kUnknownDim, 2})});
  ASSERT_EQ(result.outputs.size(), 2u);
  EXPECT_FALSE(result.outputs[1]->shape->known_rank());
  EXPECT_NE(result.outputs[0]->term, result.outputs[1]->term);
}

TEST_F(Opaque, layers_of_equal_config_are_told_apart) {
  TestLayer a = Make("Opaque", {{"class_name", "Mystery"}});
  TestLayer b = Make("Opaque", {{"class_name", "Mystery"}});
  Symbol* x = Input({kUnknownDim, 2});
  EXPECT_EQ(Call(a, {x}).outputs[0]->term, Call(a, {x}).outputs[0]->term);
  EXPECT_NE(Call(a, {x}).outputs[0]->term, Call(b, {x}).outputs[0]->term);
}

TEST_F(Opaque, is_read_as_dropping_masks_or_as_passing_them) {
  const LayerSpec& drops = Spec("Opaque", {{"class_name", "Mystery"}});
  const LayerSpec& passes =
      Spec("Opaque", {{"class_name", "Mystery"}, {"passes_masks", true}});
  EXPECT_FALSE(drops.traits().supports_masking);
  EXPECT_FALSE(drops.traits().takes_mask);
  EXPECT_TRUE(passes.traits().supports_masking);
  EXPECT_TRUE(passes.traits().takes_mask);
}

TEST_F(Opaque, stands_for_its_class_in_python) {
  const LayerSpec& spec = Spec("Opaque", {{"class_name", "Mystery"}});
  EXPECT_EQ(spec.kind().ToPython(*spec.config()).constructor, "Mystery()");
}

}  // namespace
}  // namespace clonecheck
