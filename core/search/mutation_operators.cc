// The tables of the Mutator's operators.
#include "core/search/mutation_operators.h"

namespace clonecheck {
namespace {

#define OPERATOR(name, function, precondition, effect) \
  {name, precondition, effect, &function##Applies, &(function)},
#define NOTHING(name, function, precondition, effect)

constexpr MutationOperator kMutations[] = {
#define MUTATION OPERATOR
#define CROSSOVER NOTHING
#include "core/search/all_mutations.inc"
#undef MUTATION
#undef CROSSOVER
};

constexpr MutationOperator kCrossovers[] = {
#define MUTATION NOTHING
#define CROSSOVER OPERATOR
#include "core/search/all_mutations.inc"
#undef MUTATION
#undef CROSSOVER
};

}  // namespace

absl::Span<const MutationOperator> AllMutationOperators() { return kMutations; }

absl::Span<const MutationOperator> AllCrossoverOperators() {
  return kCrossovers;
}

}  // namespace clonecheck
