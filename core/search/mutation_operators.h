// The operators of the Mutator. Each is a function that edits a Graph at a
// random place; the Mutator tries again where the edit came to nothing. A new
// operator is a function in a file by subject, a line here, and a line in the
// table of mutation_operators.cc.
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

// mutate_calls.cc
bool InsertApplies(const Mutation& m);
bool Insert(Mutation& m);
bool DeleteApplies(const Mutation& m);
bool Delete(Mutation& m);
bool OrderApplies(const Mutation& m);
bool Order(Mutation& m);
// mutate_refs.cc
bool RewireApplies(const Mutation& m);
bool Rewire(Mutation& m);
bool OutputsApplies(const Mutation& m);
bool Outputs(Mutation& m);
// mutate_layers.cc
bool RetypeApplies(const Mutation& m);
bool Retype(Mutation& m);
bool ShareApplies(const Mutation& m);
bool Share(Mutation& m);
bool UnshareApplies(const Mutation& m);
bool Unshare(Mutation& m);
bool KeywordApplies(const Mutation& m);
bool Keyword(Mutation& m);
bool MarkApplies(const Mutation& m);
bool Mark(Mutation& m);
// mutate_models.cc
bool NestApplies(const Mutation& m);
bool Nest(Mutation& m);
bool InlineApplies(const Mutation& m);
bool Inline(Mutation& m);
// mutate_inputs.cc
bool InputApplies(const Mutation& m);
bool Input(Mutation& m);
// mutate_splice.cc
bool SpliceApplies(const Mutation& m);
bool Splice(Mutation& m);
bool JoinApplies(const Mutation& m);
bool Join(Mutation& m);

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_SEARCH_MUTATION_OPERATORS_H_
