// CuDNNGRU and CuDNNLSTM. Rules: Keras 2.2.4, keras/layers/cudnn_recurrent.py,
// read and not seen: the layers need a GPU and TensorFlow 1, so the real Keras
// here cannot even build them. There are no numbers, and the generator does not
// draw them.
#include <memory>
#include <vector>

#include "core/layers/built_size.h"
#include "core/layers/errors.h"
#include "core/layers/initializers.h"
#include "core/layers/kinds.h"
#include "core/layers/recurrent_parts.h"

namespace clonecheck {
namespace {

constexpr int kRank = 3;  // (batch, time, features)

struct CudnnConfig {
  bool is_lstm = false;
  int32_t units = 1;
  bool return_sequences = false;
  bool return_state = false;
  bool stateful = false;

  int num_states() const { return is_lstm ? 2 : 1; }
  int32_t num_blocks() const { return is_lstm ? 4 : 3; }
};

LayerSpec::Traits CudnnTraits(const CudnnConfig& config) {
  LayerSpec::Traits traits =
      RecurrentTraits(config.num_states(), config.return_state, kRank);
  // It takes a mask and refuses it.
  traits.supports_masking = false;
  traits.loses_sizes = true;
  return traits;
}

class Cudnn final : public LayerSpec {
 public:
  Cudnn(const LayerKind& kind, const CudnnConfig& config)
      : LayerSpec(kind, CudnnTraits(config)), config_(config) {}

  Refusal Build(BuildContext& context) const override {
    const Shape& input = *context.input_shapes[0];
    const int32_t dim = input.known_rank() ? input.last() : kUnknownDim;
    context.has_input_spec = true;
    context.input_spec.ndim = kRank;
    if (input.known_rank()) {
      const int32_t batch = config_.stateful ? input.dim[0] : kUnknownDim;
      context.input_spec.shape =
          context.pool.InternShape({batch, kUnknownDim, dim});
    }
    const int32_t sizes[] = {config_.units, config_.units};
    if (Refusal refusal =
            RefuseStateSizes(context,
                             absl::MakeConstSpan(sizes).first(
                                 static_cast<size_t>(config_.num_states())),
                             /*is_tuple=*/config_.num_states() > 1)) {
      return refusal;
    }
    if (config_.stateful &&
        (!input.known_rank() || input.dim[0] == kUnknownDim)) {
      return context.Refuse(errors::kStatefulBatch);
    }
    if (dim == kUnknownDim) return context.Refuse(errors::kUnknownFanIn);
    context.memo = MemoOfSize(dim);
    const int32_t columns = config_.num_blocks() * config_.units;
    const auto add = [&](const char* role, const std::vector<int32_t>& dims) {
      context.weights.push_back(
          context.arena, WeightDecl{role, context.pool.InternShape(dims)});
    };
    add("kernel", {dim, columns});
    add("recurrent_kernel", {config_.units, columns});
    // One for the input and one for the state.
    add("bias", {2 * columns});
    return nullptr;
  }

  Refusal OutputShapes(ShapeContext& context) const override {
    const Shape& input = *context.input_shapes[0];
    const int32_t batch = input.known_rank() ? input.dim[0] : kUnknownDim;
    const int32_t time =
        input.known_rank() && input.rank > 1 ? input.dim[1] : kUnknownDim;
    const Shape* last = context.pool.InternShape({batch, config_.units});
    context.output_shapes.push_back(
        context.arena,
        config_.return_sequences
            ? context.pool.InternShape({batch, time, config_.units})
            : last);
    for (int k = 1; k < num_outputs(); ++k) {
      context.output_shapes.push_back(context.arena, last);
    }
    return nullptr;
  }

  Refusal Call(CallContext& context) const override {
    const Symbol& input = *context.inputs[0];
    if (context.mask.first() != nullptr) {
      return context.Refuse(errors::kCudnnMask);
    }
    absl::Span<Symbol* const> states = context.inputs.subspan(1);
    if (states.empty() && context.keywords != nullptr &&
        context.keywords->has_initial_state) {
      states = context.keywords->initial_state;
    }
    if (!states.empty() &&
        states.size() != static_cast<size_t>(config_.num_states())) {
      return context.Refuse(
          errors::kStateCount,
          ErrorArg::Of(static_cast<int64_t>(config_.num_states())),
          ErrorArg::Of(static_cast<int64_t>(states.size())));
    }
    if (input.dtype != DType::kFloat32 || input.static_shape->rank != kRank) {
      return context.Refuse(errors::kBackend,
                            ErrorArg::Of("not a float32 sequence"));
    }
    if (Refusal refusal =
            RefuseOtherSize(context, input.static_shape->last())) {
      return refusal;
    }
    constexpr size_t kMaxOperands = 8;
    TermId operands[kMaxOperands];
    size_t n = 0;
    operands[n++] = input.term;
    for (TermId weight : context.weights) operands[n++] = weight;
    for (const Symbol* state : states) operands[n++] = state->term;
    const TermId first =
        context.terms.Apply(*this, absl::MakeConstSpan(operands, n));
    ShapeContext shapes(context);
    shapes.input_shapes = absl::MakeConstSpan(&input.static_shape, 1);
    if (Refusal refusal = OutputShapes(shapes)) return refusal;
    for (int k = 0; k < num_outputs(); ++k) {
      context.outputs.push_back(
          context.arena,
          context.maker.NewSymbol(first + static_cast<TermId>(k),
                                  shapes.output_shapes[k], DType::kFloat32,
                                  "strided_slice"));
    }
    return nullptr;
  }

  // That of RNN, although there is no mask to hand on unless `mask=None` was
  // given.
  Refusal ComputeMask(MaskContext& context) const override {
    SetRecurrentMask(context, config_.return_sequences, config_.return_state,
                     num_outputs());
    return nullptr;
  }

 private:
  const CudnnConfig config_;
};

class CudnnClass final : public LayerKind {
 public:
  CudnnClass(absl::string_view class_name, absl::string_view name_prefix,
             bool is_lstm)
      : class_name_(class_name), name_prefix_(name_prefix), is_lstm_(is_lstm) {}
  absl::string_view class_name() const override { return class_name_; }
  absl::string_view call_owner() const override { return "_CuDNNRNN"; }
  absl::string_view name_prefix() const override { return name_prefix_; }

  std::unique_ptr<LayerSpec> Parse(ConfigReader& reader) const override {
    CudnnConfig config;
    config.is_lstm = is_lstm_;
    config.return_sequences = reader.Bool("return_sequences", false);
    config.return_state = reader.Bool("return_state", false);
    reader.Bool("go_backwards", false);
    config.stateful = reader.Bool("stateful", false);
    config.units = static_cast<int32_t>(reader.RequiredInt("units", 1));
    ReadInitializer(reader, "kernel_initializer", Initializer::kGlorotUniform);
    ReadInitializer(reader, "recurrent_initializer", Initializer::kOrthogonal);
    ReadInitializer(reader, "bias_initializer", Initializer::kZeros);
    if (is_lstm_) reader.Bool("unit_forget_bias", true);
    ReadNones(reader,
              {"kernel_regularizer", "recurrent_regularizer",
               "bias_regularizer", "activity_regularizer", "kernel_constraint",
               "recurrent_constraint", "bias_constraint"});
    return std::make_unique<Cudnn>(*this, config);
  }

 private:
  absl::string_view class_name_;
  absl::string_view name_prefix_;
  const bool is_lstm_;
};

}  // namespace

const LayerKind& CuDNNGRUKind() {
  static const CudnnClass kind("CuDNNGRU", "cu_dnngru", /*is_lstm=*/false);
  return kind;
}

const LayerKind& CuDNNLSTMKind() {
  static const CudnnClass kind("CuDNNLSTM", "cu_dnnlstm", /*is_lstm=*/true);
  return kind;
}

}  // namespace clonecheck
