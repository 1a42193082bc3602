#include "core/layers/broadcast.h"

#include <algorithm>

namespace clonecheck {
namespace {

// `dims` with as many axes of size 1 as make `rank`.
std::vector<int32_t> Aligned(std::vector<int32_t> dims, size_t rank,
                             Alignment alignment) {
  const bool after_batch = alignment == Alignment::kAfterBatch && !dims.empty();
  dims.insert(dims.begin() + (after_batch ? 1 : 0), rank - dims.size(), 1);
  return dims;
}

}  // namespace

absl::StatusOr<std::vector<int32_t>> BroadcastDims(
    absl::Span<const Array* const> operands, Alignment alignment) {
  size_t rank = 0;
  for (const Array* operand : operands) {
    rank = std::max(rank, operand->dims.size());
  }
  std::vector<int32_t> dims(rank, 1);
  for (const Array* operand : operands) {
    const std::vector<int32_t> aligned =
        Aligned(operand->dims, rank, alignment);
    for (size_t i = 0; i < rank; ++i) {
      if (dims[i] == 1) dims[i] = aligned[i];
      if (aligned[i] != 1 && aligned[i] != dims[i]) {
        return absl::InvalidArgumentError(
            "operands of these dimensions do not fit together elementwise");
      }
    }
  }
  return dims;
}

Array BroadcastTo(const Array& array, const std::vector<int32_t>& dims,
                  Alignment alignment) {
  if (array.dims == dims) return array;
  const size_t rank = dims.size();
  const std::vector<int32_t> aligned = Aligned(array.dims, rank, alignment);
  // How far one step along an axis goes in `array`; repeated axes stay.
  std::vector<size_t> step(rank, 0);
  size_t size = 1;
  for (size_t i = rank; i-- > 0;) {
    if (aligned[i] != 1) step[i] = size;
    size *= static_cast<size_t>(aligned[i]);
  }
  Array result = Array::Zeros(dims);
  std::vector<int32_t> at(rank, 0);
  size_t from = 0;
  for (double& value : result.values) {
    value = array.values[from];
    for (size_t i = rank; i-- > 0;) {
      from += step[i];
      if (++at[i] < dims[i]) break;
      from -= step[i] * static_cast<size_t>(dims[i]);
      at[i] = 0;
    }
  }
  return result;
}

}  // namespace clonecheck
