// PlainCase: a graph of the peers' vocabulary as somebody would write it who
// has only heard of Keras: the value that peers generate. That it is accepted
// is up to who makes it.
#ifndef CLONECHECK_BENCH_PEERS_PLAIN_CASE_H_
#define CLONECHECK_BENCH_PEERS_PLAIN_CASE_H_

#include <vector>

#include "core/graph/graph.h"
#include "core/layers/catalogue.h"

namespace clonecheck {

enum class PlainKind { kActivation, kDense, kAdd, kConcatenate, kTwo };
inline constexpr int kPlainKinds = 5;

struct PlainLayer {
  PlainKind kind = PlainKind::kActivation;
  int units = 0;  // of a Dense
};

struct PlainCall {
  size_t layer = 0;
  std::vector<TensorRef> inputs;
};

struct PlainCase {
  std::vector<int> inputs;  // sizes
  bool reversed = false;    // the model has its inputs the other way round
  std::vector<PlainLayer> layers;
  std::vector<PlainCall> calls;
  std::vector<TensorRef> outputs;
};

inline int PlainInputs(PlainKind kind) {
  return kind == PlainKind::kAdd || kind == PlainKind::kConcatenate ? 2 : 1;
}
inline int PlainOutputs(PlainKind kind) {
  return kind == PlainKind::kTwo ? 2 : 1;
}

// A valid Graph, resolved by the catalogue; Keras may refuse it. REQUIRES: all
// refer to what there is.
Graph PlainToGraph(const PlainCase& plain, Catalogue& catalogue);

}  // namespace clonecheck

#endif  // CLONECHECK_BENCH_PEERS_PLAIN_CASE_H_
