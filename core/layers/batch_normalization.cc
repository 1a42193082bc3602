// BatchNormalization: (x − mean) / sqrt(variance + epsilon) · gamma + beta
// along one axis. Mean and variance are the moving ones, and with the keyword
// training=True those of the batch. Keras 2.2.4, keras/layers/normalization.py.
#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

#include "absl/status/status.h"
#include "core/layers/built_size.h"
#include "core/layers/errors.h"
#include "core/layers/initializers.h"
#include "core/layers/kinds.h"

namespace clonecheck {
namespace {

LayerSpec::Traits BatchNormalizationTraits() {
  LayerSpec::Traits traits;
  traits.supports_masking = true;
  traits.takes_training = true;
  traits.builds = true;
  // A TimeDistributed does not hold what it gives its layer against that
  // layer's input spec (keras/layers/wrappers.py), and sizes broadcast.
  traits.forgets_build = true;
  traits.asks_list_for_shape = true;
  return traits;
}

// TensorFlow has one operation for inputs of this rank, channels last.
constexpr int kFusedRank = 4;

class BatchNormalization final : public LayerSpec {
 public:
  struct Config {
    int axis = -1;
    double epsilon = 0;
    bool center = true;
    bool scale = true;
  };

  BatchNormalization(const LayerKind& kind, const Config& config)
      : LayerSpec(kind, BatchNormalizationTraits()),
        config_(config),
        in_training_(*this) {}

  Refusal Build(BuildContext& context) const override {
    if (context.input_shapes.size() != 1) {
      return context.Refuse(errors::kBackend,
                            ErrorArg::Of("a wrong number of inputs"));
    }
    const Shape& input = *context.input_shapes[0];
    int32_t dim = kUnknownDim;
    if (input.known_rank()) {
      const int axis = AxisIn(input.rank);
      if (axis < 0 || axis >= input.rank) {
        return context.Refuse(errors::kTupleIndex);
      }
      dim = input.dim[axis];
      if (dim == kUnknownDim) {
        return context.Refuse(errors::kNormalizedAxis,
                              ErrorArg::Of(int64_t{config_.axis}),
                              ErrorArg::Of(&input));
      }
      context.has_input_spec = true;
      context.input_spec.ndim = static_cast<int8_t>(input.rank);
      context.input_spec.axis = static_cast<int8_t>(config_.axis);
      context.input_spec.axis_dim = dim;
      context.memo = MemoOfSize(dim);
    }
    const Shape* shape = context.pool.InternShape({dim});
    WeightDecl weight;
    weight.shape = shape;
    const auto add = [&](const char* role) {
      weight.role = role;
      context.weights.push_back(context.arena, weight);
    };
    if (config_.scale) add("gamma");
    if (config_.center) add("beta");
    weight.trainable = false;
    add("moving_mean");
    weight.positive = true;
    add("moving_variance");
    return nullptr;
  }

  Refusal Call(CallContext& context) const override {
    if (Refusal refusal = RefuseCount(context)) return refusal;
    if (context.inputs[0]->dtype != DType::kFloat32) {
      return context.Refuse(errors::kBackend,
                            ErrorArg::Of("an input that is not float32"));
    }
    const Symbol& input = *context.inputs[0];
    const int axis = AxisIn(input.shape->rank);
    bool repeats = false;  // the input, to as many values as the weights have
    if (axis >= 0 && axis < input.static_shape->rank) {
      // Along another axis than the last one the weights are given the axes of
      // the Keras shape.
      const bool last = axis == input.static_shape->rank - 1;
      const int32_t size =
          last ? input.static_shape->dim[axis] : input.shape->dim[axis];
      if (!last || !Broadcasts(context, size)) {
        if (Refusal refusal = RefuseOtherSize(context, size)) return refusal;
      }
      repeats = last && size == 1 && context.memo > 1;
    }
    const bool lacks_size = axis >= 0 && axis < input.static_shape->rank &&
                            input.static_shape->dim[axis] == kUnknownDim;
    // With training=False only the moving averages count; otherwise
    // normalisation by the batch is there too, chosen or for a choice by
    // learning phase.
    const bool by_batch =
        context.keywords == nullptr ||
        context.keywords->training != CallKeywords::Training::kFalse;
    // In place of a missing gamma or beta the fused operation is given a
    // constant, which wants a size.
    if (lacks_size && by_batch && IsFused(input.static_shape->rank) &&
        !(config_.scale && config_.center)) {
      return context.Refuse(errors::kBackend,
                            ErrorArg::Of("a constant of unknown size"));
    }
    if (context.is_training()) {
      ApplyInTraining(context);
    } else if (Refusal refusal = ApplyOp(context, "cond/Merge")) {
      // A choice by learning phase.
      return refusal;
    }
    // The weights know the size of their axis. By batch the averages are the
    // input's own, so that without gamma and beta nothing knows it; where they
    // repeat the input, the choice has two sizes then.
    const bool knows = !by_batch || config_.scale || config_.center;
    if (lacks_size && knows) {
      SetSize(context, axis, input.shape->dim[axis]);
    } else if (repeats && knows) {
      SetSize(context, axis, static_cast<int32_t>(context.memo));
    } else if (repeats && !context.is_training()) {
      SetSize(context, axis, kUnknownDim);
    }
    return nullptr;
  }

  absl::Status Evaluate(absl::Span<const Array* const> operands,
                        absl::Span<Array> outputs) const override {
    const size_t count = operands.size();
    return Normalize(*operands[0], operands.subspan(1, count - 3),
                     *operands[count - 2], *operands[count - 1], &outputs[0]);
  }

  bool Accepts(absl::Span<const TensorInfo> earlier,
               const TensorInfo& candidate) const override {
    if (!LayerSpec::Accepts(earlier, candidate) ||
        candidate.dtype != DType::kFloat32) {
      return false;
    }
    const int rank = candidate.shape->rank;
    const int axis = AxisIn(rank);
    // See Call: the fused operation may need a size that TensorFlow knows.
    const bool needs_size = IsFused(rank) && !(config_.scale && config_.center);
    return rank >= 2 && axis >= 0 && axis < rank &&
           candidate.shape->dim[axis] != kUnknownDim &&
           !(needs_size && candidate.loses_sizes);
  }

 private:
  // Whether TensorFlow takes an input with so many values along the last axis,
  // which need not be as many as the weights have: one is repeated. The fused
  // operation takes as many, and so do averages that are updated. (By the
  // batch, without gamma and beta, it is the averages only that meet the
  // weights.)
  bool Broadcasts(const CallContext& context, int32_t size) const {
    const bool by_weights =
        !context.is_training() || config_.scale || config_.center;
    if (by_weights && IsFused(context.inputs[0]->static_shape->rank)) {
      return false;
    }
    const bool updates =
        context.keywords == nullptr ||
        context.keywords->training != CallKeywords::Training::kFalse;
    return size == 1 || (context.memo == 1 && !updates);
  }

  static void SetSize(CallContext& context, int axis, int32_t size) {
    Symbol& output = *context.outputs[0];
    std::array<int32_t, kMaxRank> dims = output.static_shape->dim;
    dims[static_cast<size_t>(axis)] = size;
    output.SetStaticShape(context.pool.InternShape(
        absl::MakeConstSpan(dims.data(), output.static_shape->rank)));
  }

  // By mean and variance of the batch. Operands: the input, gamma and beta as
  // far as there are any.
  class InTraining final : public Op {
   public:
    explicit InTraining(const BatchNormalization& layer)
        : Op(1, /*hash_seed=*/13), layer_(layer) {}
    absl::string_view op_name() const override {
      return "BatchNormalization.training";
    }
    absl::Status Evaluate(absl::Span<const Array* const> operands,
                          absl::Span<Array> outputs) const override {
      const Array& input = *operands[0];
      const int axis = layer_.AxisIn(input.rank());
      if (axis < 0 || axis >= input.rank()) return WrongAxis();
      const auto size = static_cast<size_t>(input.dims[axis]);
      const size_t stride = Stride(input, axis);
      Array mean = Array::Zeros({input.dims[axis]});
      Array variance = mean;
      const double count =
          static_cast<double>(input.values.size()) / static_cast<double>(size);
      for (size_t i = 0; i < input.values.size(); ++i) {
        mean.values[i / stride % size] += input.values[i] / count;
      }
      for (size_t i = 0; i < input.values.size(); ++i) {
        const size_t k = i / stride % size;
        const double off = input.values[i] - mean.values[k];
        variance.values[k] += off * off / count;
      }
      return layer_.Normalize(input, operands.subspan(1), mean, variance,
                              &outputs[0]);
    }

   private:
    const BatchNormalization& layer_;
  };

  void ApplyInTraining(CallContext& context) const {
    const Symbol& input = *context.inputs[0];
    constexpr size_t kMaxOperands = 3;
    TermId operands[kMaxOperands] = {input.term};
    size_t count = 1;
    // The moving mean and variance come last, and are not used.
    const size_t used = context.weights.size() - 2;
    for (size_t k = 0; k < used; ++k) operands[count++] = context.weights[k];
    const TermId term =
        context.terms.Apply(in_training_, absl::MakeConstSpan(operands, count));
    context.outputs.push_back(
        context.arena,
        context.maker.NewSymbol(term, input.static_shape, input.dtype,
                                IsFused(input.static_shape->rank)
                                    ? "FusedBatchNormV3"
                                    : "batchnorm/add_1"));
  }

  // `trained`: gamma and beta, as far as there are any. Along the last axis
  // what has one value is repeated.
  absl::Status Normalize(const Array& input,
                         absl::Span<const Array* const> trained,
                         const Array& mean, const Array& variance,
                         Array* output) const {
    const int axis = AxisIn(input.rank());
    if (axis < 0 || axis >= input.rank()) return WrongAxis();
    const bool last = axis == input.rank() - 1;
    const auto size = static_cast<size_t>(input.dims[axis]);
    size_t wide = size;
    const auto fits = [&](const Array& values) {
      const size_t count = values.values.size();
      if (values.rank() != 1) return false;
      if (last && wide == 1) wide = count;
      return count == wide || (last && count == 1);
    };
    if (!fits(variance) || !fits(mean)) return WrongAxis();
    for (const Array* one : trained) {
      if (!fits(*one)) return WrongAxis();
    }
    const Array* gamma = config_.scale ? trained.front() : nullptr;
    const Array* beta = config_.center ? trained.back() : nullptr;
    const size_t stride = Stride(input, axis);
    const size_t times = std::max<size_t>(1, wide / std::max<size_t>(1, size));
    output->dims = input.dims;
    output->dims[axis] = static_cast<int32_t>(wide);
    output->SetZero();
    const auto at = [](const Array& values, size_t k) {
      return values.values[values.values.size() == 1 ? 0 : k];
    };
    for (size_t i = 0; i < output->values.size(); ++i) {
      const size_t k = i / stride % wide;
      double& value = output->values[i];
      value = (input.values[i / times] - at(mean, k)) /
              std::sqrt(at(variance, k) + config_.epsilon);
      if (gamma != nullptr) value *= at(*gamma, k);
      if (beta != nullptr) value += at(*beta, k);
    }
    return absl::OkStatus();
  }

  // So many values lie between two neighbours along the axis.
  static size_t Stride(const Array& input, int axis) {
    size_t stride = 1;
    for (int i = axis + 1; i < input.rank(); ++i) {
      stride *= static_cast<size_t>(input.dims[i]);
    }
    return stride;
  }
  bool IsFused(int rank) const {
    return rank == kFusedRank && AxisIn(rank) == kFusedRank - 1;
  }
  static absl::Status WrongAxis() {
    return absl::InvalidArgumentError(
        "BatchNormalization: the axis does not have the size of the weights");
  }
  int AxisIn(int rank) const {
    return config_.axis < 0 ? rank + config_.axis : config_.axis;
  }

  const Config config_;
  const InTraining in_training_;
};

class BatchNormalizationClass final : public LayerKind {
 public:
  absl::string_view class_name() const override { return "BatchNormalization"; }
  absl::string_view name_prefix() const override {
    return "batch_normalization";
  }

  std::unique_ptr<LayerSpec> Parse(ConfigReader& reader) const override {
    BatchNormalization::Config config;
    config.axis =
        static_cast<int>(reader.Int("axis", -1, -kMaxRank, kMaxRank - 1));
    reader.Double("momentum", 0.99);
    config.epsilon = reader.Double("epsilon", 1e-3);
    config.center = reader.Bool("center", true);
    config.scale = reader.Bool("scale", true);
    ReadInitializer(reader, "beta_initializer", Initializer::kZeros);
    ReadInitializer(reader, "gamma_initializer", Initializer::kOnes);
    ReadInitializer(reader, "moving_mean_initializer", Initializer::kZeros);
    ReadInitializer(reader, "moving_variance_initializer", Initializer::kOnes);
    ReadNones(reader, {"beta_regularizer", "gamma_regularizer",
                       "beta_constraint", "gamma_constraint"});
    return std::make_unique<BatchNormalization>(*this, config);
  }

  std::vector<DomainEntry> Domain(Pool& pool) const override {
    const ConfigValue no = ConfigValue::Bool(false);
    return {Entry(pool, {}, /*weight=*/5),
            Entry(pool, {{"scale", no}}),
            Entry(pool, {{"center", no}}),
            Entry(pool, {{"center", no}, {"scale", no}}),
            Entry(pool, {{"epsilon", ConfigValue::Double(0.25)}}),
            Entry(pool, {{"momentum", ConfigValue::Double(0.5)}}),
            Entry(pool, {{"axis", ConfigValue::Int(1)}})};
  }
};

}  // namespace

const LayerKind& BatchNormalizationKind() {
  static const BatchNormalizationClass kind;
  return kind;
}

}  // namespace clonecheck
