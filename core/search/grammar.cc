#include "core/search/grammar.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace clonecheck {

const std::vector<Grammar>& AllGrammars() {
  static const auto* const kAll = new std::vector<Grammar>{
      PlainGrammar(), SwapGrammar(),   SharedGrammar(),
      MasksGrammar(), NestedGrammar(), StatesGrammar()};
  return *kAll;
}

absl::StatusOr<const Grammar*> FindGrammar(absl::string_view name) {
  for (const Grammar& grammar : AllGrammars()) {
    if (grammar.name == name) return &grammar;
  }
  return absl::InvalidArgumentError(
      absl::StrCat("There is no grammar \"", name, "\"; choose from ",
                   absl::StrJoin(AllGrammars(), ", ",
                                 [](std::string* out, const Grammar& grammar) {
                                   absl::StrAppend(out, grammar.name);
                                 }),
                   "."));
}

}  // namespace clonecheck
