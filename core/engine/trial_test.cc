// Session::Trial: whatever is done in a trial is undone, also to objects that
// are older, and the journal says what it was.
#include <algorithm>
#include <string>

#include "core/engine/dump.h"
#include "core/engine/testing.h"
#include "gmock/gmock.h"

namespace clonecheck {
namespace {

class Trial : public EngineTest {
 protected:
  static bool Has(const Session::Trial& trial, ChangeKind kind) {
    return std::any_of(trial.changes().begin(), trial.changes().end(),
                       [&](const auto& change) { return change.kind == kind; });
  }
};

TEST_F(Trial, restores_nodes_and_names) {
  Tensor* x = In({kUnknownDim, 4});
  Layer* dense = Make("Dense", {{"units", 4}});
  One(dense, {x});
  const std::string before = Dump(session_);
  {
    Session::Trial trial(session_);
    One(dense, {x});
    MakeModel({x}, {One(Make("Add"), {x, One(dense, {x})})});
    EXPECT_TRUE(Has(trial, ChangeKind::kInboundNodes));
    EXPECT_TRUE(Has(trial, ChangeKind::kOutboundNodes));
    EXPECT_NE(Dump(session_), before);
  }
  EXPECT_EQ(Dump(session_), before);
  EXPECT_EQ(Make("Add")->name()->text, "add_1");
}

TEST_F(Trial, restores_weights_and_input_checks_of_a_layer_built_in_it) {
  Layer* dense = Make("Dense", {{"units", 4}});
  const std::string before = Dump(session_);
  {
    Session::Trial trial(session_);
    One(dense, {In({kUnknownDim, 7})});
    EXPECT_TRUE(Has(trial, ChangeKind::kWeights));
  }
  EXPECT_EQ(Dump(session_), before);
  EXPECT_FALSE(dense->built());
  // It is free again to be called on another size.
  One(dense, {In({kUnknownDim, 4})});
}

TEST_F(Trial, restores_what_a_layer_remembers_of_its_build) {
  Layer* add = Make("Add");
  {
    Session::Trial trial(session_);
    One(add, {In({kUnknownDim, 4}), In({kUnknownDim, 3, 4})});
  }
  // A merge of equal ranks first: other ranks are not aligned afterwards.
  One(add, {In({kUnknownDim, 4}), In({kUnknownDim, 4})});
  EXPECT_THAT(
      Meaning(One(add, {In({kUnknownDim, 4}), In({kUnknownDim, 3, 4})})),
      testing::StartsWith("unaligned_add"));
}

// A nested Model that gives an input back (it is called with masks, so that
// mask_pick takes the second) writes over the input's Keras shape.
TEST_F(Trial, restores_the_shape_that_a_call_writes_over) {
  Tensor* a = In({kUnknownDim, 3});
  Tensor* b = In({kUnknownDim, 1});
  Layer* model = MakeModel({a, b}, {One(Lambda("mask_pick"), {a, b})});
  Tensor* x = In({kUnknownDim, 3});
  Tensor* y = In({kUnknownDim, 1});
  const Shape* before = x->shape;
  {
    Session::Trial trial(session_);
    One(model, {y, x});
    EXPECT_NE(x->shape, before);
    EXPECT_TRUE(x->reshaped);
    EXPECT_FALSE(y->reshaped);
  }
  EXPECT_EQ(x->shape, before);
  EXPECT_FALSE(x->reshaped);
}

TEST_F(Trial, restores_arguments) {
  Tensor* x = In({kUnknownDim, 3, 4});
  Tensor* y = One(Lambda("mask_scale"), {x}, Keywords({{"mask", None()}}));
  const std::string before = Dump(session_);
  {
    Session::Trial trial(session_);
    Dict* arguments = NodeOf(y).arguments();
    arguments->Set(session_, session_.kTraining, Value::Of(x));
    arguments->Set(session_, session_.kMask, Value::Of(x));
    EXPECT_EQ(arguments->entries().size(), 2u);
    EXPECT_TRUE(Has(trial, ChangeKind::kArguments));
  }
  EXPECT_EQ(Dump(session_), before);
}

TEST_F(Trial, setting_what_is_there_is_no_change) {
  Tensor* x = In({kUnknownDim, 3, 4});
  Tensor* y = One(Lambda("mask_scale"), {x}, Keywords({{"mask", None()}}));
  Session::Trial trial(session_);
  NodeOf(y).arguments()->Set(session_, session_.kMask, None());
  EXPECT_FALSE(Has(trial, ChangeKind::kArguments));
}

TEST_F(Trial, restores_histories_and_caches) {
  Tensor* z = In({kUnknownDim, 4});
  Model* inner = MakeModel({z}, {One(Make("Dense", {{"units", 4}}), {z})});
  Tensor* x = In({kUnknownDim, 4});
  Tensor* t = One(inner, {x});
  const std::string before = Dump(session_);
  {
    Session::Trial trial(session_);
    EXPECT_EQ(One(inner, {x}), t);
    EXPECT_TRUE(Has(trial, ChangeKind::kHistory));
    EXPECT_FALSE(Has(trial, ChangeKind::kCache));
    One(inner, {z});
    One(inner, {Masked({kUnknownDim, 4})});
    EXPECT_TRUE(Has(trial, ChangeKind::kCache));
  }
  EXPECT_EQ(Dump(session_), before);
  EXPECT_EQ(History(t), "model_1:1:0");
}

TEST_F(Trial, restores_trainable) {
  Layer* dense = Make("Dense", {{"units", 4}});
  {
    Session::Trial trial(session_);
    dense->set_trainable(session_, false);
    EXPECT_TRUE(Has(trial, ChangeKind::kTrainable));
  }
  EXPECT_TRUE(dense->trainable());
}

TEST_F(Trial, restores_the_history_that_an_input_on_a_tensor_overwrites) {
  Tensor* plain = Plain({2, 4});
  const std::string before = Dump(session_);
  {
    Session::Trial trial(session_);
    session_.NewInputOn(plain, nullptr);
  }
  EXPECT_EQ(History(plain), "-");
  EXPECT_EQ(Dump(session_), before);
}

TEST_F(Trial, work_on_new_objects_only_leaves_older_ones_alone) {
  Tensor* x = In({kUnknownDim, 4});
  MakeModel({x}, {One(Make("Dense", {{"units", 4}}), {x})});
  Session::Trial trial(session_);
  Tensor* y = In({kUnknownDim, 4});
  MakeModel({y}, {One(Make("Dense", {{"units", 4}}), {y})});
  EXPECT_TRUE(trial.changes().empty());
}

TEST_F(Trial, the_second_of_two_sees_what_the_first_saw) {
  Tensor* x = In({kUnknownDim, 4});
  Layer* dense = Make("Dense", {{"units", 4}});
  auto work = [&] {
    Session::Trial trial(session_);
    Tensor* y = One(dense, {x});
    MakeModel({x}, {y, One(Make("Add"), {y, y})});
    return Dump(session_);
  };
  const std::string first = work();
  EXPECT_EQ(work(), first);
}

TEST_F(Trial, may_be_nested) {
  Tensor* x = In({kUnknownDim, 4});
  Layer* dense = Make("Dense", {{"units", 4}});
  const std::string before = Dump(session_);
  {
    Session::Trial outer(session_);
    Tensor* y = One(dense, {x});
    const std::string between = Dump(session_);
    {
      Session::Trial inner(session_);
      One(dense, {y});
      One(Make("Dense", {{"units", 4}}), {x});
    }
    EXPECT_EQ(Dump(session_), between);
    // The outer one still records.
    One(dense, {y});
  }
  EXPECT_EQ(Dump(session_), before);
}

TEST_F(Trial, works_in_an_empty_session) {
  {
    Session::Trial trial(session_);
    In({kUnknownDim, 4});
  }
  EXPECT_TRUE(session_.layers().empty());
  In({kUnknownDim, 4});
  EXPECT_EQ(session_.layers().size(), 1u);
}

TEST_F(Trial, restores_after_more_than_a_block_of_memory) {
  Tensor* x = In({kUnknownDim, 4});
  Layer* dense = Make("Dense", {{"units", 4}});
  const std::string before = Dump(session_);
  {
    Session::Trial trial(session_);
    Tensor* y = x;
    for (int i = 0; i < 20'000; ++i) y = One(dense, {y});
  }
  EXPECT_EQ(Dump(session_), before);
}

}  // namespace
}  // namespace clonecheck
