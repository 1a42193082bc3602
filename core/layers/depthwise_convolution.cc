// DepthwiseConv2D, SeparableConv1D, SeparableConv2D: each channel is convolved
// by itself; the separable ones then mix the channels. Keras 2.2.4,
// keras/layers/convolutional.py.
#include <array>
#include <memory>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "core/layers/convolution_config.h"
#include "core/layers/errors.h"
#include "core/layers/initializers.h"
#include "core/layers/kinds.h"

namespace clonecheck {
namespace {

struct DepthwiseRow {
  int rank;
  bool separable;
  const char* class_name;
  const char* name_prefix;
  const char* call_owner;
  const char* tf_op;  // without bias and activation, channels last
};
constexpr DepthwiseRow kDepthwise = {
    2,          false, "DepthwiseConv2D", "depthwise_conv2d", "DepthwiseConv2D",
    "depthwise"};
constexpr DepthwiseRow kSeparable1D = {
    1,        true, "SeparableConv1D", "separable_conv1d", "_SeparableConv",
    "Squeeze"};
constexpr DepthwiseRow kSeparable2D = {2,
                                       true,
                                       "SeparableConv2D",
                                       "separable_conv2d",
                                       "_SeparableConv",
                                       "separable_conv2d"};

LayerSpec::Traits DepthwiseTraits(const DepthwiseRow& row,
                                  const SpatialLayout& layout) {
  LayerSpec::Traits traits = SpatialTraits(layout, /*builds=*/true);
  traits.takes_training = !row.separable;
  return traits;
}

class DepthwiseConvolution final : public LayerSpec {
 public:
  DepthwiseConvolution(const LayerKind& kind, const DepthwiseRow& row,
                       const ConvolutionConfig& config,
                       int32_t depth_multiplier)
      : LayerSpec(kind, DepthwiseTraits(row, config.layout)),
        row_(row),
        config_(config),
        multiplier_(depth_multiplier) {}

  Refusal Build(BuildContext& context) const override {
    const SpatialLayout& layout = config_.layout;
    const Shape& input = *context.input_shapes[0];
    if (input.known_rank() && input.rank < layout.ndim()) {
      return context.Refuse(
          row_.separable ? errors::kSeparableRank : errors::kDepthwiseRank,
          ErrorArg::Of(int64_t{layout.ndim()}), ErrorArg::Of(&input),
          ErrorArg::Of(int64_t{layout.rank}));
    }
    int32_t channels = 0;
    if (Refusal refusal =
            InputChannels(context, layout,
                          row_.separable ? errors::kUnknownChannels
                                         : errors::kUnknownDepthwiseChannels,
                          &channels)) {
      return refusal;
    }
    const int32_t mixed = Mixed(channels);
    if (mixed == kTooMany) return RefuseTooLarge(context);
    const size_t rank = static_cast<size_t>(layout.rank);
    int32_t depthwise[kMaxSpace + 2];
    int32_t pointwise[kMaxSpace + 2];
    for (size_t i = 0; i < rank; ++i) {
      depthwise[i] = config_.kernel_size(static_cast<int>(i));
      pointwise[i] = 1;
    }
    depthwise[rank] = channels;
    depthwise[rank + 1] = multiplier_;
    pointwise[rank] = mixed;
    pointwise[rank + 1] = config_.filters;
    const auto add = [&](const char* role, const Shape* shape) {
      context.weights.push_back(context.arena, WeightDecl{role, shape});
    };
    add("depthwise_kernel",
        context.pool.InternShape(absl::MakeConstSpan(depthwise, rank + 2)));
    if (row_.separable) {
      add("pointwise_kernel",
          context.pool.InternShape(absl::MakeConstSpan(pointwise, rank + 2)));
    }
    if (config_.use_bias) {
      add("bias",
          context.pool.InternShape({row_.separable ? config_.filters : mixed}));
    }
    // DepthwiseConv2D counts from the front.
    const int last = row_.separable ? -1 : layout.channel_axis();
    SetChannels(context, layout, layout.channels_first ? 1 : last, channels);
    return nullptr;
  }

  Refusal OutputShapes(ShapeContext& context) const override {
    return SetOutputShape(
        context,
        OutputShape(
            context, *context.input_shapes[0],
            row_.separable || !context.rules.depthwise_shape_lacks_dilation));
  }

  Refusal Call(CallContext& context) const override {
    if (Refusal refusal = RefuseSpatialInput(
            context, config_.layout, errors::kListWithoutDtype, context.memo)) {
      return refusal;
    }
    if (config_.windows.padding == WindowPadding::kCausal) {
      return context.Refuse(errors::kCausalPadding);
    }
    if (Refusal refusal = RefuseOtherThanFloat32(context)) return refusal;
    const Shape& input = *context.inputs[0]->static_shape;
    if (!config_.layout.Fits(config_.windows, input)) {
      return context.Refuse(
          errors::kBackend,
          ErrorArg::Of("an input that is shorter than the kernel"));
    }
    const char* raw = row_.tf_op;
    if (!row_.separable && config_.windows.dilated()) {
      raw = "depthwise/BatchToSpaceND";
    }
    if (config_.layout.channels_first) raw = "transpose_1";
    return ApplyConvolution(context, *this,
                            StaticShape(context, *context.inputs[0]),
                            LastTfOp(config_, raw));
  }

  absl::Status Evaluate(absl::Span<const Array* const> operands,
                        absl::Span<Array> outputs) const override;

  bool Accepts(absl::Span<const TensorInfo> earlier,
               const TensorInfo& candidate) const override {
    return LayerSpec::Accepts(earlier, candidate) &&
           candidate.dtype == DType::kFloat32 &&
           config_.windows.padding != WindowPadding::kCausal &&
           candidate.shape->dim[config_.layout.channel_axis()] != kUnknownDim &&
           config_.layout.Fits(config_.windows, *candidate.shape);
  }

 private:
  static constexpr int32_t kTooMany = -2;

  // Channels after the depthwise step.
  int32_t Mixed(int32_t channels) const {
    if (channels == kUnknownDim) return kUnknownDim;
    const int64_t product = int64_t{channels} * multiplier_;
    return product > ConfigReader::kMaxInt ? kTooMany
                                           : static_cast<int32_t>(product);
  }

  // Dilation goes by way of the batch, which makes all sizes unknown if one is.
  // Keras knows the channels.
  const Shape* StaticShape(const LayerContext& context,
                           const Symbol& input) const {
    const SpatialLayout& layout = config_.layout;
    const Shape& known = *input.static_shape;
    if (!known.known_rank()) return &known;
    std::array<int32_t, kMaxRank> dims = known.dim;
    const auto channels = static_cast<size_t>(layout.channel_axis());
    if (dims[channels] == kUnknownDim)
      dims[channels] = input.shape->dim[channels];
    bool lost = false;
    for (int i = 0; i < layout.rank; ++i) {
      lost |=
          config_.windows.dilated() &&
          known.dim[static_cast<size_t>(layout.space_axis(i))] == kUnknownDim;
    }
    for (int i = 0; lost && i < layout.rank; ++i) {
      dims[static_cast<size_t>(layout.space_axis(i))] = kUnknownDim;
    }
    return OutputShape(context,
                       *context.pool.InternShape(absl::MakeConstSpan(
                           dims.data(), static_cast<size_t>(known.rank))),
                       /*dilated=*/true);
  }

  const Shape* OutputShape(const LayerContext& context, const Shape& input,
                           bool dilated) const {
    if (!input.known_rank()) return &input;
    const int32_t channels =
        row_.separable ? config_.filters
                       : Mixed(input.dim[config_.layout.channel_axis()]);
    if (channels == kTooMany) return nullptr;
    return MapSpace(
        context.pool, input, config_.layout, channels,
        [&](int i, int64_t length) {
          Window window = config_.windows.axis[static_cast<size_t>(i)];
          if (!dilated) window.dilation = 1;
          return WindowCount(length, window, config_.windows.padding);
        });
  }

  const DepthwiseRow& row_;
  const ConvolutionConfig config_;
  const int32_t multiplier_;
};

absl::Status DepthwiseConvolution::Evaluate(
    absl::Span<const Array* const> operands, absl::Span<Array> outputs) const {
  const Windows& windows = config_.windows;
  const size_t rank = static_cast<size_t>(windows.rank);
  if (windows.strided() && windows.dilated()) {
    return LayerSpec::Evaluate(operands, outputs);
  }
  if (rank == 2 && windows.axis[0].stride != windows.axis[1].stride) {
    return absl::InvalidArgumentError(
        "a depthwise convolution with unequal strides, which TensorFlow does "
        "not compute");
  }
  const Array& kernel = *operands[1];
  if (operands[0]->dims.size() != rank + 2 || kernel.dims.size() != rank + 2) {
    return absl::InvalidArgumentError(
        "a depthwise convolution of an input or kernel of another rank");
  }
  const Array input = ChannelsLast(config_.layout, *operands[0]);
  const auto space = absl::MakeConstSpan(input.dims).subspan(1, rank);
  if (input.last() != kernel.dims[rank] || !windows.Fits(space)) {
    return absl::InvalidArgumentError(
        "a depthwise convolution whose kernel does not fit the input");
  }
  const size_t channels = static_cast<size_t>(input.last());
  const size_t multiplier = static_cast<size_t>(kernel.last());
  const size_t mixed = channels * multiplier;
  std::vector<int32_t> dims = windows.Counts(space);
  dims.insert(dims.begin(), input.dims[0]);
  dims.push_back(static_cast<int32_t>(mixed));
  Array depthwise = Array::Zeros(dims);
  ForEachSample(input, depthwise, [&](const double* from, double* to) {
    ForEachTap(windows, space, [&](size_t out, size_t tap, size_t in) {
      for (size_t k = 0; k < mixed; ++k) {
        to[out * mixed + k] += from[in * channels + k / multiplier] *
                               kernel.values[tap * mixed + k];
      }
    });
  });
  if (!row_.separable) {
    outputs[0] = std::move(depthwise);
    FinishConvolution(config_, config_.use_bias ? operands[2] : nullptr,
                      outputs[0]);
    return absl::OkStatus();
  }
  const Array& pointwise = *operands[2];
  const size_t filters = static_cast<size_t>(pointwise.last());
  if (pointwise.values.size() != mixed * filters) {
    return absl::InvalidArgumentError(
        "a separable convolution whose kernels do not fit each other");
  }
  dims.back() = pointwise.last();
  outputs[0] = Array::Zeros(dims);
  const size_t steps = depthwise.rows();
  for (size_t s = 0; s < steps; ++s) {
    for (size_t k = 0; k < mixed; ++k) {
      const double x = depthwise.values[s * mixed + k];
      for (size_t f = 0; f < filters; ++f) {
        outputs[0].values[s * filters + f] +=
            x * pointwise.values[k * filters + f];
      }
    }
  }
  FinishConvolution(config_, config_.use_bias ? operands[3] : nullptr,
                    outputs[0]);
  return absl::OkStatus();
}

class DepthwiseClass final : public LayerKind {
 public:
  explicit DepthwiseClass(const DepthwiseRow& row) : row_(row) {}

  absl::string_view class_name() const override { return row_.class_name; }
  absl::string_view call_owner() const override { return row_.call_owner; }
  absl::string_view name_prefix() const override { return row_.name_prefix; }

  std::unique_ptr<LayerSpec> Parse(ConfigReader& reader) const override {
    ConvolutionArguments arguments;
    arguments.filters = row_.separable;
    const ConvolutionConfig config =
        ReadConvolution(reader, row_.rank, arguments);
    ReadInitializer(reader, "bias_initializer", Initializer::kZeros);
    ReadNones(reader,
              {"bias_regularizer", "activity_regularizer", "bias_constraint"});
    const auto multiplier =
        static_cast<int32_t>(reader.Int("depth_multiplier", 1, 1));
    ReadInitializer(reader, "depthwise_initializer",
                    Initializer::kGlorotUniform);
    if (row_.separable) {
      ReadInitializer(reader, "pointwise_initializer",
                      Initializer::kGlorotUniform);
      ReadNones(reader, {"depthwise_regularizer", "pointwise_regularizer",
                         "depthwise_constraint", "pointwise_constraint"});
    } else {
      ReadNones(reader, {"depthwise_regularizer", "depthwise_constraint"});
    }
    return std::make_unique<DepthwiseConvolution>(*this, row_, config,
                                                  multiplier);
  }

 private:
  const DepthwiseRow& row_;
};

}  // namespace

const LayerKind& SeparableConv1DKind() {
  static const DepthwiseClass kind(kSeparable1D);
  return kind;
}

const LayerKind& SeparableConv2DKind() {
  static const DepthwiseClass kind(kSeparable2D);
  return kind;
}

const LayerKind& DepthwiseConv2DKind() {
  static const DepthwiseClass kind(kDepthwise);
  return kind;
}

}  // namespace clonecheck
