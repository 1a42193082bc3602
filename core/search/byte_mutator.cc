#include "core/search/byte_mutator.h"

#include <utility>

#include "core/search/choice_source.h"

namespace clonecheck {
namespace {

// Mutations at a time: mostly one, so that what a step changes can be told.
constexpr uint32_t kMoreSteps = 3;
constexpr uint32_t kSeveralStepsPercent = 30;
// Now and then a graph of the generator's own. From an empty corpus steps lead
// away from an input alone by a call at a time: for a failure that one graph in
// two shows, they needed some 80 inputs.
constexpr uint32_t kAnewPercent = 20;
constexpr size_t kAnewBytes = 256;  // enough choices for most profiles

}  // namespace

ByteMutator::Bytes ByteMutator::Mutate(absl::Span<const uint8_t> bytes,
                                       size_t max_size, uint64_t seed) {
  ChoiceSource choices(seed);
  if (choices.Percent(kAnewPercent)) {
    Bytes anew(kAnewBytes);  // the first, 0, says that choices follow
    for (size_t i = 1; i < anew.size(); ++i) {
      anew[i] = static_cast<uint8_t>(choices.Below(256));
    }
    return Fit(codec_.Decode(anew), max_size, choices);
  }
  Graph graph = codec_.Decode(bytes);
  uint32_t steps = 1;
  if (choices.Percent(kSeveralStepsPercent)) steps += choices.Below(kMoreSteps);
  for (uint32_t i = 0; i < steps; ++i) graph = mutator_.Mutate(graph, choices);
  return Fit(std::move(graph), max_size, choices);
}

ByteMutator::Bytes ByteMutator::CrossOver(absl::Span<const uint8_t> a,
                                          absl::Span<const uint8_t> b,
                                          size_t max_size, uint64_t seed) {
  ChoiceSource choices(seed);
  const Graph graph = codec_.Decode(a);
  return Fit(mutator_.CrossOver(graph, codec_.Decode(b), choices), max_size,
             choices);
}

ByteMutator::Bytes ByteMutator::Fit(Graph graph, size_t max_size,
                                    ChoiceSource& choices) {
  Bytes bytes = codec_.Encode(graph);
  while (bytes.size() > max_size && !graph.calls().empty()) {
    graph = mutator_.MakeSmaller(graph, choices);
    bytes = codec_.Encode(graph);
  }
  if (bytes.size() > max_size) bytes = codec_.Encode(codec_.Decode({1}));
  if (bytes.size() > max_size) bytes.clear();
  return bytes;
}

}  // namespace clonecheck
