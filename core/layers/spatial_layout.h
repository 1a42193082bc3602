// SpatialLayout: which axes of a tensor are space and which one is channels,
// and what the convolution and pooling classes share about shapes. Not for
// numbers: windows.h.
#ifndef CLONECHECK_CORE_LAYERS_SPATIAL_LAYOUT_H_
#define CLONECHECK_CORE_LAYERS_SPATIAL_LAYOUT_H_

#include <cstddef>
#include <cstdint>

#include "absl/functional/function_ref.h"
#include "absl/types/span.h"
#include "core/layers/layer_spec.h"
#include "core/layers/windows.h"
#include "core/term/array.h"

namespace clonecheck {

// The most spatial axes that Keras 2 has.
inline constexpr int kMaxSpace = 3;

// A tensor of 1 to 3 spatial axes: (batch, space…, channels), or
// (batch, channels, space…) with `channels_first`.
struct SpatialLayout {
  int rank = 1;  // the number of spatial axes
  bool channels_first = false;

  int ndim() const { return rank + 2; }
  int channel_axis() const { return channels_first ? 1 : rank + 1; }
  int space_axis(int i) const { return i + (channels_first ? 2 : 1); }
  // The sizes of the spatial axes. REQUIRES: the shape's rank is ndim().
  absl::Span<const int32_t> SpaceOf(const Shape& shape) const {
    return shape.dims().subspan(static_cast<size_t>(space_axis(0)),
                                static_cast<size_t>(rank));
  }
  // Does every window fit into the space? Unknown sizes fit, and so does an
  // unknown rank.
  bool Fits(const Windows& windows, const Shape& shape) const {
    return !shape.known_rank() || windows.Fits(SpaceOf(shape));
  }
};

// The traits of a class whose input must have layout.ndim() axes.
LayerSpec::Traits SpatialTraits(const SpatialLayout& layout, bool builds);

// For Call: refuses a list of one (as `list_error`), a wrong rank, and, where
// `channels` is not 0, another known number of channels. The layer call checks
// ranks and channels before; a nested Model does not.
Refusal RefuseSpatialInput(const CallContext& context,
                           const SpatialLayout& layout,
                           const ErrorTemplate& list_error,
                           uint32_t channels = 0);

// Refuses, as the backend does, an input that has another dtype than the
// float32 of the weights.
Refusal RefuseOtherThanFloat32(const CallContext& context);

// `input` with each known spatial size replaced by size(axis, old), and the
// channels by `channels` unless that is 0. Null if a size is more than a shape
// can hold. An unknown rank stays unknown; axes that are not there are left
// out.
const Shape* MapSpace(Pool& pool, const Shape& input,
                      const SpatialLayout& layout, int32_t channels,
                      absl::FunctionRef<int64_t(int, int64_t)> size);

// Adds an output shape, or refuses where it is null, as MapSpace gives it.
Refusal SetOutputShape(ShapeContext& context, const Shape* shape);

// For OutputShapes, where another call has written a Keras shape of another
// rank on the tensor, or where a nested Model is asked for such shapes. Of a
// class that reads its axes by index: refuses fewer than ndim(), and leaves out
// what is beyond them.
Refusal FirstAxes(const ShapeContext& context, const SpatialLayout& layout,
                  const Shape** shape);
// Of a class that maps every known size: refuses one beyond ndim().
Refusal RefuseKnownAxesBeyond(const ShapeContext& context,
                              const SpatialLayout& layout, const Shape& shape);

// Refuses a size that a shape cannot hold.
Refusal RefuseTooLarge(const LayerContext& context);

// The array with its channels last, and back. REQUIRES: the array's rank is
// layout.ndim().
Array ChannelsLast(const SpatialLayout& layout, const Array& array);
void RestoreChannels(const SpatialLayout& layout, Array& array);

// Calls visit(from, to) with the numbers of each sample of `input`, and with
// those of the same sample of `output`. REQUIRES: as many samples in both.
template <typename Visit>
void ForEachSample(const Array& input, Array& output, Visit visit) {
  const size_t batch = static_cast<size_t>(input.dims[0]);
  if (batch == 0) return;
  const size_t from_size = input.values.size() / batch;
  const size_t to_size = output.values.size() / batch;
  for (size_t b = 0; b < batch; ++b) {
    visit(input.values.data() + b * from_size,
          output.values.data() + b * to_size);
  }
}

}  // namespace clonecheck

#endif  // CLONECHECK_CORE_LAYERS_SPATIAL_LAYOUT_H_
