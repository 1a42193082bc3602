// `nested`: a Model within the model, and layers that are called in both.
#include "core/search/grammar.h"

namespace clonecheck {

Grammar NestedGrammar() {
  Grammar grammar = PlainGrammar();
  grammar.name = "nested";
  grammar.summary =
      "plain, with a nested Model and layers called in it, outside, or both";
  grammar.shares_layers = true;
  grammar.nests = true;
  return grammar;
}

}  // namespace clonecheck
