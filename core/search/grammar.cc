#include "core/search/grammar.h"

#include <vector>

#include "core/text.h"

namespace clonecheck {

const std::vector<Grammar>& AllGrammars() {
  static const auto* const kAll = new std::vector<Grammar>{
#define GRAMMAR(name) name(),
#include "core/search/all_grammars.inc"
#undef GRAMMAR
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
