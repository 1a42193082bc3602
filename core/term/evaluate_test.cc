#include "core/term/evaluate.h"

#include <vector>

#include "core/term/test_op.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

TEST(Evaluate, gives_the_values_of_the_roots_in_order) {
  TermArena terms;
  const TestOp f("f"), two("two", 2);
  const TermId x = terms.NewLeaf(TermKind::kPlaceholder);
  const TermId y = terms.NewLeaf(TermKind::kPlaceholder);
  const TermId pair = terms.Apply(two, {x});
  const TermId sum = terms.Apply(f, {pair + 1, y});
  const auto values = Evaluate(terms, {sum, pair, x, kNoTerm},
                               {{x, {{1}, {10}}}, {y, {{1}, {5}}}});
  ASSERT_TRUE(values.ok()) << values.status();
  EXPECT_EQ((*values)[0].values[0], 16);
  EXPECT_EQ((*values)[1].values[0], 10);
  EXPECT_EQ((*values)[2].values[0], 10);
  EXPECT_TRUE((*values)[3].values.empty());
}

TEST(Evaluate, computes_what_is_shared_once) {
  TermArena terms;
  const TestOp f("f");
  TermId x = terms.NewLeaf(TermKind::kPlaceholder);
  const TermId leaf = x;
  // 2^40 paths, 40 applications.
  for (int i = 0; i < 40; ++i) x = terms.Apply(f, {x, x});
  const auto values = Evaluate(terms, {x}, {{leaf, {{1}, {1}}}});
  ASSERT_TRUE(values.ok());
  EXPECT_EQ((*values)[0].values[0], 1099511627776.0);
  EXPECT_EQ(f.evaluations(), 40);
}

TEST(Evaluate, computes_nothing_that_no_root_needs) {
  TermArena terms;
  const TestOp f("f"), unused("unused");
  const TermId x = terms.NewLeaf(TermKind::kPlaceholder);
  const TermId foreign = terms.NewLeaf(TermKind::kPlaceholder);
  terms.Apply(unused, {foreign});
  const auto values = Evaluate(terms, {terms.Apply(f, {x})}, {{x, {{1}, {1}}}});
  EXPECT_TRUE(values.ok()) << values.status();
  EXPECT_EQ(unused.evaluations(), 0);
}

TEST(Evaluate, an_absent_operand_is_null) {
  TermArena terms;
  const TestOp f("f");
  const TermId x = terms.NewLeaf(TermKind::kPlaceholder);
  const auto values =
      Evaluate(terms, {terms.Apply(f, {kNoTerm, x})}, {{x, {{1}, {3}}}});
  ASSERT_TRUE(values.ok());
  EXPECT_EQ((*values)[0].values[0], 3);
}

TEST(Evaluator, a_run_knows_nothing_of_the_one_before) {
  TermArena terms;
  const TestOp f("f"), two("two", 2);
  const TermId x = terms.NewLeaf(TermKind::kPlaceholder);
  const TermId pair = terms.Apply(two, {x});
  Evaluator evaluator(terms, {terms.Apply(f, {pair + 1, x}), x, kNoTerm});
  for (const double number : {10.0, 7.0, -3.0}) {
    const LeafValues leaves = {{x, {{1}, {number}}}};
    ASSERT_TRUE(evaluator.Run(leaves).ok());
    EXPECT_EQ(evaluator.value(0).values, std::vector<double>{2 * number + 1});
    EXPECT_EQ(evaluator.value(1).values, std::vector<double>{number});
    EXPECT_TRUE(evaluator.value(2).is_none());
  }
  EXPECT_EQ(f.evaluations(), 3);
  EXPECT_FALSE(evaluator.Run({}).ok());
}

TEST(Evaluate, asks_for_a_leaf_without_a_value) {
  TermArena terms;
  const TestOp f("f");
  const TermId x = terms.NewLeaf(TermKind::kPlaceholder);
  const auto values = Evaluate(terms, {terms.Apply(f, {x})}, {});
  EXPECT_EQ(values.status().code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_EQ(values.status().message(), "You must feed a value for x0");
}

TEST(Evaluate, a_chain_of_a_hundred_thousand_needs_no_stack) {
  TermArena terms;
  const TestOp f("f", 2);
  const TermId x = terms.NewLeaf(TermKind::kPlaceholder);
  TermId last = x;
  for (int i = 0; i < 100000; ++i) last = terms.Apply(f, {last}) + 1;
  const auto values = Evaluate(terms, {last}, {{x, {{1}, {0}}}});
  ASSERT_TRUE(values.ok());
  EXPECT_EQ((*values)[0].values[0], 100000);
}

}  // namespace
}  // namespace clonecheck
