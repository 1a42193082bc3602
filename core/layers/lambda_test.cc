#include "core/layers/lambda_functions.h"
#include "core/layers/layer_test.h"

namespace clonecheck {
namespace {

constexpr int32_t kNone = kUnknownDim;

using Lambda = LayerTest;

TEST_F(Lambda, functions_compute_what_they_say) {
  struct Case {
    const char* name;
    std::vector<const char*> values;  // of each output
  };
  // x = [[1, -2]], y = [[10, 20]].
  const std::vector<Case> cases = {
      {"identity", {"[[1, -2]]"}},
      {"double", {"[[2, -4]]"}},
      {"add_one", {"[[2, -1]]"}},
      {"negate", {"[[-1, 2]]"}},
      {"square", {"[[1, 4]]"}},
      {"one_as_list", {"[[2, -4]]"}},
      {"mean_time", {"[-0.5]"}},
      {"two", {"[[2, -4]]", "[[2, -1]]"}},
      {"three", {"[[1, -2]]", "[[2, -4]]", "[[3, -6]]"}},
      {"plus_and_same", {"[[2, -1]]", "[[1, -2]]"}},
      {"twice_same", {"[[1, -2]]", "[[1, -2]]"}},
      {"one_object_twice", {"[[2, -4]]", "[[2, -4]]"}},
      {"lin", {"[[12, 16]]"}},
      {"pick_second", {"[[10, 20]]"}},
      {"swap", {"[[10, 20]]", "[[1, -2]]"}},
      {"sum_diff", {"[[11, 18]]", "[[-9, -22]]"}},
      {"mask_scale", {"[[2, -4]]"}},
      {"mask_pick", {"[[1, -2]]"}},
  };
  ASSERT_EQ(cases.size(), LambdaFunctions().size());
  for (size_t i = 0; i < cases.size(); ++i) {
    const LambdaFunction& function = LambdaFunctions()[i];
    ASSERT_EQ(function.name, cases[i].name);
    ASSERT_EQ(cases[i].values.size(), function.outputs) << function.name;
    TestLayer layer = Make("Lambda", {{"function", cases[i].name}});
    Symbol* x = Input({kNone, 2});
    Symbol* y = Input({kNone, 2});
    const Result result =
        Call(layer, function.inputs == 1 ? std::vector<Symbol*>{x}
                                         : std::vector<Symbol*>{x, y});
    ASSERT_EQ(result.error(), "") << function.name;
    ASSERT_EQ(result.outputs.size(), function.outputs);
    ASSERT_EQ(result.shapes.size(), function.outputs);
    for (int k = 0; k < function.outputs; ++k) {
      const std::vector<Array> value =
          Numbers({result.outputs[k]},
                  {{x, {{1, 2}, {1, -2}}}, {y, {{1, 2}, {10, 20}}}});
      EXPECT_EQ(ArrayToString(value[0]), cases[i].values[k])
          << function.name << " #" << k;
    }
  }
}

TEST_F(Lambda, what_is_returned_as_it_came_is_the_very_object) {
  Symbol* x = Input({kNone, 2});
  Symbol* y = Input({kNone, 2});
  const auto outputs = [&](const char* name,
                           const std::vector<Symbol*>& inputs) {
    TestLayer layer = Make("Lambda", {{"function", name}});
    return Call(layer, inputs).outputs;
  };
  EXPECT_EQ(outputs("identity", {x}), (std::vector<Symbol*>{x}));
  EXPECT_EQ(outputs("pick_second", {x, y}), (std::vector<Symbol*>{y}));
  EXPECT_EQ(outputs("swap", {x, y}), (std::vector<Symbol*>{y, x}));
  EXPECT_EQ(outputs("twice_same", {x}), (std::vector<Symbol*>{x, x}));
  EXPECT_EQ(outputs("plus_and_same", {x})[1], x);
  EXPECT_EQ(outputs("three", {x})[0], x);
  const std::vector<Symbol*> once = outputs("one_object_twice", {x});
  EXPECT_EQ(once[0], once[1]);
  EXPECT_NE(once[0], x);
}

TEST_F(Lambda, mean_time_has_no_second_axis_to_drop_from_a_vector) {
  ShapeContext context(LayerContext{arena_, pool_, terms_});
  const Shape* vector = pool_.InternShape({kUnknownDim});
  context.input_shapes = absl::MakeConstSpan(&vector, 1);
  const LayerSpec& spec = Spec("Lambda", {{"function", "mean_time"}});
  ASSERT_EQ(spec.OutputShapes(context), nullptr);
  EXPECT_EQ(context.output_shapes[0], vector);
}

TEST_F(Lambda, mean_time_drops_the_second_axis) {
  TestLayer layer = Make("Lambda", {{"function", "mean_time"}});
  Symbol* x = Input({kNone, 2, 3});
  const Result result = Call(layer, {x});
  EXPECT_EQ(result.shapes[0]->ToString(), "(None, 3)");
  EXPECT_EQ(result.outputs[0]->shape, result.shapes[0]);
  const std::vector<Array> value =
      Numbers({result.outputs[0]},
              {{x, {{2, 2, 3}, {1, 2, 3, 5, 6, 7, 0, 0, 0, 1, 1, 1}}}});
  EXPECT_EQ(ArrayToString(value[0]), "[[3, 4, 5], [0.5, 0.5, 0.5]]");
}

TEST_F(Lambda, operators_broadcast_as_tensorflow_does) {
  struct Case {
    std::vector<int32_t> a, b;
    const char* shape;
  };
  const Case kCases[] = {
      {{kNone, 3, 1}, {kNone, 1, 4}, "(None, 3, 4)"},
      {{kNone, 3, 4}, {kNone, kNone, 4}, "(None, 3, 4)"},
      {{kNone, kNone, 1}, {1, 1, 1}, "(None, None, 1)"},
      {{4}, {kNone, 3, kNone}, "(None, 3, 4)"},
      {{kNone, 4}, {kNone, 3, 4}, "(None, 3, 4)"},
  };
  for (const Case& c : kCases) {
    TestLayer layer = Make("Lambda", {{"function", "lin"}});
    const Result result = Call(layer, {Input(c.a), Input(c.b)});
    ASSERT_EQ(result.error(), "");
    EXPECT_EQ(result.shapes[0]->ToString(), c.shape);
  }
  TestLayer layer = Make("Lambda", {{"function", "sum_diff"}});
  EXPECT_NE(Call(layer, {Input({kNone, 3}), Input({kNone, 4})}).error(), "");
  // Axes are inserted in front, unlike in a merge.
  Symbol* x = Input({2, 2, 1});
  Symbol* y = Input({2, 1});
  const Result result = Call(layer, {x, y});
  ASSERT_EQ(result.error(), "");
  const std::vector<Array> value =
      Numbers({result.outputs[0]},
              {{x, {{2, 2, 1}, {1, 2, 3, 4}}}, {y, {{2, 1}, {10, 20}}}});
  EXPECT_EQ(ArrayToString(value[0]), "[[[11], [22]], [[13], [24]]]");
}

TEST_F(Lambda, mask_scale_uses_the_mask_that_it_is_given) {
  TestLayer layer = Make("Lambda", {{"function", "mask_scale"}});
  Symbol* x = Input({kNone, 2, 2});
  Symbol* m = Mask({kNone, 2});
  const Result result = Call(layer, {x}, {m});
  ASSERT_EQ(result.error(), "");
  EXPECT_EQ(Print(result.outputs[0]), "Lambda(x0, x1)");
  EXPECT_TRUE(result.mask.is_none());
  const std::vector<Array> value =
      Numbers({result.outputs[0]},
              {{x, {{1, 2, 2}, {1, 2, 3, 4}}}, {m, {{1, 2}, {0, 1}}}});
  EXPECT_EQ(ArrayToString(value[0]), "[[[0, 0], [3, 4]]]");
  EXPECT_EQ(Print(Call(layer, {x}).outputs[0]), "Lambda(x0, None)");
}

TEST_F(Lambda, mask_pick_goes_by_the_keyword_not_by_what_it_holds) {
  TestLayer layer = Make("Lambda", {{"function", "mask_pick"}});
  Symbol* x = Input({kNone, 2});
  Symbol* y = Input({kNone, 2});
  EXPECT_EQ(Call(layer, {x, y}).outputs[0], x);
  EXPECT_EQ(Call(layer, {x, y}, {Mask({kNone}), nullptr}).outputs[0], y);
  // A list of nothing but None is not None.
  Symbol* const nones[] = {nullptr, nullptr};
  const MaskValue list = MaskValue::List(nones);
  EXPECT_EQ(Call(layer, {x, y}, {}, &list).outputs[0], y);
}

TEST_F(Lambda, drops_any_mask) {
  TestLayer layer = Make("Lambda", {{"function", "two"}});
  EXPECT_FALSE(layer.spec->traits().supports_masking);
  EXPECT_TRUE(layer.spec->traits().takes_mask);
  const Result result = Call(layer, {Input({kNone, 2})}, {Mask({kNone})});
  ASSERT_EQ(result.error(), "");
  EXPECT_TRUE(result.mask.is_none());
}

TEST_F(Lambda, keep_hands_masks_on) {
  TestLayer one = Make("Lambda", {{"function", "two"}, {"mask", "keep"}});
  EXPECT_TRUE(one.spec->traits().supports_masking);
  Symbol* m = Mask({kNone});
  EXPECT_EQ(Call(one, {Input({kNone, 2})}, {m}).mask.single, m);
  TestLayer two = Make("Lambda", {{"function", "lin"}, {"mask", "keep"}});
  Symbol* x = Input({kNone, 2});
  const Result result = Call(two, {x, x}, {nullptr, m});
  ASSERT_TRUE(result.mask.is_list);
  ASSERT_EQ(result.mask.size, 2u);
  EXPECT_EQ(result.mask.item(0), nullptr);
  EXPECT_EQ(result.mask.item(1), m);
}

TEST_F(Lambda, nonzero_makes_a_mask) {
  TestLayer layer = Make("Lambda", {{"function", "two"}, {"mask", "nonzero"}});
  const Result result = Call(layer, {Input({kNone, 3, 2})});
  EXPECT_EQ(Print(result.mask.single), "some_feature(x0)");
  EXPECT_EQ(result.mask.single->shape->ToString(), "(None, 3)");
}

TEST_F(Lambda, none_list_has_one_none_an_output) {
  TestLayer layer =
      Make("Lambda", {{"function", "three"}, {"mask", "none_list"}});
  const Result result = Call(layer, {Input({kNone, 2})}, {Mask({kNone})});
  EXPECT_TRUE(result.mask.is_list);
  EXPECT_EQ(result.mask.size, 3u);
  EXPECT_TRUE(result.mask.all_none());
}

TEST_F(Lambda, forgets_its_mask_function_when_saved) {
  const LayerSpec& spec =
      Spec("Lambda", {{"function", "two"}, {"mask", "keep"}});
  const LayerSpec& plain = Spec("Lambda", {{"function", "two"}});
  EXPECT_NE(&spec, &plain);
  EXPECT_EQ(&spec.saved(), &plain);
  EXPECT_EQ(&plain.saved(), &plain);
}

TEST_F(Lambda, takes_a_list_of_one_only_where_it_returns_it) {
  TestLayer identity = Make("Lambda", {{"function", "identity"}});
  Symbol* x = Input({kNone, 2});
  EXPECT_EQ(Call(identity, {x}, {}, nullptr, /*as_list=*/true).outputs[0], x);
  TestLayer twice = Make("Lambda", {{"function", "double"}});
  EXPECT_NE(Call(twice, {x}, {}, nullptr, /*as_list=*/true).error(), "");
}

TEST_F(Lambda, refuses_wrong_arguments) {
  EXPECT_NE(ConfigError("Lambda", {}).find("'function' must be one of"),
            std::string::npos);
  EXPECT_EQ(ConfigError("Lambda", {{"function", "lin"}, {"mask", "nonzero"}}),
            "Lambda: the argument 'mask' must be 'keep' or 'none_list' with a "
            "function of two inputs, but is 'nonzero'; correct it in the "
            "config.");
}

TEST_F(Lambda, prints_as_a_function_and_its_layer) {
  const auto python = [&](const std::vector<Arg>& args) {
    const LayerSpec& spec = Spec("Lambda", args);
    return spec.kind().ToPython(*spec.config());
  };
  const LayerKind::Python plain = python({{"function", "two"}});
  EXPECT_EQ(plain.constructor, "Lambda(two)");
  ASSERT_EQ(plain.definitions.size(), 1u);
  EXPECT_EQ(plain.definitions[0], "def two(x):\n    return [x * 2, x + 1]\n");
  EXPECT_EQ(python({{"function", "two"}, {"mask", "none_list"}}).constructor,
            "Lambda(two, mask=[None, None])");
  const LayerKind::Python keep =
      python({{"function", "two"}, {"mask", "keep"}});
  EXPECT_EQ(keep.constructor, "Lambda(two, mask=keep)");
  EXPECT_EQ(keep.definitions.size(), 2u);
}

using OpaqueLambda = LayerTest;

TEST_F(OpaqueLambda, is_equal_to_itself_on_equal_operands) {
  TestLayer layer = Make("Lambda", {{"bytecode", "abc"}, {"outputs", 2}});
  TestLayer same = Make("Lambda", {{"outputs", 2}, {"bytecode", "abc"}});
  TestLayer other = Make("Lambda", {{"bytecode", "abd"}, {"outputs", 2}});
  Symbol* x = Input({kNone, 2});
  const Result result = Call(layer, {x});
  ASSERT_EQ(result.outputs.size(), 2u);
  EXPECT_EQ(Print(result.outputs[1]), "Lambda(x0)#1");
  EXPECT_EQ(Call(same, {x}).outputs[1]->term, result.outputs[1]->term);
  EXPECT_NE(Call(other, {x}).outputs[1]->term, result.outputs[1]->term);
}

TEST_F(OpaqueLambda, has_outputs_of_unknown_shape) {
  TestLayer layer = Make("Lambda", {{"bytecode", "abc"}});
  const Result result = Call(layer, {Input({kNone, 2}), Input({kNone, 3})});
  ASSERT_EQ(result.error(), "");
  EXPECT_FALSE(result.shapes[0]->known_rank());
  EXPECT_EQ(result.outputs[0]->ToString(),
            "Tensor(\"layer_1/lambda:0\", dtype=float32)");
}

TEST_F(OpaqueLambda, uses_a_mask_if_its_code_names_one_and_drops_it) {
  // "x mask" in base64.
  TestLayer layer = Make("Lambda", {{"bytecode", "eCBtYXNr\n"}});
  Symbol* x = Input({kNone, 2});
  const Result result = Call(layer, {x, x}, {nullptr, Mask({kNone})});
  EXPECT_EQ(Print(result.outputs[0]), "Lambda(x0, x0, None, x1)");
  EXPECT_TRUE(result.mask.is_none());
}

TEST_F(OpaqueLambda, uses_no_mask_if_its_code_names_none) {
  // "x y" in base64.
  TestLayer layer = Make("Lambda", {{"bytecode", "eCB5"}});
  Symbol* x = Input({kNone, 2});
  const Result result = Call(layer, {x, x}, {nullptr, Mask({kNone})});
  EXPECT_EQ(Print(result.outputs[0]), "Lambda(x0, x0)");
}

TEST_F(OpaqueLambda, whose_code_cannot_be_read_may_use_a_mask) {
  TestLayer layer = Make("Lambda", {{"bytecode", "?"}});
  Symbol* x = Input({kNone, 2});
  const Result result = Call(layer, {x}, {Mask({kNone})});
  EXPECT_EQ(Print(result.outputs[0]), "Lambda(x0, x1)");
}

TEST_F(OpaqueLambda, has_no_numbers) {
  TestLayer layer = Make("Lambda", {{"bytecode", "abc"}});
  Symbol* x = Input({kNone, 2});
  const Symbol* y = Call(layer, {x}).outputs[0];
  const auto values =
      Evaluate(terms_, {y->term}, {{x->term, Array::Zeros({1, 2})}});
  EXPECT_EQ(values.status().code(), absl::StatusCode::kUnimplemented);
}

TEST_F(OpaqueLambda, prints_as_its_code_with_all_that_it_is_given) {
  const auto python = [&](const std::vector<Arg>& args) {
    const LayerSpec& spec = Spec("Lambda", args);
    return spec.kind().ToPython(*spec.config()).constructor;
  };
  EXPECT_EQ(python({{"bytecode", "abc"}, {"outputs", 2}}), "lambda_of('abc')");
  EXPECT_EQ(python({{"bytecode", "abc"},
                    {"defaults", Ints({1})},
                    {"output_shape", Ints({2, 3})}}),
            "lambda_of(['abc', [1], None], output_shape=tuple([2, 3]))");
}

TEST_F(OpaqueLambda, keeps_arguments_that_it_does_not_know) {
  EXPECT_NE(&Spec("Lambda", {{"bytecode", "abc"}, {"more", 1}}),
            &Spec("Lambda", {{"bytecode", "abc"}, {"more", 2}}));
}

}  // namespace
}  // namespace clonecheck
