// keras-2.2.4: loses outputs that have no mask of their own (keras#12202), and
// writes into the original's keyword arguments.
#include "core/cloners/clone_test.h"
#include "gmock/gmock.h"

namespace clonecheck {
namespace {

using testing::HasSubstr;

using Keras224 = CloneTest;
constexpr char kCloner[] = "keras-2.2.4";

// ---- keras#12202 ----

TEST_F(Keras224, loses_the_second_of_two_outputs) {
  Tensor* x = In({kUnknownDim, 4});
  Tensors two = Call(Lambda("two"), {x});
  EXPECT_EQ(Error(kCloner, MakeModel({x}, {two[1]})),
            "AssertionError: Could not compute output "
            "Tensor(\"lambda_1/add:0\", shape=(?, 4), dtype=float32)");
}

TEST_F(Keras224, keeps_the_first_of_two_outputs) {
  Tensor* x = In({kUnknownDim, 4});
  Tensors two = Call(Lambda("two"), {x});
  EXPECT_TRUE(ClonesWell(kCloner, MakeModel({x}, {two[0]})));
}

TEST_F(Keras224, names_the_first_lost_output_in_the_order_of_outputs) {
  Tensor* x = In({kUnknownDim, 4});
  Tensors two = Call(Lambda("two"), {x});
  Tensor* below = One(Make("Dense", {{"units", 4}}), {two[1]});
  EXPECT_THAT(Error(kCloner, MakeModel({x}, {two[0], below, two[1]})),
              HasSubstr("dense_1/BiasAdd:0"));
  EXPECT_THAT(Error(kCloner, MakeModel({x}, {two[1], below, two[0]})),
              HasSubstr("lambda_1/add:0"));
}

// Upstream's test of the fix: Lambda [x + 1, x] into Swap.
TEST_F(Keras224, refuses_upstreams_graph) {
  Tensor* x = In({kUnknownDim, 4});
  Tensors swapped = Call(Make("Swap"), {Call(Lambda("plus_and_same"), {x})[0],
                                        Call(Lambda("plus_and_same"), {x})[1]});
  EXPECT_THAT(Error(kCloner, MakeModel({x}, {swapped[0], swapped[1]})),
              HasSubstr("Could not compute output"));
}

TEST_F(Keras224, skips_nodes_below_a_lost_tensor_without_a_word) {
  Tensor* x = In({kUnknownDim, 4});
  Tensors two = Call(Lambda("two"), {x});
  Layer* dense = Make("Dense", {{"units", 4}}, "d");
  Tensor* lost = One(dense, {two[1]});
  Tensor* kept = One(dense, {two[0]});
  // The clone is refused for `lost` only, so look at what it left behind.
  Model* model = MakeModel({x}, {kept, lost});
  const size_t first_new = session_.layers().size();
  EXPECT_THAT(Error(kCloner, model), HasSubstr("d/BiasAdd"));
  Layer* copy = nullptr;
  for (Layer* layer : session_.layers().subspan(first_new)) {
    if (layer->name() == dense->name()) copy = layer;
  }
  ASSERT_NE(copy, nullptr);
  EXPECT_EQ(copy->inbound_nodes().size(), 1u);
}

TEST_F(Keras224, copies_the_layer_of_a_skipped_node_all_the_same) {
  Tensor* x = In({kUnknownDim, 4});
  Tensor* lost =
      One(Make("Dense", {{"units", 4}}, "d"), {Call(Lambda("two"), {x})[1]});
  Model* model = MakeModel({x}, {lost});
  Error(kCloner, model);
  EXPECT_EQ(session_.layers()[session_.layers().size() - 1]->name(), N("d"));
  EXPECT_FALSE(session_.layers()[session_.layers().size() - 1]->built());
}

// The rule: outputs with an index from the length of the list of masks on are
// lost. k = 1 for one mask or None.
TEST_F(Keras224, loses_all_outputs_but_the_first_of_layers_without_masks) {
  Tensor* x = In({kUnknownDim, 4});
  Tensors three = Call(Make("MultiOut", {{"n", 3}}), {x});
  EXPECT_TRUE(ClonesWell(kCloner, MakeModel({x}, {three[0]}, "a")));
  EXPECT_THAT(Error(kCloner, MakeModel({x}, {three[1]}, "b")),
              HasSubstr("add_1"));
  EXPECT_THAT(Error(kCloner, MakeModel({x}, {three[2]}, "c")),
              HasSubstr("add_2"));
}

TEST_F(Keras224, loses_outputs_of_a_layer_that_hands_on_one_mask) {
  Tensor* x = In({kUnknownDim, 3, 4});
  Tensors many = Call(Make("MultiOutMasked"), {One(Make("Masking"), {x})});
  EXPECT_TRUE(ClonesWell(kCloner, MakeModel({x}, {many[0]}, "a")));
  EXPECT_THAT(Error(kCloner, MakeModel({x}, {many[1]}, "b")),
              HasSubstr("Could not compute output"));
}

TEST_F(Keras224, keeps_as_many_outputs_as_there_are_masks) {
  const Script script = {.outputs = {Script::Output::kNew, Script::Output::kNew,
                                     Script::Output::kNew},
                         .supports_masking = true};
  Tensor* x = In({kUnknownDim, 4});
  Tensor* y = In({kUnknownDim, 4});
  // The base rule: a list of as many masks as inputs, here two.
  Layer* layer = MakeScripted(script);
  Tensors outputs = Call(layer, {x, y});
  EXPECT_TRUE(
      ClonesWell(kCloner, MakeModel({x, y}, {outputs[0], outputs[1]}, "a")));
}

TEST_F(Keras224, loses_no_outputs_of_nested_models) {
  Tensor* z = In({kUnknownDim, 4});
  // Inside, outputs of layers with several may be used: inner models are
  // rebuilt from their configs.
  Tensors two = Call(Lambda("two"), {z});
  Model* inner = MakeModel({z}, {two[1], two[0], z}, "inner");
  Tensor* x = In({kUnknownDim, 4});
  Tensors outputs = Call(inner, {x});
  EXPECT_TRUE(ClonesWell(
      kCloner, MakeModel({x}, {outputs[2], outputs[1], outputs[0]}, "outer")));
}

// ---- Masks as keywords ----

TEST_F(Keras224, passes_the_mask_as_a_keyword_that_becomes_an_argument) {
  Tensor* x = In({kUnknownDim, 4});
  Model* model = MakeModel({x}, {One(Lambda("double"), {x})});
  Model* clone = Clone(kCloner, model);
  const Node& node = NodeOf(clone->outputs()[0]);
  ASSERT_NE(node.arguments()->Find(session_.kMask), nullptr);
  EXPECT_EQ(*node.arguments()->Find(session_.kMask), None());
  // The original's dict was empty, so it is not written to.
  EXPECT_TRUE(NodeOf(model->outputs()[0]).arguments()->empty());
}

TEST_F(Keras224, replays_masks_of_layers_without_masking_as_the_original_has) {
  Tensor* x = In({kUnknownDim, 3, 4});
  Tensor* y = One(Lambda("mask_scale"), {One(Make("MaskProducer"), {x})});
  EXPECT_TRUE(ClonesWell(kCloner, MakeModel({x}, {y})));
}

// A list of None is not None to a Lambda.
TEST_F(Keras224, gives_a_list_of_nones_where_the_original_gave_nothing) {
  Tensor* x = In({kUnknownDim, 4});
  Tensor* y = In({kUnknownDim, 4});
  Model* model = MakeModel({x, y}, {One(Lambda("mask_pick"), {x, y})});
  EXPECT_EQ(Meaning(model->outputs()[0]), "x0");
  Model* clone = Clone(kCloner, model);
  EXPECT_EQ(clone->outputs()[0]->term, clone->inputs()[1]->term);
  EXPECT_FALSE(Agree(model, clone));
}

TEST_F(Keras224, keeps_an_explicit_keyword) {
  Tensor* x = In({kUnknownDim, 3, 4});
  Tensor* y = One(Lambda("mask_scale"), {One(Make("Masking"), {x})},
                  Keywords({{"mask", None()}}));
  Model* model = MakeModel({x}, {y});
  EXPECT_EQ(Meaning(y), "Lambda(x0, None)");
  EXPECT_TRUE(ClonesWell(kCloner, model));
}

// ---- The original's arguments ----

class Keras224Arguments : public CloneTest {
 protected:
  // A call with a keyword other than `mask` on a masked input.
  Model* ModelWithTraining() {
    Layer* layer = MakeScripted(
        {.supports_masking = true, .takes_mask = true, .takes_training = true});
    Tensor* x = In({kUnknownDim, 3, 4});
    Tensor* y = One(layer, {One(Make("Masking"), {x})},
                    Keywords({{"training", None()}}));
    return MakeModel({x}, {y});
  }
  static const Node& Last(Model* model) { return NodeOf(model->outputs()[0]); }
};

TEST_F(Keras224Arguments, gets_the_mask_written_into_it) {
  Model* model = ModelWithTraining();
  EXPECT_EQ(Last(model).arguments()->entries().size(), 1u);
  Model* clone = Clone(kCloner, model);
  const Value* mask = Last(model).arguments()->Find(session_.kMask);
  ASSERT_NE(mask, nullptr);
  // It is the clone's replay mask: a tensor without history that hangs on the
  // clone's input.
  ASSERT_NE(mask->tensor, nullptr);
  EXPECT_EQ(History(mask->tensor), "-");
  EXPECT_EQ(session_.terms().operands(mask->tensor->term)[0],
            clone->inputs()[0]->term);
}

TEST_F(Keras224Arguments, the_second_clone_finds_the_mask_of_the_first) {
  Model* model = ModelWithTraining();
  Model* first = Clone(kCloner, model);
  Model* second = Clone(kCloner, model);
  const Value* mask = Last(second).arguments()->Find(session_.kMask);
  ASSERT_NE(mask, nullptr);
  EXPECT_EQ(session_.terms().operands(mask->tensor->term)[0],
            first->inputs()[0]->term);
}

// What all of this is for: whatever a cloner writes, a trial takes it back.
TEST_F(Keras224Arguments, is_restored_after_a_trial) {
  Model* model = ModelWithTraining();
  const std::string before = Dump(session_);
  std::string first;
  {
    Session::Trial trial(session_);
    Clone(kCloner, model);
    ASSERT_NE(Last(model).arguments()->Find(session_.kMask), nullptr);
    first = Dump(session_);
  }
  EXPECT_EQ(Dump(session_), before);
  EXPECT_EQ(Last(model).arguments()->Find(session_.kMask), nullptr);
  // And a second trial sees what the first saw.
  Session::Trial trial(session_);
  Clone(kCloner, model);
  EXPECT_EQ(Dump(session_), first);
}

TEST_F(Keras224Arguments, gets_a_list_for_several_inputs) {
  Layer* layer = MakeScripted(
      {.supports_masking = true, .takes_mask = true, .takes_training = true});
  Tensor* x = In({kUnknownDim, 3, 4});
  Tensor* y = In({kUnknownDim, 3, 4});
  Tensor* z = One(layer, {One(Make("Masking"), {x}), y},
                  Keywords({{"training", None()}}));
  Model* model = MakeModel({x, y}, {z});
  Clone(kCloner, model);
  const Value* mask = Last(model).arguments()->Find(session_.kMask);
  ASSERT_NE(mask, nullptr);
  ASSERT_EQ(mask->type, Value::Type::kTensorList);
  ASSERT_EQ(mask->list().size(), 2u);
  EXPECT_NE(mask->list()[0], nullptr);
  EXPECT_EQ(mask->list()[1], nullptr);
}

// ---- What configs forget ----

TEST_F(Keras224, loses_the_mask_function_of_a_lambda) {
  Tensor* x = In({kUnknownDim, 3, 4});
  Tensor* y =
      One(Make("Lambda", {{"function", "double"}, {"mask", "nonzero"}}), {x});
  Model* model = MakeModel({x}, {One(Lambda("mask_scale"), {y})});
  EXPECT_FALSE(ClonesWell(kCloner, model));
}

// With its function the Lambda had a mask an output, so nothing was lost; but
// the copy has no function.
TEST_F(Keras224, loses_outputs_of_a_lambda_whose_mask_list_it_forgets) {
  Tensor* x = In({kUnknownDim, 4});
  Tensors two =
      Call(Make("Lambda", {{"function", "two"}, {"mask", "none_list"}}), {x});
  EXPECT_THAT(Error(kCloner, MakeModel({x}, {two[1]})),
              HasSubstr("Could not compute output"));
}

TEST_F(Keras224, tears_a_layer_apart_that_is_shared_with_a_nested_model) {
  Tensor* z = In({kUnknownDim, 4});
  Layer* shared = Make("Dense", {{"units", 4}}, "shared");
  Model* inner = MakeModel({z}, {One(shared, {z})}, "inner");
  Tensor* x = In({kUnknownDim, 4});
  Model* model = MakeModel({x}, {One(shared, {One(inner, {x})})});
  Model* clone = Clone(kCloner, model);
  EXPECT_EQ(Weights(*model), "w1 w2 w1 w2");
  EXPECT_EQ(clone->layers().size(), 3u);
  EXPECT_NE(clone->layers()[1]->as_model()->layers()[1], clone->layers()[2]);
}

// ---- What is kept ----

TEST_F(Keras224, makes_inputs_of_the_same_kind_and_name) {
  Tensor* x = session_.NewInput(pool_.InternShape({2, 4}), DType::kInt32,
                                /*sparse=*/true, N("x"));
  Model* clone = Clone(kCloner, MakeModel({x}, {x}, "m"));
  const Layer* input = clone->input_layers()[0];
  EXPECT_NE(input, x->layer);
  EXPECT_EQ(input->name(), N("x"));
  EXPECT_EQ(input->dtype(), DType::kInt32);
  EXPECT_TRUE(input->sparse());
  EXPECT_EQ(input->batch_input_shape(), x->shape);
  EXPECT_EQ(clone->name(), N("m"));
}

TEST_F(Keras224, keeps_order_of_inputs_and_outputs_sharing_and_repetition) {
  Tensor* x = In({kUnknownDim, 4}, "x");
  Tensor* y = In({kUnknownDim, 4}, "y");
  Tensor* unused = In({kUnknownDim, 4}, "unused");
  Layer* d = Make("Dense", {{"units", 4}}, "d");
  Tensor* a = One(d, {y});
  Tensor* b = One(d, {One(Make("Subtract"), {x, a})});
  Model* model = MakeModel({unused, y, x}, {b, a, b, y}, "m");
  Model* clone = Clone(kCloner, model);
  EXPECT_TRUE(Agree(model, clone));
  EXPECT_EQ(NodesByDepth(*clone), NodesByDepth(*model));
  EXPECT_EQ(LayerNames(*clone), LayerNames(*model));
  EXPECT_EQ(clone->outputs()[0], clone->outputs()[2]);
  EXPECT_EQ(clone->outputs()[3], clone->inputs()[1]);
  EXPECT_EQ(clone->input_layers()[0]->name(), N("unused"));
}

TEST_F(Keras224, shares_no_weights_with_the_original) {
  Tensor* x = In({kUnknownDim, 4});
  Model* model = MakeModel({x}, {One(Make("Dense", {{"units", 4}}), {x})});
  EXPECT_EQ(Weights(*model), "w1 w2");
  EXPECT_EQ(Weights(*Clone(kCloner, model)), "w4 w5");
}

TEST_F(Keras224, leaves_calls_outside_of_the_model_out) {
  Tensor* x = In({kUnknownDim, 4}, "x");
  Layer* d = Make("Dense", {{"units", 4}}, "d");
  One(d, {x});
  Tensor* y = One(d, {x});
  Model* model = MakeModel({x}, {y});
  Model* clone = Clone(kCloner, model);
  EXPECT_EQ(NodesByDepth(*model), "[d:1] [x:0]");
  EXPECT_EQ(NodesByDepth(*clone), "[d:0] [x:0]");
  EXPECT_TRUE(Agree(model, clone));
}

// It makes a layer's calls by depth, not in the order in which they were made.
TEST_F(Keras224, makes_calls_by_depth) {
  Tensor* x = In({kUnknownDim, 4}, "x");
  Layer* d = Make("Dense", {{"units", 4}}, "d");
  Tensor* shallow = One(d, {x});
  Tensor* deep = One(d, {One(Lambda("double"), {x})});
  Tensor* sum =
      One(Make("Add", {}, "s"), {shallow, One(Lambda("negate"), {deep})});
  Model* model = MakeModel({x}, {sum});
  Model* clone = Clone(kCloner, model);
  EXPECT_TRUE(Agree(model, clone));
  const Node& add = NodeOf(model->outputs()[0]);
  EXPECT_EQ(History(add.inputs()[0].tensor), "d:0:0");
}

TEST_F(Keras224, passes_on_what_the_layer_call_refuses) {
  // The copy of a Lambda drops its mask, so of two masked inputs of equal
  // shapes one is left, and the masks cannot be concatenated any more.
  Tensor* x = In({kUnknownDim, 3, 4});
  Tensor* a = One(Make("Masking"), {x});
  Tensor* b =
      One(Make("Lambda", {{"function", "double"}, {"mask", "keep"}}), {a});
  Tensor* c = One(Make("Concatenate", {{"axis", 1}}), {a, b});
  EXPECT_THAT(Error(kCloner, MakeModel({x}, {c})),
              HasSubstr("refused by the backend"));
}

}  // namespace
}  // namespace clonecheck
