// Symbol: what a layer kind sees of a tensor: its meaning, shapes and dtype.
// Symbols have identity (an output may *be* an input); the engine's
// Tensor is a Symbol with a history.
#ifndef CLONECHECK_CORE_LAYERS_SYMBOL_H_
#define CLONECHECK_CORE_LAYERS_SYMBOL_H_

#include <cstdint>
#include <string>

#include "absl/types/span.h"
#include "core/graph/dtype.h"
#include "core/graph/name.h"
#include "core/graph/shape.h"
#include "core/term/term_arena.h"

namespace clonecheck {

struct Symbol {
  TermId term = kNoTerm;
  DType dtype = DType::kFloat32;
  // The Keras shape: compute_output_shape's, once a layer has returned the
  // tensor; until then TensorFlow's.
  const Shape* shape = nullptr;
  // TensorFlow's: what printed tensors show, and what operators look at. It may
  // know sizes that the Keras shape does not, or the other way round.
  const Shape* static_shape = nullptr;
  // Who has put a `_keras_shape` on the tensor: nobody, an operation of Keras'
  // backend (K.repeat_elements, without `_uses_learning_phase`), or a layer
  // that returned it. Without one, as in a Model that a wrapper runs, no layer
  // is asked for a Keras shape.
  enum class KerasShape : uint8_t { kNone, kOfBackend, kOfLayer };
  KerasShape keras_shape = KerasShape::kNone;
  // For printing only: TensorFlow's name is `scope/op:0`.
  const Name* scope = nullptr;
  const char* op = "";

  // For a tensor that no layer has returned yet.
  void SetStaticShape(const Shape* s) { shape = static_shape = s; }

  // K.ndim: TensorFlow's rank, or that of the Keras shape where TensorFlow
  // knows none. Another call may have written a Keras shape of another rank.
  int ndim() const {
    return static_shape->known_rank() ? static_shape->rank : shape->rank;
  }

  // TensorFlow's name, `dense_1/BiasAdd:0`.
  std::string PrintedName() const;
  // `Tensor("dense_1/BiasAdd:0", shape=(?, 4), dtype=float32)`.
  std::string ToString() const;
  // `<tf.Tensor 'dense_1/BiasAdd:0' shape=(?, 4) dtype=float32>`.
  std::string ToStringInList() const;
};

// A mask as Python holds it: None, a tensor, or a list of these.
struct MaskValue {
  bool is_list = false;
  uint32_t size = 0;               // of the list
  Symbol* single = nullptr;        // null: None (if not a list)
  Symbol* const* items = nullptr;  // in the case's arena

  static MaskValue None() { return MaskValue(); }
  static MaskValue Single(Symbol* mask) {
    MaskValue value;
    value.single = mask;
    return value;
  }
  static MaskValue List(absl::Span<Symbol* const> masks) {
    MaskValue value;
    value.is_list = true;
    value.size = static_cast<uint32_t>(masks.size());
    value.items = masks.data();
    return value;
  }

  bool is_none() const { return !is_list && single == nullptr; }
  // Python's listify: a list stays, anything else becomes a list of one.
  size_t list_size() const { return is_list ? size : 1; }
  Symbol* item(size_t i) const { return is_list ? items[i] : single; }
  // The mask itself, or that of a list's first entry; None of an empty list.
  Symbol* first() const {
    return is_list ? (size == 0 ? nullptr : items[0]) : single;
  }
  // None, or a list of nothing but None.
  bool all_none() const {
    for (size_t i = 0; i < list_size(); ++i) {
      if (item(i) != nullptr) return false;
    }
    return true;
  }
};

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_LAYERS_SYMBOL_H_
