// What laws ask about the structure of a Graph.
#ifndef CLONECHECK_CORE_LAW_STRUCTURE_H_
#define CLONECHECK_CORE_LAW_STRUCTURE_H_

#include <vector>

#include "core/graph/graph.h"
#include "core/layers/catalogue.h"

namespace clonecheck {

// How many masks upstream's cloners pair the outputs of a call with.
enum class MaskCount {
  // Keras 2.2.4: as many as compute_mask returns. One for a mask or None; as
  // many as outputs for Models and recurrent layers, which return lists.
  kComputed,
  // Keras 2.3.1: one an output, but as above for classes with
  // supports_masking.
  kComputedIfSupported,
};

// Is an output of the model lost? Outputs of a call beyond the number of its
// masks are; so are all outputs of a call that takes a lost tensor. Calls
// inside of nested Models are not looked at: nobody replays them.
bool LosesAnOutput(const Graph& graph, const Catalogue& catalogue,
                   MaskCount masks);

// Does a nested Model have an input that none of its outputs needs?
bool HasUnneededModelInput(const Graph& graph);

// Is a recurrent layer called with states, in the list of its inputs or as a
// keyword?
bool GivesStates(const Graph& graph, const Catalogue& catalogue);

// Is a layer called both inside of a nested Model and outside?
bool SharesAcrossLevels(const Graph& graph);

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_LAW_STRUCTURE_H_
