// The order of calls that a Keras model's file leaves open: it says in which
// order each layer was called, and what each call takes, but not which call of
// two layers came first.
#ifndef CLONECHECK_CORE_EXCHANGE_KERAS_ORDER_H_
#define CLONECHECK_CORE_EXCHANGE_KERAS_ORDER_H_

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "core/exchange/keras_document.h"

namespace clonecheck {

// A call: `model.layers[layer].nodes[node]`.
struct KerasCall {
  uint32_t layer = 0;
  uint32_t node = 0;
};

// All calls of `model`, not those of models nested in it: the order in which
// each call comes after the calls that it takes tensors from, and after the
// earlier calls of its own layer. Of several calls that could be next, the one
// whose layer comes first in the file is; so the order is near to the file's.
//
// Every file that Keras wrote has such an order, that of the program behind it.
// Keras 2.2.5 and later find the nodes in it; 2.2.4 may call a layer in another
// order than the file's (keras#11159), which is a fault of its loader and is
// not imitated here. A file without such an order is an InvalidArgument error
// that names a call which waits for itself, and what to do; real Keras would
// load it for ever, or, 2.2.4, load another model than it describes.
absl::StatusOr<std::vector<KerasCall>> OrderKerasCalls(const KerasModel& model);

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_EXCHANGE_KERAS_ORDER_H_
