// ConvLSTM2D: an LSTM whose products are convolutions. Rules: Keras 2.2.4,
// keras/layers/convolutional_recurrent.py. The generator does not draw it: its
// cases take many more instructions than others.
#include <array>
#include <memory>
#include <vector>

#include "core/layers/activations.h"
#include "core/layers/built_size.h"
#include "core/layers/conv_lstm_run.h"
#include "core/layers/errors.h"
#include "core/layers/initializers.h"
#include "core/layers/kinds.h"
#include "core/layers/recurrent_parts.h"
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

LayerSpec::Traits ConvLstmTraits(const ConvLstmConfig& config) {
  LayerSpec::Traits traits =
      RecurrentTraits(kNumStates, config.return_state, kRank);
  traits.refuses_states = true;
  // A loop forgets how many steps it makes (2.2.4, 2.2.5).
  traits.loses_sizes = config.return_sequences;
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
    const auto add = [&](const char* role, const std::vector<int32_t>& dims) {
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
    const Shape* last = StateShape(context.pool, *input.static_shape);
    if (last == nullptr) return RefuseTooLarge(context);
    const Symbol* mask = context.mask.first();
    if (mask != nullptr) {
      if (Refusal refusal = RefuseMask(context, *mask->static_shape, *last)) {
        return refusal;
      }
    }
    constexpr size_t kMaxOperands = 1 + 3 + 1 + kNumStates;
    TermId operands[kMaxOperands];
    size_t n = 0;
    operands[n++] = input.term;
    for (TermId weight : context.weights) operands[n++] = weight;
    operands[n++] = mask == nullptr ? kNoTerm : mask->term;
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
    SetRecurrentMask(context, config_.return_sequences, config_.return_state,
                     num_outputs());
    return nullptr;
  }

  absl::Status Evaluate(absl::Span<const Array* const> operands,
                        absl::Span<Array> outputs) const override {
    return RunConvLstm(config_, operands, outputs);
  }

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
  // K.rnn and TensorFlow, on a mask for a step's output, (batch, …).
  static Refusal RefuseMask(const CallContext& context, const Shape& mask,
                            const Shape& output) {
    const LayerRules::PictureMasks rule = context.rules.picture_masks;
    if (rule == LayerRules::PictureMasks::kOneAStep && mask.rank != 2) {
      return context.Refuse(errors::kMaskOfPictures,
                            ErrorArg::OfTensorShape(&mask));
    }
    bool fits = rule != LayerRules::PictureMasks::kNone && mask.known_rank() &&
                mask.rank >= 2 && mask.rank <= output.rank + 1;
    for (int i = 1; fits && i < output.rank; ++i) {
      const int32_t size = output.dim[i];
      if (i + 1 >= mask.rank) {
        // Repeated along this axis, by its static size (2.3.1).
        fits =
            rule == LayerRules::PictureMasks::kOneAStep || size != kUnknownDim;
      } else {
        const int32_t own = mask.dim[i + 1];
        fits = own == size || own == 1 || own == kUnknownDim ||
               size == kUnknownDim;
      }
    }
    return fits ? nullptr
                : context.Refuse(errors::kBackend,
                                 ErrorArg::Of("a mask for whole pictures"));
  }
  // Of the sequence.
  int ChannelAxis() const { return 1 + config_.layout.channel_axis(); }
  absl::Span<const int32_t> Space(const Shape& input) const {
    return input.dims().subspan(
        static_cast<size_t>(config_.layout.space_axis(0)) + 1, kSpace);
  }
  // One step of the output; null if a size is more than a shape can hold.
  const Shape* StateShape(Pool& pool, const Shape& input) const {
    std::array<int32_t, kMaxRank> step{};
    step[0] = input.dim[0];
    for (int i = 2; i < kRank; ++i) step[i - 1] = input.dim[i];
    const Shape* shape =
        pool.InternShape(absl::MakeConstSpan(step).first(kRank - 1));
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
        absl::MakeConstSpan(dims).first(static_cast<size_t>(step.rank) + 1));
  }

  const ConvLstmConfig config_;
  const DropsInTraining in_training_;
};

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
