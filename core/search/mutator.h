// Mutator: changes Graphs, and crosses two of them, by operators on the Graph
// itself, never on bytes: a call more or less, another input, another layer, a
// layer shared, calls put into a Model of their own. Knows what tensors fit
// where, as the generator does, and asks its caller whether the engine builds
// the result, since search knows no engine.
//
// The same choices give the same Graph. Not thread-safe; one a thread.
#ifndef CLONECHECK_CORE_SEARCH_MUTATOR_H_
#define CLONECHECK_CORE_SEARCH_MUTATOR_H_

#include <cstddef>
#include <cstdint>
#include <optional>

#include "absl/types/span.h"
#include "core/graph/graph.h"
#include "core/layers/catalogue.h"
#include "core/search/builds.h"
#include "core/search/choice_source.h"
#include "core/search/layer_domain.h"
#include "core/search/mutation_operators.h"

namespace clonecheck {

class Mutation;

class Mutator {
 public:
  // Results have at most `max_calls` calls. `only`: where new layers come from;
  // null: all. REQUIRES: `catalogue` and `only` outlive the mutator; max_calls
  // > 0.
  Mutator(Catalogue& catalogue, size_t max_calls, Builds builds,
          const Vocabulary* only = nullptr);

  // For all of these: Graphs are valid, resolved by the catalogue, of its Pool,
  // and build; so are the results, in canonical form.

  // By an operator drawn from those whose precondition holds. A Graph of more
  // than max_calls calls is made smaller.
  Graph Mutate(const Graph& graph, ChoiceSource& choices);
  // By an operator on two Graphs, drawn likewise; Mutate where there is none.
  Graph CrossOver(const Graph& graph, const Graph& other,
                  ChoiceSource& choices);
  // With fewer calls. REQUIRES: there is a call.
  Graph MakeSmaller(const Graph& graph, ChoiceSource& choices);

  // Does the precondition of `op` hold? `other`: of an operator on two Graphs.
  bool Applies(const MutationOperator& op, const Graph& graph,
               const Graph* other = nullptr);
  // What `op` makes of `graph`; nothing, if none of a number of tries gave a
  // Graph that builds and is another one. REQUIRES: Applies.
  std::optional<Graph> Apply(const MutationOperator& op, const Graph& graph,
                             ChoiceSource& choices,
                             const Graph* other = nullptr);

 private:
  std::optional<Graph> Draw(absl::Span<const MutationOperator> operators,
                            const Graph& graph, const Graph* other,
                            ChoiceSource& choices);
  std::optional<Graph> Apply(const MutationOperator& op, Mutation& mutation,
                             const Graph& canonical, ChoiceSource& choices);

  Catalogue& catalogue_;
  LayerDomain domain_;
  const size_t max_calls_;
  Builds builds_;
};

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_SEARCH_MUTATOR_H_
