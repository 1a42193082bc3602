// Judge: planted faults on hand-made models, each with the verdict, the symptom
// and the kind that it is to be charged with.
#include "core/oracle/judge.h"

#include <string>

#include "core/engine/dump.h"
#include "core/engine/model_config.h"
#include "core/engine/testing.h"
#include "core/oracle/planted_cloners.h"

namespace clonecheck {
namespace {

class JudgeTest : public EngineTest {
 protected:
  CaseVerdict Run(Fault fault, Model* model,
                  absl::string_view obligations = "completes,outputs") {
    return Run(Planted(fault), model, obligations);
  }
  CaseVerdict Run(const CloneFunction& clone, Model* model,
                  absl::string_view obligations = "completes,outputs") {
    const std::string before = Dump(session_);
    const CaseVerdict verdict = judge_.Run(
        session_, *model, clone, FindObligations(obligations).value());
    EXPECT_EQ(Dump(session_), before);
    return verdict;
  }
  // `differ: c/outputs/output-values/Dense`, or `agree`.
  static std::string Print(const CaseVerdict& verdict) {
    std::string text(VerdictName(verdict.verdict));
    if (verdict.failed()) text += ": " + verdict.signature.ToString("c");
    return text;
  }
  std::string Say(Fault fault, Model* model) {
    return Print(Run(fault, model));
  }

  Tensor* Dense(Tensor* x) { return One(Make("Dense", {{"units", 4}}), {x}); }
  // Two outputs of different meanings and equal shapes, by way of a Subtract:
  // [tanh(d2(d1(x) - y)), d1(x)].
  Model* Subtraction() {
    Tensor* x = In({kUnknownDim, 4});
    Tensor* y = In({kUnknownDim, 4});
    Tensor* d = Dense(x);
    Tensor* s = Dense(One(Make("Subtract"), {d, y}));
    return MakeModel(
        {x, y}, {One(Make("Activation", {{"activation", "tanh"}}), {s}), d});
  }
  // A mask that is made, handed through a Dense, and used.
  Model* Masks() {
    Tensor* x = In({kUnknownDim, 3, 4});
    Tensor* m = Dense(One(Make("MaskProducer"), {x}));
    return MakeModel({x}, {Dense(One(Lambda("mask_scale"), {m}))});
  }

  Judge judge_;
};

TEST_F(JudgeTest, an_honest_cloner_agrees) {
  EXPECT_EQ(Say(Fault::kNone, Subtraction()), "agree");
  EXPECT_EQ(Say(Fault::kNone, Masks()), "agree");
}

// ---- outputs ----

// No layer is to blame.
TEST_F(JudgeTest, outputs_in_another_order) {
  EXPECT_EQ(Say(Fault::kReversesOutputs, Subtraction()),
            "differ: c/outputs/output-values/-");
}

TEST_F(JudgeTest, outputs_in_another_order_whatever_their_shapes) {
  Tensor* x = In({kUnknownDim, 4});
  Tensor* wide = One(Make("Concatenate"), {x, x});
  EXPECT_EQ(Say(Fault::kReversesOutputs, MakeModel({x}, {wide, x})),
            "differ: c/outputs/output-values/-");
}

// The order of weights follows the order of outputs, so here the first weights
// of the clone stand for those of the other layer.
TEST_F(JudgeTest, outputs_in_another_order_with_weights_of_their_own) {
  Tensor* x = In({kUnknownDim, 4});
  EXPECT_EQ(Say(Fault::kReversesOutputs, MakeModel({x}, {Dense(x), Dense(x)})),
            "agree");
  Tensor* wide = One(Make("Dense", {{"units", 5}}), {x});
  EXPECT_EQ(Say(Fault::kReversesOutputs, MakeModel({x}, {wide, Dense(x)})),
            "differ: c/outputs/weights-do-not-correspond/-");
  Tensor* squashed =
      One(Make("Dense", {{"units", 4}, {"activation", "tanh"}}), {x});
  EXPECT_EQ(Say(Fault::kReversesOutputs, MakeModel({x}, {squashed, Dense(x)})),
            "differ: c/outputs/output-values/Dense");
}

TEST_F(JudgeTest, an_output_too_few) {
  EXPECT_EQ(Say(Fault::kDropsLastOutput, Subtraction()),
            "differ: c/outputs/number-of-outputs/Dense");
}

TEST_F(JudgeTest, inputs_in_another_order) {
  EXPECT_EQ(Say(Fault::kReversesInputs, Subtraction()),
            "differ: c/outputs/output-values/InputLayer");
}

TEST_F(JudgeTest, inputs_of_a_layer_in_another_order) {
  EXPECT_EQ(Say(Fault::kSwapsInputsOfSubtract, Subtraction()),
            "differ: c/outputs/output-values/Subtract");
}

TEST_F(JudgeTest, inputs_of_a_layer_that_are_model_inputs) {
  Tensor* x = In({kUnknownDim, 4});
  Tensor* y = In({kUnknownDim, 4});
  Model* model = MakeModel({x, y}, {Dense(One(Make("Subtract"), {x, y}))});
  EXPECT_EQ(Say(Fault::kSwapsInputsOfSubtract, model),
            "differ: c/outputs/output-values/Subtract");
}

// Charged to the layer whose output it is, whoever uses it.
TEST_F(JudgeTest, another_output_of_a_layer) {
  Tensor* x = In({kUnknownDim, 4});
  Tensors two = Call(Lambda("two"), {Dense(x)});
  Tensor* sum = Dense(One(Make("Add"), {two[1], two[0]}));
  EXPECT_EQ(Say(Fault::kTakesFirstOutputs, MakeModel({x}, {sum})),
            "differ: c/outputs/output-values/Lambda");
  EXPECT_EQ(Say(Fault::kTakesFirstOutputs, MakeModel({x}, {two[1]})),
            "differ: c/outputs/output-values/Lambda");
}

TEST_F(JudgeTest, a_layer_left_out) {
  EXPECT_EQ(Say(Fault::kSkipsActivations, Subtraction()),
            "differ: c/outputs/output-values/Activation");
}

// Of two faults the first one in the original's topological order.
TEST_F(JudgeTest, two_layers_left_out) {
  Tensor* x = In({kUnknownDim, 4});
  auto tanh = [&](Tensor* t) {
    return One(Make("Activation", {{"activation", "tanh"}}), {t});
  };
  Tensor* s = One(Make("Subtract"), {x, tanh(x)});
  Model* model = MakeModel({x}, {tanh(s)});
  EXPECT_EQ(Say(Fault::kSkipsActivations, model),
            "differ: c/outputs/output-values/Activation");
}

TEST_F(JudgeTest, a_mask_that_is_lost) {
  EXPECT_EQ(Say(Fault::kForgetsMasks, Masks()),
            "differ: c/outputs/output-values/Lambda");
}

TEST_F(JudgeTest, a_placeholder_of_the_original) {
  EXPECT_EQ(Say(Fault::kKeepsOriginalMasks, Masks()),
            "differ: c/outputs/unfed-placeholder/Lambda");
}

TEST_F(JudgeTest, a_shared_layer_torn_apart) {
  Tensor* x = In({kUnknownDim, 4});
  Layer* shared = Make("Dense", {{"units", 4}});
  Model* model = MakeModel({x}, {One(shared, {One(shared, {x})})});
  EXPECT_EQ(Say(Fault::kUnsharesLayers, model),
            "differ: c/outputs/weights-do-not-correspond/-");
}

TEST_F(JudgeTest, two_layers_made_one) {
  Tensor* x = In({kUnknownDim, 4});
  EXPECT_EQ(Say(Fault::kSharesEqualLayers, MakeModel({x}, {Dense(Dense(x))})),
            "differ: c/outputs/weights-do-not-correspond/-");
}

// Layers without weights mean the same, one or two of them.
TEST_F(JudgeTest, values_know_nothing_of_sharing_without_weights) {
  Tensor* x = In({kUnknownDim, 4});
  Layer* twice = Lambda("double");
  Model* model = MakeModel({x}, {One(twice, {One(twice, {x})})});
  EXPECT_EQ(Say(Fault::kUnsharesLayers, model), "agree");
}

// What `outputs` cannot see: other obligations must.
TEST_F(JudgeTest, values_know_nothing_of_fresh_weights_or_names) {
  EXPECT_EQ(Say(Fault::kKeepsOriginalLayers, Subtraction()), "agree");
  EXPECT_EQ(Say(Fault::kRenamesLayers, Subtraction()), "agree");
}

TEST_F(JudgeTest, another_dtype) {
  const CloneFunction clone = [](Session& session, Model& model,
                                 const Tensors*) -> OrRefusal<Model*> {
    const Layer& layer = *model.input_layers()[0];
    Tensor* input = session.NewInput(layer.batch_input_shape(), DType::kInt32,
                                     /*sparse=*/false, layer.name());
    return Model::Make(session, Tensors(&input, 1), Tensors(&input, 1),
                       model.name());
  };
  Tensor* x = In({kUnknownDim, 4});
  EXPECT_EQ(Print(Run(clone, MakeModel({x}, {x}))),
            "differ: c/outputs/output-dtype/InputLayer");
}

TEST_F(JudgeTest, another_static_shape_of_the_same_value) {
  const CloneFunction clone = [](Session& session, Model& model,
                                 const Tensors*) -> OrRefusal<Model*> {
    const int32_t dims[] = {7, 4};
    Tensor* input =
        session.NewInput(session.pool().InternShape(dims), DType::kFloat32,
                         /*sparse=*/false, nullptr);
    return Model::Make(session, Tensors(&input, 1), Tensors(&input, 1),
                       model.name());
  };
  Tensor* x = In({kUnknownDim, 4});
  EXPECT_EQ(Print(Run(clone, MakeModel({x}, {x}))),
            "differ: c/outputs/output-shape/InputLayer");
}

TEST_F(JudgeTest, other_terms_with_equal_values_agree_numerically) {
  // 2x for x + x.
  const CloneFunction clone = [](Session& session, Model& model,
                                 const Tensors*) -> OrRefusal<Model*> {
    const Layer& layer = *model.input_layers()[0];
    Tensor* input = session.NewInput(layer.batch_input_shape(), layer.dtype(),
                                     /*sparse=*/false, layer.name());
    const Name* function = session.pool().InternName("function");
    const LayerSpec* spec =
        session.catalogue()
            .Resolve(session.pool().InternConfig(
                session.pool().InternName("Lambda"),
                {{function,
                  ConfigValue::String(session.pool().InternName("double"))}}))
            .value();
    OrRefusal<Tensors> doubled = session.NewLayer(*spec, nullptr, true)
                                     ->Call(session, Tensors(&input, 1));
    return Model::Make(session, Tensors(&input, 1), doubled.value,
                       model.name());
  };
  Tensor* x = In({kUnknownDim, 4});
  const CaseVerdict verdict =
      Run(clone, MakeModel({x}, {One(Make("Add"), {x, x})}));
  EXPECT_EQ(Print(verdict), "agree_numerically");
  EXPECT_FALSE(verdict.failed());
}

// After ReLU, relu changes nothing, neither of values nor of masks.
TEST_F(JudgeTest, each_obligation_says_for_itself_what_agrees_on_samples_only) {
  const CloneFunction clone = [](Session& session, Model& model,
                                 const Tensors* given) -> OrRefusal<Model*> {
    Pool& pool = session.pool();
    const Config* linear =
        pool.InternConfig(pool.InternName("Activation"),
                          {{pool.InternName("activation"),
                            ConfigValue::String(pool.InternName("linear"))}});
    const Layer& from = *model.input_layers()[0];
    Tensor* input =
        given != nullptr
            ? (*given)[0]
            : session.NewInput(from.batch_input_shape(), from.dtype(),
                               /*sparse=*/false, from.name());
    Tensor* tensor = input;
    for (size_t i = 1; i < model.layers().size(); ++i) {
      const Layer& layer = *model.layers()[i];
      const LayerSpec& spec =
          i == 2 ? *session.catalogue().Resolve(linear).value() : layer.spec();
      tensor = session.NewLayer(spec, layer.name(), /*trainable=*/true)
                   ->Call(session, Tensors(&tensor, 1))
                   .value[0];
    }
    return Model::Make(session, Tensors(&input, 1), Tensors(&tensor, 1),
                       model.name());
  };
  Tensor* x = In({kUnknownDim, 3, 4});
  Tensor* twice = One(Make("Activation", {{"activation", "relu"}}),
                      {One(Make("ReLU"), {x})});
  Model* model = MakeModel({x}, {One(Make("MaskProducer"), {twice})});
  std::string on_samples;
  std::string failed;
  for (const Obligation* obligation : AllObligations()) {
    const Obligation* const list[] = {obligation};
    const CaseVerdict verdict = judge_.Run(session_, *model, clone, list);
    EXPECT_EQ(verdict.verdict == Verdict::kAgreeNumerically,
              verdict.on_samples == 1);
    if (verdict.on_samples != 0)
      on_samples += std::string(obligation->name) + " ";
    if (verdict.failed()) failed += verdict.signature.ToString("c") + " ";
  }
  EXPECT_EQ(on_samples,
            "outputs masks clone_twice clone_of_clone clone_as_layer roundtrip "
            "input_tensors ");
  EXPECT_EQ(failed, "c/config/layer-config/Activation ");
}

// ---- completes ----

TEST_F(JudgeTest, a_cloner_that_raises) {
  EXPECT_EQ(Say(Fault::kRaisesAtDense, Subtraction()),
            "raised: c/completes/refused-by-the-backend/Dense");
}

TEST_F(JudgeTest, a_cloner_that_would_never_return) {
  const CloneFunction clone = [](Session& session, Model&,
                                 const Tensors*) -> OrRefusal<Model*> {
    return session.Refuse(errors::kPassesForEver);
  };
  EXPECT_EQ(Print(Run(clone, Subtraction())),
            "hangs: c/completes/passes-for-ever/-");
}

TEST_F(JudgeTest, a_refusal_that_nobody_asked_about_is_unjudged) {
  EXPECT_EQ(Print(Run(Fault::kRaisesAtDense, Subtraction(), "outputs")),
            "unjudged");
}

// ---- Charging ----

// An obligation that always fails, for what comes first and what is implied.
Judgement AlwaysFails(Subject&) {
  Judgement judgement;
  judgement.verdict = Verdict::kDiffer;
  judgement.symptom = "always";
  return judgement;
}
constexpr Obligation kAlways{"always", "fails", Severity::kError, &AlwaysFails};
constexpr Obligation kRemark{"remark", "fails", Severity::kNote, &AlwaysFails};

TEST_F(JudgeTest, a_note_does_not_make_a_case_differ) {
  const Obligation* const list[] = {&kCompletes, &kOutputs, &kRemark};
  const CaseVerdict verdict =
      judge_.Run(session_, *Subtraction(), Planted(Fault::kNone), list);
  EXPECT_EQ(verdict.verdict, Verdict::kAgree);
  EXPECT_TRUE(verdict.failed());
  EXPECT_EQ(verdict.signature.ToString("c"), "c/remark/always/-");
}

TEST_F(JudgeTest, charges_the_first_failure_and_lists_the_others) {
  Model* model = Subtraction();
  const Obligation* const list[] = {&kCompletes, &kAlways, &kOutputs, &kAlways};
  CaseVerdict verdict =
      judge_.Run(session_, *model, Planted(Fault::kDropsLastOutput), list);
  EXPECT_EQ(Print(verdict), "differ: c/always/always/-");
  EXPECT_EQ(verdict.implied, 0b1100u);
  verdict = judge_.Run(session_, *model, Planted(Fault::kNone), list);
  EXPECT_EQ(verdict.implied, 0b1000u);
  // A refusal leaves nothing to hold the others against.
  verdict = judge_.Run(session_, *model, Planted(Fault::kRaisesAtDense), list);
  EXPECT_EQ(Print(verdict), "raised: c/completes/refused-by-the-backend/Dense");
  EXPECT_EQ(verdict.implied, 0u);
}

// What comes after the first failure is not asked.
Judgement IsNotAsked(Subject&) {
  ADD_FAILURE() << "asked";
  return {};
}
constexpr Obligation kNotAsked{"not_asked", "", Severity::kError, &IsNotAsked};

TEST_F(JudgeTest, the_first_failure_alone_is_that_of_a_run) {
  Model* model = Subtraction();
  const Obligation* const list[] = {&kCompletes, &kOutputs, &kAlways,
                                    &kNotAsked};
  for (const Fault fault :
       {Fault::kDropsLastOutput, Fault::kRaisesAtDense, Fault::kNone}) {
    EXPECT_TRUE(
        judge_.FirstFailure(session_, *model, Planted(fault), list) ==
        judge_
            .Run(session_, *model, Planted(fault), absl::MakeConstSpan(list, 3))
            .signature);
  }
  EXPECT_EQ(judge_
                .FirstFailure(session_, *model, Planted(Fault::kNone),
                              absl::MakeConstSpan(list, 2))
                .obligation,
            nullptr);
}

TEST_F(JudgeTest, gives_details_of_the_first_failure_only) {
  Model* model = Subtraction();
  const Obligation* const list[] = {&kCompletes, &kAlways, &kOutputs};
  Details details;
  judge_.Run(session_, *model, Planted(Fault::kDropsLastOutput), list,
             &details);
  EXPECT_EQ(details.what, "");
  const Obligation* const outputs[] = {&kOutputs};
  judge_.Run(session_, *model, Planted(Fault::kDropsLastOutput), outputs,
             &details);
  EXPECT_EQ(details.what, "the number of outputs");
  EXPECT_EQ(details.original, "2");
  EXPECT_EQ(details.clone, "1");
}

TEST_F(JudgeTest, details_hold_the_error) {
  Details details;
  judge_.Run(session_, *Subtraction(), Planted(Fault::kRaisesAtDense),
             AllObligations(), &details);
  EXPECT_EQ(details.error,
            "Exception: refused by the backend: a planted fault");
}

TEST_F(JudgeTest, says_the_same_when_asked_again) {
  Model* model = Masks();
  for (const PlantedCloner& cloner : PlantedCloners()) {
    const std::string first = Print(Run(cloner.clone, model));
    EXPECT_EQ(Print(Run(cloner.clone, model)), first) << cloner.name;
  }
}

}  // namespace
}  // namespace clonecheck
