#include "core/layers/merging.h"

#include <cmath>

namespace clonecheck {

absl::Status Merged(Merging merging, absl::Span<const Array* const> operands,
                    Alignment alignment, Array* out) {
  const auto fold = [&](auto f) {
    return FoldElementwise(operands, alignment, f, out);
  };
  switch (merging) {
    case Merging::kAdd:
      return fold([](double a, double b) { return a + b; });
    case Merging::kSubtract:
      return fold([](double a, double b) { return a - b; });
    case Merging::kMultiply:
      return fold([](double a, double b) { return a * b; });
    case Merging::kAverage: {
      absl::Status status = fold([](double a, double b) { return a + b; });
      for (double& x : out->values) x /= static_cast<double>(operands.size());
      return status;
    }
    // NaN on either side stays.
    case Merging::kMaximum:
      return fold(
          [](double a, double b) { return a < b || std::isnan(b) ? b : a; });
    case Merging::kMinimum:
      return fold(
          [](double a, double b) { return b < a || std::isnan(b) ? b : a; });
  }
  return absl::OkStatus();
}

}  // namespace clonecheck
