// Conv1D, Conv2D, Conv3D: f(cross-correlation + bias). Keras 2.2.4,
// keras/layers/convolutional.py.
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "core/layers/convolution_config.h"
#include "core/layers/errors.h"
#include "core/layers/int_list.h"
#include "core/layers/kinds.h"
#include "core/layers/shape_cache.h"

namespace clonecheck {
namespace {

class Convolution final : public LayerSpec {
 public:
  Convolution(const LayerKind& kind, Pool& pool,
              const ConvolutionConfig& config)
      : LayerSpec(kind, SpatialTraits(config.layout, /*builds=*/true)),
        config_(config),
        bias_shape_(pool.InternShape({config.filters})) {}

  Refusal Build(BuildContext& context) const override {
    const SpatialLayout& layout = config_.layout;
    int32_t channels = 0;
    if (Refusal refusal = InputChannels(context, layout,
                                        errors::kUnknownChannels, &channels)) {
      return refusal;
    }
    AddKernelAndBias(context, config_, channels, config_.filters, bias_shape_);
    SetChannels(context, layout, layout.channels_first ? 1 : -1, channels);
    return nullptr;
  }

  Refusal OutputShapes(ShapeContext& context) const override {
    const Shape* input = context.input_shapes[0];
    if (input->rank > config_.layout.ndim()) {
      return context.Refuse(errors::kTupleIndex);
    }
    return SetOutputShape(context, OutputShape(context.pool, input));
  }

  Refusal Call(CallContext& context) const override {
    if (Refusal refusal = RefuseSpatialInput(
            context, config_.layout, errors::kListWithoutDtype, context.memo)) {
      return refusal;
    }
    const Windows& windows = config_.windows;
    if (windows.padding == WindowPadding::kCausal && windows.rank > 1) {
      return context.Refuse(errors::kCausalPadding);
    }
    if (Refusal refusal = RefuseOtherThanFloat32(context)) return refusal;
    if (windows.strided() && windows.dilated()) {
      return context.Refuse(errors::kBackend,
                            ErrorArg::Of("strides together with dilation"));
    }
    const Shape& input = *context.inputs[0]->static_shape;
    if (!config_.layout.Fits(config_.windows, input)) {
      return context.Refuse(
          errors::kBackend,
          ErrorArg::Of("an input that is shorter than the kernel"));
    }
    return ApplyConvolution(context, *this, OutputShape(context.pool, &input),
                            TfOp());
  }

  absl::Status Evaluate(absl::Span<const Array* const> operands,
                        absl::Span<Array> outputs) const override {
    const Array& kernel = *operands[1];
    const Windows& windows = config_.windows;
    const size_t rank = static_cast<size_t>(windows.rank);
    if (operands[0]->dims.size() != rank + 2 ||
        kernel.dims.size() != rank + 2) {
      return absl::InvalidArgumentError(
          "a convolution of an input or kernel of another rank");
    }
    const Array input = ChannelsLast(config_.layout, *operands[0]);
    const auto space = absl::MakeConstSpan(input.dims).subspan(1, rank);
    if (input.last() != kernel.dims[rank] || !windows.Fits(space)) {
      return absl::InvalidArgumentError(
          "a convolution whose kernel does not fit the input");
    }
    std::vector<int32_t> dims = windows.Counts(space);
    dims.insert(dims.begin(), input.dims[0]);
    dims.push_back(config_.filters);
    outputs[0] = Array::Zeros(dims);
    const size_t channels = static_cast<size_t>(input.last());
    const size_t filters = static_cast<size_t>(config_.filters);
    ForEachSample(input, outputs[0], [&](const double* from, double* to) {
      ForEachTap(windows, space, [&](size_t out, size_t tap, size_t in) {
        const double* weight = kernel.values.data() + tap * channels * filters;
        for (size_t c = 0; c < channels; ++c) {
          const double x = from[in * channels + c];
          for (size_t f = 0; f < filters; ++f) {
            to[out * filters + f] += x * *weight++;
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
           (config_.windows.padding != WindowPadding::kCausal ||
            config_.windows.rank == 1) &&
           !(config_.windows.strided() && config_.windows.dilated()) &&
           candidate.shape->dim[config_.layout.channel_axis()] != kUnknownDim &&
           config_.windows.FitsSurely(config_.layout.SpaceOf(*candidate.shape));
  }

 private:
  const Shape* OutputShape(Pool& pool, const Shape* input) const {
    return output_shape_.Get(input, [&] {
      // Space is all that is neither the batch nor the channels, however many
      // axes a Keras shape has.
      SpatialLayout layout = config_.layout;
      if (input->known_rank()) layout.rank = std::max(input->rank - 2, 0);
      return MapSpace(
          pool, *input, layout, config_.filters, [&](int i, int64_t length) {
            return WindowCount(length,
                               config_.windows.axis[static_cast<size_t>(i)],
                               config_.windows.padding);
          });
    });
  }

  const char* TfOp() const {
    const char* raw =
        config_.layout.rank == 1 ? "convolution/Squeeze" : "convolution";
    if (config_.windows.dilated()) raw = "convolution/BatchToSpaceND";
    if (config_.layout.channels_first) raw = "transpose_1";
    return LastTfOp(config_, raw);
  }

  const ConvolutionConfig config_;
  const Shape* const bias_shape_;
  mutable ShapeCache output_shape_;
};

class ConvolutionClass final : public LayerKind {
 public:
  ConvolutionClass(int rank, const char* class_name, const char* name_prefix)
      : rank_(rank), class_name_(class_name), name_prefix_(name_prefix) {}

  absl::string_view class_name() const override { return class_name_; }
  absl::string_view call_owner() const override { return "_Conv"; }
  absl::string_view name_prefix() const override { return name_prefix_; }

  std::unique_ptr<LayerSpec> Parse(ConfigReader& reader) const override {
    const ConvolutionConfig config = ReadConvolution(reader, rank_);
    if (rank_ == 1 && config.windows.padding == WindowPadding::kCausal &&
        config.layout.channels_first) {
      reader.Fail("data_format", "'channels_last' with causal padding");
    }
    ReadKernelAndBiasArguments(reader);
    return std::make_unique<Convolution>(*this, reader.pool(), config);
  }

  // One axis only: more take inputs that the generator does not make.
  std::vector<DomainEntry> Domain(Pool& pool) const override;

 private:
  const int rank_;
  const char* const class_name_;
  const char* const name_prefix_;
};

std::vector<DomainEntry> ConvolutionClass::Domain(Pool& pool) const {
  if (rank_ != 1) return {};
  struct Row {
    int filters, size, stride, dilation;
    const char* padding;
    const char* activation;
    bool use_bias;
    int weight;
  };
  constexpr Row kRows[] = {
      {4, 1, 1, 1, "valid", "linear", true, 4},
      {1, 1, 1, 1, "valid", "linear", false, 2},
      {4, 2, 1, 1, "valid", "linear", true, 4},
      {2, 3, 1, 1, "valid", "relu", true, 2},
      {2, 2, 2, 1, "valid", "linear", false, 2},
      {3, 2, 1, 2, "valid", "tanh", true, 2},
      {4, 3, 1, 1, "same", "linear", true, 4},
      {4, 2, 1, 1, "same", "relu", false, 2},
      {2, 3, 2, 1, "same", "linear", true, 2},
      {2, 2, 1, 3, "same", "sigmoid", true, 2},
      {4, 2, 1, 1, "causal", "linear", true, 4},
      {2, 3, 2, 1, "causal", "linear", false, 2},
      {3, 2, 1, 2, "causal", "softmax", true, 2},
  };
  std::vector<DomainEntry> domain;
  for (const Row& row : kRows) {
    domain.push_back(Entry(
        pool,
        {{"filters", ConfigValue::Int(row.filters)},
         {"kernel_size", IntList(pool, {row.size})},
         {"strides", IntList(pool, {row.stride})},
         {"dilation_rate", IntList(pool, {row.dilation})},
         {"padding", ConfigValue::String(pool.InternName(row.padding))},
         {"activation", ConfigValue::String(pool.InternName(row.activation))},
         {"use_bias", ConfigValue::Bool(row.use_bias)}},
        row.weight));
  }
  return domain;
}

}  // namespace

const LayerKind& Conv1DKind() {
  static const ConvolutionClass kind(1, "Conv1D", "conv1d");
  return kind;
}

const LayerKind& Conv2DKind() {
  static const ConvolutionClass kind(2, "Conv2D", "conv2d");
  return kind;
}

const LayerKind& Conv3DKind() {
  static const ConvolutionClass kind(3, "Conv3D", "conv3d");
  return kind;
}

}  // namespace clonecheck
