#include "core/graph/validate.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/graph/example_graphs.h"
#include "core/graph/fake_layer_facts.h"
#include "core/graph/pool.h"
#include "core/limits.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

class ValidateTest : public ::testing::Test {
 protected:
  ValidateTest() {
    x_ = b_.AddInput(pool_.InternShape({kUnknownDim, 4}));
    dense_ = b_.AddLayer(DenseConfig(pool_, 4));
  }

  uint32_t AddLayer(const LayerDecl& layer,
                    absl::Span<const uint32_t> children = {},
                    absl::Span<const TensorRef> inputs = {},
                    absl::Span<const TensorRef> outputs = {}) {
    return b_.AddLayer(layer, children, inputs, outputs);
  }
  LayerDecl Decl(absl::string_view kind, uint32_t position = 0) {
    LayerDecl layer;
    layer.config = MakeConfig(pool_, kind);
    layer.position = position;
    return layer;
  }
  const Name* Named(absl::string_view text) { return pool_.InternName(text); }

  // The message of Validate, empty if the graph is valid.
  std::string Message(const LayerFacts* facts = nullptr) {
    const absl::Status status = Validate(b_.graph(), facts);
    EXPECT_TRUE(status.ok() || absl::IsInvalidArgument(status)) << status;
    return std::string(status.message());
  }
  // The same with the model x -> x, for faults elsewhere.
  std::string MessageWithModel() {
    b_.SetModel({x_}, {x_});
    return Message();
  }

  Pool pool_;
  GraphBuilder b_;
  TensorRef x_;
  uint32_t dense_;
};

TEST_F(ValidateTest, good_graphs_are_valid) {
  EXPECT_TRUE(Validate(SecondOfTwoOutputs(pool_)).ok());
  EXPECT_TRUE(Validate(Chain(pool_, 100)).ok());
  const absl::Status status = Validate(EverythingAtOnce(pool_));
  EXPECT_TRUE(status.ok()) << status;
  const FakeLayerFacts facts;
  const absl::Status with_facts = Validate(EverythingAtOnce(pool_), &facts);
  EXPECT_TRUE(with_facts.ok()) << with_facts;
}

TEST_F(ValidateTest, what_keras_refuses_is_valid) {
  // Redundant inputs, a tensor that is no input, equal names.
  b_.AddLayer(DenseConfig(pool_, 4), Named("a"));
  b_.AddLayer(DenseConfig(pool_, 4), Named("a"));
  const TensorRef c = b_.AddCall(dense_, {x_, x_});
  b_.SetModel({x_, x_, c}, {c, c});
  EXPECT_EQ(Message(), "");
}

TEST_F(ValidateTest, a_reference_to_a_later_call_is_named) {
  b_.AddLayer(DenseConfig(pool_, 4), Named("add_1"));
  b_.AddCall(1, {x_, TensorRef::Call(1, 0)});
  b_.AddCall(dense_, {x_});
  EXPECT_EQ(MessageWithModel(),
            "call 0 (layer \"add_1\"): input 1 refers to call 1, which comes "
            "later; a call can only use inputs and earlier calls");
}

TEST_F(ValidateTest, a_reference_of_a_call_to_itself_is_named) {
  b_.AddCall(dense_, {TensorRef::Call(0, 0)});
  EXPECT_EQ(MessageWithModel(),
            "call 0 (layer 0, Dense): input 0 refers to call 0, which is this "
            "very call; a call can only use inputs and earlier calls");
}

TEST_F(ValidateTest, references_to_nothing_are_named) {
  b_.AddCall(dense_, {TensorRef::Input(7)});
  EXPECT_EQ(MessageWithModel(),
            "call 0 (layer 0, Dense): input 0 refers to input 7, but there is "
            "only input 0; use one of these");
  b_.Clear();
  b_.AddInput(pool_.InternShape({4}));
  b_.AddLayer(DenseConfig(pool_, 4));
  b_.AddCall(0, {x_});
  b_.AddCall(0, {TensorRef::Call(9, 0)});
  EXPECT_EQ(MessageWithModel(),
            "call 1 (layer 0, Dense): input 0 refers to call 9, but there are "
            "calls 0 to 1; use one of these");
}

TEST_F(ValidateTest, references_out_of_all_bounds_are_refused) {
  for (TensorRef ref :
       {TensorRef{INT32_MIN, 0}, TensorRef{INT32_MAX, 0},
        TensorRef{0, INT32_MAX}, TensorRef{0, -1}, TensorRef{-1, 1},
        TensorRef{-1, -1}, TensorRef{0, static_cast<int32_t>(kMaxOutputs)}}) {
    GraphBuilder b(Chain(pool_, 1));
    b.AddCall(0, {ref});
    EXPECT_FALSE(Validate(b.graph()).ok()) << ref.producer << " " << ref.index;
    GraphBuilder c(Chain(pool_, 1));
    c.AddCall(0, {x_});
    c.AddKwarg(Named("mask"), ref);
    EXPECT_FALSE(Validate(c.graph()).ok()) << ref.producer << " " << ref.index;
    GraphBuilder d(Chain(pool_, 1));
    d.SetModel({x_}, {ref});
    EXPECT_FALSE(Validate(d.graph()).ok()) << ref.producer << " " << ref.index;
  }
}

TEST_F(ValidateTest, layers_that_do_not_exist_are_named) {
  b_.AddCall(7, {x_});
  EXPECT_EQ(MessageWithModel(),
            "call 0: there is no layer 7; there are 1 layers, counted from 0");
}

TEST_F(ValidateTest, a_call_before_its_layer_is_named) {
  AddLayer(Decl("Dense", 1));
  b_.AddCall(1, {x_});
  EXPECT_EQ(MessageWithModel(),
            "call 0 (layer 1, Dense) comes before its layer, which is "
            "constructed at position 1; lower the position to at most 0");
}

TEST_F(ValidateTest, positions_past_the_end_are_named) {
  AddLayer(Decl("Dense", 1));
  EXPECT_EQ(MessageWithModel(),
            "layer 1 (Dense): position 1 is past the end; there are 0 calls, "
            "so use at most that");
  b_.Clear();
  b_.AddInput(pool_.InternShape({4}));
  b_.SetModel({x_}, {x_});
  b_.SetModelPosition(3);
  EXPECT_EQ(Message(),
            "the model: position 3 is past the end; there are 0 calls, so use "
            "at most that");
}

TEST_F(ValidateTest, children_come_before_their_parents) {
  AddLayer(Decl("TimeDistributed"), {1});
  EXPECT_EQ(MessageWithModel(),
            "layer 1 (TimeDistributed): child 0 is layer 1, which is this very "
            "layer; a layer can only hold layers of an earlier position, or of "
            "its own position with a lower number");
  b_.Clear();
  b_.AddInput(pool_.InternShape({4}));
  AddLayer(Decl("TimeDistributed"), {1});
  AddLayer(Decl("Dense"));
  EXPECT_EQ(MessageWithModel().substr(0, 69),
            "layer 0 (TimeDistributed): child 0 is layer 1, which is "
            "constructed l");
  b_.Clear();
  b_.AddInput(pool_.InternShape({4}));
  AddLayer(Decl("TimeDistributed"), {5});
  EXPECT_EQ(MessageWithModel(),
            "layer 0 (TimeDistributed): child 0 is layer 5, but there are 1 "
            "layers, counted from 0; use one of these");
  // A higher number at an earlier position is earlier.
  b_.Clear();
  b_.AddInput(pool_.InternShape({4}));
  AddLayer(Decl("TimeDistributed", 1), {1});
  AddLayer(Decl("Dense"));
  b_.AddCall(1, {x_});
  EXPECT_EQ(MessageWithModel(), "");
}

TEST_F(ValidateTest, nested_models_use_what_was_made_before_them) {
  AddLayer(Decl("Model", 0), {}, {x_}, {TensorRef::Call(0, 0)});
  b_.AddCall(dense_, {x_});
  EXPECT_EQ(MessageWithModel(),
            "layer 1 (Model): output 0 refers to call 0, which comes after "
            "position 0; raise the position to at least 1, or use an earlier "
            "call");
}

TEST_F(ValidateTest, the_model_uses_what_was_made_before_it) {
  const TensorRef c = b_.AddCall(dense_, {x_});
  b_.SetModel({x_}, {c});
  b_.SetModelPosition(0);
  EXPECT_EQ(Message(),
            "the model: output 0 refers to call 0, which comes after position "
            "0; raise the position to at least 1, or use an earlier call");
}

TEST_F(ValidateTest, models_have_inputs_and_outputs_and_others_do_not) {
  EXPECT_EQ(Message(), "the model has no inputs; give it at least one");
  b_.SetModel({x_}, {});
  EXPECT_EQ(Message(), "the model has no outputs; give it at least one");
  AddLayer(Decl("Model"), {}, {x_}, {});
  EXPECT_EQ(MessageWithModel(),
            "layer 1 (Model) has no outputs; give it at least one");
  b_.Clear();
  b_.AddInput(pool_.InternShape({4}));
  AddLayer(Decl("Dense"), {}, {x_}, {x_});
  EXPECT_EQ(MessageWithModel(),
            "layer 0 (Dense) has tensors of its own, which only a layer of "
            "class Model can have; remove its inputs and outputs");
  b_.Clear();
  b_.AddInput(pool_.InternShape({4}));
  AddLayer(Decl("Dense"));
  AddLayer(Decl("Model"), {0}, {x_}, {x_});
  EXPECT_EQ(MessageWithModel(),
            "layer 1 (Model) has children; a Model is described by its inputs "
            "and outputs only, remove the children");
}

TEST_F(ValidateTest, keywords_are_distinct_identifiers) {
  b_.AddCall(dense_, {x_});
  b_.AddKwarg(Named("mask"), ConfigValue::None());
  b_.AddKwarg(Named("mask"), x_);
  EXPECT_EQ(MessageWithModel(),
            "call 0 (layer 0, Dense): the keyword \"mask\" is given twice; "
            "give it once");
  b_.Clear();
  b_.AddInput(pool_.InternShape({4}));
  b_.AddLayer(DenseConfig(pool_, 4));
  b_.AddCall(0, {x_});
  b_.AddKwarg(Named("x); import os; ("), ConfigValue::None());
  EXPECT_EQ(MessageWithModel(),
            "call 0 (layer 0, Dense): the keyword \"x); import os; (\" is no "
            "Python identifier; use letters, digits and underscores");
}

TEST_F(ValidateTest, classes_and_config_keys_are_identifiers) {
  AddLayer(Decl("Dense()\nimport os"));
  EXPECT_NE(MessageWithModel(), "");
  b_.Clear();
  b_.AddInput(pool_.InternShape({4}));
  b_.AddLayer(MakeConfig(pool_, "Dense", {{"a b", ConfigValue::None()}}));
  EXPECT_EQ(MessageWithModel(),
            "layer 0 (Dense): the config key \"a b\" is no Python identifier; "
            "use letters, digits and underscores");
  b_.Clear();
  b_.AddInput(pool_.InternShape({4}));
  b_.AddLayer(pool_.InternConfig(nullptr, {}));
  EXPECT_EQ(MessageWithModel(),
            "layer 0 has no class; give it one, such as Dense");
}

TEST_F(ValidateTest, names_are_short_utf8_and_not_empty) {
  b_.AddLayer(DenseConfig(pool_, 4), Named(""));
  EXPECT_EQ(MessageWithModel(),
            "layer 1 (Dense \"\"): the name is empty; leave it out for an "
            "automatic name");
  b_.Clear();
  b_.AddInput(pool_.InternShape({4}), DType::kFloat32, Named("\xff"));
  EXPECT_EQ(MessageWithModel(),
            "input 0: the name \"\\xff\" is not UTF-8; use plain characters");
  b_.Clear();
  b_.AddInput(pool_.InternShape({4}));
  b_.SetModel({x_}, {x_}, Named(std::string(kMaxNameBytes, 'x')));
  EXPECT_EQ(Message(), "");
  b_.SetModel({x_}, {x_}, Named(std::string(10'000, 'x')));
  EXPECT_EQ(Message(), "the model: the name \"" + std::string(60, 'x') +
                           "…\" has 10000 bytes; use at most 1024");
}

TEST_F(ValidateTest, inputs_have_a_shape_with_sizes) {
  b_.AddInput(pool_.unknown_shape());
  EXPECT_EQ(MessageWithModel(),
            "input 1 has no shape of known rank; give it a list of 1 to 8 "
            "sizes, the batch size first");
  for (int32_t dim : {0, -2, INT32_MIN, kMaxDim + 1}) {
    b_.Clear();
    b_.AddInput(pool_.InternShape({kUnknownDim, dim}));
    EXPECT_EQ(MessageWithModel(),
              absl::StrCat("input 0 has a dimension of size ", dim,
                           "; use 1 to 16777216, or none for any size"));
  }
}

TEST_F(ValidateTest, counts_are_limited) {
  GraphBuilder b(Chain(pool_, 1));
  for (size_t i = 0; i < kMaxCalls; ++i) b.AddCall(0, {x_});
  EXPECT_EQ(Validate(b.graph()).message(),
            "the graph has 20001 calls, more than the 20000 that clonecheck "
            "takes; use a smaller graph");
  const std::vector<TensorRef> many(kMaxListLength + 1, x_);
  b_.AddCall(dense_, many);
  EXPECT_EQ(MessageWithModel(),
            "call 0 (layer 0, Dense): 4097 inputs are more than the 4096 that "
            "clonecheck takes; use fewer");
}

TEST_F(ValidateTest, nesting_is_limited) {
  const auto nested = [&](size_t levels) {
    GraphBuilder b;
    const TensorRef x = b.AddInput(pool_.InternShape({4}));
    uint32_t layer = b.AddLayer(DenseConfig(pool_, 4));
    for (size_t i = 0; i < levels; ++i) {
      if (i % 2 == 0) {
        layer = b.AddLayer(Decl("Sequential", static_cast<uint32_t>(i / 2)),
                           {layer}, {}, {});
      } else {
        const TensorRef c = b.AddCall(layer, {x});
        layer = b.AddLayer(Decl("Model", static_cast<uint32_t>(c.producer) + 1),
                           {}, {x}, {c});
      }
    }
    b.SetModel({x}, {x});
    return std::move(b).Build();
  };
  EXPECT_TRUE(Validate(nested(kMaxNesting)).ok())
      << Validate(nested(kMaxNesting));
  EXPECT_EQ(Validate(nested(kMaxNesting + 1)).message(),
            "layer 65 (Sequential) is nested 65 levels deep; use at most 64");
}

TEST_F(ValidateTest, calls_within_called_models_are_limited) {
  // Each calls the one below twice, of which both are needed or one.
  const auto doubled = [&](uint32_t levels, bool both) {
    GraphBuilder b;
    const TensorRef x = b.AddInput(pool_.InternShape({4}));
    uint32_t layer = b.AddLayer(DenseConfig(pool_, 4));
    for (uint32_t i = 0; i < levels; ++i) {
      const TensorRef first = b.AddCall(layer, {x});
      const TensorRef second = b.AddCall(layer, {both ? first : x});
      layer = b.AddLayer(Decl("Model", second.producer + 1), {}, {x}, {second});
    }
    b.SetModel({x}, {b.AddCall(layer, {x})});
    return std::move(b).Build();
  };
  EXPECT_TRUE(Validate(doubled(13, true)).ok()) << Validate(doubled(13, true));
  EXPECT_TRUE(Validate(doubled(40, false)).ok());
  for (const uint32_t levels : {14, 40}) {
    EXPECT_EQ(Validate(doubled(levels, true)).message(),
              "layer 14 (Model) makes more than 20000 calls when it is called "
              "once, with those of the models within; use models that call "
              "each other less often");
  }
}

TEST_F(ValidateTest, many_models_side_by_side_are_not_nested) {
  for (uint32_t i = 0; i < 200; ++i) {
    const TensorRef c = b_.AddCall(dense_, {x_});
    AddLayer(Decl("Model", i + 1), {}, {x_}, {c});
  }
  EXPECT_EQ(MessageWithModel(), "");
}

TEST_F(ValidateTest, outputs_that_do_not_exist_are_named) {
  const FakeLayerFacts facts;
  const TensorRef c = b_.AddCall(b_.AddLayer(LambdaConfig(pool_, "two")), {x_});
  b_.SetModel({x_}, {TensorRef::Call(c.producer, 2)});
  EXPECT_EQ(Message(), "");
  EXPECT_EQ(Message(&facts),
            "the model: output 0 refers to output 2 of call 0 (layer 1, "
            "Lambda), which has 2 outputs; use an index below that, counted "
            "from 0");
  b_.SetModel({x_}, {TensorRef::Call(c.producer, 1)});
  EXPECT_EQ(Message(&facts), "");
}

TEST_F(ValidateTest, outputs_of_nested_models_are_known_without_facts) {
  const uint32_t model = AddLayer(Decl("Model"), {}, {x_}, {x_, x_});
  const uint32_t stack = AddLayer(Decl("Sequential"), {dense_, model});
  const TensorRef c = b_.AddCall(stack, {x_});
  b_.SetModel({x_}, {TensorRef::Call(c.producer, 1)});
  EXPECT_EQ(Message(), "");
  b_.SetModel({x_}, {TensorRef::Call(c.producer, 2)});
  EXPECT_EQ(Message(),
            "the model: output 0 refers to output 2 of call 0 (layer 2, "
            "Sequential), which has 2 outputs; use an index below that, "
            "counted from 0");
}

TEST_F(ValidateTest, unknown_numbers_of_outputs_are_not_judged) {
  const FakeLayerFacts facts;
  const TensorRef c = b_.AddCall(AddLayer(Decl("Opaque")), {x_});
  b_.SetModel({x_}, {TensorRef::Call(c.producer, 100)});
  EXPECT_EQ(Message(&facts), "");
}

}  // namespace
}  // namespace clonecheck
