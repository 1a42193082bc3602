// LocallyConnected1D, LocallyConnected2D: a convolution with a kernel of its
// own for every window. Keras 2.2.4, keras/layers/local.py.
//
// LocallyConnected1D takes a data_format, ignores it, and forgets it in its
// config.
//
// Not imitated: called on an input that is longer than the one that it was
// built on, Keras uses the kernels that there are and the start of the input.
// Here such a call has no numbers (Unimplemented).
#include <algorithm>
#include <array>
#include <memory>
#include <vector>

#include "absl/status/status.h"
#include "core/layers/convolution_config.h"
#include "core/layers/errors.h"
#include "core/layers/kinds.h"

namespace clonecheck {
namespace {

LayerSpec::Traits LocalTraits(const SpatialLayout& layout) {
  LayerSpec::Traits traits = SpatialTraits(layout, /*builds=*/true);
  traits.forgets_build = true;
  return traits;
}

class LocallyConnected final : public LayerSpec {
 public:
  LocallyConnected(const LayerKind& kind, const ConvolutionConfig& config)
      : LayerSpec(kind, LocalTraits(config.layout)), config_(config) {}

  Refusal Build(BuildContext& context) const override;

  Refusal OutputShapes(ShapeContext& context) const override {
    return SetOutputShape(context,
                          OutputShape(context.pool, *context.input_shapes[0]));
  }

  Refusal Call(CallContext& context) const override {
    if (Refusal refusal =
            RefuseSpatialInput(context, config_.layout,
                               errors::kListIndexedByTuple, context.memo)) {
      return refusal;
    }
    if (Refusal refusal = RefuseOtherThanFloat32(context)) return refusal;
    const Shape& input = *context.inputs[0]->shape;
    if (!config_.layout.Fits(config_.windows, input)) {
      return context.Refuse(
          errors::kBackend,
          ErrorArg::Of("an input that is shorter than the kernel"));
    }
    const char* op = ActivationTfOp(config_.activation, config_.layout.ndim());
    if (op == nullptr) op = config_.use_bias ? "add" : "transpose";
    // A reshape by the Keras shape; only the batch is TensorFlow's.
    const Shape* shape = OutputShape(context.pool, input);
    const Shape& known = *context.inputs[0]->static_shape;
    if (shape != nullptr && shape->rank > 0 && known.rank > 0 &&
        shape->dim[0] == kUnknownDim) {
      std::array<int32_t, kMaxRank> dims = shape->dim;
      dims[0] = known.dim[0];
      shape = context.pool.InternShape(
          absl::MakeConstSpan(dims.data(), shape->rank));
    }
    return ApplyConvolution(context, *this, shape, op);
  }

  absl::Status Evaluate(absl::Span<const Array* const> operands,
                        absl::Span<Array> outputs) const override;

  bool Accepts(absl::Span<const TensorInfo> earlier,
               const TensorInfo& candidate) const override {
    if (!LayerSpec::Accepts(earlier, candidate) ||
        candidate.dtype != DType::kFloat32 ||
        !config_.layout.Fits(config_.windows, *candidate.shape)) {
      return false;
    }
    for (int32_t dim : candidate.shape->dims().subspan(1)) {
      if (dim == kUnknownDim) return false;
    }
    return true;
  }

 private:
  const Shape* OutputShape(Pool& pool, const Shape& input) const {
    return MapSpace(pool, input, config_.layout, config_.filters,
                    [this](int i, int64_t length) {
                      return WindowCount(
                          length, config_.windows.axis[static_cast<size_t>(i)],
                          config_.windows.padding);
                    });
  }

  const ConvolutionConfig config_;
};

Refusal LocallyConnected::Build(BuildContext& context) const {
  const SpatialLayout& layout = config_.layout;
  const Shape& input = *context.input_shapes[0];
  const bool one_axis = layout.rank == 1;
  int64_t windows = 1;
  int64_t taps = 1;
  int32_t bias[kMaxSpace + 1] = {kUnknownDim, kUnknownDim};
  int32_t channels = kUnknownDim;
  if (input.known_rank()) {
    if (input.rank != layout.ndim()) {
      return context.Refuse(errors::kBackend,
                            ErrorArg::Of("an input of another rank"));
    }
    channels = input.dim[layout.channel_axis()];
    if (one_axis && channels == kUnknownDim) {
      return context.Refuse(errors::kLocalUnknownChannels,
                            ErrorArg::Of(&input));
    }
    for (int i = 0; i < layout.rank; ++i) {
      if (input.dim[layout.space_axis(i)] == kUnknownDim) {
        return one_axis ? context.Refuse(errors::kLocalUnknownSize)
                        : context.Refuse(errors::kLocalUnknownSpace,
                                         ErrorArg::Of(&input));
      }
    }
    if (channels == kUnknownDim) {
      return context.Refuse(errors::kLocalUnknownSize);
    }
    // TensorFlow has nothing to put together then.
    if (!config_.layout.Fits(config_.windows, input)) {
      return context.Refuse(
          errors::kBackend,
          ErrorArg::Of("an input that is shorter than the kernel"));
    }
    for (int i = 0; i < layout.rank; ++i) {
      const Window& window = config_.windows.axis[static_cast<size_t>(i)];
      const int64_t count = WindowCount(input.dim[layout.space_axis(i)], window,
                                        config_.windows.padding);
      bias[i] = static_cast<int32_t>(count);
      windows *= count;
      taps *= window.size;
    }
    if (windows > ConfigReader::kMaxInt ||
        taps > ConfigReader::kMaxInt / std::max(channels, 1)) {
      return RefuseTooLarge(context);
    }
  }
  const bool known = channels != kUnknownDim;
  context.weights.push_back(
      context.arena,
      WeightDecl{
          "kernel",
          context.pool.InternShape(
              {known ? static_cast<int32_t>(windows) : kUnknownDim,
               known ? static_cast<int32_t>(taps * channels) : kUnknownDim,
               config_.filters})});
  if (config_.use_bias) {
    bias[layout.rank] = config_.filters;
    context.weights.push_back(
        context.arena,
        WeightDecl{"bias", context.pool.InternShape(absl::MakeConstSpan(
                               bias, static_cast<size_t>(layout.rank) + 1))});
  }
  // As Keras counts the axis.
  const int last = one_axis ? layout.channel_axis() : -1;
  SetChannels(context, layout, layout.channels_first ? 1 : last, channels);
  return nullptr;
}

absl::Status LocallyConnected::Evaluate(absl::Span<const Array* const> operands,
                                        absl::Span<Array> outputs) const {
  const Windows& windows = config_.windows;
  const size_t rank = static_cast<size_t>(windows.rank);
  const Array& kernel = *operands[1];
  if (operands[0]->dims.size() != rank + 2 || kernel.dims.size() != 3) {
    return absl::InvalidArgumentError(
        "a local connection of an input or kernel of another rank");
  }
  const Array input = ChannelsLast(config_.layout, *operands[0]);
  const auto space = absl::MakeConstSpan(input.dims).subspan(1, rank);
  const size_t channels = static_cast<size_t>(input.last());
  const size_t taps = windows.taps();
  std::vector<int32_t> dims = windows.Counts(space);
  size_t count = 1;
  for (int32_t dim : dims) count *= static_cast<size_t>(dim);
  if (windows.Fits(space) && static_cast<size_t>(kernel.dims[0]) < count &&
      static_cast<size_t>(kernel.dims[1]) == taps * channels) {
    return absl::UnimplementedError(
        "a local connection that was built on a shorter input has no numbers");
  }
  if (!windows.Fits(space) || static_cast<size_t>(kernel.dims[0]) != count ||
      static_cast<size_t>(kernel.dims[1]) != taps * channels) {
    return absl::InvalidArgumentError(
        "a local connection whose kernels do not fit the input");
  }
  dims.insert(dims.begin(), input.dims[0]);
  dims.push_back(config_.filters);
  Array& output = outputs[0];
  output = Array::Zeros(dims);
  const size_t filters = static_cast<size_t>(config_.filters);
  // A window is flattened in the order of the input's own axes.
  const size_t tap_step = config_.layout.channels_first ? 1 : channels;
  const size_t channel_step = config_.layout.channels_first ? taps : 1;
  ForEachSample(input, output, [&](const double* from, double* to) {
    ForEachTap(windows, space, [&](size_t out, size_t tap, size_t in) {
      for (size_t c = 0; c < channels; ++c) {
        const size_t feature = tap * tap_step + c * channel_step;
        const double x = from[in * channels + c];
        const double* weight =
            kernel.values.data() + (out * taps * channels + feature) * filters;
        for (size_t f = 0; f < filters; ++f)
          to[out * filters + f] += x * weight[f];
      }
    });
  });
  // The bias is reshaped to the output, whatever the order of its axes.
  RestoreChannels(config_.layout, output);
  if (config_.use_bias) {
    const Array& bias = *operands[2];
    const size_t size = count * filters;
    if (bias.values.size() != size) {
      return absl::InvalidArgumentError(
          "a local connection whose bias does not fit the output");
    }
    for (size_t i = 0; i < output.values.size(); ++i) {
      output.values[i] += bias.values[i % size];
    }
  }
  ApplyActivation(config_.activation, output);
  return absl::OkStatus();
}

class LocallyConnectedClass final : public LayerKind {
 public:
  LocallyConnectedClass(int rank, const char* class_name,
                        const char* name_prefix)
      : rank_(rank), class_name_(class_name), name_prefix_(name_prefix) {}

  absl::string_view class_name() const override { return class_name_; }
  absl::string_view name_prefix() const override { return name_prefix_; }

  std::unique_ptr<LayerSpec> Parse(ConfigReader& reader) const override {
    ConvolutionArguments arguments;
    arguments.dilation_rate = false;
    ConvolutionConfig config = ReadConvolution(reader, rank_, arguments);
    if (config.windows.padding != WindowPadding::kValid) {
      reader.Fail("padding", "'valid', which is all that is supported");
    }
    if (rank_ == 1) {
      config.layout.channels_first = false;
      reader.LoseOnSave("data_format");
    }
    ReadKernelAndBiasArguments(reader);
    return std::make_unique<LocallyConnected>(*this, config);
  }

 private:
  const int rank_;
  const char* const class_name_;
  const char* const name_prefix_;
};

}  // namespace

const LayerKind& LocallyConnected1DKind() {
  static const LocallyConnectedClass kind(1, "LocallyConnected1D",
                                          "locally_connected1d");
  return kind;
}

const LayerKind& LocallyConnected2DKind() {
  static const LocallyConnectedClass kind(2, "LocallyConnected2D",
                                          "locally_connected2d");
  return kind;
}

}  // namespace clonecheck
