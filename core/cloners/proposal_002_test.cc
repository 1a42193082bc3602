// proposal-002: an input's tensor in the place of its layer, calls of the
// originals, lists of one, masks thrown away, lost outputs. Texts as seen on a
// real Keras 2.2.4.
#include "core/cloners/clone_test.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

using testing::HasSubstr;

constexpr char kFirst[] = "proposal-002";
constexpr char kSecond[] = "proposal-002-repaired";
constexpr char kThird[] = "proposal-002-repaired-2";
constexpr char kFourth[] = "proposal-002-repaired-3";
constexpr char kNameTwice[] =
    "ValueError: The name \"s\" is used 2 times in the model. All layer names "
    "should be unique.";

class Proposal002 : public CloneTest {
 protected:
  void SetUp() override {
    x_ = In({kUnknownDim, 4}, "x");
    y_ = In({kUnknownDim, 4}, "y");
    add_ = Make("Add", {}, "s");
  }
  Model* Sum() { return MakeModel({x_, y_}, {One(add_, {x_, y_})}); }
  Model* SumTwice() {
    return MakeModel({x_, y_}, {One(add_, {One(add_, {x_, y_}), y_})});
  }
  // On an input of its own.
  Model* OfDense() {
    Tensor* x = In({kUnknownDim, 4});
    return MakeModel({x}, {One(Make("Dense", {{"units", 4}}), {x})});
  }
  // A recurrent layer on a masked input.
  Model* Masked() {
    Tensor* x = In({kUnknownDim, 3, 4});
    return MakeModel({x}, {One(Make("SimpleRNN", {{"units", 4}}),
                               {One(Make("Masking"), {x})})});
  }
  std::vector<Tensor*> Given() {
    return {In({kUnknownDim, 4}, "a"), In({kUnknownDim, 4}, "b")};
  }

  Tensor* x_;
  Tensor* y_;
  Layer* add_;
};

// ---- The first fault ----

TEST_F(Proposal002, asks_the_new_inputs_tensor_for_call) {
  constexpr char kNoCall[] =
      "AttributeError: 'SymbolicTensor' object has no attribute 'call'";
  EXPECT_EQ(Error(kFirst, OfDense()), kNoCall);
  EXPECT_EQ(Error(kFirst, Sum()), kNoCall);
  EXPECT_EQ(Error(kFirst, MakeModel({x_}, {x_}, "same")), kNoCall);
}

TEST_F(Proposal002, clones_a_model_without_outputs) {
  EXPECT_EQ(Error(kFirst, MakeModel({x_}, {})), "accepted");
}

// ---- The second fault: also seen on given tensors, behind the first ----

TEST_F(Proposal002, puts_the_original_layer_into_a_clone_on_given_tensors) {
  Model* model = Sum();
  OrRefusal<Model*> clone = Try(kFirst, model, Given());
  ASSERT_TRUE(clone.ok()) << clone.refusal->ToString();
  EXPECT_EQ(LayerNames(*clone.value), "a b x y s");
  EXPECT_EQ(clone.value->layers()[4], add_);
  EXPECT_EQ(clone.value->layers()[2], x_->layer);
  EXPECT_EQ(add_->inbound_nodes().size(), 2u);
}

TEST_F(Proposal002, does_so_on_tensors_that_no_layer_returned) {
  OrRefusal<Model*> clone =
      Try(kFirst, Sum(), {Plain({kUnknownDim, 4}), Plain({kUnknownDim, 4})});
  ASSERT_TRUE(clone.ok()) << clone.refusal->ToString();
  EXPECT_EQ(LayerNames(*clone.value),
            "input_wrapper_for_x input_wrapper_for_y x y s");
  EXPECT_EQ(clone.value->layers()[4], add_);
}

// The original's input layers got a second node.
TEST_F(Proposal002, leaves_inputs_behind_on_which_no_model_can_be_made) {
  Model* model = Sum();
  ASSERT_TRUE(Try(kFirst, model, Given()).ok());
  EXPECT_EQ(ModelError({x_, y_}, {model->outputs()[0]}),
            "AttributeError: Layer x has multiple inbound nodes, hence the "
            "notion of \"layer input\" is ill-defined. Use "
            "`get_input_at(node_index)` instead.");
}

TEST_F(Proposal002, calls_the_original_once_and_its_copy_afterwards) {
  EXPECT_EQ(Error(kFirst, SumTwice(), Given()), kNameTwice);
}

TEST_F(Proposal002, repaired_puts_the_original_layer_into_the_clone) {
  Model* clone = Clone(kSecond, Sum());
  EXPECT_EQ(LayerNames(*clone), "x y s");
  EXPECT_EQ(clone->layers()[2], add_);
  EXPECT_NE(clone->layers()[0], x_->layer);
}

TEST_F(Proposal002, repaired_mixes_a_shared_layer_and_its_copy) {
  EXPECT_EQ(Error(kSecond, SumTwice()), kNameTwice);
}

TEST_F(Proposal002, repaired_again_puts_copies_into_the_clone) {
  Model* model = SumTwice();
  Model* clone = Clone(kThird, model);
  EXPECT_NE(clone->layers()[2], add_);
  EXPECT_TRUE(Agree(model, clone));
}

// ---- The third fault ----

TEST_F(Proposal002, calls_layers_of_one_input_on_a_list_of_one) {
  constexpr char kList[] =
      "AttributeError: 'list' object has no attribute 'get_shape'";
  EXPECT_EQ(Error(kFirst, OfDense(), {In({kUnknownDim, 4}, "a")}), kList);
  EXPECT_EQ(Error(kSecond, OfDense()), kList);
  EXPECT_EQ(Error(kThird, OfDense()), kList);
  EXPECT_TRUE(ClonesWell(kFourth, OfDense()));
}

// ---- The fourth: masks ----

TEST_F(Proposal002, repaired_thrice_calls_masked_layers_without_their_masks) {
  Model* model = Masked();
  Model* clone = Clone(kFourth, model);
  EXPECT_FALSE(Agree(model, clone));
}

TEST_F(Proposal002, overwrites_the_mask_in_the_originals_arguments) {
  Tensor* x = In({kUnknownDim, 3, 4});
  Tensor* y =
      One(Make("SimpleRNN", {{"units", 4}}), {x}, Keywords({{"mask", None()}}));
  Model* model = MakeModel({x}, {y});
  for (const char* cloner : {kThird, kFourth}) {
    Session::Trial trial(session_);
    Clone(cloner, model);
    const Value* mask = NodeOf(y).arguments()->Find(session_.kMask);
    ASSERT_NE(mask, nullptr);
    ASSERT_EQ(mask->type, Value::Type::kTensorList) << cloner;
    ASSERT_EQ(mask->list().size(), 1u);
    EXPECT_EQ(mask->list()[0], nullptr);
  }
}

// TensorFlow's text.
TEST_F(Proposal002, repaired_thrice_cannot_clone_an_average_over_time) {
  Tensor* x = In({kUnknownDim, 3, 4});
  EXPECT_THAT(Error(kFourth,
                    MakeModel({x}, {One(Make("GlobalAveragePooling1D"), {x})})),
              HasSubstr("refused by the backend"));
}

TEST_F(Proposal002, repaired_thrice_loses_the_second_of_two_outputs) {
  Tensors two = Call(Lambda("two", "l"), {x_});
  EXPECT_EQ(Error(kFourth, MakeModel({x_}, {two[1]})),
            "AssertionError: Could not compute output Tensor(\"l/add:0\", "
            "shape=(?, 4), dtype=float32)");
}

// ---- Given tensors ----

TEST_F(Proposal002, loses_what_a_missing_tensor_would_give) {
  EXPECT_EQ(Error(kFirst, Sum(), {In({kUnknownDim, 4}, "a")}),
            "AssertionError: Could not compute output Tensor(\"s/add:0\", "
            "shape=(?, 4), dtype=float32)");
}

TEST_F(Proposal002, refuses_given_inputs_of_the_same_name) {
  EXPECT_EQ(Error(kFirst, Sum(),
                  {In({kUnknownDim, 4}, "x"), In({kUnknownDim, 4}, "y")}),
            "ValueError: The name \"x\" is used 2 times in the model. All "
            "layer names should be unique.");
}

TEST_F(Proposal002, finds_no_name_for_a_surplus_other_tensor) {
  EXPECT_EQ(Error(kFirst, OfDense(),
                  {In({kUnknownDim, 4}, "a"), Plain({kUnknownDim, 4})}),
            "IndexError: list index out of range");
}

}  // namespace
}  // namespace clonecheck
