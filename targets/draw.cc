#include "targets/draw.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "core/oracle/drawn_sizes.h"
#include "core/random.h"

namespace clonecheck {
namespace {

// One step in so many is zero.
constexpr uint64_t kZeroSteps = 4;

// A float32 in [-1, 1).
double InputOf(uint64_t number) {
  return static_cast<double>(number >> 40) * 0x1.0p-23 - 1;
}

// A float32 in [0.25, 1).
double MagnitudeOf(uint64_t number) {
  return 0.25 + static_cast<double>(number >> 42) * 3 * 0x1.0p-24;
}

}  // namespace

absl::StatusOr<Array> DrawInputValue(uint64_t seed, size_t position,
                                     const Shape& shape, DType dtype,
                                     int32_t batch) {
  if (!shape.known_rank()) {
    return absl::UnimplementedError("an input of unknown rank has no numbers");
  }
  std::vector<int32_t> dims;
  for (int32_t dim : shape.dims()) {
    dims.push_back(dim != kUnknownDim ? dim
                                      : (dims.empty() ? batch : kAnySteps));
  }
  Array array = Array::Zeros(std::move(dims));
  SplitMix64 random(CaseSeed(seed, 2 * position));
  if (!IsFloat(dtype)) {
    for (double& value : array.values) {
      value = static_cast<double>(random.Next() % kDrawnIntegers);
    }
    return array;
  }
  for (double& value : array.values) value = InputOf(random.Next());
  if (array.rank() < 2 || array.values.empty()) return array;
  // A step is a vector along the last axis. Each takes one number.
  const auto width = static_cast<size_t>(array.last());
  const auto samples = static_cast<size_t>(array.dims[0]);
  const size_t steps = array.rows() / samples;
  for (size_t row = 0; row < array.rows(); ++row) {
    const bool drawn = random.Next() % kZeroSteps == 0;
    const size_t sample = row / steps;
    const bool whole = samples > 1 && sample + 1 == samples;
    const bool leading = sample % 4 == 1 && row % steps == 0;
    if (whole || (steps > 1 && (leading || drawn))) {
      std::fill_n(array.values.begin() + static_cast<ptrdiff_t>(row * width),
                  width, 0.0);
    }
  }
  return array;
}

absl::StatusOr<Array> DrawWeightValue(uint64_t seed, size_t position,
                                      const Shape& shape,
                                      absl::string_view role) {
  if (!shape.known_rank()) {
    return absl::UnimplementedError("a weight of unknown rank has no numbers");
  }
  const std::vector<int32_t> dims(shape.dims().begin(), shape.dims().end());
  if (std::find(dims.begin(), dims.end(), kUnknownDim) != dims.end()) {
    return absl::UnimplementedError("a weight of unknown size has no numbers");
  }
  const bool positive = absl::StrContains(role, "variance");
  Array array = Array::Zeros(dims);
  SplitMix64 random(CaseSeed(seed, 2 * position + 1));
  for (double& value : array.values) {
    const uint64_t number = random.Next();
    value = MagnitudeOf(number);
    if (!positive && number % 2 == 1) value = -value;
  }
  return array;
}

}  // namespace clonecheck
