// Mask readings: what a Graph computes, written down symbolically, where layers
// are given the masks that the original gives them, or those that upstream's
// cloners give them. A law on wrong values is that two readings differ.
//
// What there is to know (Keras 2.2.4 and 2.3.1):
//   - A layer call passes `mask=` if some input is masked: a mask for one
//     input, a list for several.
//   - The clone passes `mask=` to every layer that takes it, also where nothing
//     is masked: then None for one input, but a list of None for several. What
//     it passes stays in the arguments of the call.
//   - Running a Model passes `mask=` likewise, unless the arguments have it.
//   - So a clone of the clone, and the clone where it is run on other tensors,
//     see the masks of the clone's own inputs.
#ifndef CLONECHECK_CORE_LAW_MASK_READING_H_
#define CLONECHECK_CORE_LAW_MASK_READING_H_

#include "core/graph/graph.h"
#include "core/layers/catalogue.h"

namespace clonecheck {

// For all: REQUIRES: no nested Models; the classes of the grammars; masks only
// from Masking of zeros.

// Do the outputs of the clone have other terms than those of the original?
bool CloneMeansOther(const Graph& graph, const Catalogue& catalogue);

// Do the masks at some call of the clone?
bool CloneMasksMeanOther(const Graph& graph, const Catalogue& catalogue);

// Do the outputs, or the masks at some call, of a clone of the clone?
bool CloneOfCloneMeansOther(const Graph& graph, const Catalogue& catalogue);

// Do the outputs, or their masks, where both are run on new tensors, for some
// choice of masked inputs on which the original is not refused?
bool CloneAsLayerMeansOther(const Graph& graph, const Catalogue& catalogue);

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_LAW_MASK_READING_H_
