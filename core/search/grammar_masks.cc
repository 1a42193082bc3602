// `masks`: masks made, carried, dropped, consumed and merged.
#include "core/search/grammar.h"

namespace clonecheck {

Grammar MasksGrammar() {
  constexpr Sort kS = Sort::kSequence;
  constexpr ConfigValue::Type kText = ConfigValue::Type::kString;
  Grammar grammar;
  grammar.name = "masks";
  grammar.summary =
      "a maker, carriers of one and two outputs, a dropper of two outputs, "
      "consumers of one and two inputs, a merge";
  grammar.inputs = {kS};
  grammar.layers = {
      {"Masking", {}},
      {"Dense", {{"units", ConfigValue::Type::kInt, 1}}},
      {"MultiOutMasked", {}},
      {"Lambda", {{"function", kText, 0, "two"}}},
      {"Lambda", {{"function", kText, 0, "mask_scale"}}},
      {"Lambda", {{"function", kText, 0, "mask_pick"}}},
      {"Subtract", {}},
  };
  grammar.productions = {
      {0, {kS}, {kS}},     {1, {kS}, {kS}}, {2, {kS}, {kS, kS}},
      {3, {kS}, {kS, kS}}, {4, {kS}, {kS}}, {5, {kS, kS}, {kS}},
      {6, {kS, kS}, {kS}},
  };
  return grammar;
}

}  // namespace clonecheck
