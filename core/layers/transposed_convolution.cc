// Conv2DTranspose, Conv3DTranspose: what a convolution of the output would read
// from, written to. Keras 2.2.4, keras/layers/convolutional.py.
#include <algorithm>
#include <memory>
#include <optional>
#include <vector>

#include "absl/status/status.h"
#include "core/layers/convolution_config.h"
#include "core/layers/errors.h"
#include "core/layers/kinds.h"

namespace clonecheck {
namespace {

struct TransposedConfig {
  ConvolutionConfig convolution;
  std::optional<Sizes> output_padding;
};

class TransposedConvolution final : public LayerSpec {
 public:
  TransposedConvolution(const LayerKind& kind, Pool& pool,
                        const TransposedConfig& config)
      : LayerSpec(kind,
                  SpatialTraits(config.convolution.layout, /*builds=*/true)),
        config_(config.convolution),
        output_padding_(config.output_padding),
        bias_shape_(pool.InternShape({config.convolution.filters})) {}

  Refusal Build(BuildContext& context) const override {
    const SpatialLayout& layout = config_.layout;
    const Shape& input = *context.input_shapes[0];
    if (input.known_rank() && input.rank != layout.ndim()) {
      return context.Refuse(errors::kTransposedConvolutionRank,
                            ErrorArg::Of(int64_t{layout.ndim()}),
                            ErrorArg::Of(&input));
    }
    int32_t channels = 0;
    if (Refusal refusal = InputChannels(context, layout,
                                        errors::kUnknownChannels, &channels)) {
      return refusal;
    }
    AddKernelAndBias(context, config_, config_.filters, channels, bias_shape_);
    SetChannels(context, layout, layout.channels_first ? 1 : -1, channels);
    return nullptr;
  }

  Refusal OutputShapes(ShapeContext& context) const override {
    return SetOutputShape(context,
                          OutputShape(context.pool, *context.input_shapes[0]));
  }

  Refusal Call(CallContext& context) const override {
    if (Refusal refusal = RefuseSpatialInput(
            context, config_.layout, errors::kListWithoutDtype, context.memo)) {
      return refusal;
    }
    const Windows& windows = config_.windows;
    if (windows.padding == WindowPadding::kCausal ||
        windows.axis[0].dilation != windows.axis[1].dilation) {
      return context.Refuse(errors::kTransposedConvolutionAssertion);
    }
    if (Refusal refusal = RefuseOtherThanFloat32(context)) return refusal;
    if (!DilatesWell()) {
      return context.Refuse(
          errors::kBackend,
          ErrorArg::Of("a transposed convolution with channels first and "
                       "dilation"));
    }
    return ApplyConvolution(
        context, *this,
        OutputShape(context.pool, *context.inputs[0]->static_shape), TfOp());
  }

  absl::Status Evaluate(absl::Span<const Array* const> operands,
                        absl::Span<Array> outputs) const override {
    const Windows& windows = config_.windows;
    const size_t rank = static_cast<size_t>(windows.rank);
    if (windows.strided() && windows.dilated()) {
      return LayerSpec::Evaluate(operands, outputs);
    }
    const Array& kernel = *operands[1];
    if (operands[0]->dims.size() != rank + 2 ||
        kernel.dims.size() != rank + 2) {
      return absl::InvalidArgumentError(
          "a transposed convolution of an input or kernel of another rank");
    }
    const Array input = ChannelsLast(config_.layout, *operands[0]);
    std::vector<int32_t> dims = {input.dims[0]};
    for (size_t i = 0; i < rank; ++i) {
      dims.push_back(static_cast<int32_t>(
          OutputLength(static_cast<int>(i), input.dims[i + 1])));
    }
    dims.push_back(config_.filters);
    const std::vector<int32_t> space(dims.begin() + 1, dims.end() - 1);
    // The convolution of the output must have the input's dimensions.
    const auto input_space = absl::MakeConstSpan(input.dims).subspan(1, rank);
    if (input.last() != kernel.last() || !windows.Fits(space) ||
        absl::MakeConstSpan(windows.Counts(space)) != input_space) {
      return absl::InvalidArgumentError(
          "a transposed convolution whose kernel does not fit the input");
    }
    outputs[0] = Array::Zeros(dims);
    const size_t channels = static_cast<size_t>(input.last());
    const size_t filters = static_cast<size_t>(config_.filters);
    ForEachSample(input, outputs[0], [&](const double* from, double* to) {
      ForEachTap(windows, space, [&](size_t in, size_t tap, size_t out) {
        const double* weight = kernel.values.data() + tap * channels * filters;
        for (size_t f = 0; f < filters; ++f) {
          for (size_t c = 0; c < channels; ++c) {
            to[out * filters + f] += from[in * channels + c] * *weight++;
          }
        }
      });
    });
    FinishConvolution(config_, config_.use_bias ? operands[2] : nullptr,
                      outputs[0]);
    return absl::OkStatus();
  }

  bool Accepts(absl::Span<const TensorInfo> earlier,
               const TensorInfo& candidate) const override {
    return LayerSpec::Accepts(earlier, candidate) &&
           candidate.dtype == DType::kFloat32 &&
           config_.windows.padding != WindowPadding::kCausal &&
           config_.windows.axis[0].dilation ==
               config_.windows.axis[1].dilation &&
           DilatesWell() &&
           candidate.shape->dim[config_.layout.channel_axis()] != kUnknownDim;
  }

 private:
  // The backend does not get that far with channels first.
  bool DilatesWell() const {
    return !config_.windows.dilated() || !config_.layout.channels_first;
  }

  // keras/utils/conv_utils.py, deconv_length.
  int64_t OutputLength(int i, int64_t length) const {
    const Window& window = config_.windows.axis[static_cast<size_t>(i)];
    const bool same = config_.windows.padding == WindowPadding::kSame;
    if (output_padding_.has_value()) {
      const int64_t cut = same ? window.span() / 2 : 0;
      return (length - 1) * window.stride + window.span() - 2 * cut +
             (*output_padding_)[static_cast<size_t>(i)];
    }
    return length * window.stride +
           (same ? 0 : std::max<int64_t>(window.span() - window.stride, 0));
  }

  const Shape* OutputShape(Pool& pool, const Shape& input) const {
    return MapSpace(
        pool, input, config_.layout, config_.filters,
        [this](int i, int64_t length) { return OutputLength(i, length); });
  }

  const char* TfOp() const {
    // The output's sizes are computed by operations, too: none or one addition
    // an axis, or two where there is an output_padding. The bias comes last.
    constexpr const char* kAdds[] = {"add",   "add_1", "add_2", "add_3",
                                     "add_4", "add_5", "add_6"};
    const bool same = config_.windows.padding == WindowPadding::kSame;
    const int per_axis = output_padding_.has_value() ? 2 : same ? 0 : 1;
    const int rank = config_.layout.rank;
    const char* raw = rank == 2 ? "conv2d_transpose" : "conv3d_transpose";
    if (config_.windows.dilated())
      raw = "atrous_conv2d_transpose/BatchToSpaceND";
    if (config_.layout.channels_first) raw = "transpose_1";
    const auto adds = static_cast<size_t>(per_axis) * static_cast<size_t>(rank);
    return LastTfOp(config_, raw, kAdds[adds]);
  }

  const ConvolutionConfig config_;
  const std::optional<Sizes> output_padding_;
  const Shape* const bias_shape_;
};

class TransposedClass final : public LayerKind {
 public:
  TransposedClass(int rank, const char* class_name, const char* name_prefix)
      : rank_(rank), class_name_(class_name), name_prefix_(name_prefix) {}

  absl::string_view class_name() const override { return class_name_; }
  absl::string_view name_prefix() const override { return name_prefix_; }

  std::unique_ptr<LayerSpec> Parse(ConfigReader& reader) const override {
    ConvolutionArguments arguments;
    arguments.dilation_rate = rank_ == 2;
    TransposedConfig config;
    config.convolution = ReadConvolution(reader, rank_, arguments);
    ReadKernelAndBiasArguments(reader);
    config.output_padding =
        ReadSizesOrNone(reader, "output_padding", rank_, /*min=*/0);
    for (size_t i = 0; i < static_cast<size_t>(rank_); ++i) {
      if (config.output_padding.has_value() &&
          (*config.output_padding)[i] >=
              config.convolution.windows.axis[i].stride) {
        reader.Fail("output_padding", "less than the stride on every axis");
      }
    }
    return std::make_unique<TransposedConvolution>(*this, reader.pool(),
                                                   config);
  }

 private:
  const int rank_;
  const char* const class_name_;
  const char* const name_prefix_;
};

}  // namespace

const LayerKind& Conv2DTransposeKind() {
  static const TransposedClass kind(2, "Conv2DTranspose", "conv2d_transpose");
  return kind;
}

const LayerKind& Conv3DTransposeKind() {
  static const TransposedClass kind(3, "Conv3DTranspose", "conv3d_transpose");
  return kind;
}

}  // namespace clonecheck
