// MaxPooling1D to 3D, AveragePooling1D to 3D. Keras 2.2.4,
// keras/layers/pooling.py.
#include <algorithm>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "core/layers/errors.h"
#include "core/layers/int_list.h"
#include "core/layers/kinds.h"
#include "core/layers/shape_cache.h"
#include "core/layers/spatial_config.h"
#include "core/layers/spatial_layout.h"
#include "core/layers/windows.h"

namespace clonecheck {
namespace {

// What sets the six apart.
struct PoolingRow {
  int rank;
  bool maximum;
  const char* class_name;
  const char* name_prefix;
  const char* call_owner;
  const char* tf_op;  // channels last
};
constexpr PoolingRow kPoolings[] = {
    {1, true, "MaxPooling1D", "max_pooling1d", "_Pooling1D", "Squeeze"},
    {2, true, "MaxPooling2D", "max_pooling2d", "_Pooling2D", "MaxPool"},
    {3, true, "MaxPooling3D", "max_pooling3d", "_Pooling3D", "MaxPool3D"},
    {1, false, "AveragePooling1D", "average_pooling1d", "_Pooling1D",
     "Squeeze"},
    {2, false, "AveragePooling2D", "average_pooling2d", "_Pooling2D",
     "AvgPool"},
    {3, false, "AveragePooling3D", "average_pooling3d", "_Pooling3D",
     "AvgPool3D"},
};

class Pooling final : public LayerSpec {
 public:
  Pooling(const LayerKind& kind, const PoolingRow& row,
          const SpatialLayout& layout, const Windows& windows)
      : LayerSpec(kind, SpatialTraits(layout, /*builds=*/false)),
        row_(row),
        layout_(layout),
        windows_(windows) {}

  Refusal OutputShapes(ShapeContext& context) const override {
    const Shape* input = context.input_shapes[0];
    if (Refusal refusal = FirstAxes(context, layout_, &input)) return refusal;
    return SetOutputShape(context, OutputShape(context.pool, input));
  }

  Refusal Call(CallContext& context) const override {
    // One axis: a list becomes one more axis, which the backend refuses.
    if (Refusal refusal = RefuseSpatialInput(
            context, layout_,
            layout_.rank == 1 ? errors::kBackend : errors::kListWithoutDtype)) {
      return refusal;
    }
    if (windows_.padding == WindowPadding::kCausal) {
      return context.Refuse(errors::kCausalPadding);
    }
    const Symbol& input = *context.inputs[0];
    if (!TakesDType(input.dtype)) {
      return context.Refuse(errors::kBackend,
                            ErrorArg::Of("a pooling of this dtype"));
    }
    if (!layout_.Fits(windows_, *input.static_shape)) {
      return context.Refuse(
          errors::kBackend,
          ErrorArg::Of("an input that is shorter than the pool"));
    }
    const char* op =
        layout_.channels_first && layout_.rank > 1 ? "transpose_1" : row_.tf_op;
    if (Refusal refusal = ApplyOp(context, op)) return refusal;
    context.outputs[0]->SetStaticShape(
        OutputShape(context.pool, input.static_shape));
    return nullptr;
  }

  absl::Status Evaluate(absl::Span<const Array* const> operands,
                        absl::Span<Array> outputs) const override {
    if (operands[0]->rank() != layout_.ndim()) {
      return absl::InvalidArgumentError("a pooling of another rank");
    }
    const Array input = ChannelsLast(layout_, *operands[0]);
    const auto space = absl::MakeConstSpan(input.dims)
                           .subspan(1, static_cast<size_t>(layout_.rank));
    if (!windows_.Fits(space)) {
      return absl::InvalidArgumentError("a pool that is longer than the input");
    }
    std::vector<int32_t> dims = windows_.Counts(space);
    dims.insert(dims.begin(), input.dims[0]);
    dims.push_back(input.last());
    Array& output = outputs[0];
    output = Array::Zeros(std::move(dims));
    if (row_.maximum) {
      std::fill(output.values.begin(), output.values.end(),
                -std::numeric_limits<double>::infinity());
    }
    const size_t batch = static_cast<size_t>(input.dims[0]);
    const size_t channels = static_cast<size_t>(input.last());
    if (batch == 0 || channels == 0) return absl::OkStatus();
    const size_t from_size = input.values.size() / batch;
    const size_t to_size = output.values.size() / batch;
    // How many steps of a window are not padding.
    std::vector<double> counts(to_size / channels);
    for (size_t b = 0; b < batch; ++b) {
      const double* from = input.values.data() + b * from_size;
      double* to = output.values.data() + b * to_size;
      ForEachTap(windows_, space, [&](size_t out, size_t, size_t in) {
        if (b == 0) ++counts[out];
        for (size_t c = 0; c < channels; ++c) {
          double& result = to[out * channels + c];
          const double x = from[in * channels + c];
          result = row_.maximum ? std::max(result, x) : result + x;
        }
      });
      if (row_.maximum) continue;
      for (size_t i = 0; i < to_size; ++i) to[i] /= counts[i / channels];
    }
    RestoreChannels(layout_, output);
    return absl::OkStatus();
  }

  bool Accepts(absl::Span<const TensorInfo> earlier,
               const TensorInfo& candidate) const override {
    return LayerSpec::Accepts(earlier, candidate) &&
           windows_.padding != WindowPadding::kCausal &&
           TakesDType(candidate.dtype) &&
           windows_.FitsSurely(layout_.SpaceOf(*candidate.shape));
  }

 private:
  // What TensorFlow has kernels for.
  bool TakesDType(DType dtype) const {
    if (!row_.maximum) return IsFloat(dtype);
    if (layout_.rank == 3) {
      return dtype == DType::kFloat32 || dtype == DType::kFloat16;
    }
    return dtype != DType::kBool;
  }

  const Shape* OutputShape(Pool& pool, const Shape* input) const {
    return output_shape_.Get(input, [&] {
      return MapSpace(
          pool, *input, layout_, /*channels=*/0, [&](int i, int64_t length) {
            return WindowCount(length, windows_.axis[static_cast<size_t>(i)],
                               windows_.padding);
          });
    });
  }

  const PoolingRow& row_;
  const SpatialLayout layout_;
  const Windows windows_;
  mutable ShapeCache output_shape_;
};

class PoolingClass final : public LayerKind {
 public:
  explicit PoolingClass(const PoolingRow& row) : row_(row) {}

  absl::string_view class_name() const override { return row_.class_name; }
  absl::string_view call_owner() const override { return row_.call_owner; }
  absl::string_view name_prefix() const override { return row_.name_prefix; }

  std::unique_ptr<LayerSpec> Parse(ConfigReader& reader) const override {
    constexpr int32_t kDefaultPoolSize = 2;
    const auto read_size = [&] {
      return ReadSizes(reader, "pool_size", row_.rank,
                       AllAxes(kDefaultPoolSize));
    };
    SpatialLayout layout;
    layout.rank = row_.rank;
    Windows windows;
    windows.rank = row_.rank;
    Sizes sizes;
    Sizes strides;
    // The order of get_config.
    if (row_.rank == 1) {
      strides = ReadPoolStrides(reader, row_.rank);
      sizes = read_size();
      windows.padding = ReadPadding(reader);
    } else {
      sizes = read_size();
      windows.padding = ReadPadding(reader);
      strides = ReadPoolStrides(reader, row_.rank);
    }
    layout.channels_first = ReadChannelsFirst(reader);
    for (size_t i = 0; i < static_cast<size_t>(row_.rank); ++i) {
      windows.axis[i] = {sizes[i], strides[i], /*dilation=*/1};
    }
    return std::make_unique<Pooling>(*this, row_, layout, windows);
  }

  // MaxPooling1D only: the generator makes no more axes.
  std::vector<DomainEntry> Domain(Pool& pool) const override {
    if (row_.rank != 1 || !row_.maximum) return {};
    struct Row {
      int size, stride;
      const char* padding;
    };
    constexpr Row kRows[] = {{2, 2, "valid"}, {2, 1, "valid"}, {3, 3, "valid"},
                             {1, 2, "valid"}, {2, 2, "same"},  {3, 1, "same"},
                             {3, 2, "same"}};
    std::vector<DomainEntry> domain;
    for (const Row& row : kRows) {
      domain.push_back(Entry(
          pool,
          {{"pool_size", IntList(pool, {row.size})},
           {"strides", IntList(pool, {row.stride})},
           {"padding", ConfigValue::String(pool.InternName(row.padding))}}));
    }
    return domain;
  }

 private:
  const PoolingRow& row_;
};

}  // namespace

const LayerKind& MaxPooling1DKind() {
  static const PoolingClass kind(kPoolings[0]);
  return kind;
}

const LayerKind& MaxPooling2DKind() {
  static const PoolingClass kind(kPoolings[1]);
  return kind;
}

const LayerKind& MaxPooling3DKind() {
  static const PoolingClass kind(kPoolings[2]);
  return kind;
}

const LayerKind& AveragePooling1DKind() {
  static const PoolingClass kind(kPoolings[3]);
  return kind;
}

const LayerKind& AveragePooling2DKind() {
  static const PoolingClass kind(kPoolings[4]);
  return kind;
}

const LayerKind& AveragePooling3DKind() {
  static const PoolingClass kind(kPoolings[5]);
  return kind;
}

}  // namespace clonecheck
