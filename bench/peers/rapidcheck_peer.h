// The peers' vocabulary as a user of RapidCheck would say it: a list of records
// that RapidCheck makes and shrinks, and a function that makes a graph of any
// such list. Not properties/graph_gen.h, which is our own generator.
#ifndef CLONECHECK_BENCH_PEERS_RAPIDCHECK_PEER_H_
#define CLONECHECK_BENCH_PEERS_RAPIDCHECK_PEER_H_

#include "bench/peers/plain_case.h"
#include "rapidcheck.h"

namespace clonecheck {

// Every value is accepted by Keras. Up to kPeersMaxCalls calls at size 100.
rc::Gen<PlainCase> RapidCheckCases();

}  // namespace clonecheck

#endif  // CLONECHECK_BENCH_PEERS_RAPIDCHECK_PEER_H_
