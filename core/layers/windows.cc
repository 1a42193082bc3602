#include "core/layers/windows.h"

#include <algorithm>

namespace clonecheck {

int64_t WindowCount(int64_t length, const Window& window,
                    WindowPadding padding) {
  if (padding == WindowPadding::kValid) length -= window.span() - 1;
  // Rounded up; not towards zero, which a missing step would not survive.
  return length <= 0 ? 0 : (length + window.stride - 1) / window.stride;
}

int64_t PaddingInFront(int64_t length, const Window& window,
                       WindowPadding padding) {
  switch (padding) {
    case WindowPadding::kValid:
      return 0;
    case WindowPadding::kCausal:
      return window.span() - 1;
    case WindowPadding::kSame: {
      const int64_t count = WindowCount(length, window, padding);
      const int64_t missing =
          (count - 1) * window.stride + window.span() - length;
      return std::max<int64_t>(missing, 0) / 2;
    }
  }
  return 0;
}

bool Windows::Fits(absl::Span<const int32_t> space) const {
  if (padding != WindowPadding::kValid) return true;
  for (int i = 0; i < rank; ++i) {
    const auto at = static_cast<size_t>(i);
    if (space[at] != kUnknownDim && space[at] < axis[at].span()) return false;
  }
  return true;
}

bool Windows::FitsSurely(absl::Span<const int32_t> space) const {
  for (int i = 0; i < rank; ++i) {
    const auto at = static_cast<size_t>(i);
    if (space[at] == kUnknownDim &&
        (axis[at].stride != 1 ||
         (padding == WindowPadding::kValid && axis[at].span() != 1))) {
      return false;
    }
  }
  return Fits(space);
}

std::vector<int32_t> Windows::Counts(absl::Span<const int32_t> space) const {
  std::vector<int32_t> counts;
  for (int i = 0; i < rank; ++i) {
    const auto at = static_cast<size_t>(i);
    counts.push_back(
        static_cast<int32_t>(WindowCount(space[at], axis[at], padding)));
  }
  return counts;
}

size_t Windows::taps() const {
  size_t taps = 1;
  for (int i = 0; i < rank; ++i) {
    taps *= static_cast<size_t>(axis[static_cast<size_t>(i)].size);
  }
  return taps;
}

bool Windows::strided() const {
  return std::any_of(axis.begin(), axis.begin() + rank,
                     [](const Window& window) { return window.stride > 1; });
}

bool Windows::dilated() const {
  return std::any_of(axis.begin(), axis.begin() + rank,
                     [](const Window& window) { return window.dilation > 1; });
}

}  // namespace clonecheck
