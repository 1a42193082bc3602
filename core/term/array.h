// Array: a dense row-major tensor of doubles, what a term evaluates to. Boolean
// and integer tensors hold 0/1 and whole numbers.
#ifndef CLONECHECK_CORE_TERM_ARRAY_H_
#define CLONECHECK_CORE_TERM_ARRAY_H_

#include <cstdint>
#include <string>
#include <vector>

namespace clonecheck {

struct Array {
  std::vector<int32_t> dims;
  std::vector<double> values;

  static Array Zeros(std::vector<int32_t> dims);
  // Makes it all zeros, of the dims that it has.
  void SetZero();
  // Makes it None, and keeps its memory.
  void Clear() {
    dims.clear();
    values.clear();
  }

  // Not even a scalar: stands for Keras' None.
  bool is_none() const { return values.empty() && dims.empty(); }
  int rank() const { return static_cast<int>(dims.size()); }
  int32_t last() const { return dims.empty() ? 1 : dims.back(); }
  // Number of elements in front of the last dimension.
  size_t rows() const;
};

// The largest elementwise difference; NaN equals NaN, infinities of one sign
// are equal. Infinite if the dims differ. Relative: |a - b| / max(1, |a|, |b|).
double MaxDifference(const Array& a, const Array& b);

// As nested Python lists with six significant digits, `[[0.5, 1], [0, 2]]`, or
// `None`.
std::string ArrayToString(const Array& array);

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_TERM_ARRAY_H_
