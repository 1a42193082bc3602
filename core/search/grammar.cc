#include "core/search/grammar.h"

#include <vector>

#include "core/text.h"

namespace clonecheck {

const std::vector<Grammar>& AllGrammars() {
  static const auto* const kAll = new std::vector<Grammar>{
      // grammar_plain.cc
      PlainGrammar(),
      SwapGrammar(),
      SharedGrammar(),
      // grammar_masks.cc
      MasksGrammar(),
      // grammar_nested.cc
      NestedGrammar(),
      // grammar_states.cc
      StatesGrammar(),
  };
  return *kAll;
}

absl::StatusOr<const Grammar*> FindGrammar(absl::string_view name) {
  std::vector<absl::string_view> names;
  for (const Grammar& grammar : AllGrammars()) {
    if (grammar.name == name) return &grammar;
    names.push_back(grammar.name);
  }
  return absl::InvalidArgumentError(ThereIsNo("grammar", name, names));
}

}  // namespace clonecheck
