// PReLU: relu(x) − alpha · relu(−x) with a weight alpha per element, or shared
// along axes. Keras 2.2.4, keras/layers/advanced_activations.py.
#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "core/layers/broadcast.h"
#include "core/layers/errors.h"
#include "core/layers/initializers.h"
#include "core/layers/int_list.h"
#include "core/layers/kinds.h"

namespace clonecheck {
namespace {

LayerSpec::Traits PReluTraits() {
  LayerSpec::Traits traits;
  traits.supports_masking = true;
  traits.takes_mask = true;
  traits.builds = true;
  traits.forgets_build = true;
  return traits;
}

class PRelu final : public LayerSpec {
 public:
  PRelu(const LayerKind& kind, std::vector<int32_t> shared_axes)
      : LayerSpec(kind, PReluTraits()), shared_axes_(std::move(shared_axes)) {}

  Refusal Build(BuildContext& context) const override {
    if (context.input_shapes.size() != 1) {
      return context.Refuse(errors::kBackend,
                            ErrorArg::Of("a wrong number of inputs"));
    }
    const Shape& input = *context.input_shapes[0];
    const Shape* alpha = context.pool.unknown_shape();
    if (input.rank >= 1) {
      std::vector<int32_t> dims;
      if (!AlphaDims(input, &dims)) {
        return context.Refuse(errors::kAssignmentIndex);
      }
      if (HasUnknown(dims)) return context.Refuse(errors::kUnknownWeightSize);
      alpha = context.pool.InternShape(dims);
      context.memo = MemoOfAlpha(dims);
      context.has_input_spec = true;
      context.input_spec.ndim = static_cast<int8_t>(input.rank);
      if (!shared_axes_.empty()) SetSizes(input, context);
    }
    context.weights.push_back(context.arena, WeightDecl{"alpha", alpha});
    return nullptr;
  }

  Refusal Call(CallContext& context) const override {
    if (Refusal refusal = RefuseCount(context)) return refusal;
    if (context.inputs[0]->dtype != DType::kFloat32) {
      return context.Refuse(errors::kBackend,
                            ErrorArg::Of("an input that is not float32"));
    }
    if (!AlphaFits(context.memo, *context.inputs[0]->static_shape)) {
      return context.Refuse(
          errors::kBackend,
          ErrorArg::Of("a size that the weights do not have"));
    }
    if (Refusal refusal = ApplyOp(context, "add")) return refusal;
    // The weights know the sizes of their axes, which are the Keras shape's.
    Symbol& output = *context.outputs[0];
    const Shape& input = *context.inputs[0]->shape;
    std::vector<int32_t> alpha;
    if (input.known_rank() && output.static_shape->rank == input.rank &&
        AlphaDims(input, &alpha)) {
      std::array<int32_t, kMaxRank> dims = output.static_shape->dim;
      for (int i = 1; i < input.rank; ++i) {
        int32_t& dim = dims[static_cast<size_t>(i)];
        const int32_t size = alpha[static_cast<size_t>(i - 1)];
        if (dim == kUnknownDim && size != 1) dim = size;
      }
      output.SetStaticShape(context.pool.InternShape(
          absl::MakeConstSpan(dims.data(), static_cast<size_t>(input.rank))));
    }
    return nullptr;
  }

  absl::Status Evaluate(absl::Span<const Array* const> operands,
                        absl::Span<Array> outputs) const override {
    absl::StatusOr<std::vector<int32_t>> dims =
        BroadcastDims(operands, Alignment::kInFront);
    if (!dims.ok()) return dims.status();
    outputs[0] = BroadcastTo(*operands[0], *dims, Alignment::kInFront);
    const Array alpha = BroadcastTo(*operands[1], *dims, Alignment::kInFront);
    for (size_t i = 0; i < outputs[0].values.size(); ++i) {
      double& x = outputs[0].values[i];
      if (x < 0) x *= alpha.values[i];
    }
    return absl::OkStatus();
  }

  bool Accepts(absl::Span<const TensorInfo> earlier,
               const TensorInfo& candidate) const override {
    std::vector<int32_t> dims;
    return LayerSpec::Accepts(earlier, candidate) &&
           candidate.dtype == DType::kFloat32 && candidate.shape->rank >= 1 &&
           AlphaDims(*candidate.shape, &dims) && !HasUnknown(dims);
  }

 private:
  // False: a shared axis is not there.
  bool AlphaDims(const Shape& input, std::vector<int32_t>* dims) const {
    dims->assign(input.dims().begin() + 1, input.dims().end());
    const int size = input.rank - 1;
    for (int32_t axis : shared_axes_) {
      // Counted from 1 in a list that counts from 0, or from its end.
      const int index = axis - 1 < 0 ? size + axis - 1 : axis - 1;
      if (index < 0 || index >= size) return false;
      (*dims)[static_cast<size_t>(index)] = 1;
    }
    return true;
  }
  // What is remembered of alpha: its sizes, the last one in the lowest bits; 0
  // if they are too many or too large for that.
  static constexpr int kMemoBits = 8;
  static constexpr int kMemoSizes = 32 / kMemoBits;
  static constexpr uint32_t kMemoLargest = (1u << kMemoBits) - 1;
  static uint32_t MemoOfAlpha(const std::vector<int32_t>& dims) {
    uint32_t memo = 0;
    for (int32_t dim : dims) {
      const auto size = static_cast<uint32_t>(dim);
      if (dims.size() > kMemoSizes || size > kMemoLargest) return 0;
      memo = memo << kMemoBits | size;
    }
    return memo;
  }
  // Whether TensorFlow may broadcast alpha and an input, from the last axis on.
  static bool AlphaFits(uint32_t memo, const Shape& input) {
    for (int i = input.rank - 1; i >= 0 && memo != 0; --i, memo >>= kMemoBits) {
      const uint32_t size = memo & kMemoLargest;
      const int32_t dim = input.dim[static_cast<size_t>(i)];
      if (dim != kUnknownDim && dim != 1 && size != 1 &&
          static_cast<uint32_t>(dim) != size) {
        return false;
      }
    }
    return true;
  }
  static bool HasUnknown(const std::vector<int32_t>& dims) {
    return std::find(dims.begin(), dims.end(), kUnknownDim) != dims.end();
  }

  // With shared axes, the sizes of those that are not named among them are
  // asked for later.
  void SetSizes(const Shape& input, BuildContext& context) const {
    std::vector<int32_t> dims(input.dims().begin(), input.dims().end());
    dims[0] = kUnknownDim;
    for (int32_t axis : shared_axes_) {
      if (axis >= 1 && axis < input.rank) {
        dims[static_cast<size_t>(axis)] = kUnknownDim;
      }
    }
    context.input_spec.axis = InputSpec::kEveryAxis;
    context.input_spec.shape = context.pool.InternShape(dims);
  }

  const std::vector<int32_t> shared_axes_;
};

class PReluClass final : public LayerKind {
 public:
  absl::string_view class_name() const override { return "PReLU"; }
  absl::string_view name_prefix() const override { return "p_re_lu"; }
  uint32_t weight() const override { return kSmallWeight; }

  std::unique_ptr<LayerSpec> Parse(ConfigReader& reader) const override {
    ReadInitializer(reader, "alpha_initializer", Initializer::kZeros);
    ReadNones(reader, {"alpha_regularizer", "alpha_constraint"});
    const ConfigValue axes = reader.Any("shared_axes", ConfigValue::None());
    std::optional<std::vector<int32_t>> list =
        axes.type == ConfigValue::Type::kNone ? std::vector<int32_t>{}
        : axes.type == ConfigValue::Type::kInt
            ? ToIntList(ConfigValue::List(reader.pool().InternList({axes})))
            : ToIntList(axes);
    if (!list.has_value() ||
        std::any_of(list->begin(), list->end(), [](int32_t axis) {
          return axis < -kMaxRank || axis > kMaxRank;
        })) {
      reader.Fail("shared_axes", "numbers of axes, or None");
      list.emplace();
    }
    return std::make_unique<PRelu>(*this, *std::move(list));
  }

  std::vector<DomainEntry> Domain(Pool& pool) const override {
    return {Entry(pool, {}),
            Entry(pool, {{"shared_axes", IntList(pool, {1})}})};
  }
};

}  // namespace

const LayerKind& PReLUKind() {
  static const PReluClass kind;
  return kind;
}

}  // namespace clonecheck
