#include "core/search/mutator.h"

#include <utility>
#include <vector>

#include "core/graph/canonical.h"
#include "core/search/mutation.h"

namespace clonecheck {
namespace {

// Tries of one operator. Most need a few.
constexpr int kTries = 200;
// Tries where the graph itself does not look generated (a seed that somebody
// wrote): nothing is admitted that does not, and an operator removes what is
// amiss soon or never. With 200 two such seeds among 500 inputs took as long as
// all others.
constexpr int kTriesOnFault = 4;

uint64_t Seed(ChoiceSource& choices) {
  uint64_t seed = 0;
  for (int i = 0; i < 4; ++i) seed = seed << 16 | choices.Below(1u << 16);
  return seed;
}

const MutationOperator& Find(absl::string_view name) {
  for (const MutationOperator& op : AllMutationOperators()) {
    if (op.name == name) return op;
  }
  return AllMutationOperators()[0];
}

}  // namespace

Mutator::Mutator(Catalogue& catalogue, size_t max_calls, Builds builds,
                 const Vocabulary* only)
    : catalogue_(catalogue),
      domain_(catalogue, only),
      max_calls_(max_calls),
      builds_(std::move(builds)) {}

Graph Mutator::Mutate(const Graph& graph, ChoiceSource& choices) {
  if (graph.calls().size() > max_calls_) {
    Graph smaller = graph;
    while (smaller.calls().size() > max_calls_) {
      smaller = MakeSmaller(smaller, choices);
    }
    return smaller;
  }
  return Draw(AllMutationOperators(), graph, nullptr, choices)
      .value_or(Canonicalize(graph));
}

Graph Mutator::CrossOver(const Graph& graph, const Graph& other,
                         ChoiceSource& choices) {
  if (graph.calls().size() <= max_calls_) {
    std::optional<Graph> crossed =
        Draw(AllCrossoverOperators(), graph, &other, choices);
    if (crossed.has_value()) return *std::move(crossed);
  }
  return Mutate(graph, choices);
}

Graph Mutator::MakeSmaller(const Graph& graph, ChoiceSource& choices) {
  static const MutationOperator& remove = Find("delete");
  if (std::optional<Graph> smaller = Apply(remove, graph, choices)) {
    return *std::move(smaller);
  }
  // Nothing but the first input.
  Draft draft = Draft::From(graph);
  draft.calls.clear();
  draft.inputs.resize(1);
  draft.model_inputs = draft.model_outputs = {TensorRef::Input(0)};
  draft.model_layer = ModelDecl::kNoLayer;
  draft.model_position = 0;
  return draft.ToGraph(/*drop_inputs=*/false);
}

std::optional<Graph> Mutator::Draw(absl::Span<const MutationOperator> operators,
                                   const Graph& graph, const Graph* other,
                                   ChoiceSource& choices) {
  std::vector<const MutationOperator*> left;
  for (const MutationOperator& op : operators) left.push_back(&op);
  Mutation mutation(graph, other, catalogue_, domain_, max_calls_);
  const Graph canonical = Canonicalize(graph);
  while (!left.empty()) {
    const uint32_t drawn = choices.Below(static_cast<uint32_t>(left.size()));
    const MutationOperator& op = *left[drawn];
    left.erase(left.begin() + drawn);
    if (!op.applies(mutation)) continue;
    std::optional<Graph> result = Apply(op, mutation, canonical, choices);
    if (result.has_value()) return result;
  }
  return std::nullopt;
}

bool Mutator::Applies(const MutationOperator& op, const Graph& graph,
                      const Graph* other) {
  return op.applies(Mutation(graph, other, catalogue_, domain_, max_calls_));
}

std::optional<Graph> Mutator::Apply(const MutationOperator& op,
                                    const Graph& graph, ChoiceSource& choices,
                                    const Graph* other) {
  Mutation mutation(graph, other, catalogue_, domain_, max_calls_);
  return Apply(op, mutation, Canonicalize(graph), choices);
}

std::optional<Graph> Mutator::Apply(const MutationOperator& op,
                                    Mutation& mutation, const Graph& canonical,
                                    ChoiceSource& choices) {
  // Choices of its own, so that a second try is another one even where the
  // bytes of a fuzzer have run out.
  mutation.Seed(Seed(choices));
  for (int i = 0; i < kTries; ++i) {
    if (i == kTriesOnFault && !LooksGenerated(mutation.graph, catalogue_)) {
      break;
    }
    mutation.Restart();
    if (!op.edit(mutation)) continue;
    std::optional<Graph> result =
        Admit(mutation.draft.ToGraph(/*drop_inputs=*/true,
                                     /*keep_model_inputs=*/true),
              catalogue_, builds_);
    if (result.has_value() && !(*result == canonical)) return result;
  }
  return std::nullopt;
}

}  // namespace clonecheck
