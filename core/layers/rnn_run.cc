#include "core/layers/rnn_run.h"

#include <algorithm>

namespace clonecheck {
namespace {

using Vector = std::vector<double>;

constexpr int kRank = 3;  // (batch, time, features)

// Copies `row` to place number `index` of rows of its size.
void CopyRow(const Vector& row, size_t index, Array& to) {
  std::copy(
      row.begin(), row.end(),
      to.values.begin() + static_cast<std::ptrdiff_t>(index * row.size()));
}

// One part with its weights.
struct Worker {
  const RnnConfig::Part* part;
  RnnWeights weights;
};

}  // namespace

void RnnConfig::Arrange(bool reverse_states, bool stack_trainable) {
  for (const bool trainable : {true, false}) {
    for (size_t i = 0; i < parts.size(); ++i) {
      // In one go, or those that are trainable themselves first.
      const bool first = stack_trainable || parts[i].trainable;
      if (first == trainable) weight_order.push_back(i);
    }
  }
  for (size_t i : weight_order) {
    parts[i].first_weight = num_weights;
    num_weights += static_cast<size_t>(parts[i].cell.num_weights());
  }
  for (Part& part : parts) part.trainable = part.trainable && stack_trainable;
  for (size_t i = 0; i < parts.size(); ++i) {
    Part& part = parts[reverse_states ? parts.size() - 1 - i : i];
    part.first_state = state_sizes.size();
    state_sizes.insert(state_sizes.end(),
                       static_cast<size_t>(part.cell.num_states()),
                       part.cell.units);
  }
}

absl::Status RunRnn(const RnnConfig& config, bool masked_step_outputs_the_state,
                    absl::Span<const Array* const> operands,
                    absl::Span<Array> outputs) {
  const Array& x = *operands[0];
  const Array* mask = operands[1 + config.num_weights];
  const auto initial = operands.subspan(2 + config.num_weights);
  const size_t num_states = config.state_sizes.size();
  if (x.rank() != kRank || x.dims[1] < 1) {
    return absl::InvalidArgumentError("RNN: the input is no sequence");
  }
  std::vector<Worker> workers;
  int32_t columns = x.last();
  for (const RnnConfig::Part& part : config.parts) {
    const auto* weights = operands.data() + 1 + part.first_weight;
    Worker worker{&part, {}};
    worker.weights.kernel = weights[0];
    worker.weights.recurrent_kernel = weights[1];
    if (part.cell.use_bias) worker.weights.bias = weights[2];
    const Array& kernel = *worker.weights.kernel;
    if (kernel.rank() != 2 || kernel.dims[0] != columns ||
        kernel.dims[1] != part.cell.num_blocks() * part.cell.units) {
      return absl::InvalidArgumentError(
          "RNN: the sequence does not fit the kernel");
    }
    columns = part.cell.units;
    workers.push_back(worker);
  }
  const auto batch = static_cast<size_t>(x.dims[0]);
  const auto time = static_cast<size_t>(x.dims[1]);
  const auto width = static_cast<size_t>(x.dims[2]);
  // TensorFlow reads what is not there from its arrays, as is not imitated.
  if (mask != nullptr && mask->rank() == 2 &&
      mask->dims[0] == static_cast<int32_t>(batch) &&
      mask->dims[1] < static_cast<int32_t>(time)) {
    return absl::UnimplementedError(
        "RNN: a mask of fewer steps than the sequence has no numbers");
  }
  if (mask != nullptr && mask->values.size() != batch * time) {
    return absl::InvalidArgumentError(
        "RNN: the mask does not fit the sequence");
  }
  for (size_t s = 0; s < initial.size(); ++s) {
    if (initial[s] != nullptr &&
        (s >= num_states ||
         initial[s]->values.size() !=
             batch * static_cast<size_t>(config.state_sizes[s]))) {
      return absl::InvalidArgumentError("RNN: a state does not fit");
    }
  }
  outputs[0] = config.return_sequences
                   ? Array::Zeros({x.dims[0], x.dims[1], config.units()})
                   : Array::Zeros({x.dims[0], config.units()});
  for (size_t s = 1; s < outputs.size(); ++s) {
    outputs[s] = Array::Zeros({x.dims[0], config.state_sizes[s - 1]});
  }
  std::vector<Vector> states(num_states);
  Vector result;
  for (size_t b = 0; b < batch; ++b) {
    for (size_t s = 0; s < num_states; ++s) {
      const auto size = static_cast<size_t>(config.state_sizes[s]);
      states[s].assign(size, 0.0);
      if (s >= initial.size() || initial[s] == nullptr) continue;
      std::copy_n(
          initial[s]->values.begin() + static_cast<std::ptrdiff_t>(b * size),
          size, states[s].begin());
    }
    result.assign(static_cast<size_t>(config.units()), 0.0);
    for (size_t step = 0; step < time; ++step) {
      const size_t t = config.go_backwards ? time - 1 - step : step;
      if (mask == nullptr || mask->values[b * time + t] != 0) {
        const double* input = x.values.data() + (b * time + t) * width;
        for (const Worker& worker : workers) {
          const RnnConfig::Part& part = *worker.part;
          Step(part.cell, worker.weights, input,
               absl::MakeSpan(states).subspan(
                   part.first_state,
                   static_cast<size_t>(part.cell.num_states())));
          input = states[part.first_state].data();
        }
        result = states[config.output_state()];
      } else if (masked_step_outputs_the_state) {
        result = states[0];
      }
      if (config.return_sequences) CopyRow(result, b * time + step, outputs[0]);
    }
    if (!config.return_sequences) CopyRow(result, b, outputs[0]);
    for (size_t s = 1; s < outputs.size(); ++s) {
      CopyRow(states[s - 1], b, outputs[s]);
    }
  }
  return absl::OkStatus();
}

}  // namespace clonecheck
