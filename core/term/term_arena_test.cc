#include "core/term/term_arena.h"

#include <cstddef>
#include <random>
#include <vector>

#include "core/term/test_op.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

TEST(TermArena, equal_expressions_have_one_id) {
  TermArena terms;
  const TestOp f("f");
  const TermId x = terms.NewLeaf(TermKind::kPlaceholder);
  const TermId y = terms.NewLeaf(TermKind::kPlaceholder);
  const TermId xy = terms.Apply(f, {x, y});
  EXPECT_EQ(terms.Apply(f, {x, y}), xy);
  EXPECT_NE(terms.Apply(f, {y, x}), xy);
  EXPECT_NE(terms.Apply(f, {x}), xy);
}

TEST(TermArena, operations_are_told_apart_by_identity) {
  TermArena terms;
  const TestOp f("f"), g("f");
  const TermId x = terms.NewLeaf(TermKind::kPlaceholder);
  EXPECT_NE(terms.Apply(f, {x}), terms.Apply(g, {x}));
}

TEST(TermArena, an_idempotent_operation_of_its_own_output_is_that_output) {
  TermArena terms;
  TestOp f("f"), g("g");
  f.set_is_idempotent(true);
  const TermId x = terms.NewLeaf(TermKind::kPlaceholder);
  const TermId fx = terms.Apply(f, {x});
  EXPECT_NE(fx, x);
  EXPECT_EQ(terms.Apply(f, {fx}), fx);
  EXPECT_EQ(terms.size(), fx + 1);
  const TermId gx = terms.Apply(g, {x});
  EXPECT_NE(terms.Apply(f, {gx}), gx);
  EXPECT_NE(terms.Apply(g, {gx}), gx);
}

TEST(TermArena, every_leaf_is_new) {
  TermArena terms;
  EXPECT_NE(terms.NewLeaf(TermKind::kVariable),
            terms.NewLeaf(TermKind::kVariable));
}

TEST(TermArena, an_absent_operand_is_not_a_missing_one) {
  TermArena terms;
  const TestOp f("f");
  const TermId x = terms.NewLeaf(TermKind::kPlaceholder);
  EXPECT_NE(terms.Apply(f, {x}), terms.Apply(f, {x, kNoTerm}));
}

TEST(TermArena, outputs_of_one_application_are_neighbours) {
  TermArena terms;
  const TestOp two("two", 2);
  const TermId x = terms.NewLeaf(TermKind::kPlaceholder);
  const TermId first = terms.Apply(two, {x});
  EXPECT_EQ(terms.first_output(first + 1), first);
  EXPECT_EQ(terms[first + 1].output, 1u);
  EXPECT_EQ(terms.operands(first + 1)[0], x);
  EXPECT_EQ(terms.size(), first + 2);
}

TEST(TermArena, prints_expressions) {
  TermArena terms;
  const TestOp f("f"), two("two", 2);
  const TermId x = terms.NewLeaf(TermKind::kPlaceholder);
  const TermId w = terms.NewLeaf(TermKind::kVariable);
  const TermId c = terms.NewLeaf(TermKind::kConstant);
  const TermId second = terms.Apply(two, {x}) + 1;
  const TermId all = terms.Apply(f, {second, w, c, kNoTerm});
  EXPECT_EQ(terms.ToString(all), "f(two(x0)#1, w1, c2, None)");
  EXPECT_EQ(terms.ToString(kNoTerm), "None");
}

TEST(TermArena, cuts_deep_expressions_when_printing) {
  TermArena terms;
  const TestOp f("f");
  TermId x = terms.NewLeaf(TermKind::kPlaceholder);
  for (int i = 0; i < 100000; ++i) x = terms.Apply(f, {x});
  EXPECT_EQ(terms.ToString(x, 2), "f(f(f(…)))");
}

TEST(TermArena, clear_forgets_everything) {
  TermArena terms;
  const TestOp f("f");
  for (int round = 0; round < 3; ++round) {
    const TermId x = terms.NewLeaf(TermKind::kPlaceholder);
    EXPECT_EQ(x, 1u);
    for (int i = 0; i < 1000 * round + 5; ++i) {
      terms.Apply(f, {x, terms.NewLeaf(TermKind::kVariable)});
    }
    terms.Clear();
    EXPECT_EQ(terms.size(), 1u);
  }
}

// A term arena under random use, with a record of what was done.
class Recorded {
 public:
  explicit Recorded(uint32_t seed) : random_(seed) {}

  void Step() {
    const uint32_t choice = random_() % 100;
    if (choice < 10) {
      marks_.push_back({terms_.mark(), steps_.size()});
    } else if (choice < 16 && !marks_.empty()) {
      const size_t to = random_() % marks_.size();
      terms_.Rollback(marks_[to].first);
      steps_.resize(marks_[to].second);
      marks_.resize(to);
    } else if (choice < 30) {
      steps_.push_back({nullptr, {}, 0});
      steps_.back().id = terms_.NewLeaf(TermKind::kVariable);
    } else {
      std::vector<TermId> operands(random_() % 3);
      for (TermId& operand : operands) operand = random_() % terms_.size();
      const TestOp& op = ops_[random_() % 4];
      steps_.push_back({&op, operands, terms_.Apply(op, operands)});
    }
  }

  // What is left after all rollbacks is what a fresh arena makes of the steps
  // that are left, and the table finds all of it.
  void Check() {
    TermArena fresh;
    for (const Recording& step : steps_) {
      const TermId id = step.op == nullptr
                            ? fresh.NewLeaf(TermKind::kVariable)
                            : fresh.Apply(*step.op, step.operands);
      ASSERT_EQ(id, step.id);
    }
    ASSERT_EQ(fresh.size(), terms_.size());
    for (const Recording& step : steps_) {
      if (step.op == nullptr) continue;
      ASSERT_EQ(terms_.Apply(*step.op, step.operands), step.id);
    }
    ASSERT_EQ(fresh.size(), terms_.size());
    for (TermId id = 1; id < fresh.size(); ++id) {
      ASSERT_EQ(fresh.ToString(id, 2), terms_.ToString(id, 2));
    }
  }

 private:
  struct Recording {
    const TestOp* op;
    std::vector<TermId> operands;
    TermId id;
  };

  std::mt19937 random_;
  // Two of them collide in every hash.
  const TestOp ops_[4] = {TestOp("a", 1, 7), TestOp("b", 1, 7),
                          TestOp("c", 2, 8), TestOp("d", 3, 9)};
  TermArena terms_;
  std::vector<Recording> steps_;
  std::vector<std::pair<TermArena::Mark, size_t>> marks_;
};

TEST(TermArena, rollback_leaves_what_a_fresh_arena_would_hold) {
  for (uint32_t seed = 0; seed < 40; ++seed) {
    Recorded recorded(seed);
    for (int round = 0; round < 10; ++round) {
      for (int i = 0; i < 150; ++i) recorded.Step();
      ASSERT_NO_FATAL_FAILURE(recorded.Check()) << "seed " << seed;
    }
  }
}

}  // namespace
}  // namespace clonecheck
