// What inputs and weights are drawn as, so that what layers do with special
// values can show.
#ifndef CLONECHECK_CORE_ORACLE_DRAW_VALUES_H_
#define CLONECHECK_CORE_ORACLE_DRAW_VALUES_H_

#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "core/engine/model.h"
#include "core/random.h"
#include "core/term/array.h"

namespace clonecheck {

// The values whose steps some layer of the model takes for masked: zero, and
// `mask_value` of any Masking, nested ones included. No value twice.
std::vector<double> MaskedValues(const Model& model);

// An input with samples and steps: numbers in [-1, 1], some steps filled with
// one of `fillers` (not empty); whole numbers from 0 on where it is not of
// floats. `array` gets it, whatever it held. Errors: its rank is not known.
absl::Status DrawInput(const Tensor& input, int32_t batch,
                       absl::Span<const double> fillers, SplitMix64& random,
                       Array* array);

// A weight: numbers in [-1, 1], away from zero; one in three wholly zero if
// `may_be_zero`. `array` gets it, whatever it held. Errors: a size is not
// known.
absl::Status DrawWeight(const Variable& variable, bool may_be_zero,
                        SplitMix64& random, Array* array);

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_ORACLE_DRAW_VALUES_H_
