// Dense: f(x · kernel + bias) over the last axis. Keras 2.2.4,
// keras/layers/core.py.
#include <Eigen/Core>
#include <algorithm>
#include <memory>

#include "absl/status/status.h"
#include "core/layers/activations.h"
#include "core/layers/built_size.h"
#include "core/layers/errors.h"
#include "core/layers/initializers.h"
#include "core/layers/kinds.h"
#include "core/layers/shape_cache.h"

namespace clonecheck {
namespace {

using RowMajor =
    Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

LayerSpec::Traits DenseTraits() {
  LayerSpec::Traits traits;
  traits.supports_masking = true;
  traits.builds = true;
  traits.asks_list_for_shape = true;
  traits.has_input_spec = true;
  traits.input_spec.min_ndim = 2;
  return traits;
}

class Dense final : public LayerSpec {
 public:
  struct Config {
    int32_t units = 0;
    ActivationFunction activation = ActivationFunction::kLinear;
    bool use_bias = true;
  };

  Dense(const LayerKind& kind, Pool& pool, const Config& config)
      : LayerSpec(kind, DenseTraits()),
        config_(config),
        bias_shape_(pool.InternShape({config.units})) {}

  Refusal Build(BuildContext& context) const override {
    const Shape& input = *context.input_shapes[0];
    const int32_t dim = input.known_rank() ? input.last() : kUnknownDim;
    if (input.known_rank() && dim == kUnknownDim) {
      return context.Refuse(errors::kUnknownFanIn);
    }
    const Shape* kernel = kernel_shape_.Get(
        &input, [&] { return context.pool.InternShape({dim, config_.units}); });
    WeightDecl* weights =
        context.weights.extend(context.arena, config_.use_bias ? 2 : 1);
    weights[0] = WeightDecl{"kernel", kernel};
    if (config_.use_bias) weights[1] = WeightDecl{"bias", bias_shape_};
    context.has_input_spec = true;
    context.input_spec.min_ndim = 2;
    context.input_spec.axis = -1;
    context.input_spec.axis_dim = dim;
    context.memo = MemoOfSize(dim);
    return nullptr;
  }

  Refusal OutputShapes(ShapeContext& context) const override {
    context.output_shapes.push_back(
        context.arena, OutputShape(context.pool, context.input_shapes[0]));
    return nullptr;
  }

  Refusal Call(CallContext& context) const override {
    if (Refusal refusal = RefuseCount(context)) return refusal;
    const Symbol& input = *context.inputs[0];
    if (input.dtype != DType::kFloat32) {
      return context.Refuse(errors::kBackend,
                            ErrorArg::Of("an input that is not float32"));
    }
    // Above rank 2 a reshape by the Keras shape.
    const Shape* shape = input.static_shape;
    if (shape->rank > 2 && shape->rank == input.shape->rank) {
      shape = KnownSizes(context.pool, shape, input.shape);
    } else if (shape->rank > 2 && input.shape->known_rank()) {
      // Another call wrote a Keras shape of another rank: K.dot takes as many
      // axes as both have.
      const int last = std::min(shape->rank, input.shape->rank) - 1;
      if (last >= 0) {
        if (Refusal refusal =
                RefuseOtherSize(context, input.shape->dim[last])) {
          return refusal;
        }
      }
    }
    if (shape->known_rank()) {
      if (shape->rank < 2) {
        return context.Refuse(errors::kBackend, ErrorArg::Of("no matrix"));
      }
      if (Refusal refusal = RefuseOtherSize(context, shape->last())) {
        return refusal;
      }
    }
    const TermId operands[] = {input.term, context.weights[0],
                               config_.use_bias ? context.weights[1] : kNoTerm};
    const TermId term = context.terms.Apply(
        *this, absl::MakeConstSpan(operands, config_.use_bias ? 3 : 2));
    context.outputs.push_back(
        context.arena,
        context.maker.NewSymbol(term, OutputShape(context.pool, shape),
                                input.dtype, TfOp(shape->rank)));
    return nullptr;
  }

  absl::Status Evaluate(absl::Span<const Array* const> operands,
                        absl::Span<Array> outputs) const override {
    const Array& input = *operands[0];
    const Array& kernel = *operands[1];
    if (kernel.rank() != 2 || input.rank() < 2 ||
        input.last() != kernel.dims[0]) {
      return absl::InvalidArgumentError(
          "Dense: the last dimension of the input is not that of the kernel");
    }
    Array& output = outputs[0];
    output.dims = input.dims;
    output.dims.back() = config_.units;
    const auto rows = static_cast<Eigen::Index>(input.rows());
    output.values.resize(input.rows() * static_cast<size_t>(config_.units));
    Eigen::Map<RowMajor> result(output.values.data(), rows, config_.units);
    result.noalias() =
        Eigen::Map<const RowMajor>(input.values.data(), rows, kernel.dims[0]) *
        Eigen::Map<const RowMajor>(kernel.values.data(), kernel.dims[0],
                                   config_.units);
    if (config_.use_bias) {
      result.rowwise() += Eigen::Map<const Eigen::RowVectorXd>(
          operands[2]->values.data(), config_.units);
    }
    ApplyActivation(config_.activation, output);
    return absl::OkStatus();
  }

  bool Accepts(absl::Span<const TensorInfo> earlier,
               const TensorInfo& candidate) const override {
    return LayerSpec::Accepts(earlier, candidate) &&
           candidate.dtype == DType::kFloat32 &&
           candidate.shape->last() != kUnknownDim;
  }

 private:
  const char* TfOp(int rank) const {
    if (const char* op = ActivationTfOp(config_.activation, rank)) return op;
    // K.bias_add adds a reshaped bias at ranks 3 and 5 only.
    if (config_.use_bias) return rank == 3 || rank == 5 ? "add" : "BiasAdd";
    return rank == 2 ? "MatMul" : "Reshape_2";
  }

  const Shape* OutputShape(Pool& pool, const Shape* input) const {
    if (!input->known_rank()) return input;
    return output_shape_.Get(
        input, [&] { return WithLastDim(pool, *input, config_.units); });
  }

  const Config config_;
  const Shape* const bias_shape_;
  mutable ShapeCache kernel_shape_;
  mutable ShapeCache output_shape_;
};

class DenseClass final : public LayerKind {
 public:
  absl::string_view class_name() const override { return "Dense"; }
  absl::string_view name_prefix() const override { return "dense"; }
  uint32_t ShareIn(LayerFamily family, const LayerSpec&) const override {
    return family == LayerFamily::kMaskLayers;
  }

  std::unique_ptr<LayerSpec> Parse(ConfigReader& reader) const override {
    Dense::Config config;
    config.units = static_cast<int32_t>(reader.RequiredInt("units", 1));
    config.activation =
        ReadActivation(reader, "activation", ActivationFunction::kLinear);
    config.use_bias = reader.Bool("use_bias", true);
    ReadInitializer(reader, "kernel_initializer", Initializer::kGlorotUniform);
    ReadInitializer(reader, "bias_initializer", Initializer::kZeros);
    ReadNones(reader,
              {"kernel_regularizer", "bias_regularizer", "activity_regularizer",
               "kernel_constraint", "bias_constraint"});
    return std::make_unique<Dense>(*this, reader.pool(), config);
  }

  std::vector<DomainEntry> Domain(Pool& pool) const override {
    constexpr int64_t kMaxUnits = 4;
    std::vector<DomainEntry> domain;
    for (int64_t units = 1; units <= kMaxUnits; ++units) {
      for (absl::string_view activation :
           {"linear", "relu", "tanh", "sigmoid", "softmax"}) {
        for (bool use_bias : {true, false}) {
          domain.push_back(Entry(
              pool,
              {{"units", ConfigValue::Int(units)},
               {"activation", ConfigValue::String(pool.InternName(activation))},
               {"use_bias", ConfigValue::Bool(use_bias)}},
              /*weight=*/use_bias ? 2 : 1));
        }
      }
    }
    return domain;
  }
};

}  // namespace

const LayerKind& DenseKind() {
  static const DenseClass kind;
  return kind;
}

}  // namespace clonecheck
