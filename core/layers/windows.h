// Windows that slide over the spatial axes of a tensor: the arithmetic and the
// loop that convolutions and poolings share, for 1 to 3 axes. Knows no layers.
//
// Example: the sums of a convolution, one channel in and out:
//   ForEachTap(windows, space, [&](size_t out, size_t tap, size_t in) {
//     result[out] += input[in] * kernel[tap];
//   });
#ifndef CLONECHECK_CORE_LAYERS_WINDOWS_H_
#define CLONECHECK_CORE_LAYERS_WINDOWS_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "core/graph/shape.h"

namespace clonecheck {

enum class WindowPadding : uint8_t { kValid, kSame, kCausal };

// A window along one axis.
struct Window {
  int64_t size = 1;
  int64_t stride = 1;
  int64_t dilation = 1;

  // Steps from the first tap to the last, both counted.
  int64_t span() const { return (size - 1) * dilation + 1; }
};

// How many windows fit (Keras 2.2.4, utils/conv_utils.py, conv_output_length).
// Not positive where a `valid` window is longer than the axis.
int64_t WindowCount(int64_t length, const Window& window,
                    WindowPadding padding);

// Steps that are padded in front: TensorFlow's rule for `same`, the smaller
// half of what is missing; all but one of the span for `causal`.
int64_t PaddingInFront(int64_t length, const Window& window,
                       WindowPadding padding);

struct Windows {
  int rank = 1;  // the number of axes, 1 to 3
  WindowPadding padding = WindowPadding::kValid;
  std::array<Window, 3> axis;

  // Does every window fit into the axes? Unknown sizes fit.
  bool Fits(absl::Span<const int32_t> space) const;
  // Does every window fit, and does every unknown size stay what it is?
  bool FitsSurely(absl::Span<const int32_t> space) const;
  // The sizes after the windows have slid over `space`, all sizes known.
  std::vector<int32_t> Counts(absl::Span<const int32_t> space) const;
  // The number of taps of one window.
  size_t taps() const;
  bool strided() const;
  bool dilated() const;
};

// Calls visit(out, tap, in) for each tap of each window that does not lie in
// the padding: the row-major positions of the window among all windows, of the
// tap within the window, and of the step in `space`.
// REQUIRES: space.size() == windows.rank; windows.Fits(space).
template <typename Visit>
void ForEachTap(const Windows& windows, absl::Span<const int32_t> space,
                Visit visit) {
  // Missing axes stand in front, with one window of one tap.
  struct Axis {
    Window window;
    int64_t length = 1;
    int64_t count = 1;
    int64_t front = 0;
  };
  Axis axes[3];
  for (int i = 0; i < windows.rank; ++i) {
    Axis& axis = axes[3 - windows.rank + i];
    axis.window = windows.axis[static_cast<size_t>(i)];
    axis.length = space[static_cast<size_t>(i)];
    axis.count = WindowCount(axis.length, axis.window, windows.padding);
    axis.front = PaddingInFront(axis.length, axis.window, windows.padding);
  }
  const auto step = [](const Axis& axis, int64_t out, int64_t tap) {
    return out * axis.window.stride - axis.front + tap * axis.window.dilation;
  };
  const auto inside = [](const Axis& axis, int64_t in) {
    return in >= 0 && in < axis.length;
  };
  size_t out = 0;
  for (int64_t a = 0; a < axes[0].count; ++a) {
    for (int64_t b = 0; b < axes[1].count; ++b) {
      for (int64_t c = 0; c < axes[2].count; ++c, ++out) {
        size_t tap = 0;
        for (int64_t i = 0; i < axes[0].window.size; ++i) {
          const int64_t x = step(axes[0], a, i);
          for (int64_t j = 0; j < axes[1].window.size; ++j) {
            const int64_t y = step(axes[1], b, j);
            for (int64_t k = 0; k < axes[2].window.size; ++k, ++tap) {
              const int64_t z = step(axes[2], c, k);
              if (!inside(axes[0], x) || !inside(axes[1], y) ||
                  !inside(axes[2], z)) {
                continue;
              }
              visit(out, tap,
                    static_cast<size_t>(
                        (x * axes[1].length + y) * axes[2].length + z));
            }
          }
        }
      }
    }
  }
}

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_LAYERS_WINDOWS_H_
