// ConvLSTM2D: an LSTM whose products are convolutions. Rules: Keras 2.2.4,
// keras/layers/convolutional_recurrent.py. The generator does not draw it: its
// cases take many more instructions than others.
#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "core/layers/activations.h"
#include "core/layers/built_size.h"
#include "core/layers/errors.h"
#include "core/layers/initializers.h"
#include "core/layers/kinds.h"
#include "core/layers/spatial_config.h"
#include "core/layers/spatial_layout.h"
#include "core/layers/windows.h"
#include "core/limits.h"

namespace clonecheck {
namespace {

constexpr int kRank = 5;   // (batch, time, rows, columns, channels)
constexpr int kSpace = 2;  // rows and columns
constexpr int kNumStates = 2;
constexpr int kNumGates = 4;  // input, forget, candidate, output

struct ConvLstmConfig {
  int32_t filters = 1;
  Windows windows;       // of the kernel over a step
  Windows recurrent;     // of the recurrent kernel over the state
  SpatialLayout layout;  // of a step
  ActivationFunction activation = ActivationFunction::kTanh;
  ActivationFunction recurrent_activation = ActivationFunction::kHardSigmoid;
  bool use_bias = true;
  bool return_sequences = false;
  bool return_state = false;
  bool go_backwards = false;
  bool stateful = false;
  bool drops = false;  // in training, by some dropout
};

// Adds the convolution of one sample's step, channels last, to `to`, which has
// `columns` numbers a position. `bias` may be null.
void Convolve(const Windows& windows, absl::Span<const int32_t> space,
              const double* from, size_t channels, const Array& kernel,
              const Array* bias, std::vector<double>& to) {
  const size_t columns = static_cast<size_t>(kernel.last());
  ForEachTap(windows, space, [&](size_t out, size_t tap, size_t in) {
    const double* weight = kernel.values.data() + tap * channels * columns;
    for (size_t c = 0; c < channels; ++c) {
      const double x = from[in * channels + c];
      for (size_t k = 0; k < columns; ++k) {
        to[out * columns + k] += x * *weight++;
      }
    }
  });
  if (bias == nullptr) return;
  for (size_t i = 0; i < to.size(); ++i) to[i] += bias->values[i % columns];
}

std::vector<double> Activated(ActivationFunction function,
                              std::vector<double> values) {
  Array array;
  array.dims = {1, static_cast<int32_t>(values.size())};
  array.values = std::move(values);
  ApplyActivation(function, array);
  return std::move(array.values);
}

LayerSpec::Traits ConvLstmTraits(const ConvLstmConfig& config) {
  LayerSpec::Traits traits;
  traits.num_states = kNumStates;
  traits.refuses_states = true;
  traits.max_inputs = 1 + kNumStates;
  traits.num_outputs = config.return_state ? 1 + kNumStates : 1;
  traits.supports_masking = true;
  traits.takes_mask = true;
  traits.takes_training = true;
  traits.takes_list_of_one = true;
  traits.builds = true;
  // A loop forgets how many steps it makes (2.2.4, 2.2.5).
  traits.loses_sizes = config.return_sequences;
  traits.has_input_spec = true;
  traits.input_spec.ndim = kRank;
  return traits;
}

class ConvLstm final : public LayerSpec {
 public:
  ConvLstm(const LayerKind& kind, const ConvLstmConfig& config)
      : LayerSpec(kind, ConvLstmTraits(config)),
        config_(config),
        in_training_(*this) {}

  Refusal Build(BuildContext& context) const override {
    const Shape& input = *context.input_shapes[0];
    context.has_input_spec = true;
    context.input_spec.ndim = kRank;
    if (!input.known_rank()) return context.Refuse(errors::kUnknownChannels);
    std::array<int32_t, kMaxRank> spec = input.dim;
    if (!config_.stateful) spec[0] = kUnknownDim;
    spec[1] = kUnknownDim;
    context.input_spec.shape =
        context.pool.InternShape(absl::MakeConstSpan(spec.data(), kRank));
    const int32_t channels = input.dim[ChannelAxis()];
    if (channels == kUnknownDim) {
      return context.Refuse(errors::kUnknownChannels);
    }
    context.memo = MemoOfSize(channels);
    const int32_t columns = kNumGates * config_.filters;
    const int32_t rows = static_cast<int32_t>(config_.windows.axis[0].size);
    const int32_t cols = static_cast<int32_t>(config_.windows.axis[1].size);
    const auto add = [&](const char* role, std::vector<int32_t> dims) {
      context.weights.push_back(
          context.arena, WeightDecl{role, context.pool.InternShape(dims)});
    };
    add("kernel", {rows, cols, channels, columns});
    add("recurrent_kernel", {rows, cols, config_.filters, columns});
    if (config_.use_bias) add("bias", {columns});
    if (config_.stateful) {
      const Shape& last = *StateShape(context.pool, input);
      for (int32_t dim : last.dims()) {
        if (dim == kUnknownDim) {
          return context.Refuse(errors::kConvStatefulBatch);
        }
      }
    }
    return nullptr;
  }

  Refusal OutputShapes(ShapeContext& context) const override {
    const Shape& input = *context.input_shapes[0];
    if (input.rank != kRank) {
      return context.Refuse(errors::kBackend,
                            ErrorArg::Of("an input of another rank"));
    }
    const Shape* last = StateShape(context.pool, input);
    if (last == nullptr) return RefuseTooLarge(context);
    context.output_shapes.push_back(
        context.arena, config_.return_sequences
                           ? WithTime(context.pool, *last, input.dim[1])
                           : last);
    for (int k = 1; k < num_outputs(); ++k) {
      context.output_shapes.push_back(context.arena, last);
    }
    return nullptr;
  }

  Refusal Call(CallContext& context) const override {
    const Symbol& input = *context.inputs[0];
    if (input.dtype != DType::kFloat32 || input.static_shape->rank != kRank) {
      return context.Refuse(errors::kBackend,
                            ErrorArg::Of("not a float32 sequence of pictures"));
    }
    if (context.mask.first() != nullptr) {
      return context.Refuse(errors::kBackend,
                            ErrorArg::Of("a mask for whole pictures"));
    }
    if (Refusal refusal =
            RefuseOtherSize(context, input.static_shape->dim[ChannelAxis()])) {
      return refusal;
    }
    const Windows& windows = config_.windows;
    if (windows.padding == WindowPadding::kCausal) {
      return context.Refuse(errors::kCausalPadding);
    }
    if (windows.strided() && windows.dilated()) {
      return context.Refuse(errors::kBackend,
                            ErrorArg::Of("strides together with dilation"));
    }
    if (!windows.Fits(Space(*input.static_shape))) {
      return context.Refuse(
          errors::kBackend,
          ErrorArg::Of("an input that is shorter than the kernel"));
    }
    constexpr size_t kMaxOperands = 1 + 3 + kNumStates;
    TermId operands[kMaxOperands];
    size_t n = 0;
    operands[n++] = input.term;
    for (TermId weight : context.weights) operands[n++] = weight;
    // Within a Bidirectional there may be states.
    absl::Span<Symbol* const> states = context.inputs.subspan(1);
    if (!states.empty() && states.size() != kNumStates) {
      return context.Refuse(errors::kStateCount,
                            ErrorArg::Of(int64_t{kNumStates}),
                            ErrorArg::Of(static_cast<int64_t>(states.size())));
    }
    for (const Symbol* state : states) operands[n++] = state->term;
    const Op& op = config_.drops && context.is_training()
                       ? static_cast<const Op&>(in_training_)
                       : *this;
    const TermId first =
        context.terms.Apply(op, absl::MakeConstSpan(operands, n));
    const Shape* last = StateShape(context.pool, *input.static_shape);
    if (last == nullptr) return RefuseTooLarge(context);
    const int32_t time = context.rules.loop_loses_steps
                             ? kUnknownDim
                             : input.static_shape->dim[1];
    for (int k = 0; k < num_outputs(); ++k) {
      const bool sequence = k == 0 && config_.return_sequences;
      context.outputs.push_back(
          context.arena,
          context.maker.NewSymbol(
              first + static_cast<TermId>(k),
              sequence ? WithTime(context.pool, *last, time) : last,
              DType::kFloat32,
              sequence ? "transpose_1"
              : k == 0 ? "TensorArrayReadV3"
                       : "while/Exit"));
    }
    return nullptr;
  }

  Refusal ComputeMask(MaskContext& context) const override {
    Symbol* mask = config_.return_sequences ? context.masks.first() : nullptr;
    if (!config_.return_state) {
      context.result = MaskValue::Single(mask);
      return nullptr;
    }
    const auto count = static_cast<size_t>(num_outputs());
    Symbol** masks = context.arena.NewArray<Symbol*>(count);
    masks[0] = mask;
    context.result = MaskValue::List(absl::MakeConstSpan(masks, count));
    return nullptr;
  }

  absl::Status Evaluate(absl::Span<const Array* const> operands,
                        absl::Span<Array> outputs) const override;

  bool Accepts(absl::Span<const TensorInfo> earlier,
               const TensorInfo& candidate) const override {
    const Shape& shape = *candidate.shape;
    return earlier.empty() && candidate.dtype == DType::kFloat32 &&
           !candidate.masked && shape.rank == kRank && shape.dim[1] != 0 &&
           shape.dim[ChannelAxis()] != kUnknownDim &&
           config_.windows.padding != WindowPadding::kCausal &&
           !(config_.windows.strided() && config_.windows.dilated()) &&
           config_.windows.FitsSurely(Space(shape)) &&
           (!config_.stateful || shape.dim[0] != kUnknownDim);
  }
  bool OutputMasked(absl::Span<const TensorInfo>, int) const override {
    return false;  // Accepts none
  }

 private:
  // With the keyword training=True and dropout: other numbers at each run.
  class InTraining final : public Op {
   public:
    explicit InTraining(const ConvLstm& layer)
        : Op(layer.num_outputs(), 11),
          name_(absl::StrCat(layer.op_name(), ".training")) {}
    absl::string_view op_name() const override { return name_; }
    absl::Status Evaluate(absl::Span<const Array* const>,
                          absl::Span<Array>) const override {
      return absl::UnimplementedError(
          absl::StrCat("No numbers for ", name_, ", which drops at random."));
    }

   private:
    const std::string name_;
  };

  // Of the sequence.
  int ChannelAxis() const { return 1 + config_.layout.channel_axis(); }
  absl::Span<const int32_t> Space(const Shape& input) const {
    return input.dims().subspan(
        static_cast<size_t>(1 + config_.layout.space_axis(0)), kSpace);
  }
  // One step of the output; null if a size is more than a shape can hold.
  const Shape* StateShape(Pool& pool, const Shape& input) const {
    std::array<int32_t, kMaxRank> step{};
    step[0] = input.dim[0];
    for (int i = 2; i < kRank; ++i) step[i - 1] = input.dim[i];
    const Shape* shape =
        pool.InternShape(absl::MakeConstSpan(step.data(), kRank - 1));
    return MapSpace(pool, *shape, config_.layout, config_.filters,
                    [&](int i, int64_t length) {
                      return WindowCount(
                          length, config_.windows.axis[static_cast<size_t>(i)],
                          config_.windows.padding);
                    });
  }
  static const Shape* WithTime(Pool& pool, const Shape& step, int32_t time) {
    std::array<int32_t, kMaxRank> dims{};
    dims[0] = step.dim[0];
    dims[1] = time;
    for (int i = 1; i < step.rank; ++i) dims[i + 1] = step.dim[i];
    return pool.InternShape(
        absl::MakeConstSpan(dims.data(), static_cast<size_t>(step.rank + 1)));
  }

  const ConvLstmConfig config_;
  const InTraining in_training_;
};

// Operands: the sequence, kernel, recurrent kernel, bias (if used), and two
// states (or none, then zero).
absl::Status ConvLstm::Evaluate(absl::Span<const Array* const> operands,
                                absl::Span<Array> outputs) const {
  const Array& x = *operands[0];
  const Array& kernel = *operands[1];
  const Array& recurrent = *operands[2];
  const Array* bias = config_.use_bias ? operands[3] : nullptr;
  const auto initial = operands.subspan(config_.use_bias ? 4 : 3);
  if (x.rank() != kRank || kernel.rank() != 4 || x.dims[1] < 1) {
    return absl::InvalidArgumentError("ConvLSTM2D: not a sequence of pictures");
  }
  const int32_t batch = x.dims[0];
  const int32_t time = x.dims[1];
  Array steps;
  steps.dims = {batch * time, x.dims[2], x.dims[3], x.dims[4]};
  steps.values = x.values;
  steps = ChannelsLast(config_.layout, steps);
  const auto space = absl::MakeConstSpan(steps.dims).subspan(1, kSpace);
  if (steps.last() != kernel.dims[2] || !config_.windows.Fits(space)) {
    return absl::InvalidArgumentError(
        "ConvLSTM2D: the kernel does not fit the input");
  }
  const std::vector<int32_t> out_space = config_.windows.Counts(space);
  const size_t filters = static_cast<size_t>(config_.filters);
  const size_t positions =
      static_cast<size_t>(out_space[0]) * static_cast<size_t>(out_space[1]);
  const size_t size = positions * filters;
  const size_t channels = static_cast<size_t>(steps.last());
  const size_t step_size =
      static_cast<size_t>(space[0]) * static_cast<size_t>(space[1]) * channels;
  const auto picture = [&](int32_t count) {
    return Array::Zeros({count, out_space[0], out_space[1], config_.filters});
  };
  const int32_t kept = config_.return_sequences ? time : 1;
  outputs[0] = picture(batch * kept);
  for (size_t s = 1; s < outputs.size(); ++s) outputs[s] = picture(batch);
  std::vector<Array> starts;
  for (const Array* state : initial) {
    if (state == nullptr || state->rank() != 4 ||
        state->values.size() != size * static_cast<size_t>(batch)) {
      return absl::InvalidArgumentError("ConvLSTM2D: a state does not fit");
    }
    starts.push_back(ChannelsLast(config_.layout, *state));
  }
  for (int32_t b = 0; b < batch; ++b) {
    std::vector<double> h(size);
    std::vector<double> c(size);
    if (starts.size() == kNumStates) {
      const auto offset =
          static_cast<std::ptrdiff_t>(b) * static_cast<std::ptrdiff_t>(size);
      std::copy_n(starts[0].values.begin() + offset, size, h.begin());
      std::copy_n(starts[1].values.begin() + offset, size, c.begin());
    }
    for (int32_t step = 0; step < time; ++step) {
      const int32_t t = config_.go_backwards ? time - 1 - step : step;
      std::vector<double> sums(kNumGates * size);
      Convolve(config_.windows, space,
               steps.values.data() +
                   (static_cast<size_t>(b) * static_cast<size_t>(time) +
                    static_cast<size_t>(t)) *
                       step_size,
               channels, kernel, bias, sums);
      Convolve(config_.recurrent, out_space, h.data(), filters, recurrent,
               nullptr, sums);
      std::array<std::vector<double>, kNumGates> gates;
      for (size_t g = 0; g < kNumGates; ++g) {
        gates[g].resize(size);
        for (size_t p = 0; p < positions; ++p) {
          for (size_t f = 0; f < filters; ++f) {
            gates[g][p * filters + f] = sums[(p * kNumGates + g) * filters + f];
          }
        }
        gates[g] = Activated(
            g == 2 ? config_.activation : config_.recurrent_activation,
            std::move(gates[g]));
      }
      for (size_t i = 0; i < size; ++i) {
        c[i] = gates[1][i] * c[i] + gates[0][i] * gates[2][i];
      }
      h = Activated(config_.activation, c);
      for (size_t i = 0; i < size; ++i) h[i] *= gates[3][i];
      if (config_.return_sequences || step + 1 == time) {
        const int32_t slot = config_.return_sequences ? b * time + step : b;
        std::copy(
            h.begin(), h.end(),
            outputs[0].values.begin() + static_cast<std::ptrdiff_t>(slot) *
                                            static_cast<std::ptrdiff_t>(size));
      }
    }
    for (size_t s = 1; s < outputs.size(); ++s) {
      const std::vector<double>& state = s == 1 ? h : c;
      std::copy(
          state.begin(), state.end(),
          outputs[s].values.begin() + static_cast<std::ptrdiff_t>(b) *
                                          static_cast<std::ptrdiff_t>(size));
    }
  }
  for (Array& output : outputs) RestoreChannels(config_.layout, output);
  if (config_.return_sequences) {
    outputs[0].dims[0] = batch;
    outputs[0].dims.insert(outputs[0].dims.begin() + 1, time);
  }
  return absl::OkStatus();
}

class ConvLstmClass final : public LayerKind {
 public:
  absl::string_view class_name() const override { return "ConvLSTM2D"; }
  absl::string_view name_prefix() const override { return "conv_lst_m2d"; }

  std::unique_ptr<LayerSpec> Parse(ConfigReader& reader) const override {
    ConvLstmConfig config;
    config.return_sequences = reader.Bool("return_sequences", false);
    config.return_state = reader.Bool("return_state", false);
    config.go_backwards = reader.Bool("go_backwards", false);
    config.stateful = reader.Bool("stateful", false);
    if (reader.Bool("unroll", false)) {
      reader.Fail("unroll", "False: convolutions are not unrolled");
    }
    config.filters =
        static_cast<int32_t>(reader.RequiredInt("filters", 1, kMaxDim));
    const Sizes sizes = ReadSizes(reader, "kernel_size", kSpace, std::nullopt);
    const Sizes strides = ReadSizes(reader, "strides", kSpace, AllAxes(1));
    config.layout.rank = kSpace;
    config.windows.rank = kSpace;
    config.windows.padding = ReadPadding(reader);
    config.layout.channels_first = ReadChannelsFirst(reader);
    const Sizes dilations =
        ReadSizes(reader, "dilation_rate", kSpace, AllAxes(1));
    config.recurrent.rank = kSpace;
    config.recurrent.padding = WindowPadding::kSame;
    for (size_t i = 0; i < kSpace; ++i) {
      config.windows.axis[i] = {sizes[i], strides[i], dilations[i]};
      config.recurrent.axis[i] = {sizes[i], 1, 1};
    }
    config.activation =
        ReadActivation(reader, "activation", ActivationFunction::kTanh);
    config.recurrent_activation = ReadActivation(
        reader, "recurrent_activation", ActivationFunction::kHardSigmoid);
    config.use_bias = reader.Bool("use_bias", true);
    ReadInitializer(reader, "kernel_initializer", Initializer::kGlorotUniform);
    ReadInitializer(reader, "recurrent_initializer", Initializer::kOrthogonal);
    ReadInitializer(reader, "bias_initializer", Initializer::kZeros);
    reader.Bool("unit_forget_bias", true);
    ReadNones(reader,
              {"kernel_regularizer", "recurrent_regularizer",
               "bias_regularizer", "activity_regularizer", "kernel_constraint",
               "recurrent_constraint", "bias_constraint"});
    const double dropout = reader.Double("dropout", 0.0);
    const double recurrent_dropout = reader.Double("recurrent_dropout", 0.0);
    config.drops = dropout > 0 || recurrent_dropout > 0;
    return std::make_unique<ConvLstm>(*this, config);
  }
};

}  // namespace

const LayerKind& ConvLSTM2DKind() {
  static const ConvLstmClass kind;
  return kind;
}

}  // namespace clonecheck
