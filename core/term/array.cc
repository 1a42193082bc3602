#include "core/term/array.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "absl/strings/str_format.h"

namespace clonecheck {
namespace {

void AppendNested(const Array& array, size_t axis, size_t* next,
                  std::string* out) {
  if (axis == array.dims.size()) {
    absl::StrAppendFormat(out, "%.6g", array.values[(*next)++]);
    return;
  }
  *out += "[";
  for (int32_t i = 0; i < array.dims[axis]; ++i) {
    if (i > 0) *out += ", ";
    AppendNested(array, axis + 1, next, out);
  }
  *out += "]";
}

}  // namespace

Array Array::Zeros(std::vector<int32_t> dims) {
  Array array;
  array.dims = std::move(dims);
  array.SetZero();
  return array;
}

void Array::SetZero() {
  size_t count = 1;
  for (int32_t dim : dims) count *= static_cast<size_t>(std::max(dim, 0));
  values.assign(count, 0.0);
}

size_t Array::rows() const {
  size_t count = 1;
  for (size_t i = 0; i + 1 < dims.size(); ++i) count *= dims[i];
  return count;
}

double MaxDifference(const Array& a, const Array& b) {
  if (a.dims != b.dims || a.values.size() != b.values.size())
    return std::numeric_limits<double>::infinity();
  double largest = 0;
  for (size_t i = 0; i < a.values.size(); ++i) {
    double x = a.values[i];
    double y = b.values[i];
    if (x == y || (std::isnan(x) && std::isnan(y))) continue;
    if (!std::isfinite(x) || !std::isfinite(y)) {
      return std::numeric_limits<double>::infinity();
    }
    largest = std::max(
        largest, std::abs(x - y) / std::max({1.0, std::abs(x), std::abs(y)}));
  }
  return largest;
}

std::string ArrayToString(const Array& array) {
  if (array.is_none()) return "None";
  std::string text;
  size_t next = 0;
  AppendNested(array, 0, &next, &text);
  return text;
}

}  // namespace clonecheck
