// proposal-000: raises for every functional model, in both readings; repaired,
// it is the reference with another exception. Texts as seen on a real
// Keras 2.2.4.
#include "core/cloners/clone_test.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

constexpr char kLost[] =
    "ValueError: Could not compute output Tensor(\"l/add:0\", shape=(?, 4), "
    "dtype=float32)";

class Proposal000 : public CloneTest {
 protected:
  // Two layers on one input.
  Model* TwoOutputs() {
    Tensor* x = In({kUnknownDim, 4}, "x");
    return MakeModel({x}, {One(Make("Dense", {{"units", 4}}, "d"), {x}),
                           One(Make("Dense", {{"units", 4}}, "e"), {x})});
  }
  // keras#12202.
  Model* SecondOfTwo() {
    Tensor* x = In({kUnknownDim, 4}, "x");
    return MakeModel({x}, {Call(Lambda("two", "l"), {x})[1]});
  }
  Model* StatesGiven() {
    Tensor* x = In({kUnknownDim, 3, 4}, "x");
    Tensor* h = In({kUnknownDim, 4}, "h");
    return MakeModel({x, h}, {One(Make("GRU", {{"units", 4}}), {x, h})});
  }
};

TEST_F(Proposal000, literally_knows_no_tensor_map) {
  EXPECT_EQ(Error("proposal-000-literal", TwoOutputs()),
            "NameError: name 'tensor_map' is not defined");
}

TEST_F(Proposal000, literally_looks_at_no_given_tensor) {
  OrRefusal<Model*> clone =
      Try("proposal-000-literal", TwoOutputs(), {Plain({kUnknownDim, 4})});
  ASSERT_FALSE(clone.ok());
  EXPECT_EQ(clone.refusal->ToString(),
            "NameError: name 'tensor_map' is not defined");
}

TEST_F(Proposal000, literally_has_no_output_to_name_where_there_is_none) {
  Tensor* x = In({kUnknownDim, 4}, "x");
  EXPECT_EQ(Error("proposal-000-literal", MakeModel({x}, {})),
            "UnboundLocalError: cannot access local variable 'x' where it is "
            "not associated with a value");
}

TEST_F(Proposal000, raises_for_the_last_output_of_a_model_that_is_computed) {
  EXPECT_EQ(Error("proposal-000", TwoOutputs()),
            "ValueError: Could not compute output Tensor(\"e/BiasAdd:0\", "
            "shape=(?, 4), dtype=float32)");
}

TEST_F(Proposal000, raises_on_given_tensors_too) {
  OrRefusal<Model*> clone =
      Try("proposal-000", TwoOutputs(), {In({kUnknownDim, 4}, "given")});
  ASSERT_FALSE(clone.ok());
  EXPECT_EQ(clone.refusal->ToString(),
            "ValueError: Could not compute output Tensor(\"e/BiasAdd:0\", "
            "shape=(?, 4), dtype=float32)");
}

TEST_F(Proposal000, names_an_input_where_there_is_no_output) {
  Tensor* x = In({kUnknownDim, 4}, "x");
  Model* model = MakeModel({x}, {});
  EXPECT_EQ(Error("proposal-000", model),
            "ValueError: Could not compute output Tensor(\"x:0\", shape=(?, "
            "4), dtype=float32)");
  EXPECT_EQ(Try("proposal-000", model, {}).refusal->ToString(),
            "UnboundLocalError: cannot access local variable 'x' where it is "
            "not associated with a value");
}

TEST_F(Proposal000, passes_on_what_the_walk_refuses_before) {
  EXPECT_EQ(Error("proposal-000", StatesGiven()), "AssertionError: ");
}

TEST_F(Proposal000, leaves_Sequential_models_to_the_reference) {
  Sequential* model = Stack({Make("Dense", {{"units", 4}}, "d")});
  for (const char* cloner : {"proposal-000", "proposal-000-literal"}) {
    EXPECT_EQ(Error(cloner, model), "accepted") << cloner;
  }
}

TEST_F(Proposal000, repaired_clones_what_the_reference_clones) {
  EXPECT_TRUE(ClonesWell("proposal-000-repaired", TwoOutputs()));
}

TEST_F(Proposal000, repaired_loses_the_second_of_two_outputs) {
  EXPECT_EQ(Error("proposal-000-repaired", SecondOfTwo()), kLost);
}

TEST_F(Proposal000, repaired_writes_into_the_originals_arguments) {
  Layer* layer = MakeScripted(
      {.supports_masking = true, .takes_mask = true, .takes_training = true});
  Tensor* x = In({kUnknownDim, 3, 4});
  Tensor* y =
      One(layer, {One(Make("Masking"), {x})}, Keywords({{"training", None()}}));
  Model* model = MakeModel({x}, {y});
  Clone("proposal-000-repaired", model);
  EXPECT_NE(NodeOf(y).arguments()->Find(session_.kMask), nullptr);
}

TEST_F(Proposal000, repaired_gives_states_twice) {
  EXPECT_EQ(Error("proposal-000-repaired", StatesGiven()), "AssertionError: ");
}

}  // namespace
}  // namespace clonecheck
