#include "core/layers/lambda_functions.h"

#include <vector>

namespace clonecheck {
namespace {

using F = LambdaFunction;
using Operands = absl::Span<const Array* const>;
using Outputs = absl::Span<Array>;

// factor · operand 0 + term.
void Linear(Operands operands, Array* out, double factor, double term) {
  *out = *operands[0];
  for (double& x : out->values) x = factor * x + term;
}

// a · operand 0 + b · operand 1.
void Combine(Operands operands, Array* out, double a, double b) {
  *out = *operands[0];
  for (size_t i = 0; i < out->values.size(); ++i) {
    out->values[i] = a * out->values[i] + b * operands[1]->values[i];
  }
}

void Double(Operands operands, Outputs outputs) {
  Linear(operands, &outputs[0], 2, 0);
}

void MeanOverAxis1(Operands operands, Outputs outputs) {
  const Array& input = *operands[0];
  std::vector<int32_t> dims = input.dims;
  const size_t steps = static_cast<size_t>(dims[1]);
  dims.erase(dims.begin() + 1);
  outputs[0] = Array::Zeros(dims);
  size_t inner = 1;
  for (size_t i = 1; i < dims.size(); ++i) {
    inner *= static_cast<size_t>(dims[i]);
  }
  for (size_t i = 0; i < input.values.size(); ++i) {
    const size_t sample = i / (steps * inner);
    outputs[0].values[sample * inner + i % inner] += input.values[i];
  }
  for (double& x : outputs[0].values) x /= static_cast<double>(steps);
}

void MaskScale(Operands operands, Outputs outputs) {
  const Array* mask = operands[1];
  if (mask == nullptr) return Double(operands, outputs);
  outputs[0] = *operands[0];
  const size_t width = static_cast<size_t>(outputs[0].last());
  for (size_t i = 0; i < outputs[0].values.size(); ++i) {
    outputs[0].values[i] *= mask->values[i / width];
  }
}

constexpr auto kNew = F::Output::kNew;
constexpr auto kInput0 = F::Output::kInput0;
constexpr auto kInput1 = F::Output::kInput1;
constexpr auto kOutput0 = F::Output::kOutput0;
constexpr auto kNothing = F::Special::kNothing;

constexpr F kFunctions[] = {
    {"identity",
     1,
     1,
     false,
     kNothing,
     {kInput0},
     {},
     nullptr,
     "def identity(x):\n"
     "    return x\n"},
    {"double",
     1,
     1,
     false,
     kNothing,
     {kNew},
     {"mul"},
     Double,
     "def double(x):\n"
     "    return x * 2\n"},
    {"add_one",
     1,
     1,
     false,
     kNothing,
     {kNew},
     {"add"},
     [](Operands in, Outputs out) { Linear(in, &out[0], 1, 1); },
     "def add_one(x):\n"
     "    return x + 1\n"},
    {"negate",
     1,
     1,
     false,
     kNothing,
     {kNew},
     {"Neg"},
     [](Operands in, Outputs out) { Linear(in, &out[0], -1, 0); },
     "def negate(x):\n"
     "    return -x\n"},
    {"square",
     1,
     1,
     false,
     kNothing,
     {kNew},
     {"mul"},
     [](Operands in, Outputs out) {
       out[0] = *in[0];
       for (double& x : out[0].values) x *= x;
     },
     "def square(x):\n"
     "    return x * x\n"},
    {"one_as_list",
     1,
     1,
     false,
     kNothing,
     {kNew},
     {"mul"},
     Double,
     "def one_as_list(x):\n"
     "    return [x * 2]\n"},
    {"mean_time",
     1,
     1,
     false,
     F::Special::kMeanTime,
     {kNew},
     {"Mean"},
     MeanOverAxis1,
     "def mean_time(x):\n"
     "    return K.mean(x, axis=1)\n"},
    {"two",
     1,
     2,
     false,
     kNothing,
     {kNew, kNew},
     {"mul", "add"},
     [](Operands in, Outputs out) {
       Linear(in, &out[0], 2, 0);
       Linear(in, &out[1], 1, 1);
     },
     "def two(x):\n"
     "    return [x * 2, x + 1]\n"},
    {"three",
     1,
     3,
     false,
     kNothing,
     {kInput0, kNew, kNew},
     {nullptr, "mul", "mul_1"},
     [](Operands in, Outputs out) {
       Linear(in, &out[1], 2, 0);
       Linear(in, &out[2], 3, 0);
     },
     "def three(x):\n"
     "    return [x, x * 2, x * 3]\n"},
    {"plus_and_same",
     1,
     2,
     false,
     kNothing,
     {kNew, kInput0},
     {"add"},
     [](Operands in, Outputs out) { Linear(in, &out[0], 1, 1); },
     "def plus_and_same(x):\n"
     "    return [x + 1, x]\n"},
    {"twice_same",
     1,
     2,
     false,
     kNothing,
     {kInput0, kInput0},
     {},
     nullptr,
     "def twice_same(x):\n"
     "    return [x, x]\n"},
    {"one_object_twice",
     1,
     2,
     false,
     kNothing,
     {kNew, kOutput0},
     {"mul"},
     Double,
     "def one_object_twice(x):\n"
     "    t = x * 2\n"
     "    return [t, t]\n"},
    {"lin",
     2,
     1,
     false,
     kNothing,
     {kNew},
     {"add"},
     [](Operands in, Outputs out) { Combine(in, &out[0], 2, 1); },
     "def lin(x):\n"
     "    return x[0] * 2 + x[1]\n"},
    {"pick_second",
     2,
     1,
     false,
     kNothing,
     {kInput1},
     {},
     nullptr,
     "def pick_second(x):\n"
     "    return x[1]\n"},
    {"swap",
     2,
     2,
     false,
     kNothing,
     {kInput1, kInput0},
     {},
     nullptr,
     "def swap(x):\n"
     "    return [x[1], x[0]]\n"},
    {"sum_diff",
     2,
     2,
     false,
     kNothing,
     {kNew, kNew},
     {"add", "sub"},
     [](Operands in, Outputs out) {
       Combine(in, &out[0], 1, 1);
       Combine(in, &out[1], 1, -1);
     },
     "def sum_diff(x):\n"
     "    return [x[0] + x[1], x[0] - x[1]]\n"},
    {"mask_scale",
     1,
     1,
     true,
     F::Special::kMaskScale,
     {kNew},
     {"mul"},
     MaskScale,
     "def mask_scale(x, mask=None):\n"
     "    if mask is None:\n"
     "        return x * 2\n"
     "    return x * K.cast(K.expand_dims(mask, -1), x.dtype)\n"},
    {"mask_pick",
     2,
     1,
     true,
     F::Special::kMaskPick,
     {kInput0},
     {},
     nullptr,
     "def mask_pick(x, mask=None):\n"
     "    return x[0] if mask is None else x[1]\n"},
};

}  // namespace

absl::Span<const LambdaFunction> LambdaFunctions() { return kFunctions; }

}  // namespace clonecheck
