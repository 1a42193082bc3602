#include "core/oracle/draw_values.h"

#include <algorithm>
#include <cstddef>

#include "absl/status/status.h"
#include "core/oracle/drawn_sizes.h"

namespace clonecheck {
namespace {

void AddMaskedValues(const LayerSpec& spec, std::vector<double>* values) {
  const double value = spec.traits().masked_value;
  if (std::find(values->begin(), values->end(), value) == values->end()) {
    values->push_back(value);
  }
  for (const LayerSpec* child : spec.children()) {
    AddMaskedValues(*child, values);
  }
}

void AddMaskedValues(const Model& model, std::vector<double>* values) {
  for (Layer* layer : model.layers()) {
    if (const Model* nested = layer->as_model()) {
      AddMaskedValues(*nested, values);
    } else {
      AddMaskedValues(layer->spec(), values);
    }
  }
}

}  // namespace

std::vector<double> MaskedValues(const Model& model) {
  std::vector<double> values = {0.0};
  AddMaskedValues(model, &values);
  return values;
}

absl::Status DrawInput(const Tensor& input, int32_t batch,
                       absl::Span<const double> fillers, SplitMix64& random,
                       Array* array) {
  if (!input.static_shape->known_rank()) {
    return absl::UnimplementedError("An input of unknown rank has no numbers.");
  }
  array->dims.clear();
  array->dims.reserve(static_cast<size_t>(input.static_shape->rank));
  for (int32_t dim : input.static_shape->dims()) {
    const int32_t unknown = array->dims.empty() ? batch : kAnySteps;
    array->dims.push_back(dim != kUnknownDim ? dim : unknown);
  }
  array->SetZero();
  if (!IsFloat(input.dtype)) {
    for (double& value : array->values) {
      value = static_cast<double>(random.Next() % kDrawnIntegers);
    }
    return absl::OkStatus();
  }
  for (double& value : array->values) value = 2 * random.NextDouble() - 1;
  // A step is a vector along the last axis. A quarter of them are filled; in a
  // quarter of the samples the leading step, too; the last sample wholly, and
  // alike.
  const auto draw_filler = [&] {
    return fillers.size() == 1 ? fillers[0]
                               : fillers[random.Next() % fillers.size()];
  };
  if (array->values.empty()) return absl::OkStatus();
  const size_t width = static_cast<size_t>(array->last());
  const size_t rows = array->rows();
  const size_t samples = static_cast<size_t>(array->dims[0]);
  const size_t steps = samples == 0 ? 0 : rows / samples;
  const double of_last_sample = draw_filler();
  for (size_t row = 0; row < rows && array->rank() > 1; ++row) {
    const size_t sample = steps == 0 ? 0 : row / steps;
    const size_t step = steps == 0 ? 0 : row % steps;
    const bool whole = samples > 1 && sample + 1 == samples;
    const bool leading = steps > 1 && sample % 4 == 1 && step == 0;
    if (whole || leading || (steps > 1 && random.Next() % 4 == 0)) {
      std::fill_n(array->values.begin() + static_cast<ptrdiff_t>(row * width),
                  width, whole ? of_last_sample : draw_filler());
    }
  }
  return absl::OkStatus();
}

absl::Status DrawWeight(const Variable& variable, bool may_be_zero,
                        SplitMix64& random, Array* array) {
  if (!variable.shape->known_rank()) {
    return absl::UnimplementedError("A weight of unknown rank has no numbers.");
  }
  array->dims.clear();
  array->dims.reserve(static_cast<size_t>(variable.shape->rank));
  for (int32_t dim : variable.shape->dims()) {
    if (dim == kUnknownDim) {
      return absl::UnimplementedError(
          "A weight of unknown size has no numbers.");
    }
    array->dims.push_back(dim);
  }
  array->SetZero();
  if (may_be_zero && !variable.positive && random.Next() % 3 == 0) {
    return absl::OkStatus();
  }
  for (double& value : array->values) {
    // Away from zero, so that no unit is dead by chance.
    const double magnitude = 0.25 + 0.75 * random.NextDouble();
    value =
        variable.positive || random.Next() % 2 == 0 ? magnitude : -magnitude;
  }
  return absl::OkStatus();
}

}  // namespace clonecheck
