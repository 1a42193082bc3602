// The operators of the Mutator. Each is a function that edits a Graph at a
// random place; the Mutator tries again where the edit came to nothing. A new
// operator is two functions in a file by subject and an entry in
// all_mutations.inc.
#ifndef CLONECHECK_CORE_SEARCH_MUTATION_OPERATORS_H_
#define CLONECHECK_CORE_SEARCH_MUTATION_OPERATORS_H_

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace clonecheck {

class Mutation;

struct MutationOperator {
  absl::string_view name;
  // When it may be used, and what it does: one line each.
  absl::string_view precondition;
  absl::string_view effect;
  bool (*applies)(const Mutation& mutation);
  // Edits the draft. False: there is nothing to edit at the place drawn.
  bool (*edit)(Mutation& mutation);
};

// On one Graph.
absl::Span<const MutationOperator> AllMutationOperators();
// On two: the Graph, and another one of which parts are taken.
absl::Span<const MutationOperator> AllCrossoverOperators();

// bool InsertApplies(const Mutation& m);
// bool Insert(Mutation& m); and so on.
#define MUTATION(name, function, precondition, effect) \
  bool function##Applies(const Mutation& m);           \
  bool function(Mutation& m);
#define CROSSOVER MUTATION
#include "core/search/all_mutations.inc"
#undef MUTATION
#undef CROSSOVER

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_SEARCH_MUTATION_OPERATORS_H_
