#include "core/layers/conv_lstm_run.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"

namespace clonecheck {
namespace {

constexpr int kRank = 5;   // (batch, time, rows, columns, channels)
constexpr int kSpace = 2;  // rows and columns
constexpr int kNumStates = 2;
constexpr int kNumGates = 4;  // input, forget, candidate, output

// Adds the convolution of one sample's step, channels last, to `to`, which has
// `columns` numbers a position. `bias` may be null.
void Convolve(const Windows& windows, absl::Span<const int32_t> space,
              const double* from, size_t channels, const Array& kernel,
              const Array* bias, std::vector<double>& to) {
  const size_t columns = static_cast<size_t>(kernel.last());
  ForEachTap(windows, space, [&](size_t out, size_t tap, size_t in) {
    const double* weight = kernel.values.data() + tap * channels * columns;
    for (size_t c = 0; c < channels; ++c) {
      const double x = from[in * channels + c];
      for (size_t k = 0; k < columns; ++k) {
        to[out * columns + k] += x * *weight++;
      }
    }
  });
  if (bias == nullptr) return;
  for (size_t i = 0; i < to.size(); ++i) to[i] += bias->values[i % columns];
}

std::vector<double> Activated(ActivationFunction function,
                              std::vector<double> values) {
  Array array;
  array.dims = {1, static_cast<int32_t>(values.size())};
  array.values = std::move(values);
  ApplyActivation(function, array);
  return std::move(array.values);
}

// The mask for every number of every step: (batch * time, step's axes).
absl::StatusOr<Array> ExpandMask(const Array& mask, int32_t batch, int32_t time,
                                 absl::Span<const int32_t> step_dims) {
  const auto own = absl::MakeConstSpan(mask.dims);
  bool fits = own.size() >= 2 && own.size() <= step_dims.size() + 1 &&
              own[0] == batch && own[1] == time;
  std::vector<int32_t> dims(step_dims.begin(), step_dims.end());
  dims[0] = batch * time;
  // How far apart the mask's values are along each axis of a step.
  std::vector<size_t> strides(dims.size(), 0);
  size_t step_size = 1;
  for (size_t axis = own.size(); fits && axis-- > 2;) {
    fits = own[axis] == dims[axis - 1] || own[axis] == 1;
    if (own[axis] != 1) strides[axis - 1] = step_size;
    step_size *= static_cast<size_t>(own[axis]);
  }
  if (!fits) {
    return absl::InvalidArgumentError(
        "ConvLSTM2D: the mask does not fit the output");
  }
  strides[0] = step_size;
  Array expanded = Array::Zeros(dims);
  std::vector<int32_t> at(dims.size(), 0);
  for (double& value : expanded.values) {
    size_t from = 0;
    for (size_t axis = 0; axis < at.size(); ++axis) {
      from += static_cast<size_t>(at[axis]) * strides[axis];
    }
    value = mask.values[from];
    for (size_t axis = at.size(); axis-- > 0;) {
      if (++at[axis] < dims[axis]) break;
      at[axis] = 0;
    }
  }
  return expanded;
}

}  // namespace

absl::Status RunConvLstm(const ConvLstmConfig& config,
                         absl::Span<const Array* const> operands,
                         absl::Span<Array> outputs) {
  const Array& x = *operands[0];
  const Array& kernel = *operands[1];
  const Array& recurrent = *operands[2];
  const Array* bias = config.use_bias ? operands[3] : nullptr;
  const size_t rest = config.use_bias ? 4 : 3;
  const Array* mask = operands[rest];
  const auto initial = operands.subspan(rest + 1);
  if (x.rank() != kRank || kernel.rank() != 4 || x.dims[1] < 1) {
    return absl::InvalidArgumentError("ConvLSTM2D: not a sequence of pictures");
  }
  const int32_t batch = x.dims[0];
  const int32_t time = x.dims[1];
  Array steps;
  steps.dims = {batch * time, x.dims[2], x.dims[3], x.dims[4]};
  steps.values = x.values;
  steps = ChannelsLast(config.layout, steps);
  const auto space = absl::MakeConstSpan(steps.dims).subspan(1, kSpace);
  if (steps.last() != kernel.dims[2] || !config.windows.Fits(space)) {
    return absl::InvalidArgumentError(
        "ConvLSTM2D: the kernel does not fit the input");
  }
  const std::vector<int32_t> out_space = config.windows.Counts(space);
  const size_t filters = static_cast<size_t>(config.filters);
  const size_t positions =
      static_cast<size_t>(out_space[0]) * static_cast<size_t>(out_space[1]);
  const size_t size = positions * filters;
  const size_t channels = static_cast<size_t>(steps.last());
  const size_t step_size =
      static_cast<size_t>(space[0]) * static_cast<size_t>(space[1]) * channels;
  const auto picture = [&](int32_t count) {
    return Array::Zeros({count, out_space[0], out_space[1], config.filters});
  };
  const int32_t kept = config.return_sequences ? time : 1;
  outputs[0] = picture(batch * kept);
  for (size_t s = 1; s < outputs.size(); ++s) outputs[s] = picture(batch);
  std::vector<Array> starts;
  for (const Array* state : initial) {
    if (state == nullptr || state->rank() != 4 ||
        state->values.size() != size * static_cast<size_t>(batch)) {
      return absl::InvalidArgumentError("ConvLSTM2D: a state does not fit");
    }
    starts.push_back(ChannelsLast(config.layout, *state));
  }
  Array expanded;
  if (mask != nullptr) {
    Array shape = picture(0);
    RestoreChannels(config.layout, shape);
    absl::StatusOr<Array> of_steps = ExpandMask(*mask, batch, time, shape.dims);
    if (!of_steps.ok()) return of_steps.status();
    expanded = ChannelsLast(config.layout, *of_steps);
  }
  for (int32_t b = 0; b < batch; ++b) {
    std::vector<double> h(size);
    std::vector<double> c(size);
    std::vector<double> result(size);
    if (starts.size() == kNumStates) {
      const auto offset =
          static_cast<std::ptrdiff_t>(b) * static_cast<std::ptrdiff_t>(size);
      std::copy_n(starts[0].values.begin() + offset, size, h.begin());
      std::copy_n(starts[1].values.begin() + offset, size, c.begin());
    }
    for (int32_t step = 0; step < time; ++step) {
      const int32_t t = config.go_backwards ? time - 1 - step : step;
      std::vector<double> sums(kNumGates * size);
      Convolve(config.windows, space,
               steps.values.data() +
                   (static_cast<size_t>(b) * static_cast<size_t>(time) +
                    static_cast<size_t>(t)) *
                       step_size,
               channels, kernel, bias, sums);
      Convolve(config.recurrent, out_space, h.data(), filters, recurrent,
               nullptr, sums);
      std::array<std::vector<double>, kNumGates> gates;
      for (size_t g = 0; g < kNumGates; ++g) {
        gates[g].resize(size);
        for (size_t p = 0; p < positions; ++p) {
          for (size_t f = 0; f < filters; ++f) {
            gates[g][p * filters + f] = sums[(p * kNumGates + g) * filters + f];
          }
        }
        gates[g] =
            Activated(g == 2 ? config.activation : config.recurrent_activation,
                      std::move(gates[g]));
      }
      std::vector<double> next = c;
      for (size_t i = 0; i < size; ++i) {
        next[i] = gates[1][i] * c[i] + gates[0][i] * gates[2][i];
      }
      const std::vector<double> active = Activated(config.activation, next);
      const double* on =
          mask == nullptr
              ? nullptr
              : expanded.values.data() +
                    (static_cast<size_t>(b) * static_cast<size_t>(time) +
                     static_cast<size_t>(t)) *
                        size;
      for (size_t i = 0; i < size; ++i) {
        if (on != nullptr && on[i] == 0) continue;
        c[i] = next[i];
        h[i] = active[i] * gates[3][i];
        result[i] = h[i];
      }
      if (config.return_sequences || step + 1 == time) {
        const int32_t slot = config.return_sequences ? b * time + step : b;
        std::copy(
            result.begin(), result.end(),
            outputs[0].values.begin() + static_cast<std::ptrdiff_t>(slot) *
                                            static_cast<std::ptrdiff_t>(size));
      }
    }
    for (size_t s = 1; s < outputs.size(); ++s) {
      const std::vector<double>& state = s == 1 ? h : c;
      std::copy(
          state.begin(), state.end(),
          outputs[s].values.begin() + static_cast<std::ptrdiff_t>(b) *
                                          static_cast<std::ptrdiff_t>(size));
    }
  }
  for (Array& output : outputs) RestoreChannels(config.layout, output);
  if (config.return_sequences) {
    outputs[0].dims[0] = batch;
    outputs[0].dims.insert(outputs[0].dims.begin() + 1, time);
  }
  return absl::OkStatus();
}

}  // namespace clonecheck
