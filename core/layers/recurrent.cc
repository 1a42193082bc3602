// SimpleRNN, GRU and LSTM. Rules: Keras 2.2.4, keras/layers/recurrent.py. What
// a call makes of states given as inputs or keyword stands in the engine.
#include <algorithm>
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
#include "core/layers/rnn_cell.h"
#include "core/layers/shape_cache.h"
#include "core/layers/state_sizes.h"

namespace clonecheck {
namespace {

constexpr int kRank = 3;  // (batch, time, features)

struct RnnConfig {
  RnnCell cell;
  bool return_sequences = false;
  bool return_state = false;
  bool go_backwards = false;
  bool stateful = false;
  bool unroll = false;
  bool drops = false;  // in training, by some dropout
};

// Runs the cell over all samples and steps. Operands: the sequence, kernel,
// recurrent kernel, bias (if used), mask (may be absent), initial states (may
// be absent, then zero).
class RnnRun {
 public:
  RnnRun(const RnnConfig& config, bool masked_step_outputs_the_state)
      : config_(config),
        masked_step_outputs_the_state_(masked_step_outputs_the_state) {}

  absl::Status Evaluate(absl::Span<const Array* const> operands,
                        absl::Span<Array> outputs) const {
    const RnnCell& cell = config_.cell;
    const Array& x = *operands[0];
    RnnWeights weights;
    weights.kernel = operands[1];
    weights.recurrent_kernel = operands[2];
    if (cell.use_bias) weights.bias = operands[3];
    const size_t rest = cell.use_bias ? 4 : 3;
    const Array* mask = operands[rest];
    const absl::Span<const Array* const> initial = operands.subspan(rest + 1);

    const int32_t columns = cell.num_blocks() * cell.units;
    if (x.rank() != kRank || weights.kernel->rank() != 2 ||
        weights.kernel->dims[0] != x.last() ||
        weights.kernel->dims[1] != columns || x.dims[1] < 1) {
      return absl::InvalidArgumentError(
          "RNN: the sequence does not fit the kernel");
    }
    const auto batch = static_cast<size_t>(x.dims[0]);
    const auto time = static_cast<size_t>(x.dims[1]);
    const auto width = static_cast<size_t>(x.dims[2]);
    const auto units = static_cast<size_t>(cell.units);
    if (mask != nullptr && mask->values.size() != batch * time) {
      return absl::InvalidArgumentError(
          "RNN: the mask does not fit the sequence");
    }
    for (const Array* state : initial) {
      if (state != nullptr && state->values.size() != batch * units) {
        return absl::InvalidArgumentError("RNN: a state does not fit");
      }
    }
    Array& output = outputs[0];
    output = config_.return_sequences
                 ? Array::Zeros({x.dims[0], x.dims[1], cell.units})
                 : Array::Zeros({x.dims[0], cell.units});
    for (size_t s = 1; s < outputs.size(); ++s) {
      outputs[s] = Array::Zeros({x.dims[0], cell.units});
    }
    for (size_t b = 0; b < batch; ++b) {
      std::vector<std::vector<double>> states(
          static_cast<size_t>(cell.num_states()), std::vector<double>(units));
      for (size_t s = 0; s < states.size(); ++s) {
        if (s >= initial.size() || initial[s] == nullptr) continue;
        std::copy_n(
            initial[s]->values.begin() + static_cast<std::ptrdiff_t>(b * units),
            units, states[s].begin());
      }
      std::vector<double> result(units);
      for (size_t step = 0; step < time; ++step) {
        const size_t t = config_.go_backwards ? time - 1 - step : step;
        if (mask == nullptr || mask->values[b * time + t] != 0) {
          Step(cell, weights, x.values.data() + (b * time + t) * width, states);
          result = states[0];
        } else if (masked_step_outputs_the_state_) {
          result = states[0];
        }
        if (config_.return_sequences) {
          std::copy(result.begin(), result.end(),
                    output.values.begin() +
                        static_cast<std::ptrdiff_t>((b * time + step) * units));
        }
      }
      if (!config_.return_sequences) {
        std::copy(
            result.begin(), result.end(),
            output.values.begin() + static_cast<std::ptrdiff_t>(b * units));
      }
      for (size_t s = 1; s < outputs.size(); ++s) {
        std::copy(
            states[s - 1].begin(), states[s - 1].end(),
            outputs[s].values.begin() + static_cast<std::ptrdiff_t>(b * units));
      }
    }
    return absl::OkStatus();
  }

 private:
  const RnnConfig& config_;
  const bool masked_step_outputs_the_state_;
};

LayerSpec::Traits RnnTraits(const RnnConfig& config) {
  LayerSpec::Traits traits;
  traits.num_states = config.cell.num_states();
  traits.max_inputs = 1 + traits.num_states;
  traits.num_outputs = config.return_state ? 1 + traits.num_states : 1;
  traits.supports_masking = true;
  traits.takes_mask = true;
  traits.takes_training = true;
  traits.takes_list_of_one = true;
  traits.builds = true;
  // A loop forgets how many steps it makes (2.2.4, 2.2.5).
  traits.loses_sizes = config.return_sequences && !config.unroll;
  traits.has_input_spec = true;
  traits.input_spec.ndim = kRank;
  return traits;
}

class Rnn final : public LayerSpec {
 public:
  Rnn(const LayerKind& kind, const RnnConfig& config)
      : LayerSpec(kind, RnnTraits(config)),
        config_(config),
        state_rule_(*this),
        in_training_(*this) {}

  Refusal Build(BuildContext& context) const override {
    const RnnCell& cell = config_.cell;
    const Shape& input = *context.input_shapes[0];
    const int32_t dim = input.known_rank() ? input.last() : kUnknownDim;
    context.has_input_spec = true;
    context.input_spec.ndim = kRank;
    if (input.known_rank()) {
      context.input_spec.shape = built_on_.Get(&input, [&] {
        const int32_t batch = config_.stateful ? input.dim[0] : kUnknownDim;
        return context.pool.InternShape({batch, kUnknownDim, dim});
      });
    }
    if (dim == kUnknownDim) return context.Refuse(errors::kUnknownFanIn);
    context.memo = MemoOfSize(dim);
    const int32_t columns = cell.num_blocks() * cell.units;
    if (recurrent_kernel_ == nullptr) {
      recurrent_kernel_ = context.pool.InternShape({cell.units, columns});
      bias_ = cell.reset_after ? context.pool.InternShape({2, columns})
                               : context.pool.InternShape({columns});
    }
    const Shape* kernel = kernel_.Get(
        &input, [&] { return context.pool.InternShape({dim, columns}); });
    WeightDecl* weights =
        context.weights.extend(context.arena, cell.use_bias ? 3 : 2);
    weights[0] = WeightDecl{"kernel", kernel};
    weights[1] = WeightDecl{"recurrent_kernel", recurrent_kernel_};
    if (cell.use_bias) weights[2] = WeightDecl{"bias", bias_};
    // States that are given to the first call must have the cell's sizes.
    if (Refusal refusal =
            RefuseStateSizes(context, cell.num_states(), cell.units)) {
      return refusal;
    }
    if (config_.stateful && input.dim[0] == kUnknownDim) {
      return context.Refuse(errors::kStatefulBatch);
    }
    return nullptr;
  }

  Refusal OutputShapes(ShapeContext& context) const override {
    AddOutputShapes(context, outputs_);
    return nullptr;
  }

  Refusal Call(CallContext& context) const override {
    const RnnCell& cell = config_.cell;
    const Symbol& input = *context.inputs[0];
    absl::Span<Symbol* const> states = context.inputs.subspan(1);
    const bool by_keyword =
        context.keywords != nullptr && context.keywords->has_initial_state;
    if (states.empty() && by_keyword) {
      states = context.keywords->initial_state;
    } else if (!states.empty() && by_keyword &&
               !context.rules.states_may_be_given_twice) {
      return context.Refuse(errors::kStatesFromBothSides);
    }
    if (!states.empty() &&
        states.size() != static_cast<size_t>(cell.num_states())) {
      return context.Refuse(
          errors::kStateCount,
          ErrorArg::Of(static_cast<int64_t>(cell.num_states())),
          ErrorArg::Of(static_cast<int64_t>(states.size())));
    }
    if (input.dtype != DType::kFloat32 || input.shape->rank != kRank) {
      return context.Refuse(errors::kBackend,
                            ErrorArg::Of("not a float32 sequence"));
    }
    const int32_t time = input.shape->dim[1];
    if (config_.unroll &&
        (time == kUnknownDim ||
         (time == 1 && context.rules.unroll_refuses_one_step))) {
      return context.Refuse(context.rules.unroll_refuses_one_step
                                ? errors::kUnrollUndefinedOrOne
                                : errors::kUnrollUndefined);
    }
    if (config_.unroll && input.static_shape->dim[1] == kUnknownDim) {
      return context.Refuse(errors::kUnrollUnknownToTensorFlow);
    }
    if (input.static_shape->known_rank()) {
      if (Refusal refusal =
              RefuseOtherSize(context, input.static_shape->last())) {
        return refusal;
      }
    }
    for (const Symbol* state : states) {
      if (state->dtype != DType::kFloat32 || state->static_shape->rank != 2 ||
          (state->static_shape->last() != kUnknownDim &&
           state->static_shape->last() != cell.units)) {
        return context.Refuse(errors::kBackend,
                              ErrorArg::Of("a state of another size"));
      }
    }
    const Symbol* mask = context.mask.first();
    constexpr size_t kMaxOperands = 8;
    TermId operands[kMaxOperands];
    size_t n = 0;
    operands[n++] = input.term;
    for (TermId weight : context.weights) operands[n++] = weight;
    operands[n++] = mask == nullptr ? kNoTerm : mask->term;
    for (const Symbol* state : states) operands[n++] = state->term;
    // The two rules differ only where a state that is not zero meets a mask.
    const bool by_state = context.rules.masked_step_outputs_the_state &&
                          !config_.unroll && mask != nullptr && !states.empty();
    const Op& op = config_.drops && context.is_training()
                       ? static_cast<const Op&>(in_training_)
                   : by_state ? static_cast<const Op&>(state_rule_)
                              : *this;
    const TermId first =
        context.terms.Apply(op, absl::MakeConstSpan(operands, n));
    ShapeContext shapes(context);
    const Shape* known = StaticShape(context, *input.static_shape);
    shapes.input_shapes = absl::MakeConstSpan(&known, 1);
    AddOutputShapes(shapes, known_outputs_);
    // Unrolled and without a mask, the last output is the state, one object.
    const bool output_is_state =
        config_.unroll && !config_.return_sequences && mask == nullptr;
    for (int k = 0; k < num_outputs(); ++k) {
      if (k == 1 && output_is_state) {
        context.outputs.push_back(context.arena, context.outputs[0]);
        continue;
      }
      context.outputs.push_back(
          context.arena,
          context.maker.NewSymbol(first + static_cast<TermId>(k),
                                  shapes.output_shapes[k], DType::kFloat32,
                                  k == 0 ? "TensorArrayReadV3" : "while/Exit"));
    }
    return nullptr;
  }

  // A list counts by its first entry: the others belong to states.
  Refusal ComputeMask(MaskContext& context) const override {
    Symbol* mask = context.masks.first();
    if (!config_.return_sequences) mask = nullptr;
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
                        absl::Span<Array> outputs) const override {
    return RnnRun(config_, false).Evaluate(operands, outputs);
  }

  bool Accepts(absl::Span<const TensorInfo> earlier,
               const TensorInfo& candidate) const override {
    const Shape& shape = *candidate.shape;
    if (candidate.dtype != DType::kFloat32 || !shape.known_rank()) return false;
    if (!earlier.empty()) {
      return earlier.size() <= static_cast<size_t>(config_.cell.num_states()) &&
             shape.rank == 2 && shape.last() == config_.cell.units &&
             shape.dim[0] == earlier[0].shape->dim[0];
    }
    return shape.rank == kRank && shape.last() != kUnknownDim &&
           shape.dim[1] != 0 &&
           (!config_.unroll || (shape.dim[1] != kUnknownDim &&
                                shape.dim[1] > 1 && !candidate.loses_sizes)) &&
           (!config_.stateful || shape.dim[0] != kUnknownDim);
  }
  bool OutputMasked(absl::Span<const TensorInfo> inputs, int k) const override {
    return k == 0 && config_.return_sequences && inputs[0].masked;
  }

 private:
  // The last answers about outputs, by the input's shape.
  struct OutputShapeCache {
    ShapeCache sequence;
    ShapeCache state;
  };

  void AddOutputShapes(ShapeContext& context, OutputShapeCache& cache) const {
    const Shape& input = *context.input_shapes[0];
    const int32_t units = config_.cell.units;
    const int32_t batch = input.known_rank() ? input.dim[0] : kUnknownDim;
    const auto count = static_cast<size_t>(num_outputs());
    const Shape** shapes = context.output_shapes.extend(context.arena, count);
    if (config_.return_sequences) {
      shapes[0] = cache.sequence.Get(&input, [&] {
        const int32_t time =
            input.known_rank() && input.rank > 1 ? input.dim[1] : kUnknownDim;
        return context.pool.InternShape({batch, time, units});
      });
      if (count == 1) return;
    }
    const Shape* state = cache.state.Get(
        &input, [&] { return context.pool.InternShape({batch, units}); });
    for (size_t k = config_.return_sequences ? 1 : 0; k < count; ++k) {
      shapes[k] = state;
    }
  }

  // The input's shape, as far as TensorFlow still knows it after the loop.
  const Shape* StaticShape(const CallContext& context,
                           const Shape& input) const {
    if (config_.unroll || !context.rules.loop_loses_steps ||
        !input.known_rank()) {
      return &input;
    }
    return known_input_.Get(&input, [&] {
      return context.pool.InternShape(
          {input.dim[0], kUnknownDim, input.dim[2]});
    });
  }

  // The same layer with the rule that a masked step outputs the state.
  class StateRule final : public Op {
   public:
    explicit StateRule(const Rnn& rnn) : Op(rnn.num_outputs(), 7), rnn_(rnn) {}
    absl::string_view op_name() const override { return rnn_.op_name(); }
    absl::Status Evaluate(absl::Span<const Array* const> operands,
                          absl::Span<Array> outputs) const override {
      return RnnRun(rnn_.config_, true).Evaluate(operands, outputs);
    }

   private:
    const Rnn& rnn_;
  };

  // With the keyword training=True and dropout: other numbers at each run, of
  // one distribution, as of a Dropout (training_only.cc).
  class InTraining final : public Op {
   public:
    explicit InTraining(const Rnn& rnn)
        : Op(rnn.num_outputs(), 11),
          name_(absl::StrCat(rnn.op_name(), ".training")) {}
    absl::string_view op_name() const override { return name_; }
    absl::Status Evaluate(absl::Span<const Array* const>,
                          absl::Span<Array>) const override {
      return absl::UnimplementedError(
          absl::StrCat("No numbers for ", name_, ", which drops at random."));
    }

   private:
    const std::string name_;
  };

  const RnnConfig config_;
  const StateRule state_rule_;
  const InTraining in_training_;
  // The last answers about shapes; those without an input are always the same.
  mutable ShapeCache built_on_;
  mutable ShapeCache kernel_;
  mutable const Shape* recurrent_kernel_ = nullptr;
  mutable const Shape* bias_ = nullptr;
  mutable ShapeCache known_input_;
  mutable OutputShapeCache outputs_;
  mutable OutputShapeCache known_outputs_;
};

class RnnClass final : public LayerKind {
 public:
  RnnClass(absl::string_view class_name, absl::string_view name_prefix,
           RnnCell::Type type)
      : class_name_(class_name), name_prefix_(name_prefix), type_(type) {}
  absl::string_view class_name() const override { return class_name_; }
  absl::string_view name_prefix() const override { return name_prefix_; }

  std::unique_ptr<LayerSpec> Parse(ConfigReader& reader) const override {
    RnnConfig config;
    RnnCell& cell = config.cell;
    cell.type = type_;
    config.return_sequences = reader.Bool("return_sequences", false);
    config.return_state = reader.Bool("return_state", false);
    config.go_backwards = reader.Bool("go_backwards", false);
    config.stateful = reader.Bool("stateful", false);
    config.unroll = reader.Bool("unroll", false);
    cell.units = static_cast<int32_t>(reader.RequiredInt("units", 1));
    cell.activation =
        ReadActivation(reader, "activation", ActivationFunction::kTanh);
    if (type_ != RnnCell::Type::kSimple) {
      cell.recurrent_activation = ReadActivation(
          reader, "recurrent_activation", ActivationFunction::kHardSigmoid);
    }
    cell.use_bias = reader.Bool("use_bias", true);
    ReadInitializer(reader, "kernel_initializer", Initializer::kGlorotUniform);
    ReadInitializer(reader, "recurrent_initializer", Initializer::kOrthogonal);
    ReadInitializer(reader, "bias_initializer", Initializer::kZeros);
    if (type_ == RnnCell::Type::kLstm) reader.Bool("unit_forget_bias", true);
    ReadNones(reader,
              {"kernel_regularizer", "recurrent_regularizer",
               "bias_regularizer", "activity_regularizer", "kernel_constraint",
               "recurrent_constraint", "bias_constraint"});
    const double dropout = reader.Double("dropout", 0.0);
    const double recurrent_dropout = reader.Double("recurrent_dropout", 0.0);
    // The cell moves both to between 0 and 1.
    config.drops = dropout > 0 || recurrent_dropout > 0;
    if (type_ != RnnCell::Type::kSimple) reader.Int("implementation", 1, 1, 2);
    if (type_ == RnnCell::Type::kGru) {
      cell.reset_after = reader.Bool("reset_after", false);
    }
    return std::make_unique<Rnn>(*this, config);
  }

  std::vector<DomainEntry> Domain(Pool& pool) const override {
    const auto text = [&](absl::string_view value) {
      return ConfigValue::String(pool.InternName(value));
    };
    using Args = std::vector<std::pair<absl::string_view, ConfigValue>>;
    std::vector<Args> variants = {{},
                                  {{"go_backwards", ConfigValue::Bool(true)}},
                                  {{"unroll", ConfigValue::Bool(true)}},
                                  {{"use_bias", ConfigValue::Bool(false)}},
                                  {{"activation", text("relu")}}};
    if (type_ != RnnCell::Type::kSimple) {
      variants.push_back({{"recurrent_activation", text("sigmoid")},
                          {"implementation", ConfigValue::Int(2)}});
    }
    if (type_ == RnnCell::Type::kGru) {
      variants.push_back({{"reset_after", ConfigValue::Bool(true)}});
    }
    std::vector<DomainEntry> domain;
    for (int64_t units : {2, 3}) {
      for (bool sequences : {false, true}) {
        for (bool state : {false, true}) {
          for (const Args& variant : variants) {
            Args args = variant;
            args.emplace_back("units", ConfigValue::Int(units));
            args.emplace_back("return_sequences", ConfigValue::Bool(sequences));
            args.emplace_back("return_state", ConfigValue::Bool(state));
            domain.push_back(
                Entry(pool, std::move(args), variant.empty() ? 4 : 1));
          }
        }
      }
    }
    return domain;
  }

 private:
  absl::string_view class_name_;
  absl::string_view name_prefix_;
  RnnCell::Type type_;
};

}  // namespace

const LayerKind& SimpleRNNKind() {
  static const RnnClass kind("SimpleRNN", "simple_rnn", RnnCell::Type::kSimple);
  return kind;
}

const LayerKind& GRUKind() {
  static const RnnClass kind("GRU", "gru", RnnCell::Type::kGru);
  return kind;
}

const LayerKind& LSTMKind() {
  static const RnnClass kind("LSTM", "lstm", RnnCell::Type::kLstm);
  return kind;
}

}  // namespace clonecheck
