// The activation functions that layers take by name (keras/activations.py).
#ifndef CLONECHECK_CORE_LAYERS_ACTIVATIONS_H_
#define CLONECHECK_CORE_LAYERS_ACTIVATIONS_H_

#include <cstdint>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/layers/config_reader.h"
#include "core/term/array.h"

namespace clonecheck {

enum class ActivationFunction : uint8_t {
  kLinear,
  kRelu,
  kTanh,
  kSigmoid,
  kHardSigmoid,
  kSoftplus,
  kSoftsign,
  kElu,
  kSelu,
  kExponential,
  kSoftmax,
};

// Names, in the order of the enumerators.
absl::Span<const absl::string_view> ActivationNames();

// Reads the argument `key`: a name, or None for `linear`.
ActivationFunction ReadActivation(ConfigReader& reader, absl::string_view key,
                                  ActivationFunction fallback);

// TensorFlow's name of the operation that an activation ends in, for a tensor
// of this rank; null for linear, which has none.
const char* ActivationTfOp(ActivationFunction function, int rank);

// Applies f to every element, softmax over the last axis.
void ApplyActivation(ActivationFunction function, Array& array);
// The same for one row: all of the last axis.
void ApplyActivation(ActivationFunction function, absl::Span<double> row);

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_LAYERS_ACTIVATIONS_H_
