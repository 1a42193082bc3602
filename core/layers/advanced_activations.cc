// Activations that are layers, without weights: ReLU, LeakyReLU, ELU,
// ThresholdedReLU, Softmax. Keras 2.2.4, keras/layers/advanced_activations.py.
// PReLU has a file of its own.
#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include "absl/status/status.h"
#include "core/layers/errors.h"
#include "core/layers/kinds.h"

namespace clonecheck {
namespace {

LayerSpec::Traits ElementwiseTraits(bool takes_mask,
                                    bool asks_list_for_shape = false) {
  LayerSpec::Traits traits;
  traits.supports_masking = true;
  traits.takes_mask = takes_mask;
  traits.asks_list_for_shape = asks_list_for_shape;
  return traits;
}

Refusal RefuseDType(const LayerContext& context) {
  return context.Refuse(errors::kBackend,
                        ErrorArg::Of("an input of such a dtype"));
}

// ---- ReLU and LeakyReLU ----

class Relu final : public LayerSpec {
 public:
  struct Config {
    bool has_max = false;
    double max = 0;
    double slope = 0;
    double threshold = 0;
  };

  Relu(const LayerKind& kind, const Config& config)
      : LayerSpec(kind, ElementwiseTraits(/*takes_mask=*/false)),
        config_(config) {
    // A threshold below 0 lets through what a maximum then makes 0.
    set_is_idempotent(config.slope == 0 && config.threshold >= 0 &&
                      (!config.has_max || config.threshold == 0));
  }

  DType OutputDType(DType input) const override {
    return IsLeaky() && !IsFloat(input) ? DType::kFloat32 : input;
  }

  Refusal Call(CallContext& context) const override {
    if (Refusal refusal = RefuseCount(context)) return refusal;
    const DType dtype = context.inputs[0]->dtype;
    if (dtype == DType::kBool ||
        (!IsFloat(dtype) && (HasThreshold() || Clips()))) {
      return RefuseDType(context);
    }
    return ApplyOp(context, TfOp());
  }

  absl::Status Evaluate(absl::Span<const Array* const> operands,
                        absl::Span<Array> outputs) const override {
    outputs[0] = *operands[0];
    for (double& value : outputs[0].values) {
      const double x = value;
      if (HasThreshold()) {
        value = x > config_.threshold ? x : x * 0;
      } else if (x < 0) {
        value = 0;  // NaN stays
      }
      if (config_.has_max) {
        value = std::min(std::max(value, 0.0), config_.max);
      }
      value -= config_.slope * std::max(config_.threshold - x, 0.0);
    }
    return absl::OkStatus();
  }

 private:
  bool HasThreshold() const { return config_.threshold != 0; }
  bool IsLeaky() const {
    return config_.slope != 0 && !config_.has_max && !HasThreshold();
  }
  // TensorFlow has an operation of its own for a maximum of 6.
  bool IsRelu6() const {
    return config_.has_max && config_.max == 6 && !HasThreshold();
  }
  bool Clips() const { return config_.has_max && !IsRelu6(); }

  const char* TfOp() const {
    if (IsLeaky()) return "LeakyRelu";
    if (config_.slope != 0) return "sub";
    if (Clips()) return "clip_by_value";
    if (HasThreshold()) return "mul";
    return IsRelu6() ? "Relu6" : "Relu";
  }

  const Config config_;
};

class ReluClass final : public LayerKind {
 public:
  absl::string_view class_name() const override { return "ReLU"; }
  absl::string_view name_prefix() const override { return "re_lu"; }
  uint32_t weight() const override { return kSmallWeight; }

  std::unique_ptr<LayerSpec> Parse(ConfigReader& reader) const override {
    Relu::Config config;
    // None is infinity, but for what TensorFlow makes of it.
    config.max = reader.Float32OrNone("max_value",
                                      std::numeric_limits<double>::infinity());
    config.has_max = !std::isinf(config.max);
    if (config.max < 0) reader.Fail("max_value", "a number from 0, or None");
    config.slope = reader.Float32("negative_slope", 0);
    if (config.slope < 0) reader.Fail("negative_slope", "a number from 0");
    config.threshold = reader.Float32("threshold", 0);
    return std::make_unique<Relu>(*this, config);
  }

  std::vector<DomainEntry> Domain(Pool& pool) const override {
    const auto number = [](double x) { return ConfigValue::Double(x); };
    return {Entry(pool, {}, /*weight=*/2),
            Entry(pool, {{"max_value", number(0.5)}}),
            Entry(pool, {{"negative_slope", number(0.25)}}),
            Entry(pool, {{"threshold", number(0.25)}}),
            Entry(pool, {{"max_value", number(0.75)},
                         {"negative_slope", number(0.5)},
                         {"threshold", number(-0.25)}})};
  }
};

class LeakyReluClass final : public LayerKind {
 public:
  absl::string_view class_name() const override { return "LeakyReLU"; }
  absl::string_view name_prefix() const override { return "leaky_re_lu"; }
  uint32_t weight() const override { return kSmallWeight; }
  std::unique_ptr<LayerSpec> Parse(ConfigReader& reader) const override {
    Relu::Config config;
    config.slope = reader.Float32("alpha", 0.3);
    return std::make_unique<Relu>(*this, config);
  }
  std::vector<DomainEntry> Domain(Pool& pool) const override {
    return {Entry(pool, {}),
            Entry(pool, {{"alpha", ConfigValue::Double(0.5)}})};
  }
};

// ---- ELU and ThresholdedReLU ----

class Elu final : public LayerSpec {
 public:
  Elu(const LayerKind& kind, double alpha)
      : LayerSpec(kind, ElementwiseTraits(/*takes_mask=*/false)),
        alpha_(alpha) {}

  Refusal Call(CallContext& context) const override {
    if (Refusal refusal = RefuseCount(context)) return refusal;
    if (!IsFloat(context.inputs[0]->dtype)) return RefuseDType(context);
    return ApplyOp(context, alpha_ == 1 ? "Elu" : "Select");
  }

  absl::Status Evaluate(absl::Span<const Array* const> operands,
                        absl::Span<Array> outputs) const override {
    outputs[0] = *operands[0];
    for (double& value : outputs[0].values) {
      if (!(value > 0)) value = alpha_ * std::expm1(value);
    }
    return absl::OkStatus();
  }

 private:
  const double alpha_;
};

class EluClass final : public LayerKind {
 public:
  absl::string_view class_name() const override { return "ELU"; }
  absl::string_view name_prefix() const override { return "elu"; }
  uint32_t weight() const override { return kSmallWeight; }
  std::unique_ptr<LayerSpec> Parse(ConfigReader& reader) const override {
    return std::make_unique<Elu>(*this, reader.Float32("alpha", 1.0));
  }
  std::vector<DomainEntry> Domain(Pool& pool) const override {
    return {Entry(pool, {}),
            Entry(pool, {{"alpha", ConfigValue::Double(0.5)}})};
  }
};

class ThresholdedRelu final : public LayerSpec {
 public:
  ThresholdedRelu(const LayerKind& kind, double theta)
      : LayerSpec(kind, ElementwiseTraits(/*takes_mask=*/true)), theta_(theta) {
    set_is_idempotent(true);
  }

  Refusal Call(CallContext& context) const override {
    if (Refusal refusal = RefuseCount(context)) return refusal;
    if (context.inputs[0]->dtype != DType::kFloat32) {
      return RefuseDType(context);
    }
    return ApplyOp(context, "mul");
  }

  absl::Status Evaluate(absl::Span<const Array* const> operands,
                        absl::Span<Array> outputs) const override {
    outputs[0] = *operands[0];
    for (double& value : outputs[0].values) {
      value *= value > theta_ ? 1 : 0;
    }
    return absl::OkStatus();
  }

  bool Accepts(absl::Span<const TensorInfo> earlier,
               const TensorInfo& candidate) const override {
    return LayerSpec::Accepts(earlier, candidate) &&
           candidate.dtype == DType::kFloat32;
  }

 private:
  const double theta_;
};

class ThresholdedReluClass final : public LayerKind {
 public:
  absl::string_view class_name() const override { return "ThresholdedReLU"; }
  absl::string_view name_prefix() const override { return "thresholded_re_lu"; }
  uint32_t weight() const override { return kSmallWeight; }
  std::unique_ptr<LayerSpec> Parse(ConfigReader& reader) const override {
    return std::make_unique<ThresholdedRelu>(*this,
                                             reader.Float32("theta", 1.0));
  }
  std::vector<DomainEntry> Domain(Pool& pool) const override {
    return {Entry(pool, {}),
            Entry(pool, {{"theta", ConfigValue::Double(0.25)}})};
  }
};

// ---- Softmax ----

class Softmax final : public LayerSpec {
 public:
  Softmax(const LayerKind& kind, int axis)
      : LayerSpec(kind, ElementwiseTraits(/*takes_mask=*/false,
                                          /*asks_list_for_shape=*/true)),
        axis_(axis) {}

  Refusal Call(CallContext& context) const override {
    if (Refusal refusal = RefuseCount(context)) return refusal;
    const Symbol& input = *context.inputs[0];
    const int rank = input.ndim();
    if (rank == 1) {
      return context.rules.softmax_names_input
                 ? context.Refuse(errors::kSoftmaxRankOf, ErrorArg::Of(&input))
                 : context.Refuse(errors::kSoftmaxRank);
    }
    if (!IsFloat(input.dtype)) return RefuseDType(context);
    if (rank != kUnknownRank && !HasAxis(rank)) {
      return context.Refuse(errors::kBackend,
                            ErrorArg::Of("an axis that is not there"));
    }
    return ApplyOp(context, rank == 2 ? "Softmax" : "truediv");
  }

  absl::Status Evaluate(absl::Span<const Array* const> operands,
                        absl::Span<Array> outputs) const override {
    const Array& input = *operands[0];
    if (!HasAxis(input.rank())) {
      return absl::InvalidArgumentError("Softmax: the axis is not there");
    }
    const int axis = AxisIn(input.rank());
    size_t stride = 1;
    for (int i = axis + 1; i < input.rank(); ++i) {
      stride *= static_cast<size_t>(input.dims[i]);
    }
    const auto size = static_cast<size_t>(input.dims[axis]);
    outputs[0] = input;
    double* values = outputs[0].values.data();
    for (size_t i = 0; i < input.values.size(); ++i) {
      if (i / stride % size == 0) Normalize(values + i, stride, size);
    }
    return absl::OkStatus();
  }

  bool Accepts(absl::Span<const TensorInfo> earlier,
               const TensorInfo& candidate) const override {
    return LayerSpec::Accepts(earlier, candidate) &&
           HasAxis(candidate.shape->rank);
  }

 private:
  // A matrix is normalized along its last axis, whatever is asked for.
  int AxisIn(int rank) const {
    if (rank == 2) return 1;
    return axis_ < 0 ? rank + axis_ : axis_;
  }
  bool HasAxis(int rank) const {
    return rank >= 2 && AxisIn(rank) >= 0 && AxisIn(rank) < rank;
  }

  static void Normalize(double* first, size_t stride, size_t size) {
    double largest = first[0];
    for (size_t k = 1; k < size; ++k) {
      largest = std::max(largest, first[k * stride]);
    }
    double sum = 0;
    for (size_t k = 0; k < size; ++k) {
      sum += first[k * stride] = std::exp(first[k * stride] - largest);
    }
    for (size_t k = 0; k < size; ++k) first[k * stride] /= sum;
  }

  const int axis_;
};

class SoftmaxClass final : public LayerKind {
 public:
  absl::string_view class_name() const override { return "Softmax"; }
  absl::string_view name_prefix() const override { return "softmax"; }
  uint32_t weight() const override { return kSmallWeight; }
  std::unique_ptr<LayerSpec> Parse(ConfigReader& reader) const override {
    return std::make_unique<Softmax>(
        *this,
        static_cast<int>(reader.Int("axis", -1, -kMaxRank, kMaxRank - 1)));
  }
  std::vector<DomainEntry> Domain(Pool& pool) const override {
    return {Entry(pool, {}), Entry(pool, {{"axis", ConfigValue::Int(1)}})};
  }
};

}  // namespace

const LayerKind& ReLUKind() {
  static const ReluClass kind;
  return kind;
}

const LayerKind& LeakyReLUKind() {
  static const LeakyReluClass kind;
  return kind;
}

const LayerKind& ELUKind() {
  static const EluClass kind;
  return kind;
}

const LayerKind& ThresholdedReLUKind() {
  static const ThresholdedReluClass kind;
  return kind;
}

const LayerKind& SoftmaxKind() {
  static const SoftmaxClass kind;
  return kind;
}

}  // namespace clonecheck
