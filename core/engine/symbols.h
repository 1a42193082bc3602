// The two views of one array: layer kinds see Symbols, the engine Tensors.
#ifndef CLONECHECK_CORE_ENGINE_SYMBOLS_H_
#define CLONECHECK_CORE_ENGINE_SYMBOLS_H_

#include <algorithm>
#include <type_traits>

#include "absl/types/span.h"
#include "core/engine/tensor.h"
#include "core/layers/keras_error.h"
#include "core/layers/symbol.h"
#include "core/term/arena.h"

namespace clonecheck {

// Every Symbol that the engine hands to a kind, or takes from one, is a Tensor
// whose Symbol stands at its very start, so the arrays of pointers agree.
static_assert(std::is_base_of_v<Symbol, Tensor> &&
              !std::is_polymorphic_v<Tensor>);

inline Symbol* const* AsSymbols(Tensor* const* tensors) {
  return reinterpret_cast<Symbol* const*>(tensors);
}
inline absl::Span<Symbol* const> AsSymbols(absl::Span<Tensor* const> tensors) {
  return absl::MakeConstSpan(AsSymbols(tensors.data()), tensors.size());
}
inline Tensor* const* AsTensors(Symbol* const* symbols) {
  return reinterpret_cast<Tensor* const*>(symbols);
}
inline absl::Span<Tensor* const> AsTensors(absl::Span<Symbol* const> symbols) {
  return absl::MakeConstSpan(AsTensors(symbols.data()), symbols.size());
}

// Tensors for the text of a refusal, which may outlive the list.
inline ErrorArg ForPrinting(Arena& arena, absl::Span<Tensor* const> tensors) {
  const Symbol** copy = arena.NewArray<const Symbol*>(tensors.size());
  std::copy(tensors.begin(), tensors.end(), copy);
  return ErrorArg::Of(absl::MakeConstSpan(copy, tensors.size()));
}

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_ENGINE_SYMBOLS_H_
