#include "core/layers/activations.h"

#include <algorithm>
#include <cmath>

namespace clonecheck {
namespace {

constexpr absl::string_view kNames[] = {
    "linear",   "relu", "tanh", "sigmoid",     "hard_sigmoid", "softplus",
    "softsign", "elu",  "selu", "exponential", "softmax"};

// Of "Self-Normalizing Neural Networks", as Keras writes them.
constexpr double kSeluAlpha = 1.6732632423543772;
constexpr double kSeluScale = 1.0507009873554805;

void Softmax(absl::Span<double> row) {
  const double largest = *std::max_element(row.begin(), row.end());
  double sum = 0;
  for (double& x : row) sum += x = std::exp(x - largest);
  for (double& x : row) x /= sum;
}

// f of one number. REQUIRES: not softmax.
double ActivationOf(ActivationFunction function, double x) {
  switch (function) {
    case ActivationFunction::kLinear:
    case ActivationFunction::kSoftmax:
      return x;
    case ActivationFunction::kRelu:
      return x < 0 ? 0 : x;  // NaN stays
    case ActivationFunction::kTanh:
      return std::tanh(x);
    case ActivationFunction::kSigmoid:
      return 1 / (1 + std::exp(-x));
    case ActivationFunction::kHardSigmoid:
      return std::clamp(0.2 * x + 0.5, 0.0, 1.0);
    case ActivationFunction::kSoftplus:
      return std::max(x, 0.0) + std::log1p(std::exp(-std::abs(x)));
    case ActivationFunction::kSoftsign:
      return x / (1 + std::abs(x));
    case ActivationFunction::kElu:
      return x > 0 ? x : std::expm1(x);
    case ActivationFunction::kSelu:
      return kSeluScale * (x > 0 ? x : kSeluAlpha * std::expm1(x));
    case ActivationFunction::kExponential:
      return std::exp(x);
  }
  return x;
}

}  // namespace

absl::Span<const absl::string_view> ActivationNames() { return kNames; }

ActivationFunction ReadActivation(ConfigReader& reader, absl::string_view key,
                                  ActivationFunction fallback) {
  return static_cast<ActivationFunction>(
      reader.ChoiceOrNone(key, kNames, static_cast<int>(fallback),
                          static_cast<int>(ActivationFunction::kLinear)));
}

const char* ActivationTfOp(ActivationFunction function, int rank) {
  switch (function) {
    case ActivationFunction::kLinear:
      return nullptr;
    case ActivationFunction::kRelu:
      return "Relu";
    case ActivationFunction::kTanh:
      return "Tanh";
    case ActivationFunction::kSigmoid:
      return "Sigmoid";
    case ActivationFunction::kHardSigmoid:
      return "clip_by_value";
    case ActivationFunction::kSoftplus:
      return "Softplus";
    case ActivationFunction::kSoftsign:
      return "Softsign";
    case ActivationFunction::kElu:
      return "Elu";
    case ActivationFunction::kSelu:
      return "mul_1";
    case ActivationFunction::kExponential:
      return "Exp";
    case ActivationFunction::kSoftmax:
      return rank == 2 ? "Softmax" : "truediv";
  }
  return nullptr;
}

void ApplyActivation(ActivationFunction function, absl::Span<double> row) {
  if (function == ActivationFunction::kLinear) return;
  if (function == ActivationFunction::kSoftmax) {
    if (!row.empty()) Softmax(row);
    return;
  }
  for (double& x : row) x = ActivationOf(function, x);
}

void ApplyActivation(ActivationFunction function, Array& array) {
  const absl::Span<double> values = absl::MakeSpan(array.values);
  if (function != ActivationFunction::kSoftmax) {
    return ApplyActivation(function, values);
  }
  const size_t width = static_cast<size_t>(array.last());
  if (width == 0) return;
  for (size_t begin = 0; begin < values.size(); begin += width) {
    Softmax(values.subspan(begin, width));
  }
}

}  // namespace clonecheck
