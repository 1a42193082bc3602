// UpSampling1D to 3D: each step several times. Keras 2.2.4,
// keras/layers/convolutional.py.
//
// They have no input_spec (_UpSampling sets one before the base constructor,
// which resets it): UpSampling1D takes matrices, too, and UpSampling3D inputs
// of four axes.
#include <algorithm>
#include <array>
#include <memory>
#include <vector>

#include "absl/status/status.h"
#include "core/layers/errors.h"
#include "core/layers/kinds.h"
#include "core/layers/shape_cache.h"
#include "core/layers/spatial_config.h"
#include "core/layers/spatial_layout.h"

namespace clonecheck {
namespace {

struct UpSamplingRow {
  int rank;
  const char* class_name;
  const char* name_prefix;
};
constexpr UpSamplingRow kUpSamplings[] = {
    {1, "UpSampling1D", "up_sampling1d"},
    {2, "UpSampling2D", "up_sampling2d"},
    {3, "UpSampling3D", "up_sampling3d"},
};

struct UpSamplingConfig {
  SpatialLayout layout;
  Sizes sizes;
  bool bilinear = false;
};

LayerSpec::Traits UpSamplingTraits(int rank) {
  LayerSpec::Traits traits;
  traits.repeats_elements = rank != 2;  // two axes are resized
  return traits;
}

class UpSampling final : public LayerSpec {
 public:
  UpSampling(const LayerKind& kind, const UpSamplingConfig& config)
      : LayerSpec(kind, UpSamplingTraits(config.layout.rank)), config_(config) {
    const auto sizes = absl::MakeConstSpan(config.sizes)
                           .first(static_cast<size_t>(config.layout.rank));
    set_is_idempotent(
        !config.bilinear &&
        std::all_of(sizes.begin(), sizes.end(), [](int n) { return n == 1; }));
  }

  Refusal OutputShapes(ShapeContext& context) const override {
    const Shape& input = *context.input_shapes[0];
    for (int axis = config_.layout.ndim(); axis < input.rank; ++axis) {
      if (input.dim[static_cast<size_t>(axis)] != kUnknownDim) {
        return context.Refuse(errors::kUpSamplingRank);
      }
    }
    return SetOutputShape(context, OutputShape(context.pool, &input));
  }

  Refusal Call(CallContext& context) const override {
    if (context.inputs_are_list) return RefuseListOfOne(context);
    const Symbol& input = *context.inputs[0];
    const bool resizes = config_.layout.rank == 2;
    // The image is TensorFlow's, the sizes are those of the Keras shape.
    if (resizes && input.static_shape->known_rank() &&
        input.static_shape->rank != config_.layout.ndim()) {
      return context.Refuse(errors::kBackend,
                            ErrorArg::Of("an image of another rank"));
    }
    if (input.shape->known_rank() && input.shape->rank <= LastAxis()) {
      return context.Refuse(resizes ? errors::kTupleIndex
                                    : errors::kUpSamplingAxis);
    }
    if (resizes && input.dtype == DType::kBool) {
      return context.Refuse(errors::kBackend,
                            ErrorArg::Of("an image of truth values"));
    }
    // Two axes are resized to the sizes that the Keras shape tells.
    const Shape* from = input.static_shape;
    if (resizes && from->known_rank()) {
      std::array<int32_t, kMaxRank> dims = from->dim;
      for (int i = 0; i < config_.layout.rank; ++i) {
        const int axis = config_.layout.space_axis(i);
        dims[static_cast<size_t>(axis)] = input.shape->dim[axis];
      }
      from = context.pool.InternShape(
          absl::MakeConstSpan(dims.data(), from->rank));
    }
    const Shape* shape = OutputShape(context.pool, from);
    if (shape == nullptr) return RefuseTooLarge(context);
    if (Refusal refusal = ApplyOp(context, TfOp(*from))) return refusal;
    context.outputs[0]->SetStaticShape(shape);
    // K.repeat_elements puts one on what it reshapes.
    if (!resizes && from->known_rank() &&
        from->dim[LastAxis()] == kUnknownDim) {
      context.outputs[0]->keras_shape = Symbol::KerasShape::kOfBackend;
    }
    if (config_.bilinear) context.outputs[0]->dtype = DType::kFloat32;
    return nullptr;
  }

  absl::Status Evaluate(absl::Span<const Array* const> operands,
                        absl::Span<Array> outputs) const override {
    if (config_.bilinear) return LayerSpec::Evaluate(operands, outputs);
    const Array& input = *operands[0];
    if (input.rank() <= LastAxis()) {
      return absl::InvalidArgumentError("an up-sampling of another rank");
    }
    std::vector<int32_t> dims = input.dims;
    std::vector<int32_t> repeat(dims.size(), 1);
    for (int i = 0; i < config_.layout.rank; ++i) {
      const auto axis = static_cast<size_t>(config_.layout.space_axis(i));
      repeat[axis] = config_.sizes[static_cast<size_t>(i)];
      dims[axis] *= repeat[axis];
    }
    outputs[0] = Array::Zeros(dims);
    std::vector<int32_t> at(dims.size(), 0);
    for (double& value : outputs[0].values) {
      size_t from = 0;
      for (size_t axis = 0; axis < dims.size(); ++axis) {
        from = from * static_cast<size_t>(input.dims[axis]) +
               static_cast<size_t>(at[axis] / repeat[axis]);
      }
      value = input.values[from];
      for (size_t axis = dims.size(); axis-- > 0;) {
        if (++at[axis] < dims[axis]) break;
        at[axis] = 0;
      }
    }
    return absl::OkStatus();
  }

  bool Accepts(absl::Span<const TensorInfo> earlier,
               const TensorInfo& candidate) const override {
    const int rank = candidate.shape->rank;
    if (!LayerSpec::Accepts(earlier, candidate) || rank <= LastAxis() ||
        rank > config_.layout.ndim() ||
        (config_.layout.rank == 2 && rank != config_.layout.ndim())) {
      return false;
    }
    // Unknown sizes must stay what they are, to fit each other later.
    for (int i = 0; i < config_.layout.rank; ++i) {
      if (candidate.shape->dim[config_.layout.space_axis(i)] == kUnknownDim &&
          config_.sizes[static_cast<size_t>(i)] != 1) {
        return false;
      }
    }
    return true;
  }

 private:
  int LastAxis() const {
    return config_.layout.space_axis(config_.layout.rank - 1);
  }

  // One and three axes are repeated one after the other: pieces put together
  // again where their number is known, a reshape where it is not.
  const char* TfOp(const Shape& input) const {
    constexpr const char* kConcat[] = {"concat", "concat_1", "concat_2"};
    constexpr const char* kReshape[] = {"Reshape", "Reshape_1", "Reshape_2"};
    if (config_.layout.rank == 2) {
      if (config_.layout.channels_first) return "transpose_1";
      return config_.bilinear ? "ResizeBilinear" : "ResizeNearestNeighbor";
    }
    if (!input.known_rank()) return kReshape[0];
    size_t known = 0;
    for (int i = 0; i < config_.layout.rank; ++i) {
      if (input.dim[config_.layout.space_axis(i)] != kUnknownDim) ++known;
    }
    const size_t unknown = static_cast<size_t>(config_.layout.rank) - known;
    // A size that is known, or not, has been counted.
    // NOLINTNEXTLINE(clang-analyzer-core.uninitialized.UndefReturn)
    return input.dim[LastAxis()] != kUnknownDim ? kConcat[known - 1]
                                                : kReshape[unknown - 1];
  }

  const Shape* OutputShape(Pool& pool, const Shape* input) const {
    return output_shape_.Get(input, [&] {
      return MapSpace(pool, *input, config_.layout, /*channels=*/0,
                      [this](int i, int64_t length) {
                        return length * config_.sizes[static_cast<size_t>(i)];
                      });
    });
  }

  const UpSamplingConfig config_;
  mutable ShapeCache output_shape_;
};

class UpSamplingClass final : public LayerKind {
 public:
  explicit UpSamplingClass(const UpSamplingRow& row) : row_(row) {}

  absl::string_view class_name() const override { return row_.class_name; }
  absl::string_view name_prefix() const override { return row_.name_prefix; }

  std::unique_ptr<LayerSpec> Parse(ConfigReader& reader) const override {
    UpSamplingConfig config;
    config.layout.rank = row_.rank;
    if (row_.rank == 1) {
      config.sizes[0] = ReadTruncatedSize(reader, "size", kDefaultSize);
    } else {
      config.sizes =
          ReadSizes(reader, "size", row_.rank, AllAxes(kDefaultSize));
      config.layout.channels_first = ReadChannelsFirst(reader);
    }
    if (row_.rank == 2) {
      constexpr absl::string_view kInterpolations[] = {"nearest", "bilinear"};
      config.bilinear = reader.Choice("interpolation", kInterpolations, 0) == 1;
    }
    return std::make_unique<UpSampling>(*this, config);
  }

  // UpSampling1D only.
  std::vector<DomainEntry> Domain(Pool& pool) const override {
    if (row_.rank != 1) return {};
    return {Entry(pool, {}), Entry(pool, {{"size", ConfigValue::Int(1)}}),
            Entry(pool, {{"size", ConfigValue::Int(3)}})};
  }

 private:
  static constexpr int32_t kDefaultSize = 2;

  const UpSamplingRow& row_;
};

}  // namespace

const LayerKind& UpSampling1DKind() {
  static const UpSamplingClass kind(kUpSamplings[0]);
  return kind;
}

const LayerKind& UpSampling2DKind() {
  static const UpSamplingClass kind(kUpSamplings[1]);
  return kind;
}

const LayerKind& UpSampling3DKind() {
  static const UpSamplingClass kind(kUpSamplings[2]);
  return kind;
}

}  // namespace clonecheck
