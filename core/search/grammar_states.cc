// `states`: recurrent layers that return states and are given some, as the
// keyword or in the list of inputs.
#include "core/search/grammar.h"

namespace clonecheck {

Grammar StatesGrammar() {
  constexpr Sort kS = Sort::kSequence;
  constexpr Sort kV = Sort::kVector;
  constexpr ConfigValue::Type kBool = ConfigValue::Type::kBool;
  constexpr ConfigValue::Type kInt = ConfigValue::Type::kInt;
  Grammar grammar;
  grammar.name = "states";
  grammar.summary =
      "SimpleRNN and LSTM with states, given as keyword or in a list, and "
      "shared; Dense; a sequence and a vector as inputs";
  grammar.inputs = {kS, kV};
  const std::vector<LayerTemplate::Argument> returns_all = {
      {"units", kInt, 1},
      {"return_sequences", kBool, 1},
      {"return_state", kBool, 1}};
  grammar.layers = {
      {"Dense", {{"units", kInt, 1}}},
      {"SimpleRNN", returns_all},
      {"LSTM", returns_all},
  };
  constexpr Production::Form kKeyword = Production::Form::kInitialState;
  grammar.productions = {
      {0, {kV}, {kV}},         {1, {kS}, {kS, kV}},
      {1, {kS, kV}, {kS, kV}}, {1, {kS, kV}, {kS, kV}, kKeyword},
      {2, {kS}, {kS, kV, kV}}, {2, {kS, kV, kV}, {kS, kV, kV}, kKeyword},
  };
  grammar.shares_layers = true;
  return grammar;
}

}  // namespace clonecheck
