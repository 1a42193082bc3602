// `plain`, `swap`, `shared`: no masks, no keywords, no nesting.
#include "core/search/grammar.h"

namespace clonecheck {

// One kind an arity. Dense has weights, so that no two calls mean the same;
// Lambda has several outputs and no masks, as in keras#12202; Subtract tells
// its inputs apart.
Grammar PlainGrammar() {
  constexpr Sort kV = Sort::kVector;
  Grammar grammar;
  grammar.name = "plain";
  grammar.summary = "Dense, Lambda of two outputs, Subtract; one input";
  grammar.inputs = {kV};
  grammar.layers = {
      {"Dense", {{"units", ConfigValue::Type::kInt, 1}}},
      {"Lambda", {{"function", ConfigValue::Type::kString, 0, "two"}}},
      {"Subtract", {}},
  };
  grammar.productions = {
      {0, {kV}, {kV}}, {1, {kV}, {kV, kV}}, {2, {kV, kV}, {kV}}};
  return grammar;
}

Grammar SwapGrammar() {
  constexpr Sort kV = Sort::kVector;
  Grammar grammar = PlainGrammar();
  grammar.name = "swap";
  grammar.summary = "plain, and Swap (two inputs, two outputs); two inputs";
  grammar.inputs = {kV, kV};
  grammar.layers.push_back({"Swap", {}});
  grammar.productions.push_back({3, {kV, kV}, {kV, kV}});
  return grammar;
}

Grammar SharedGrammar() {
  Grammar grammar = PlainGrammar();
  grammar.name = "shared";
  grammar.summary = "plain, with layers that are called several times";
  grammar.shares_layers = true;
  return grammar;
}

}  // namespace clonecheck
