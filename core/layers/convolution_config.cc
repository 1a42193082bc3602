#include "core/layers/convolution_config.h"

#include <algorithm>

#include "core/layers/errors.h"
#include "core/layers/initializers.h"
#include "core/limits.h"

namespace clonecheck {

ConvolutionConfig ReadConvolution(ConfigReader& reader, int rank,
                                  ConvolutionArguments arguments) {
  ConvolutionConfig config;
  config.layout.rank = rank;
  config.windows.rank = rank;
  if (arguments.filters) {
    config.filters =
        static_cast<int32_t>(reader.RequiredInt("filters", 1, kMaxDim));
  }
  const Sizes sizes = ReadSizes(reader, "kernel_size", rank, std::nullopt);
  const Sizes strides = ReadSizes(reader, "strides", rank, AllAxes(1));
  config.windows.padding = ReadPadding(reader);
  config.layout.channels_first = ReadChannelsFirst(reader);
  Sizes dilations = AllAxes(1);
  if (arguments.dilation_rate) {
    dilations = ReadSizes(reader, "dilation_rate", rank, dilations);
  }
  for (size_t i = 0; i < static_cast<size_t>(rank); ++i) {
    config.windows.axis[i] = {sizes[i], strides[i], dilations[i]};
  }
  config.activation =
      ReadActivation(reader, "activation", ActivationFunction::kLinear);
  config.use_bias = reader.Bool("use_bias", true);
  return config;
}

void ReadKernelAndBiasArguments(ConfigReader& reader) {
  ReadInitializer(reader, "kernel_initializer", Initializer::kGlorotUniform);
  ReadInitializer(reader, "bias_initializer", Initializer::kZeros);
  ReadNones(reader,
            {"kernel_regularizer", "bias_regularizer", "activity_regularizer",
             "kernel_constraint", "bias_constraint"});
}

const char* LastTfOp(const ConvolutionConfig& config, const char* raw,
                     const char* add) {
  const SpatialLayout& layout = config.layout;
  if (const char* op = ActivationTfOp(config.activation, layout.ndim())) {
    return op;
  }
  if (!config.use_bias) return raw;
  // K.bias_add has an operation of its own at rank 4, channels last.
  return layout.rank == 2 && !layout.channels_first ? "BiasAdd" : add;
}

Refusal InputChannels(const BuildContext& context, const SpatialLayout& layout,
                      const ErrorTemplate& form, int32_t* channels) {
  const Shape& input = *context.input_shapes[0];
  *channels = kUnknownDim;
  if (!input.known_rank()) return nullptr;
  // Keras counts the channels' axis from the end where they come last.
  const int axis = layout.channels_first ? 1 : input.rank - 1;
  if (axis < 0 || axis >= input.rank) {
    return context.Refuse(errors::kTupleIndex);
  }
  *channels = input.dim[static_cast<size_t>(axis)];
  return *channels == kUnknownDim ? context.Refuse(form) : nullptr;
}

void SetChannels(BuildContext& context, const SpatialLayout& layout, int axis,
                 int32_t channels) {
  context.has_input_spec = true;
  context.input_spec.ndim = static_cast<int8_t>(layout.ndim());
  context.input_spec.axis = static_cast<int8_t>(axis);
  context.input_spec.axis_dim = channels;
  context.memo = channels == kUnknownDim ? 0 : static_cast<uint32_t>(channels);
}

void AddKernelAndBias(BuildContext& context, const ConvolutionConfig& config,
                      int32_t last_but_one, int32_t last,
                      const Shape* bias_shape) {
  int32_t kernel[kMaxSpace + 2];
  int n = 0;
  for (; n < config.layout.rank; ++n) kernel[n] = config.kernel_size(n);
  kernel[n++] = last_but_one;
  kernel[n++] = last;
  context.weights.push_back(
      context.arena,
      WeightDecl{"kernel", context.pool.InternShape(absl::MakeConstSpan(
                               kernel, static_cast<size_t>(n)))});
  if (config.use_bias) {
    context.weights.push_back(context.arena, WeightDecl{"bias", bias_shape});
  }
}

Refusal ApplyConvolution(CallContext& context, const LayerSpec& op,
                         const Shape* shape, const char* tf_op) {
  if (shape == nullptr) return RefuseTooLarge(context);
  constexpr size_t kMaxOperands = 4;
  TermId operands[kMaxOperands] = {context.inputs[0]->term};
  const size_t weights = std::min(context.weights.size(), kMaxOperands - 1);
  std::copy_n(context.weights.begin(), weights, operands + 1);
  const TermId term =
      context.terms.Apply(op, absl::MakeConstSpan(operands, 1 + weights));
  context.outputs.push_back(
      context.arena,
      context.maker.NewSymbol(term, shape, context.inputs[0]->dtype, tf_op));
  return nullptr;
}

void FinishConvolution(const ConvolutionConfig& config, const Array* bias,
                       Array& output) {
  if (bias != nullptr && !bias->values.empty()) {
    const size_t size = bias->values.size();
    for (size_t i = 0; i < output.values.size(); ++i) {
      output.values[i] += bias->values[i % size];
    }
  }
  RestoreChannels(config.layout, output);
  ApplyActivation(config.activation, output);
}

}  // namespace clonecheck
