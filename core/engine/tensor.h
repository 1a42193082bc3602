// Tensor, Variable and Node: Keras' live objects. Each has identity; equality
// is the address everywhere. All live in the Session's arena.
#ifndef CLONECHECK_CORE_ENGINE_TENSOR_H_
#define CLONECHECK_CORE_ENGINE_TENSOR_H_

#include <cstddef>
#include <cstdint>

#include "absl/types/span.h"
#include "core/engine/value.h"
#include "core/layers/symbol.h"
#include "core/term/arena.h"
#include "core/term/term_arena.h"

namespace clonecheck {

class Layer;
class Model;
class Session;

struct Tensor : Symbol {
  uint32_t id = 0;  // dense within the session
  // The history (`_keras_history`): which call of which layer made this tensor,
  // as which output. No layer: a tensor that no layer returned. The last call
  // that returned the object wins.
  int32_t node_index = 0;
  int32_t tensor_index = 0;
  Layer* layer = nullptr;
  // A later call that returned the object inferred another Keras shape for it,
  // which it has since, as has whatever was made of it.
  bool reshaped = false;

  // Used by one algorithm at a time; means nothing between two.
  uint32_t visit = 0;
  uint32_t slot = 0;
};

// A weight.
struct Variable {
  uint32_t id = 0;  // dense within the session
  TermId term = kNoTerm;
  const char* role = "";  // `kernel`
  const Shape* shape = nullptr;
  bool trainable = true;  // as declared by the layer's build
  bool positive = false;  // likewise
};

// One call of one layer (`Node` in keras/engine/base_layer.py).
class Node {
 public:
  // One input: the tensor, and its history at the time of the call.
  struct Inbound {
    Tensor* tensor = nullptr;
    Layer* layer = nullptr;  // null: the tensor had no history
    int32_t node_index = 0;
    int32_t tensor_index = 0;
    Tensor* mask = nullptr;  // input_masks[i]
  };

  uint32_t id() const { return id_; }
  // The layer that was called.
  Layer* outbound_layer() const { return layer_; }
  // inbound_layers, node_indices, tensor_indices, input_tensors, input_masks:
  // one entry an input. For a node that no call made (an InputLayer's first, a
  // Model's own) see has_inbound_layers.
  absl::Span<const Inbound> inputs() const {
    return absl::MakeConstSpan(inputs_, num_inputs_);
  }
  // False: inbound_layers is empty although there are input tensors.
  bool has_inbound_layers() const { return has_inbound_layers_; }
  absl::Span<Tensor* const> output_tensors() const {
    return absl::MakeConstSpan(outputs_, num_outputs_);
  }
  // May be shorter or longer than output_tensors; see Layer::Call.
  size_t num_output_masks() const { return num_output_masks_; }
  Tensor* output_mask(size_t i) const {
    return output_masks_ == nullptr ? nullptr : output_masks_[i];
  }
  // The keyword arguments of the call; null (None) on nodes that no call made.
  Dict* arguments() const { return arguments_; }

 private:
  friend class Layer;
  friend class Model;
  friend class Session;
  friend class Topology;

  uint32_t id_ = 0;
  uint32_t num_inputs_ = 0;
  uint32_t num_outputs_ = 0;
  uint32_t num_output_masks_ = 0;
  Layer* layer_ = nullptr;
  Inbound* inputs_ = nullptr;
  Tensor** outputs_ = nullptr;
  Tensor** output_masks_ = nullptr;  // null: all None
  Dict* arguments_ = nullptr;
  bool has_inbound_layers_ = true;

  // Used by one algorithm at a time; mean nothing between two.
  uint32_t visit_ = 0;
  int32_t depth_ = 0;
};

// Keras' shapes of tensors, in an array of the arena's.
inline absl::Span<const Shape* const> ShapesOf(
    Arena& arena, absl::Span<Tensor* const> tensors) {
  const Shape** shapes = arena.NewUnset<const Shape*>(tensors.size());
  for (size_t i = 0; i < tensors.size(); ++i) shapes[i] = tensors[i]->shape;
  return absl::MakeConstSpan(shapes, tensors.size());
}

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_ENGINE_TENSOR_H_
