// proposal-003: calls an input's tensor; repaired, or on given tensors, it
// loses no output, and masks follow from histories. Texts as seen on a real
// Keras 2.2.4.
#include "core/cloners/clone_test.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

constexpr char kCloner[] = "proposal-003";
constexpr char kRepaired[] = "proposal-003-repaired";

class Proposal003 : public CloneTest {
 protected:
  // keras#12202.
  Model* SecondOfTwo() {
    Tensor* x = In({kUnknownDim, 4}, "x");
    return MakeModel({x}, {Call(Lambda("two", "l"), {x})[1]});
  }
  Model* Masked() {
    Tensor* x = In({kUnknownDim, 3, 4}, "x");
    return MakeModel({x}, {One(Make("SimpleRNN", {{"units", 4}}),
                               {One(Make("Masking"), {x})})});
  }
  std::string ErrorOn(Model* model, const std::vector<Tensor*>& given) {
    OrRefusal<Model*> clone = Try(kCloner, model, given);
    return clone.ok() ? "accepted" : clone.refusal->ToString();
  }
};

TEST_F(Proposal003, calls_the_new_inputs_tensor) {
  constexpr char kNotCallable[] =
      "TypeError: 'SymbolicTensor' object is not callable";
  EXPECT_EQ(Error(kCloner, SecondOfTwo()), kNotCallable);
  Tensor* x = In({kUnknownDim, 4});
  EXPECT_EQ(Error(kCloner, MakeModel({x}, {x}, "same")), kNotCallable);
  EXPECT_EQ(Error(kCloner, MakeModel({x}, {}, "none")), "accepted");
}

TEST_F(Proposal003, clones_well_on_given_inputs) {
  Model* model = SecondOfTwo();
  OrRefusal<Model*> clone = Try(kCloner, model, {In({kUnknownDim, 4}, "a")});
  ASSERT_TRUE(clone.ok()) << clone.refusal->ToString();
  EXPECT_EQ(LayerNames(*clone.value), "a x l");
  EXPECT_TRUE(Agree(model, clone.value));
}

TEST_F(Proposal003, clones_well_on_given_inputs_with_masks) {
  Model* model = Masked();
  OrRefusal<Model*> clone = Try(kCloner, model, {In({kUnknownDim, 3, 4}, "a")});
  ASSERT_TRUE(clone.ok()) << clone.refusal->ToString();
  EXPECT_TRUE(Agree(model, clone.value));
}

TEST_F(Proposal003, wraps_tensors_that_no_layer_returned) {
  Model* model = SecondOfTwo();
  OrRefusal<Model*> clone = Try(kCloner, model, {Plain({kUnknownDim, 4})});
  ASSERT_TRUE(clone.ok()) << clone.refusal->ToString();
  EXPECT_EQ(LayerNames(*clone.value), "input_wrapper_for_x x l");
  EXPECT_TRUE(Agree(model, clone.value));
}

TEST_F(Proposal003, refuses_given_tensors_as_the_reference_does) {
  Model* model = SecondOfTwo();
  EXPECT_EQ(ErrorOn(model, {}),
            "AssertionError: Could not compute output Tensor(\"l/add:0\", "
            "shape=(?, 4), dtype=float32)");
  EXPECT_EQ(ErrorOn(model, {In({kUnknownDim, 4}, "x")}),
            "ValueError: The name \"x\" is used 2 times in the model. All "
            "layer names should be unique.");
  EXPECT_EQ(ErrorOn(model, {In({kUnknownDim, 4}, "a"), Plain({2, 4})}),
            "IndexError: list index out of range");
}

TEST_F(Proposal003, repaired_keeps_all_outputs) {
  EXPECT_TRUE(ClonesWell(kRepaired, SecondOfTwo()));
}

TEST_F(Proposal003, repaired_keeps_masks) {
  EXPECT_TRUE(ClonesWell(kRepaired, Masked()));
}

// Where both versions of upstream pass [None, None].
TEST_F(Proposal003, repaired_gives_no_mask_where_the_original_gave_none) {
  Tensor* x = In({kUnknownDim, 4});
  Tensor* y = In({kUnknownDim, 4});
  EXPECT_TRUE(ClonesWell(
      kRepaired, MakeModel({x, y}, {One(Lambda("mask_pick"), {x, y})})));
}

TEST_F(Proposal003, repaired_writes_nothing_into_the_originals_arguments) {
  Layer* layer = MakeScripted(
      {.supports_masking = true, .takes_mask = true, .takes_training = true});
  Tensor* x = In({kUnknownDim, 3, 4});
  Tensor* y =
      One(layer, {One(Make("Masking"), {x})}, Keywords({{"training", None()}}));
  Model* model = MakeModel({x}, {y});
  Clone(kRepaired, model);
  EXPECT_EQ(NodeOf(y).arguments()->Find(session_.kMask), nullptr);
}

// ---- What lies behind ----

TEST_F(Proposal003, repaired_gives_states_twice) {
  Tensor* x = In({kUnknownDim, 3, 4});
  Tensor* h = In({kUnknownDim, 4});
  EXPECT_EQ(
      Error(kRepaired,
            MakeModel({x, h}, {One(Make("GRU", {{"units", 4}}), {x, h})})),
      "AssertionError: ");
}

TEST_F(Proposal003, repaired_loses_the_mask_function_of_a_lambda) {
  Tensor* x = In({kUnknownDim, 3, 4});
  Tensor* y =
      One(Make("Lambda", {{"function", "double"}, {"mask", "nonzero"}}), {x});
  EXPECT_FALSE(
      ClonesWell(kRepaired, MakeModel({x}, {One(Lambda("mask_scale"), {y})})));
}

}  // namespace
}  // namespace clonecheck
