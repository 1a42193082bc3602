#include "core/layers/kinds.h"
#include "core/layers/layer_test.h"

namespace clonecheck {
namespace {

using InputLayer = LayerTest;

TEST_F(InputLayer, called_on_a_tensor_returns_that_object) {
  TestLayer layer = Make("InputLayer");
  Symbol* x = Input({kUnknownDim, 4});
  const Result result = Call(layer, {x});
  EXPECT_EQ(result.outputs, std::vector<Symbol*>{x});
  EXPECT_EQ(result.shapes[0], x->shape);
}

TEST_F(InputLayer, takes_a_list_of_one) {
  TestLayer layer = Make("InputLayer");
  Symbol* x = Input({kUnknownDim, 4});
  EXPECT_EQ(Call(layer, {x}, {}, nullptr, /*as_list=*/true).outputs,
            std::vector<Symbol*>{x});
}

TEST_F(InputLayer, passes_the_mask) {
  TestLayer layer = Make("InputLayer");
  Symbol* mask = Mask({kUnknownDim});
  EXPECT_EQ(Call(layer, {Input({kUnknownDim, 4})}, {mask}).mask.single, mask);
}

TEST_F(InputLayer, is_named_input) {
  const size_t index = catalogue_.IndexOf(InputLayerKind());
  EXPECT_EQ(catalogue_.AutoName(index, 1)->text, "input_1");
}

using Markers = LayerTest;

TEST_F(Markers, a_model_takes_a_mask_and_supports_none) {
  for (absl::string_view kind : {"Model", "Sequential"}) {
    const LayerSpec& spec = Spec(kind);
    EXPECT_TRUE(spec.traits().takes_mask);
    EXPECT_FALSE(spec.traits().supports_masking);
    EXPECT_TRUE(spec.kind().Domain(pool_).empty());
    EXPECT_EQ(spec.kind().call_owner(), "Network");
  }
}

TEST_F(Markers, take_no_arguments) {
  EXPECT_EQ(ConfigError("Model", {{"units", 1}}),
            "Model: there is no argument 'units'; take it out of the config.");
}

}  // namespace
}  // namespace clonecheck
