// Each obligation on hand-made models: met by an honest cloner, and one planted
// fault that it must catch.
#include <map>
#include <string>
#include <vector>

#include "core/engine/dump.h"
#include "core/engine/testing.h"
#include "core/oracle/judge.h"
#include "core/oracle/planted_cloners.h"

namespace clonecheck {
namespace {

class ObligationTest : public EngineTest {
 protected:
  // `obligation/symptom/kind`, or empty. The obligation is judged by itself.
  std::string Say(const Obligation& obligation, const CloneFunction& clone,
                  Model* model) {
    const std::string before = Dump(session_);
    const Obligation* const list[] = {&kCompletes, &obligation};
    details_ = Details();
    const CaseVerdict verdict =
        judge_.Run(session_, *model, clone, list, &details_);
    EXPECT_EQ(Dump(session_), before) << obligation.name;
    return verdict.failed() ? verdict.signature.ToString("c").substr(2) : "";
  }
  std::string Say(const Obligation& obligation, Fault fault, Model* model) {
    return Say(obligation, Planted(fault), model);
  }

  Tensor* Dense(Tensor* x) { return One(Make("Dense", {{"units", 4}}), {x}); }
  // A mask that is made, handed on, used and dropped; a shared layer.
  Model* Rich() {
    Tensor* x = In({kUnknownDim, 3, 4});
    Tensor* y = In({kUnknownDim, 3, 4});
    Tensor* m = One(Make("MaskProducer"), {x});
    Layer* shared = Make("Dense", {{"units", 4}});
    Tensor* a = One(shared, {m});
    Tensor* b = One(shared, {y});
    Tensor* s = One(Make("Subtract"), {One(Lambda("mask_scale"), {a}), b});
    return MakeModel({x, y}, {s, a});
  }

  Judge judge_;
  Details details_;
};

TEST_F(ObligationTest, each_is_met_by_an_honest_cloner_but_for_given_inputs) {
  Model* model = Rich();
  for (const Obligation* obligation : AllObligations()) {
    // The planted cloners know no input_tensors.
    if (obligation == &kInputTensors) continue;
    EXPECT_EQ(Say(*obligation, Fault::kNone, model), "") << details_.what;
  }
}

TEST_F(ObligationTest, masks_sees_a_mask_that_is_lost) {
  // Forgets what get_config forgets: the Lambda's mask function.
  const CloneFunction clone = [](Session& session, Model& model,
                                 const Tensors*) -> OrRefusal<Model*> {
    const Layer& original = *model.outputs()[0]->layer;
    Tensor* x = session.NewInput(model.inputs()[0]->shape, DType::kFloat32,
                                 /*sparse=*/false, nullptr);
    Layer* layer =
        session.NewLayer(original.spec().saved(), original.name(), true);
    OrRefusal<Tensors> y = layer->Call(session, Tensors(&x, 1));
    return Model::Make(session, Tensors(&x, 1), y.value, model.name());
  };
  Tensor* x = In({kUnknownDim, 3, 4});
  Layer* lambda = Make("Lambda", {{"function", "double"}, {"mask", "nonzero"}});
  Model* model = MakeModel({x}, {One(lambda, {x})});
  EXPECT_EQ(Say(kOutputs, clone, model), "");
  EXPECT_EQ(Say(kMasks, clone, model), "masks/mask-lost/Lambda");
  EXPECT_EQ(details_.clone, "None");
  EXPECT_TRUE(details_.numbers.has_value());
}

TEST_F(ObligationTest, weights_fresh_sees_the_originals_weights) {
  EXPECT_EQ(Say(kWeightsFresh, Fault::kKeepsOriginalLayers, Rich()),
            "weights_fresh/shared-variable/Dense");
  EXPECT_EQ(details_.what, "weight 0 (kernel)");
}

TEST_F(ObligationTest, sharing_sees_a_layer_torn_apart) {
  Tensor* x = In({kUnknownDim, 4});
  Layer* twice = Lambda("double");
  Model* model = MakeModel({x}, {One(twice, {One(twice, {x})})});
  EXPECT_EQ(Say(kSharing, Fault::kUnsharesLayers, model),
            "sharing/layer-split/Lambda");
}

TEST_F(ObligationTest, sharing_sees_two_layers_made_one) {
  Tensor* x = In({kUnknownDim, 4});
  Model* model =
      MakeModel({x}, {One(Lambda("double"), {One(Lambda("double"), {x})})});
  EXPECT_EQ(Say(kSharing, Fault::kSharesEqualLayers, model),
            "sharing/layers-merged/Lambda");
}

TEST_F(ObligationTest, sharing_sees_a_layer_left_out) {
  Tensor* x = In({kUnknownDim, 4});
  Tensor* same =
      One(Make("Activation", {{"activation", "linear"}}), {Dense(x)});
  EXPECT_EQ(Say(kSharing, Fault::kSkipsActivations, MakeModel({x}, {same})),
            "sharing/no-counterpart/Activation");
}

TEST_F(ObligationTest, original_untouched_sees_a_call_of_its_layers) {
  EXPECT_EQ(Say(kOriginalUntouched, Fault::kKeepsOriginalLayers, Rich()),
            "original_untouched/original-called/MaskProducer");
}

TEST_F(ObligationTest, original_untouched_sees_arguments_that_are_written) {
  const CloneFunction clone = [](Session& session, Model& model,
                                 const Tensors*) -> OrRefusal<Model*> {
    OrRefusal<Model*> copy = Planted(Fault::kNone)(session, model, nullptr);
    for (Node* node : model.nodes()) {
      if (node->arguments() == nullptr) continue;
      node->arguments()->Set(session, session.kMask, EngineTest::None());
    }
    return copy;
  };
  Tensor* x = In({kUnknownDim, 4});
  EXPECT_EQ(Say(kOriginalUntouched, clone, MakeModel({x}, {Dense(x)})),
            "original_untouched/arguments-written/Dense");
}

TEST_F(ObligationTest, original_untouched_says_whose_history_is_overwritten) {
  // What the last layer gave is said to be of a call of the first.
  const CloneFunction clone = [](Session& session, Model& model,
                                 const Tensors*) -> OrRefusal<Model*> {
    Tensor* output = model.outputs()[0];
    Tensor* input = model.inputs()[0];
    session.SetHistory(output, input->layer, 0, 0, output->shape);
    return Planted(Fault::kNone)(session, model, nullptr);
  };
  Tensor* x = In({kUnknownDim, 4});
  EXPECT_EQ(Say(kOriginalUntouched, clone,
                MakeModel({x}, {One(Lambda("double"), {Dense(x)})})),
            "original_untouched/history-overwritten/Lambda");
}

TEST_F(ObligationTest,
       original_untouched_takes_no_offence_at_what_is_restored) {
  const CloneFunction clone = [](Session& session, Model& model,
                                 const Tensors*) -> OrRefusal<Model*> {
    OrRefusal<Model*> copy = Planted(Fault::kNone)(session, model, nullptr);
    // Twice, so that the second change is of what the first one wrote.
    for (Layer* layer : model.layers()) {
      layer->set_trainable(session, !layer->trainable());
      layer->set_trainable(session, !layer->trainable());
    }
    return copy;
  };
  Tensor* x = In({kUnknownDim, 4});
  EXPECT_EQ(Say(kOriginalUntouched, clone, MakeModel({x}, {Dense(x)})), "");
}

TEST_F(ObligationTest, original_untouched_names_the_model_that_holds_it) {
  Tensor* x = In({kUnknownDim, 4});
  Tensor* y = In({kUnknownDim, 4});
  Model* nested = MakeModel({y}, {Dense(y)});
  Model* model = MakeModel({x}, {One(nested, {Dense(x)})});
  // Gives out the original itself.
  const CloneFunction clone = [&](Session& session, Model& original,
                                  const Tensors*) -> OrRefusal<Model*> {
    nested->layers()[1]->set_trainable(session, false);
    return &original;
  };
  EXPECT_EQ(Say(kOriginalUntouched, clone, model),
            "original_untouched/trainable-changed/Model");
  EXPECT_EQ(details_.what, "the original's layer 'model_1'");
}

TEST_F(ObligationTest, clone_twice_sees_a_second_clone_that_takes_the_first) {
  // Gives out the clone that there is, if there is one.
  const CloneFunction clone = [](Session& session, Model& model,
                                 const Tensors*) -> OrRefusal<Model*> {
    for (Layer* layer : session.layers()) {
      if (layer == &model || layer->as_model() == nullptr) continue;
      if (layer->name() == model.name()) return layer->as_model();
    }
    return Planted(Fault::kNone)(session, model, nullptr);
  };
  Model* model = Rich();
  EXPECT_EQ(Say(kOutputs, clone, model), "");
  EXPECT_EQ(Say(kCloneTwice, clone, model), "clone_twice/shared-variable/-");
}

TEST_F(ObligationTest, clone_of_clone_sees_a_fault_of_the_second_generation) {
  const CloneFunction clone = [](Session& session, Model& model,
                                 const Tensors*) -> OrRefusal<Model*> {
    const bool is_copy = model.id() > 40;
    return Planted(is_copy ? Fault::kReversesOutputs : Fault::kNone)(
        session, model, nullptr);
  };
  Tensor* x = In({kUnknownDim, 4});
  Model* model = MakeModel({x}, {One(Lambda("double"), {x}), x});
  ASSERT_LT(model->id(), 40u);
  while (session_.num_objects() < 41) In({1});
  EXPECT_EQ(Say(kOutputs, clone, model), "");
  EXPECT_EQ(Say(kCloneTwice, clone, model), "");
  EXPECT_EQ(Say(kCloneOfClone, clone, model), "clone_of_clone/output-values/-");
}

TEST_F(ObligationTest, clone_as_layer_sees_that_masks_are_ignored) {
  // Without masks nothing shows.
  Tensor* x = In({kUnknownDim, 3, 4});
  Model* model = MakeModel({x}, {One(Lambda("mask_scale"), {x})});
  EXPECT_EQ(Say(kOutputs, Fault::kForgetsMasks, model), "");
  EXPECT_EQ(Say(kCloneAsLayer, Fault::kForgetsMasks, model),
            "clone_as_layer/output-values/-");
  EXPECT_EQ(details_.what, "a call on new tensors, masked: input 0");
  EXPECT_TRUE(details_.numbers.has_value());
}

TEST_F(ObligationTest, clone_as_layer_gives_each_tensors_of_its_own) {
  // On a list of masks, none or not, the model gives its second input back, and
  // so writes the first one's shape over that of the caller's tensor.
  Tensor* x = In({kUnknownDim, kUnknownDim, 1});
  Tensor* y = One(Make("GRU", {{"units", 2}}), {x});
  Model* model = MakeModel(
      {x}, {One(Make("Lambda", {{"function", "mask_pick"}}), {y, x})});
  EXPECT_EQ(Say(kCloneAsLayer, Fault::kNone, model), "");
}

TEST_F(ObligationTest, clone_as_layer_owes_nothing_where_the_original_refuses) {
  Tensor* x = In({kUnknownDim, 3, 4});
  // A layer that takes no masks.
  Model* model = MakeModel({x}, {One(Make("Flatten"), {x})});
  EXPECT_EQ(Say(kCloneAsLayer, Fault::kNone, model), "");
}

TEST_F(ObligationTest, names_sees_other_names) {
  EXPECT_EQ(Say(kNames, Fault::kRenamesLayers, Rich()).substr(0, 16),
            "names/layer-name");
}

// An input alone, and a clone of it whose input is another one.
TEST_F(ObligationTest, names_sees_what_an_input_is) {
  struct Input {
    std::vector<int32_t> dims;
    DType dtype;
    bool sparse;
    const char* name;
  };
  const auto clone_with = [](const Input& made) -> CloneFunction {
    return [made](Session& session, Model& model,
                  const Tensors*) -> OrRefusal<Model*> {
      Tensor* input =
          session.NewInput(session.pool().InternShape(made.dims), made.dtype,
                           made.sparse, session.pool().InternName(made.name));
      return Model::Make(session, Tensors(&input, 1), Tensors(&input, 1),
                         model.name());
    };
  };
  Tensor* x = In({kUnknownDim, 4}, "x");
  Model* model = MakeModel({x}, {x});
  const std::vector<int32_t> dims = {kUnknownDim, 4};
  const DType dtype = DType::kFloat32;
  EXPECT_EQ(Say(kNames, clone_with({dims, dtype, false, "x"}), model), "");
  EXPECT_EQ(Say(kNames, clone_with({dims, dtype, false, "y"}), model),
            "names/layer-name/InputLayer");
  EXPECT_EQ(details_.original + " " + details_.clone, "x y");
  EXPECT_EQ(Say(kNames, clone_with({dims, DType::kInt32, false, "x"}), model),
            "names/input-dtype/InputLayer");
  EXPECT_EQ(details_.original + " " + details_.clone, "float32 int32");
  EXPECT_EQ(Say(kNames, clone_with({dims, dtype, true, "x"}), model),
            "names/input-sparse/InputLayer");
  EXPECT_EQ(details_.original + " " + details_.clone, "dense sparse");
  EXPECT_EQ(details_.what, "input-sparse of 'x'");
  EXPECT_EQ(Say(kNames, clone_with({{5, 4}, dtype, false, "x"}), model),
            "names/input-shape/InputLayer");
  EXPECT_EQ(details_.original + " " + details_.clone, "(None, 4) (5, 4)");
}

TEST_F(ObligationTest, names_sees_another_name_of_the_model) {
  const CloneFunction clone = [](Session& session, Model& model,
                                 const Tensors*) -> OrRefusal<Model*> {
    return Model::Make(session, model.inputs(), model.outputs(),
                       session.pool().InternName("other"));
  };
  Tensor* x = In({kUnknownDim, 4});
  EXPECT_EQ(Say(kNames, clone, MakeModel({x}, {x}, "own")),
            "names/model-name/Model");
  EXPECT_EQ(details_.original + " " + details_.clone, "own other");
}

TEST_F(ObligationTest, roundtrip_sees_a_clone_that_reloads_as_something_else) {
  EXPECT_EQ(Say(kRoundtrip, Fault::kReversesOutputs, Rich()),
            "roundtrip/output-values/-");
}

TEST_F(ObligationTest, input_tensors_sees_that_given_inputs_are_ignored) {
  EXPECT_EQ(Say(kInputTensors, Fault::kNone, Rich()),
            "input_tensors/other-inputs/-");
}

TEST_F(ObligationTest, config_sees_another_config) {
  EXPECT_EQ(Say(kConfig, Fault::kRenamesLayers, Rich()).substr(0, 17),
            "config/layer-name");
}

TEST_F(ObligationTest, config_sees_what_a_sequential_was_built_on) {
  const auto built_on = [&](int32_t size) {
    Layer* activation =
        Make("Activation", {{"activation", "tanh"}}, "activation");
    Sequential* stack = Stack({activation}, "stack");
    One(stack, {In({kUnknownDim, size})});
    return stack;
  };
  Sequential* original = built_on(4);
  for (const int32_t size : {4, 5}) {
    const CloneFunction clone = [&](Session&, Model&, const Tensors*) {
      return OrRefusal<Model*>(built_on(size));
    };
    EXPECT_EQ(Say(kConfig, clone, original),
              size == 4 ? "" : "config/build-input-shape/Sequential");
  }
  EXPECT_EQ(details_.original + " " + details_.clone, "(None, 4) (None, 5)");
}

TEST_F(ObligationTest, node_order_sees_calls_in_another_order) {
  // The layer's second call first.
  const CloneFunction clone = [](Session& session, Model& model,
                                 const Tensors*) -> OrRefusal<Model*> {
    Tensor* in[2];
    for (int i = 0; i < 2; ++i) {
      in[i] =
          session.NewInput(model.inputs()[i]->shape, DType::kFloat32,
                           /*sparse=*/false, model.input_layers()[i]->name());
    }
    const Layer& original = *model.outputs()[0]->layer;
    Layer* layer = session.NewLayer(original.spec(), original.name(),
                                    original.trainable());
    Tensor* second = layer->Call(session, Tensors(&in[1], 1)).value[0];
    Tensor* first = layer->Call(session, Tensors(&in[0], 1)).value[0];
    Tensor* outputs[] = {first, second};
    return Model::Make(session, Tensors(in, 2), Tensors(outputs, 2),
                       model.name());
  };
  Tensor* x = In({kUnknownDim, 4});
  Tensor* y = In({kUnknownDim, 4});
  Layer* dense = Make("Dense", {{"units", 4}});
  Model* model = MakeModel({x, y}, {One(dense, {x}), One(dense, {y})});
  EXPECT_EQ(Say(kConfig, clone, model), "");
  EXPECT_EQ(Say(kNodeOrder, clone, model),
            "node_order/nodes-in-another-order/-");
}

TEST_F(ObligationTest, node_order_looks_into_the_models_of_a_sequential) {
  // A layer called on x and on tanh(x), in that order or the other one.
  const auto made = [&](bool tanh_first) {
    Tensor* x = In({kUnknownDim, 4}, "x");
    Tensor* tanh =
        One(Make("Activation", {{"activation", "tanh"}}, "tanh"), {x});
    Layer* dense = Make("Dense", {{"units", 4}}, "dense");
    Tensor* of_tanh = tanh_first ? One(dense, {tanh}) : nullptr;
    Tensor* of_x = One(dense, {x});
    if (!tanh_first) of_tanh = One(dense, {tanh});
    Model* inner =
        MakeModel({x}, {One(Make("Add", {}, "add"), {of_x, of_tanh})}, "inner");
    Tensor* y = In({kUnknownDim, 4}, "y");
    return MakeModel({y}, {One(Stack({inner}, "stack"), {y})}, "model");
  };
  for (const bool other : {false, true}) {
    const CloneFunction clone = [&](Session&, Model&, const Tensors*) {
      return OrRefusal<Model*>(made(other));
    };
    EXPECT_EQ(Say(kNodeOrder, clone, made(false)),
              other ? "node_order/nodes-in-another-order/-" : "");
  }
}

TEST_F(ObligationTest, calls_sees_a_call_besides) {
  const CloneFunction clone = [](Session& session, Model& model,
                                 const Tensors*) -> OrRefusal<Model*> {
    OrRefusal<Model*> copy = Planted(Fault::kNone)(session, model, nullptr);
    Layer* layer = copy.value->outputs()[0]->layer;
    Tensor* x = copy.value->inputs()[0];
    EXPECT_TRUE(layer->Call(session, Tensors(&x, 1)).ok());
    return copy;
  };
  Tensor* x = In({kUnknownDim, 4});
  EXPECT_EQ(Say(kCalls, clone, MakeModel({x}, {Dense(x)})),
            "calls/called-more-often/Dense");
}

TEST_F(ObligationTest, input_layers_sees_an_input_layer_besides) {
  const CloneFunction clone = [](Session& session, Model& model,
                                 const Tensors* given) -> OrRefusal<Model*> {
    if (given == nullptr) {
      return Planted(Fault::kNone)(session, model, nullptr);
    }
    Tensor* input = (*given)[0];
    Layer* another = session
                         .NewInput(input->shape, DType::kFloat32,
                                   /*sparse=*/false, nullptr)
                         ->layer;
    Tensor* handed_on = another->Call(session, Tensors(&input, 1)).value[0];
    return Model::Make(session, Tensors(&input, 1), Tensors(&handed_on, 1),
                       model.name());
  };
  Tensor* x = In({kUnknownDim, 4});
  Model* model = MakeModel({x}, {x});
  EXPECT_EQ(Say(kInputTensors, clone, model), "");
  EXPECT_EQ(Say(kInputLayers, clone, model),
            "input_layers/extra-input-layer/InputLayer");
}

}  // namespace
}  // namespace clonecheck
