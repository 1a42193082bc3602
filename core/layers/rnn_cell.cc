#include "core/layers/rnn_cell.h"

#include <algorithm>
#include <cstddef>

#include "absl/container/inlined_vector.h"
#include "absl/types/span.h"

namespace clonecheck {
namespace {

// As many numbers as the cell has units: in line for all but large cells.
using Vector = absl::InlinedVector<double, 8>;

// x * block `block` of `matrix`, whose blocks have `units` columns each.
Vector Product(const double* x, const Array& matrix, int block, int32_t units) {
  Vector result(static_cast<size_t>(units), 0.0);
  const auto columns = static_cast<size_t>(matrix.dims[1]);
  const double* row = matrix.values.data() +
                      static_cast<size_t>(block) * static_cast<size_t>(units);
  for (int32_t i = 0; i < matrix.dims[0]; ++i, row += columns) {
    for (size_t k = 0; k < result.size(); ++k) result[k] += x[i] * row[k];
  }
  return result;
}

void Add(Vector& sum, const Vector& other) {
  for (size_t k = 0; k < sum.size(); ++k) sum[k] += other[k];
}

void Activate(ActivationFunction function, Vector& values) {
  ApplyActivation(function, absl::MakeSpan(values));
}

// One step's access to the blocks of the weights.
class Blocks {
 public:
  Blocks(const RnnCell& cell, const RnnWeights& weights, const double* input)
      : cell_(cell), weights_(weights), input_(input) {}

  // input * kernel + bias, of one block.
  Vector Input(int block) const {
    Vector result = Product(input_, *weights_.kernel, block, cell_.units);
    AddBias(0, block, result);
    return result;
  }
  // x * recurrent kernel; the second row of biases belongs to it, if there is
  // one.
  Vector Recurrent(absl::Span<const double> x, int block) const {
    Vector result =
        Product(x.data(), *weights_.recurrent_kernel, block, cell_.units);
    if (cell_.reset_after) AddBias(1, block, result);
    return result;
  }

 private:
  void AddBias(int row, int block, Vector& result) const {
    if (weights_.bias == nullptr) return;
    const auto units = static_cast<size_t>(cell_.units);
    const auto blocks = static_cast<size_t>(cell_.num_blocks());
    const double* bias =
        weights_.bias->values.data() +
        (static_cast<size_t>(row) * blocks + static_cast<size_t>(block)) *
            units;
    for (size_t k = 0; k < units; ++k) result[k] += bias[k];
  }

  const RnnCell& cell_;
  const RnnWeights& weights_;
  const double* const input_;
};

void StepGru(const RnnCell& cell, const Blocks& blocks, absl::Span<double> h) {
  constexpr int kUpdate = 0;
  constexpr int kReset = 1;
  constexpr int kNew = 2;
  const auto gate = [&](int block) {
    Vector result = blocks.Input(block);
    Add(result, blocks.Recurrent(h, block));
    Activate(cell.recurrent_activation, result);
    return result;
  };
  const Vector update = gate(kUpdate);
  const Vector reset = gate(kReset);
  Vector candidate = blocks.Input(kNew);
  if (cell.reset_after) {
    const Vector recurrent = blocks.Recurrent(h, kNew);
    for (size_t k = 0; k < h.size(); ++k) {
      candidate[k] += reset[k] * recurrent[k];
    }
  } else {
    Vector kept(h.begin(), h.end());
    for (size_t k = 0; k < h.size(); ++k) kept[k] *= reset[k];
    Add(candidate, blocks.Recurrent(kept, kNew));
  }
  Activate(cell.activation, candidate);
  for (size_t k = 0; k < h.size(); ++k) {
    h[k] = update[k] * h[k] + (1 - update[k]) * candidate[k];
  }
}

void StepLstm(const RnnCell& cell, const Blocks& blocks, absl::Span<double> h,
              absl::Span<double> c) {
  constexpr int kInput = 0;
  constexpr int kForget = 1;
  constexpr int kCandidate = 2;
  constexpr int kOutput = 3;
  const auto block = [&](int index, ActivationFunction function) {
    Vector result = blocks.Input(index);
    Add(result, blocks.Recurrent(h, index));
    Activate(function, result);
    return result;
  };
  const Vector input = block(kInput, cell.recurrent_activation);
  const Vector forget = block(kForget, cell.recurrent_activation);
  const Vector candidate = block(kCandidate, cell.activation);
  const Vector output = block(kOutput, cell.recurrent_activation);
  for (size_t k = 0; k < c.size(); ++k) {
    c[k] = forget[k] * c[k] + input[k] * candidate[k];
  }
  std::copy(c.begin(), c.end(), h.begin());
  ApplyActivation(cell.activation, h);
  for (size_t k = 0; k < h.size(); ++k) h[k] *= output[k];
}

}  // namespace

void Step(const RnnCell& cell, const RnnWeights& weights, const double* input,
          absl::Span<std::vector<double>> states) {
  const Blocks blocks(cell, weights, input);
  const absl::Span<double> h = absl::MakeSpan(states[0]);
  switch (cell.type) {
    case RnnCell::Type::kSimple: {
      Vector next = blocks.Input(0);
      Add(next, blocks.Recurrent(h, 0));
      Activate(cell.activation, next);
      std::copy(next.begin(), next.end(), h.begin());
      return;
    }
    case RnnCell::Type::kGru:
      StepGru(cell, blocks, h);
      return;
    case RnnCell::Type::kLstm:
      StepLstm(cell, blocks, h, absl::MakeSpan(states[1]));
      return;
  }
}

}  // namespace clonecheck
