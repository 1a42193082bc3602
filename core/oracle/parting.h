// Parting: the place where a clone and its original first part, in the
// original's topological order. Names the layer kind in a signature.
#ifndef CLONECHECK_CORE_ORACLE_PARTING_H_
#define CLONECHECK_CORE_ORACLE_PARTING_H_

#include <cstdint>
#include <functional>
#include <vector>

#include "core/engine/model.h"
#include "core/engine/session.h"
#include "core/layers/keras_error.h"
#include "core/layers/layer_kind.h"
#include "core/oracle/pairing.h"
#include "core/oracle/term_match.h"

namespace clonecheck {

class Parting {
 public:
  // Where the outputs' meanings part. Walks both models from their outputs side
  // by side along the histories, as long as tensors differ in meaning but come
  // from calls of one kind as the same output; a walk ends at a call whose
  // inputs mean the same, in whatever order. A call whose masks mean something
  // else (by `pairing`; null: nobody looks) is an end, too: the values that it
  // spoils are those of others. Of all
  // ends the first one in the original's topological order. Null if the same
  // outputs are in another order.
  const Layer* OfOutputs(Session& session, Model& original, Model& clone,
                         TermMatch& match, const Pairing* pairing);

  // True if a model that ends at this tensor of the original cannot be cloned
  // for want of this very tensor.
  using IsLost = std::function<bool(Tensor* tensor)>;

  // Where a cloner lost `lost`, a tensor of the original that its error says it
  // could not compute, from what it left behind: the layers it made (paired by
  // name) and their nodes (paired by their inputs, then by what the inputs
  // mean). Nodes were skipped; to blame is the layer that made the first lost
  // tensor: an input of the first node which the clone does not have and which
  // no other node of the clone uses. Where there are several, `is_lost`
  // decides.
  const Layer* OfLoss(Session& session, size_t first_new_layer, Model& original,
                      Tensor* lost, const IsLost& is_lost);

  // Where a cloner raised: the original's layer of the name of the layer in
  // which the error arose. Null if it arose in none, or in none of these.
  static const Layer* OfError(Model& original, const KerasError& error);

 private:
  static constexpr uint32_t kNoLayer = UINT32_MAX;

  // By Name::id: the first new layer of this name, and from it the next.
  std::vector<uint32_t> by_name_;
  std::vector<uint32_t> next_of_name_;
  std::vector<const Name*> used_names_;
};

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_ORACLE_PARTING_H_
