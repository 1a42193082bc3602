// Uniform random graphs of the peers' vocabulary: every choice evenly among all
// there are, and none with regard to what Keras accepts. What a generator is
// worth is seen beside it.
#ifndef CLONECHECK_BENCH_PEERS_UNIFORM_H_
#define CLONECHECK_BENCH_PEERS_UNIFORM_H_

#include "bench/peers/plain_case.h"
#include "core/search/choice_source.h"

namespace clonecheck {

// One or two inputs, 1 to kPeersMaxCalls calls; each of a new layer of any
// class, or as often of any layer there is, on any tensors there are; 1 to 4
// outputs. Refused is an Add of two sizes, and a Dense that is called again on
// another one.
PlainCase UniformCase(ChoiceSource& choices);

}  // namespace clonecheck

#endif  // CLONECHECK_BENCH_PEERS_UNIFORM_H_
