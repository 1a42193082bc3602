// RNN with cells: numbers, shapes and texts of the real Keras 2.2.4 and 2.3.1,
// numbers to five decimals.
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/layers/errors.h"
#include "core/layers/recurrent_layer_test.h"
#include "gtest/gtest.h"

namespace clonecheck {
namespace {

class RnnWithCells : public RecurrentLayerTest {
 protected:
  using Entries = std::vector<std::pair<absl::string_view, ConfigValue>>;

  ConfigValue Dict(const Entries& entries) {
    std::vector<ConfigEntry> interned;
    for (const auto& [key, value] : entries) {
      interned.push_back({pool_.InternName(key), value});
    }
    return ConfigValue::Dict(pool_.InternConfig(nullptr, std::move(interned)));
  }
  ConfigValue Text(absl::string_view text) {
    return ConfigValue::String(pool_.InternName(text));
  }
  ConfigValue Serialized(absl::string_view class_name, Entries config) {
    config.emplace_back("name", Text("c"));
    return Dict({{"class_name", Text(class_name)}, {"config", Dict(config)}});
  }
  ConfigValue Cell(absl::string_view class_name, int units, Entries more = {}) {
    more.emplace_back("units", ConfigValue::Int(units));
    return Serialized(class_name, std::move(more));
  }
  ConfigValue Stack(std::vector<ConfigValue> cells, Entries more = {}) {
    more.emplace_back("cells",
                      ConfigValue::List(pool_.InternList(std::move(cells))));
    return Serialized("StackedRNNCells", std::move(more));
  }
  const Entries kReversed = {{"reverse_state_order", ConfigValue::Bool(true)}};

  // Weight by weight of the first cell, then of the second.
  std::vector<Values> Run(ConfigValue cell, std::vector<Arg> args,
                          const Options& options) {
    args.push_back({"cell", cell});
    return OutputsOnASequence("RNN", args, options);
  }
  std::vector<Values> Run(ConfigValue cell, std::vector<Arg> args = {}) {
    return Run(cell, std::move(args), Options());
  }

  // The error of the first call on a sequence of two features and on states of
  // these sizes.
  std::string StateError(ConfigValue cell, const std::vector<int32_t>& sizes) {
    TestLayer layer = Make("RNN", {{"cell", cell}});
    std::vector<Symbol*> inputs = {Input({kUnknownDim, 3, 2})};
    for (int32_t size : sizes) inputs.push_back(Input({kUnknownDim, size}));
    return Call(layer, inputs).error();
  }

  std::string Weights(const TestLayer& layer) {
    std::string text;
    for (const WeightDecl& weight : layer.weights) {
      absl::StrAppend(&text, weight.trainable ? "" : "frozen ", weight.role,
                      " ", weight.shape->ToString(), "; ");
    }
    return text;
  }
};

TEST_F(RnnWithCells, computes_what_its_cell_computes) {
  const std::vector<Values> lstm =
      Run(Cell("LSTMCell", 2), {{"return_state", true}});
  ASSERT_EQ(lstm.size(), 3u);
  ExpectNear(lstm[0], {-0.12402, 0.1878, -0.05905, 0.24655});
  ExpectNear(lstm[1], {-0.12402, 0.1878, -0.05905, 0.24655});
  ExpectNear(lstm[2], {-0.20902, 0.69913, -0.16044, 0.79908});
  ExpectNear(Run(Cell("GRUCell", 3, {{"reset_after", ConfigValue::Bool(true)}}),
                 {{"return_sequences", true}, {"go_backwards", true}})[0],
             {0.44504, -0.40079, 0.02155, 0.63488, -0.6229, 0.12154, 0.01353,
              -0.65827, 0.45984, -0.04933, -0.15865, 0.51036, -0.09106,
              -0.28894, 0.67705, 0.24825, -0.58082, 0.17985});
}

TEST_F(RnnWithCells, a_stack_feeds_each_cell_the_output_of_the_one_before) {
  const std::vector<Values> outputs =
      Run(Stack({Cell("SimpleRNNCell", 2), Cell("LSTMCell", 3)}),
          {{"return_state", true}});
  ASSERT_EQ(outputs.size(), 4u);
  ExpectNear(outputs[0],
             {-0.14825, -0.03003, -0.10247, -0.06307, -0.09989, -0.10284});
  ExpectNear(outputs[1], {-0.70189, -0.1916, 0.25984, 0.46852});
  ExpectNear(outputs[2],
             {-0.14825, -0.03003, -0.10247, -0.06307, -0.09989, -0.10284});
  ExpectNear(outputs[3],
             {-0.41683, -0.07571, -0.42778, -0.22361, -0.27669, -0.2649});
  ExpectNear(Run(Stack({Cell("SimpleRNNCell", 2), Cell("GRUCell", 3)}),
                 {{"return_sequences", true}, {"go_backwards", true}})[0],
             {-0.30248, -0.08048, -0.53734, -0.41202, -0.09514, -0.71701,
              -0.4881, -0.5099, -0.71797, -0.19731, -0.31138, -0.47612,
              -0.41369, -0.59084, -0.62886, -0.57545, -0.27079, -0.71373});
}

TEST_F(RnnWithCells, the_states_of_a_stack_may_come_in_reversed_order) {
  const std::vector<Values> reversed =
      Run(Stack({Cell("SimpleRNNCell", 2), Cell("LSTMCell", 3)}, kReversed),
          {{"return_state", true}}, {/*masked=*/false, /*states=*/{3, 3, 2}});
  ASSERT_EQ(reversed.size(), 4u);
  ExpectNear(reversed[1],
             {-0.14586, -0.02973, -0.09772, -0.05635, -0.10473, -0.09985});
  ExpectNear(reversed[2],
             {-0.4153, -0.07648, -0.39001, -0.20072, -0.31096, -0.23684});
  ExpectNear(reversed[3], {-0.62381, -0.19465, 0.48812, 0.4661});
  const std::vector<Values> plain =
      Run(Stack({Cell("SimpleRNNCell", 2), Cell("LSTMCell", 3)}),
          {{"return_state", true}}, {/*masked=*/false, /*states=*/{2, 3, 3}});
  ASSERT_EQ(plain.size(), 4u);
  ExpectNear(plain[1], {-0.66927, -0.18871, 0.41501, 0.46502});
  ExpectNear(plain[3],
             {-0.40563, -0.07285, -0.4427, -0.17892, -0.31557, -0.23353});
}

// In 2.2.4: of the first cell, or of the last where the order is reversed.
TEST_F(RnnWithCells, the_order_of_states_is_no_part_of_what_the_output_means) {
  const std::vector<ConfigValue> cells = {Cell("SimpleRNNCell", 2),
                                          Cell("GRUCell", 2)};
  TestLayer reversed =
      Make("RNN", {{"cell", Stack(cells, kReversed)}, {"return_state", true}});
  Symbol* x = Input({kUnknownDim, 3, 2});
  Symbol* state = Input({kUnknownDim, 2});
  const Result one = Call(reversed, {x});
  // The same weights, in a layer of the other order.
  TestLayer ordered = reversed;
  ordered.spec = &Spec("RNN", {{"cell", Stack(cells)}, {"return_state", true}});
  const Result other = Call(ordered, {x});
  EXPECT_EQ(one.outputs[0]->term, other.outputs[0]->term);
  EXPECT_NE(one.outputs[1]->term, other.outputs[1]->term);
  EXPECT_NE(Call(reversed, {x, state, state}).outputs[0]->term,
            Call(ordered, {x, state, state}).outputs[0]->term);
}

TEST_F(RnnWithCells, a_masked_step_outputs_the_first_state_in_2_2_4) {
  const ConfigValue cells[] = {Cell("SimpleRNNCell", 2), Cell("GRUCell", 2)};
  const std::vector<ConfigValue> list(std::begin(cells), std::end(cells));
  const std::vector<Arg> args = {{"return_sequences", true},
                                 {"return_state", true}};
  const Options options{/*masked=*/true, /*states=*/{2, 2}};
  ExpectNear(Run(Stack(list), args, options)[0],
             {-0.75, -0.25, -0.79585, -0.6085, -0.80355, -0.72987, 0.25, 0.75,
              0.25, 0.75, 0.25, 0.75});
  ExpectNear(Run(Stack(list, kReversed), args, options)[0],
             {-0.75, -0.25, -0.78555, -0.63531, -0.80336, -0.73989, 0.25, 0.75,
              0.25, 0.75, 0.25, 0.75});
  rules_.masked_step_outputs_the_state = false;
  ExpectNear(Run(Stack(list), args, options)[0],
             {0, 0, -0.79585, -0.6085, -0.80355, -0.72987, 0, 0, 0, 0, 0, 0});
  ExpectNear(Run(Stack(list, kReversed), args, options)[0],
             {0, 0, -0.78555, -0.63531, -0.80336, -0.73989, 0, 0, 0, 0, 0, 0});
}

TEST_F(RnnWithCells, masked_steps_keep_all_states) {
  const ConfigValue stack =
      Stack({Cell("SimpleRNNCell", 2), Cell("GRUCell", 2)});
  const Options options{/*masked=*/true, /*states=*/{}};
  const std::vector<Values> outputs =
      Run(stack, {{"return_sequences", true}, {"return_state", true}}, options);
  const Values sequence = {0, 0, -0.44707, -0.56604, -0.60292, -0.70512,
                           0, 0, 0,        0,        0,        0};
  ExpectNear(outputs[0], sequence);
  ExpectNear(outputs[1], {-0.59372, -0.21548, 0, 0});
  ExpectNear(outputs[2], {-0.60292, -0.70512, 0, 0});
  ExpectNear(
      Run(stack, {{"return_sequences", true}, {"unroll", true}}, options)[0],
      sequence);
}

// "Dimension 1 in both shapes must be equal, but are 2 and 3."
TEST_F(RnnWithCells, a_state_of_another_size_cannot_be_an_output_in_2_2_4) {
  const auto form = [this](ConfigValue cell, bool unroll) {
    TestLayer layer = Make("RNN", {{"cell", cell}, {"unroll", unroll}});
    const Result result =
        Call(layer, {Input({kUnknownDim, 3, 2})}, {Mask({kUnknownDim, 3})});
    return result.refusal == nullptr ? nullptr : result.refusal->form;
  };
  const std::vector<ConfigValue> cells = {Cell("SimpleRNNCell", 3),
                                          Cell("GRUCell", 2)};
  EXPECT_EQ(form(Stack(cells), false), &errors::kBackend);
  EXPECT_EQ(form(Stack(cells), true), nullptr);
  EXPECT_EQ(form(Stack(cells, kReversed), false), nullptr);
  rules_.masked_step_outputs_the_state = false;
  EXPECT_EQ(form(Stack(cells), false), nullptr);
}

TEST_F(RnnWithCells, has_the_weights_of_its_cells_in_order) {
  TestLayer layer =
      Make("RNN",
           {{"cell", Stack({Cell("SimpleRNNCell", 2), Cell("LSTMCell", 3)})}});
  Call(layer, {Input({kUnknownDim, 3, 2})});
  EXPECT_EQ(Weights(layer),
            "kernel (2, 2); recurrent_kernel (2, 2); bias (2,); "
            "kernel (2, 12); recurrent_kernel (3, 12); bias (12,); ");
}

TEST_F(RnnWithCells, cells_are_frozen_one_by_one_or_with_their_stack) {
  const ConfigValue no = ConfigValue::Bool(false);
  const std::vector<ConfigValue> cells = {
      Cell("SimpleRNNCell", 2, {{"trainable", no}, {"use_bias", no}}),
      Cell("SimpleRNNCell", 3, {{"use_bias", no}})};
  TestLayer layer = Make("RNN", {{"cell", Stack(cells)}});
  Call(layer, {Input({kUnknownDim, 3, 2})});
  EXPECT_EQ(Weights(layer),
            "frozen kernel (2, 2); frozen recurrent_kernel (2, 2); "
            "kernel (2, 3); recurrent_kernel (3, 3); ");
  // Those that the stack alone freezes come first.
  TestLayer frozen = Make("RNN", {{"cell", Stack(cells, {{"trainable", no}})}});
  Call(frozen, {Input({kUnknownDim, 3, 2})});
  EXPECT_EQ(Weights(frozen),
            "frozen kernel (2, 3); frozen recurrent_kernel (3, 3); "
            "frozen kernel (2, 2); frozen recurrent_kernel (2, 2); ");
}

TEST_F(RnnWithCells, states_must_have_the_sizes_of_the_cells) {
  const std::string begin =
      "ValueError: An `initial_state` was passed that is not compatible with "
      "`cell.state_size`. Received `state_spec`=";
  EXPECT_EQ(StateError(Cell("SimpleRNNCell", 2), {3}),
            begin +
                "[InputSpec(shape=(None, 3), ndim=2)]; however "
                "`cell.state_size` is 2");
  EXPECT_EQ(StateError(Stack({Cell("SimpleRNNCell", 2)}), {3}),
            begin +
                "[InputSpec(shape=(None, 3), ndim=2)]; however "
                "`cell.state_size` is (2,)");
  const std::vector<ConfigValue> cells = {Cell("SimpleRNNCell", 2),
                                          Cell("LSTMCell", 3)};
  EXPECT_EQ(StateError(Stack(cells), {2, 3}),
            begin +
                "[InputSpec(shape=(None, 2), ndim=2), InputSpec(shape="
                "(None, 3), ndim=2)]; however `cell.state_size` is "
                "(2, 3, 3)");
  EXPECT_EQ(StateError(Stack(cells), {2, 3, 3}), "");
  EXPECT_EQ(StateError(Stack(cells, kReversed), {3, 3, 2}), "");
}

TEST_F(RnnWithCells, an_unrolled_stack_returns_its_output_and_a_state_as_one) {
  const std::vector<ConfigValue> cells = {Cell("SimpleRNNCell", 2),
                                          Cell("GRUCell", 3)};
  TestLayer plain =
      Make("RNN",
           {{"cell", Stack(cells)}, {"unroll", true}, {"return_state", true}});
  const Result result = Call(plain, {Input({kUnknownDim, 3, 2})});
  ASSERT_EQ(result.outputs.size(), 3u);
  EXPECT_EQ(result.outputs[0], result.outputs[2]);
  EXPECT_NE(result.outputs[0], result.outputs[1]);
}

TEST_F(RnnWithCells, get_config_forgets_the_order_of_states) {
  const std::vector<ConfigValue> cells = {Cell("SimpleRNNCell", 2)};
  const LayerSpec& reversed = Spec("RNN", {{"cell", Stack(cells, kReversed)}});
  const LayerSpec& plain = Spec("RNN", {{"cell", Stack(cells)}});
  EXPECT_NE(&reversed, &plain);
  EXPECT_EQ(&reversed.saved(), &plain);
}

TEST_F(RnnWithCells, is_printed_with_its_cells) {
  const LayerSpec& spec =
      Spec("RNN", {{"cell", Stack({Cell("GRUCell", 2)}, kReversed)},
                   {"return_state", true}});
  EXPECT_EQ(spec.kind().ToPython(*spec.config()).constructor,
            "RNN(cell=StackedRNNCells(cells=[GRUCell(name='c', units=2)], "
            "name='c', reverse_state_order=True), return_state=True)");
}

TEST_F(RnnWithCells, says_what_is_wrong_with_a_cell) {
  EXPECT_EQ(ConfigError("RNN", {{"cell", Cell("Dense", 2)}}),
            "RNN: in the argument 'cell': there is no cell class 'Dense'; take "
            "one of SimpleRNNCell, GRUCell, LSTMCell.");
  EXPECT_EQ(ConfigError("RNN", {{"cell", Cell("GRUCell", 0)}}),
            "RNN: in the argument 'cell': GRUCell: the argument 'units' must "
            "be a whole number from 1 to 2147483647, but is 0; correct it in "
            "the config.");
  EXPECT_EQ(ConfigError("RNN", {{"cell", Stack({})}}),
            "RNN: in the argument 'cell': StackedRNNCells: the argument "
            "'cells' must be a list of at least one cell; correct it in the "
            "config.");
  EXPECT_EQ(ConfigError("RNN", {}),
            "RNN: in the argument 'cell': a cell must be {'class_name': …, "
            "'config': …}, but is None; correct it in the config.");
}

}  // namespace
}  // namespace clonecheck
