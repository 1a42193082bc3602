// PeersVocabulary: the few layers on which peers are compared, small enough
// that each of them can say it in its own way. Not for campaigns: those have
// Profiles of everything.
//
//   inputs   one or two, (None, 1) to (None, 3), all of them inputs of the
//            model, in any order
//   layers   Activation('relu'), Dense(1) to Dense(3), Add, Concatenate, and
//            Lambda('two'), which has two outputs; called on one tensor, or
//            two, once or several times
//   calls    at most 8, in any order that there is
//   outputs  one or more tensors
#ifndef CLONECHECK_BENCH_PEERS_VOCABULARY_H_
#define CLONECHECK_BENCH_PEERS_VOCABULARY_H_

#include <cstdint>

#include "core/graph/graph.h"
#include "core/layers/catalogue.h"
#include "core/search/profile.h"

namespace clonecheck {

inline constexpr uint32_t kPeersMaxCalls = 8;
inline constexpr uint32_t kPeersMaxInputs = 2;
inline constexpr int32_t kPeersMaxSize = 3;  // of inputs and Dense layers

// Of the catalogue. The layers in the order above.
Vocabulary PeersVocabulary(Catalogue& catalogue);

// What our generator draws of it. `vocabulary` outlives the profile.
Profile PeersProfile(const Vocabulary& vocabulary);

// Is there nothing else in the graph? REQUIRES: it is valid and resolved by the
// vocabulary's catalogue.
bool IsWithin(const Vocabulary& vocabulary, const Graph& graph);

}  // namespace clonecheck

#endif  // CLONECHECK_BENCH_PEERS_VOCABULARY_H_
