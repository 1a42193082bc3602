#include <cmath>
#include <limits>

#include "core/layers/layer_test.h"

namespace clonecheck {
namespace {

constexpr int32_t kNone = kUnknownDim;

using Merge = LayerTest;

constexpr absl::string_view kKinds[] = {"Add",     "Subtract", "Multiply",
                                        "Average", "Maximum",  "Minimum"};

TEST_F(Merge, keeps_equal_shapes) {
  for (absl::string_view kind : kKinds) {
    TestLayer merge = Make(kind);
    const Result result = Call(merge, {Input({kNone, 3}), Input({kNone, 3})});
    ASSERT_EQ(result.error(), "") << kind;
    EXPECT_EQ(result.shapes[0]->ToString(), "(None, 3)");
  }
}

TEST_F(Merge, broadcasts_shapes_as_keras_does) {
  struct Case {
    std::vector<int32_t> a, b;
    const char* merged;
    const char* known = nullptr;
  };
  const Case kCases[] = {
      {{kNone, 3, 4}, {kNone, 1, 4}, "(None, 3, 4)"},
      {{kNone, 3, 1}, {kNone, 1, 4}, "(None, 3, 4)"},
      {{kNone, 3, 4}, {kNone, 4}, "(None, 3, 4)"},
      {{kNone, 4}, {kNone, 3, 4}, "(None, 3, 4)"},
      {{kNone, 2, 3, 4}, {kNone, 1}, "(None, 2, 3, 4)"},
      {{kNone, kNone, 4}, {kNone, 3, 4}, "(None, None, 4)", "(None, 3, 4)"},
      {{kNone, 3}, {2, 3}, "(2, 3)"},
      {{2, 3}, {kNone, 3}, "(2, 3)"},
      {{kNone}, {kNone}, "(None,)"},
      {{kNone, 3}, {kNone}, "(None, 3)"},
  };
  for (const Case& c : kCases) {
    TestLayer add = Make("Add");
    const Result result = Call(add, {Input(c.a), Input(c.b)});
    ASSERT_EQ(result.error(), "");
    EXPECT_EQ(result.shapes[0]->ToString(), c.merged);
    // TensorFlow's shape knows what any input knows.
    EXPECT_EQ(result.outputs[0]->static_shape->ToString(),
              c.known == nullptr ? c.merged : c.known);
  }
}

TEST_F(Merge, refuses_a_single_tensor) {
  TestLayer add = Make("Add");
  EXPECT_EQ(Call(add, {Input({kNone, 3})}).error(),
            "ValueError: A merge layer should be called on a list of inputs.");
  // Also when built before.
  Symbol* x = Input({kNone, 3});
  ASSERT_EQ(Call(add, {x, x}).error(), "");
  EXPECT_EQ(Call(add, {x}).error(),
            "ValueError: A merge layer should be called on a list of inputs.");
}

TEST_F(Merge, refuses_different_batch_sizes) {
  TestLayer add = Make("Add");
  EXPECT_EQ(
      Call(add, {Input({2, 3}), Input({kNone, 3}), Input({4, 3})}).error(),
      "ValueError: Can not merge tensors with different batch sizes. Got "
      "tensors with shapes : [(2, 3), (None, 3), (4, 3)]");
}

TEST_F(Merge, refuses_shapes_that_do_not_broadcast) {
  TestLayer add = Make("Add");
  EXPECT_EQ(Call(add, {Input({kNone, 3}), Input({kNone, 4})}).error(),
            "ValueError: Operands could not be broadcast together with shapes "
            "(3,) (4,)");
  // The longer shape comes first.
  EXPECT_EQ(Call(add, {Input({kNone, 3}), Input({kNone, 5, 4})}).error(),
            "ValueError: Operands could not be broadcast together with shapes "
            "(5, 4) (3,)");
  // What has been merged so far counts as one.
  EXPECT_EQ(
      Call(add, {Input({kNone, 1}), Input({kNone, 5, 4}), Input({kNone, 6, 1})})
          .error(),
      "ValueError: Operands could not be broadcast together with shapes "
      "(5, 4) (6, 1)");
}

TEST_F(Merge, subtract_refuses_three_inputs) {
  TestLayer subtract = Make("Subtract");
  Symbol* x = Input({kNone, 3});
  EXPECT_EQ(Call(subtract, {x, x, x}).error(),
            "ValueError: A `Subtract` layer should be called on exactly 2 "
            "inputs");
  ASSERT_EQ(Call(subtract, {x, x}).error(), "");
  EXPECT_EQ(Call(subtract, {x, x, x}).error(),
            "ValueError: A `Subtract` layer should be called on exactly 2 "
            "inputs");
}

TEST_F(Merge, a_built_layer_leaves_other_shapes_to_the_backend) {
  TestLayer add = Make("Add");
  Symbol* x = Input({kNone, 3});
  ASSERT_EQ(Call(add, {x, x}).error(), "");
  const Result sizes = Call(add, {x, Input({kNone, 4})});
  ASSERT_NE(sizes.refusal, nullptr);
  EXPECT_STREQ(sizes.refusal->form->id, "refused-by-the-backend");

  TestLayer aligning = Make("Add");
  ASSERT_EQ(Call(aligning, {x, Input({kNone, 5, 3})}).error(), "");
  EXPECT_EQ(Call(aligning, {x, x}).error(), "");
  EXPECT_EQ(Call(aligning, {Input({kNone, 2, 3}), x}).error(), "");
}

// The first call has not aligned ranks, so no later call does: TensorFlow puts
// axes of size 1 in front, and the batch meets another axis.
TEST_F(Merge, built_on_equal_ranks_aligns_no_others) {
  TestLayer subtract = Make("Subtract");
  Symbol* x = Input({2, 3});
  ASSERT_EQ(Call(subtract, {x, x}).error(), "");
  Symbol* y = Input({2, 2, 3});
  const Result result = Call(subtract, {y, x});
  ASSERT_EQ(result.error(), "");
  EXPECT_EQ(result.outputs[0]->static_shape->ToString(), "(2, 2, 3)");
  const std::vector<Array> value = Numbers(
      {result.outputs[0]},
      {{x, {{2, 3}, {1, 2, 3, 4, 5, 6}}},
       {y, {{2, 2, 3}, {10, 10, 10, 10, 10, 10, 20, 20, 20, 20, 20, 20}}}});
  EXPECT_EQ(ArrayToString(value[0]),
            "[[[9, 8, 7], [6, 5, 4]], [[19, 18, 17], [16, 15, 14]]]");
  // A layer that was built on these ranks means something else.
  TestLayer aligning = Make("Subtract");
  EXPECT_NE(Call(aligning, {y, x}).outputs[0]->term, result.outputs[0]->term);
  // Where the batch does not fit, TensorFlow refuses.
  const Result refused = Call(subtract, {Input({2, 5, 3}), x});
  ASSERT_NE(refused.refusal, nullptr);
  EXPECT_STREQ(refused.refusal->form->id, "refused-by-the-backend");
}

TEST_F(Merge, refuses_inputs_of_different_dtypes) {
  TestLayer add = Make("Add");
  const Result result =
      Call(add, {Input({kNone, 3}), Input({kNone, 3}, DType::kInt32)});
  ASSERT_NE(result.refusal, nullptr);
  EXPECT_STREQ(result.refusal->form->id, "refused-by-the-backend");
}

TEST_F(Merge, the_mask_is_the_and_of_those_that_exist) {
  TestLayer add = Make("Add");
  Symbol* x = Input({kNone, 3, 2});
  Symbol* y = Input({kNone, 3, 2});
  Symbol* m = Mask({kNone, 3});
  Symbol* n = Mask({kNone, 3});
  EXPECT_TRUE(Call(add, {x, y}).mask.is_none());
  // One mask is itself, though a new tensor.
  const Result one = Call(add, {x, y}, {nullptr, n});
  EXPECT_EQ(one.mask.single->term, n->term);
  EXPECT_NE(one.mask.single, n);
  EXPECT_EQ(Call(add, {x, y}, {m, m}).mask.single->term, m->term);
  const Result both = Call(add, {x, y}, {m, n});
  EXPECT_EQ(Print(both.mask.single), "and(x2, x3)");
  EXPECT_EQ(both.mask.single->shape->ToString(), "(None, 3)");
  const std::vector<Array> value = Numbers(
      {both.mask.single}, {{m, {{1, 3}, {1, 1, 0}}}, {n, {{1, 3}, {1, 0, 1}}}});
  EXPECT_EQ(ArrayToString(value[0]), "[[1, 0, 0]]");
}

TEST_F(Merge, a_known_size_of_a_mask_wins) {
  TestLayer add = Make("Add");
  const Result result =
      Call(add, {Input({kNone, kNone, 2}), Input({kNone, 3, 2})},
           {Mask({kNone, kNone}), Mask({kNone, 3})});
  ASSERT_EQ(result.error(), "");
  EXPECT_EQ(result.mask.single->shape->ToString(), "(None, 3)");
}

TEST_F(Merge, refuses_masks_of_unequal_shapes) {
  TestLayer add = Make("Add");
  const Result result = Call(add, {Input({kNone, 3, 2}), Input({kNone, 2})},
                             {Mask({kNone, 3}), Mask({kNone})});
  ASSERT_NE(result.refusal, nullptr);
  EXPECT_STREQ(result.refusal->form->id, "refused-by-the-backend");
}

TEST_F(Merge, computes_elementwise) {
  struct Case {
    const char* kind;
    const char* value;
  };
  constexpr Case kCases[] = {
      {"Add", "[[5, 5]]"},        {"Subtract", "[[-3, 9]]"},
      {"Multiply", "[[4, -14]]"}, {"Average", "[[2.5, 2.5]]"},
      {"Maximum", "[[4, 7]]"},    {"Minimum", "[[1, -2]]"},
  };
  for (const Case& c : kCases) {
    TestLayer merge = Make(c.kind);
    Symbol* x = Input({kNone, 2});
    Symbol* y = Input({kNone, 2});
    const std::vector<Array> value =
        Numbers({Call(merge, {x, y}).outputs[0]},
                {{x, {{1, 2}, {1, 7}}}, {y, {{1, 2}, {4, -2}}}});
    EXPECT_EQ(ArrayToString(value[0]), c.value) << c.kind;
  }
}

TEST_F(Merge, keeps_what_is_no_number_on_either_side) {
  constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
  for (const char* kind : {"Maximum", "Minimum"}) {
    TestLayer merge = Make(kind);
    Symbol* x = Input({kNone, 3});
    Symbol* y = Input({kNone, 3});
    const std::vector<Array> value =
        Numbers({Call(merge, {x, y}).outputs[0]},
                {{x, {{1, 3}, {kNaN, 1, 2}}}, {y, {{1, 3}, {1, kNaN, 2}}}});
    EXPECT_TRUE(std::isnan(value[0].values[0])) << kind;
    EXPECT_TRUE(std::isnan(value[0].values[1])) << kind;
    EXPECT_EQ(value[0].values[2], 2) << kind;
  }
}

TEST_F(Merge, average_divides_by_the_number_of_inputs) {
  TestLayer average = Make("Average");
  Symbol* x = Input({kNone, 1});
  const std::vector<Array> value =
      Numbers({Call(average, {x, x, x}).outputs[0]}, {{x, {{2, 1}, {1, 6}}}});
  EXPECT_EQ(ArrayToString(value[0]), "[[1], [6]]");
}

TEST_F(Merge, largest_smallest_and_mean_of_one_value_are_that_value) {
  Symbol* x = Input({kNone, 3});
  Symbol* y = Input({kNone, 3});
  for (const char* kind : {"Maximum", "Minimum", "Average"}) {
    TestLayer merge = Make(kind);
    const Result result = Call(merge, {x, x, x});
    ASSERT_EQ(result.error(), "");
    EXPECT_EQ(result.outputs[0]->term, x->term) << kind;
    EXPECT_NE(result.outputs[0], x) << kind;
    EXPECT_NE(Call(merge, {x, x, y}).outputs[0]->term, x->term) << kind;
  }
  for (const char* kind : {"Add", "Subtract", "Multiply"}) {
    TestLayer merge = Make(kind);
    EXPECT_NE(Call(merge, {x, x}).outputs[0]->term, x->term) << kind;
  }
  // The mean of whole numbers is none.
  Symbol* n = Input({kNone, 3}, DType::kInt32);
  TestLayer average = Make("Average");
  EXPECT_NE(Call(average, {n, n}).outputs[0]->term, n->term);
}

TEST_F(Merge, inserts_axes_after_the_batch) {
  TestLayer add = Make("Add");
  Symbol* x = Input({kNone, 2, 2});
  Symbol* y = Input({kNone, 2});
  const std::vector<Array> value =
      Numbers({Call(add, {x, y}).outputs[0]},
              {{x, {{2, 2, 2}, {1, 2, 3, 4, 5, 6, 7, 8}}},
               {y, {{2, 2}, {10, 20, 100, 200}}}});
  EXPECT_EQ(ArrayToString(value[0]),
            "[[[11, 22], [13, 24]], [[105, 206], [107, 208]]]");
}

TEST_F(Merge, stretches_sizes_of_one) {
  TestLayer multiply = Make("Multiply");
  Symbol* x = Input({kNone, 2, 1});
  Symbol* y = Input({kNone, 1, 3});
  const std::vector<Array> value =
      Numbers({Call(multiply, {x, y}).outputs[0]},
              {{x, {{1, 2, 1}, {2, 3}}}, {y, {{1, 1, 3}, {1, 10, 100}}}});
  EXPECT_EQ(ArrayToString(value[0]), "[[[2, 20, 200], [3, 30, 300]]]");
}

TEST_F(Merge, keeps_an_unknown_rank_unknown) {
  TestLayer add = Make("Add");
  const Result result = Call(add, {Input({kNone, 3}), InputOfUnknownRank()});
  ASSERT_EQ(result.error(), "");
  EXPECT_FALSE(result.shapes[0]->known_rank());
}

TEST_F(Merge, call_is_defined_by_the_common_base) {
  EXPECT_EQ(Spec("Add").kind().call_owner(), "_Merge");
}

}  // namespace
}  // namespace clonecheck
