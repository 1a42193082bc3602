#include "core/layers/spatial_layout.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "core/layers/errors.h"

namespace clonecheck {
namespace {

constexpr int64_t kLargestDim = std::numeric_limits<int32_t>::max();

// Each sample is a matrix of `rows` and `columns`: swaps the two.
std::vector<double> Transposed(const std::vector<double>& values, size_t rows,
                               size_t columns) {
  std::vector<double> result(values.size());
  const size_t sample = rows * columns;
  for (size_t begin = 0; begin + sample <= values.size() && sample > 0;
       begin += sample) {
    for (size_t r = 0; r < rows; ++r) {
      for (size_t c = 0; c < columns; ++c) {
        result[begin + c * rows + r] = values[begin + r * columns + c];
      }
    }
  }
  return result;
}

size_t Product(const int32_t* begin, const int32_t* end) {
  size_t product = 1;
  for (; begin != end; ++begin) product *= static_cast<size_t>(*begin);
  return product;
}

}  // namespace

LayerSpec::Traits SpatialTraits(const SpatialLayout& layout, bool builds) {
  LayerSpec::Traits traits;
  traits.builds = builds;
  traits.has_input_spec = true;
  traits.input_spec.ndim = static_cast<int8_t>(layout.ndim());
  return traits;
}

Refusal RefuseSpatialInput(const CallContext& context,
                           const SpatialLayout& layout,
                           const ErrorTemplate& list_error, uint32_t channels) {
  if (context.inputs.size() != 1) {
    return context.Refuse(errors::kBackend,
                          ErrorArg::Of("a wrong number of inputs"));
  }
  if (context.inputs_are_list) {
    return context.Refuse(list_error,
                          ErrorArg::Of("a list instead of a tensor"));
  }
  const Shape& shape = *context.inputs[0]->static_shape;
  if (!shape.known_rank()) return nullptr;
  if (shape.rank != layout.ndim()) {
    return context.Refuse(errors::kBackend,
                          ErrorArg::Of("an input of another rank"));
  }
  const int32_t dim = shape.dim[layout.channel_axis()];
  if (channels != 0 && dim != kUnknownDim &&
      static_cast<uint32_t>(dim) != channels) {
    return context.Refuse(
        errors::kBackend,
        ErrorArg::Of("channels for which the layer was not built"));
  }
  return nullptr;
}

Refusal RefuseOtherThanFloat32(const CallContext& context) {
  if (context.inputs[0]->dtype == DType::kFloat32) return nullptr;
  return context.Refuse(errors::kBackend,
                        ErrorArg::Of("an input that is not float32"));
}

const Shape* MapSpace(Pool& pool, const Shape& input,
                      const SpatialLayout& layout, int32_t channels,
                      absl::FunctionRef<int64_t(int, int64_t)> size) {
  if (!input.known_rank()) return &input;
  std::array<int32_t, kMaxRank> dims = input.dim;
  for (int i = 0; i < layout.rank; ++i) {
    if (layout.space_axis(i) >= input.rank) break;
    int32_t& dim = dims[static_cast<size_t>(layout.space_axis(i))];
    if (dim == kUnknownDim) continue;
    const int64_t mapped = size(i, dim);
    if (mapped > kLargestDim) return nullptr;
    dim = static_cast<int32_t>(std::max<int64_t>(mapped, 0));
  }
  if (channels != 0 && layout.channel_axis() < input.rank) {
    dims[static_cast<size_t>(layout.channel_axis())] = channels;
  }
  return pool.InternShape(absl::MakeConstSpan(dims.data(), input.rank));
}

Refusal SetOutputShape(ShapeContext& context, const Shape* shape) {
  if (shape == nullptr) return RefuseTooLarge(context);
  context.output_shapes.push_back(context.arena, shape);
  return nullptr;
}

Refusal FirstAxes(const ShapeContext& context, const SpatialLayout& layout,
                  const Shape** shape) {
  if (!(*shape)->known_rank() || (*shape)->rank == layout.ndim()) {
    return nullptr;
  }
  if ((*shape)->rank < layout.ndim()) {
    return context.Refuse(errors::kTupleIndex);
  }
  *shape = context.pool.InternShape(
      (*shape)->dims().first(static_cast<size_t>(layout.ndim())));
  return nullptr;
}

Refusal RefuseKnownAxesBeyond(const ShapeContext& context,
                              const SpatialLayout& layout, const Shape& shape) {
  for (int axis = layout.ndim(); axis < shape.rank; ++axis) {
    if (shape.dim[static_cast<size_t>(axis)] != kUnknownDim) {
      return context.Refuse(errors::kTupleIndex);
    }
  }
  return nullptr;
}

Refusal RefuseTooLarge(const LayerContext& context) {
  return context.Refuse(errors::kBackend,
                        ErrorArg::Of("a dimension that is too large"));
}

Array ChannelsLast(const SpatialLayout& layout, const Array& array) {
  if (!layout.channels_first) return array;
  Array result;
  result.dims = array.dims;
  std::rotate(result.dims.begin() + 1, result.dims.begin() + 2,
              result.dims.end());
  const int32_t* dims = array.dims.data();
  result.values = Transposed(array.values, static_cast<size_t>(dims[1]),
                             Product(dims + 2, dims + array.dims.size()));
  return result;
}

void RestoreChannels(const SpatialLayout& layout, Array& array) {
  if (!layout.channels_first) return;
  const int32_t* dims = array.dims.data();
  array.values =
      Transposed(array.values, Product(dims + 1, dims + array.dims.size() - 1),
                 static_cast<size_t>(array.dims.back()));
  std::rotate(array.dims.begin() + 1, array.dims.end() - 1, array.dims.end());
}

}  // namespace clonecheck
